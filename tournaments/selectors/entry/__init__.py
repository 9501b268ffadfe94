"""Entrants: check-in, and the seats of each entrant."""
