"""Facts of a round for its marked sheets."""
