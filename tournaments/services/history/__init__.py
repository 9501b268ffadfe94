"""The history of a sheet and of an event: append-only hash chains, and their verification."""
