"""Django's backend for PostgreSQL, with a pool that says at once that the database is away."""
