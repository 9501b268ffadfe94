"""Pages of an event for its organisers."""
