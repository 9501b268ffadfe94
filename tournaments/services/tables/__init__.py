"""Tables in play: conflicts, sheet entry, director's calls, seat changes, abandoned tables."""
