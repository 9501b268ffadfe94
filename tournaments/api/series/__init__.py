"""Public API of published series."""
