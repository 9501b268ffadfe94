"""Publication of standings, and keeping them secret."""
