"""Public API of published events."""
