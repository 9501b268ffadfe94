"""The reader's own words beside the marks: `Kreuz` or `kr` for clubs. The edges supply them as data.

A prefix of at least two letters stands for a word if no other word of the game starts with it. Marks are the
same in every language and take precedence over words of the same length.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.game import Field, Game, Kind
from rules.notation.marks import Spelling, is_typed

Words = Mapping[str, str]
"""Labels of the game's data, and the reader's words for them."""

NO_WORDS: Words = {}
FEWEST_LETTERS = 2
CATALOGUES = 64  # games times languages that are cached


def labels(game: Game) -> list[str]:
    """Return every label that a line can hold or a refusal can name; the edges translate them."""
    fields = [each for each in game.fields if is_typed(each)]
    chosen = [label for each in fields for label, _ in labelled_values(each)]
    return list(dict.fromkeys(filter(None, [*chosen, *(each.label for each in fields)])))


def labelled_values(each: Field) -> list[tuple[str, str | int]]:
    """Return the values of a field that have a label, including yes and no."""
    if each.kind == Kind.FLAG and not each.choices:
        return [(each.label, True)]
    return [(choice.label, choice.value) for choice in each.choices]


def spoken(game: Game, words: Words) -> tuple[Spelling, ...]:
    """Return the reader's words for the values of a game, and their prefixes."""
    return spoken_as(game, tuple(words.items()))


@lru_cache(CATALOGUES)
def spoken_as(game: Game, words: tuple[tuple[str, str], ...]) -> tuple[Spelling, ...]:
    """Do as `spoken`, cached for every game and language."""
    said = dict(words)
    named = [
        (said[label], each, value)
        for each in game.fields
        if is_typed(each)
        for label, value in labelled_values(each)
        if said.get(label, "").strip("0123456789")
    ]
    known = sorted({word.casefold() for word, _, _ in named})
    return tuple(
        Spelling(beginning, each, value, is_spoken=True)
        for word, each, value in named
        for beginning in beginnings(word.casefold(), known)
    )


def beginnings(word: str, known: Sequence[str]) -> list[str]:
    """Return the word, and its prefixes that belong to no other word."""
    others = [other for other in known if other != word]
    shorter = [word[:size] for size in range(FEWEST_LETTERS, len(word)) if word[size - 1].isalnum()]
    return [word, *(each for each in shorter if not any(other.startswith(each) for other in others))]
