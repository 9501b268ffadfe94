"""Pages of a series."""
