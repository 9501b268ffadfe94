"""Searching lists by name, without accents and case: every word of the search must occur."""

import unicodedata


def folded(name: str) -> str:
    """A name without accents and case, for searching and sorting."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def has_words(text: str, query: str) -> bool:
    """Whether a text contains every word of a search; a search without words finds everything."""
    plain = folded(text)
    return all(word in plain for word in folded(query).split())
