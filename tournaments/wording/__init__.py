"""Wording: names, numbers, money, ranking, and sheets as JSON, in the reader's language."""
