"""The reader's own words beside the marks: `Kreuz` or `kr` for clubs. The edges supply them as data.

A prefix of at least two letters stands for a word if no other word of the game starts with it; so does the
first letter of a suit. Marks are the same in every language and come before words of the same length.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from rules.cards import SUITS
from rules.fields import Field, Kind
from rules.game import Game
from rules.notation.marks import Spelling, is_typed, mark_of

Words = Mapping[str, str]
"""Labels of the game's data, and the reader's words for them."""

NO_WORDS: Words = {}
FEWEST_LETTERS = 2
CATALOGUES = 64  # games times languages that are cached


def labels(game: Game) -> list[str]:
    """Return every label that a line can hold or a refusal can name; the edges translate them."""
    fields = [each for each in game.fields if is_typed(each)]
    chosen = [label for each in fields for label, _ in labelled_values(each)]
    signs = [word for each in fields for word in each.count.signs]
    return list(dict.fromkeys(filter(None, [*chosen, *signs, *(each.label for each in fields)])))


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
    words_by_label = dict(words)
    named = [
        (words_by_label[label], each, value)
        for each in game.fields
        if is_typed(each)
        for label, value in labelled_values(each)
        if words_by_label.get(label, "").strip("0123456789")
    ]
    signs = [words_by_label.get(word, word) for each in game.fields for word in each.count.signs]
    known = sorted({word.casefold() for word in (*(word for word, _, _ in named), *signs)})
    whole = [
        Spelling(beginning, each, value, is_spoken=True)
        for word, each, value in named
        for beginning in beginnings(word.casefold(), known)
    ]
    return (*whole, *first_letters([one for one in named if one[2] in SUITS]))


def first_letters(suits: Sequence[tuple[str, Field, str | int]]) -> Iterator[Spelling]:
    """Yield the first letter of a suit; of two suits the higher one has it."""
    taken: set[tuple[str, str]] = set()
    for word, each, value in suits:
        letter = word[:1].casefold()
        if (each.name, letter) not in taken:
            taken.add((each.name, letter))
            yield Spelling(letter, each, value, is_spoken=True)


def beginnings(word: str, known: Sequence[str]) -> list[str]:
    """Return the word, and its prefixes that belong to no other word."""
    others = [other for other in known if other != word]
    shorter = [word[:size] for size in range(FEWEST_LETTERS, len(word)) if word[size - 1].isalnum()]
    return [word, *(each for each in shorter if not any(other.startswith(each) for other in others))]


# What is shown


@lru_cache(CATALOGUES)
def short_forms(game: Game, words: tuple[tuple[str, str], ...]) -> dict[tuple[str, str | int], str]:
    """Return the shortest word that a reader would type for a value, by field and value.

    It is the mark if the reader's word begins like it (`h` for Hand and Herz), else the shortest beginning of
    that word (`kr` for Kreuz). The suits of a field are written alike.
    """
    words_by_label = dict(words)
    forms: dict[tuple[str, str | int], str] = {}
    for each in filter(is_typed, game.fields):
        values = [(words_by_label.get(label, label), value) for label, value in labelled_values(each)]
        strange = {value for word, value in values if is_strange(mark_of(game, each.name, value), word)}
        if strange & {*SUITS}:
            strange |= {*SUITS}
        own = {value: begun_word(game, words, each, value) for _, value in values if value in strange}
        forms |= {
            (each.name, value): own.get(value) or mark_of(game, each.name, value) for _, value in values
        }
    return forms


def is_strange(mark: str, word: str) -> bool:
    """Return whether a mark of letters has nothing to do with a reader's word in the same letters."""
    return mark.isalpha() and word.isascii() is mark.isascii() and word[:1].casefold() != mark[0]


def begun_word(game: Game, words: tuple[tuple[str, str], ...], each: Field, value: str | int) -> str:
    """Return the shortest beginning of a reader's word, of at least two letters."""
    beginnings_here = [one.word for one in spoken_as(game, words) if one.field == each and one.value is value]
    return min((word for word in beginnings_here if len(word) >= FEWEST_LETTERS), key=len, default="")


def short_form(game: Game, words: Words, each: Field, value: str | int) -> str:
    """Return the short form of a value for the reader of these words; the mark if they are not known."""
    return short_forms(game, tuple(words.items())).get((each.name, value), "")


def numbers_with_words(each: Field, words: Words) -> list[str]:
    """Return the numbers of a field with its words: `with 1–11`, `without 1–11`."""
    numbers = [abs(key) for key in (*each.keys, *each.count.rare_keys)]
    return [f"{words.get(word, word)} {min(numbers)}–{max(numbers)}" for word in each.count.signs]
