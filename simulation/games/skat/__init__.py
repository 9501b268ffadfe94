"""Skat with cards: dealing and exchange, how people bid, how they play."""
