"""Assign players to tables and seats. Pure functions; a draw is determined by its seed."""
