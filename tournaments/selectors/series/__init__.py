"""Series, ratings and players over many events."""
