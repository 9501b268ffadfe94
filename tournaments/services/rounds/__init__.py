"""Rounds: seat, open, time, close and sign off."""
