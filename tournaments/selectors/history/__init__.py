"""Authors of history entries."""
