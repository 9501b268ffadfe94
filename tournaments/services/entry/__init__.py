"""Entrants: registration, check-in, players' lists, the waiting list, leaving."""
