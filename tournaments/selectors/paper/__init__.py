"""What marked sheets need to know of a round."""
