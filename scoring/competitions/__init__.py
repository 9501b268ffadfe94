"""Competitions: named rankings of persons and teams over any lists, and what they are paid."""
