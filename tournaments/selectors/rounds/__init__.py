"""Rounds, their clock and open calls."""
