"""Sheets folded by the rules of the game."""
