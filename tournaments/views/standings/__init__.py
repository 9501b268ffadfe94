"""Pages that explain standings."""
