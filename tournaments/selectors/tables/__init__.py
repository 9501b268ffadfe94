"""A table in play, for its phone and for the director."""
