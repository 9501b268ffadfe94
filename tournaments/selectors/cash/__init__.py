"""The money of an event."""
