"""Public pages and files."""
