"""Pages that import typed paper sheets."""
