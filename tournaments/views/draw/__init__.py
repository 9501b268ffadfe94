"""Pages of the draw and the seats."""
