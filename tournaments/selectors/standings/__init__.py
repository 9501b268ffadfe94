"""Sums of the tables, and the standings as computed."""
