"""Uploaded files: their encoding, their cells, and their storage until a decision."""
