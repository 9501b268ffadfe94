"""Pages of a series, and of players over all events of a club."""
