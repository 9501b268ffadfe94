"""A table's sheet for its phones and for programs."""
