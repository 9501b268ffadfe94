"""Pages of a round."""
