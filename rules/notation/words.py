"""The reader's own words beside the marks: `Kreuz` or `kr` for clubs. They come from the edges as data.

The beginning of a word, from two letters on, stands for it where no other word of the game begins so. Marks
are the same in every language and win over words of the same length.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.game import Field, Game, Kind
from rules.notation.marks import Spelling, is_typed

Words = Mapping[str, str]
"""What the game's data says, and how the reader says it."""

NO_WORDS: Words = {}
FEWEST_LETTERS = 2
CATALOGUES = 64  # games times languages that are kept


def labels(game: Game) -> list[str]:
    """Every label that a line can hold or a refusal can name; the edges say them in the reader's language."""
    fields = [each for each in game.fields if is_typed(each)]
    chosen = [label for each in fields for label, _ in labelled_values(each)]
    return list(dict.fromkeys(filter(None, [*chosen, *(each.label for each in fields)])))


def labelled_values(each: Field) -> list[tuple[str, str | int]]:
    """The values of a field that have a label, yes or no among them."""
    if each.kind == Kind.FLAG and not each.choices:
        return [(each.label, True)]
    return [(choice.label, choice.value) for choice in each.choices]


def spoken(game: Game, words: Words) -> tuple[Spelling, ...]:
    """The reader's words for the values of a game, and their beginnings."""
    return spoken_as(game, tuple(words.items()))


@lru_cache(CATALOGUES)
def spoken_as(game: Game, words: tuple[tuple[str, str], ...]) -> tuple[Spelling, ...]:
    """The same, made once for every game and language."""
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
    """The word, and its beginnings that are no other word's."""
    others = [other for other in known if other != word]
    shorter = [word[:size] for size in range(FEWEST_LETTERS, len(word)) if word[size - 1].isalnum()]
    return [word, *(each for each in shorter if not any(other.startswith(each) for other in others))]
