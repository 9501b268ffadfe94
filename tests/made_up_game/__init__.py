"""A game that no club plays: what `run.py new_game` copies, and what tests put on the list of games."""
