"""A game that no club plays: what `manage new_game` copies, and what tests put on the list of games."""
