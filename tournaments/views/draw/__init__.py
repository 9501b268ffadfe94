"""Pages of the draw and its audit."""
