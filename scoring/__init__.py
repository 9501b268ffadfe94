"""Score sheets and standings of a tournament. Pure: depends on the rules, not on the database."""
