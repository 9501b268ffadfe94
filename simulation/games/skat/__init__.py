"""Skat with cards: dealing and exchange, how people bid, how they play."""

from simulation.games.skat.playing import PLAY

__all__ = ["PLAY"]
