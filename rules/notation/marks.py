"""Derive the short marks of a game from its fields: `h` for Hand, `C` for clubs.

A mark is the shortest prefix of a word that no other word of its field shares; words that may stand anywhere
in a line (yes or no, rare numbers) are unique in the whole game. Marks come from the words of the data, not
from their labels, so a line is the same in every language (the reader's own words are accepted beside them:
words.py). Case does not matter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from rules.fields import NEVER_ASKED, Choice, Field, Kind
from rules.game import Game, text
from rules.reading import DEALER

DEALER_MARK = "@"
PASSED = "passed"
PASSED_SIGNS = ("-", "−", "–")
MINUS_SIGNS = PASSED_SIGNS
MADE, LOST = "+", "-"
SIGNS = (MADE, *MINUS_SIGNS)
NOTHING, NOT_PLAYING = ".", "x"


@dataclass(frozen=True, slots=True)
class Spelling:
    """A word that can be typed and the value it gives to a field; `spoken` marks the reader's own words."""

    word: str
    field: Field
    value: str | int
    is_spoken: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """A row of the grammar: the typed text, its field, and its meaning (both translatable)."""

    mark: str
    label: str
    meaning: str = ""


# Ways of typing


def is_typed(each: Field) -> bool:
    """Return whether a field has a short form; checks and free values are typed by name."""
    return each.asked != NEVER_ASKED


def is_marked(each: Field) -> bool:
    """Return whether numbers have a mark of their own: rare or lettered ones, claims, seats, the dealer."""
    is_lettered = is_number(each) and (each.is_rare or bool(each.typed))
    return each == DEALER or (is_typed(each) and (is_lettered or each.kind in (Kind.CLAIM, Kind.SEATS)))


def is_placed(each: Field) -> bool:
    """Return whether numbers are known by their position in the line."""
    return is_number(each) and is_typed(each) and not is_marked(each)


def is_number(each: Field) -> bool:
    """Return whether a field is a seat or a number without names."""
    return each.kind in (Kind.SEAT, Kind.COUNT) and not each.choices


def is_list(each: Field) -> bool:
    """Return whether a field has one number for every seat or side."""
    return each.kind in (Kind.COUNTS, Kind.FREE) and is_typed(each)


# Marks


@cache
def spellings(game: Game) -> tuple[Spelling, ...]:
    """Return every word of a game, mark and whole word, in the order of the fields."""
    taken = {spelling.word for spelling in choice_spellings(game)}
    return (*choice_spellings(game), *free_spellings(game, taken))


@cache
def choice_spellings(game: Game) -> tuple[Spelling, ...]:
    """Return the words of the fields that take one or several words."""
    return tuple(
        Spelling(word, each, choice.value)
        for each in game.fields
        if each.kind in (Kind.CHOICE, Kind.CHOICES) and is_typed(each)
        for choice in each.choices
        for word in ways_to_write(choice, each.choices)
    )


def ways_to_write(choice: Choice, choices: Sequence[Choice]) -> list[str]:
    """Return the shortest prefix, the whole word, and the sign of a suit."""
    key = str(choice.value).casefold()
    others = [str(other.value).casefold() for other in choices if other != choice]
    shortest = choice.typed or shortest_beginning(key, others)
    signs = [choice.mark] if choice.mark and not choice.mark.isascii() else []
    return list(dict.fromkeys([shortest, key, *signs]))


def shortest_beginning(key: str, others: Sequence[str]) -> str:
    """Return the shortest prefix that no other word starts with; the whole word if there is none."""
    beginnings = [key[:size] for size in range(1, len(key) + 1)]
    free = [each for each in beginnings if not any(other.startswith(each) for other in others)]
    return free[0] if free else key


def free_spellings(game: Game, taken: set[str]) -> Iterator[Spelling]:
    """Yield the words that may stand anywhere: yes and no, numbers that have names."""
    taken = set(taken)
    for each in game.fields:
        for key, value in named_values(each):
            mark = typed_mark(each, value) or first_free(key, taken)
            taken |= {mark, key} - {""}
            words = dict.fromkeys(filter(None, [mark, key if mark else ""]))
            yield from (Spelling(word, each, value) for word in words)


def typed_mark(each: Field, value: str | int) -> str:
    """Return the mark that the game itself gives to a value, or ""."""
    return next((choice.typed for choice in each.choices if choice.value is value), "")


def named_values(each: Field) -> list[tuple[str, str | int]]:
    """Return the values of such a field with their names."""
    if not is_typed(each) or each.kind not in (Kind.FLAG, Kind.COUNT):
        return []
    if each.choices:
        return [(choice.label.split()[0].casefold(), choice.value) for choice in each.choices]
    return [(each.name, True)] if each.kind == Kind.FLAG else []


def first_free(key: str, taken: set[str]) -> str:
    """Return the shortest prefix that is not taken; nothing if even the whole word is."""
    return next((key[:size] for size in range(1, len(key) + 1) if key[:size] not in taken), "")


@cache
def number_marks(game: Game) -> dict[str, str]:
    """Return the marks in front of numbers, by field."""
    taken = {spelling.word for spelling in spellings(game)}
    marks = {DEALER.name: DEALER_MARK}
    for each in filter(is_marked, game.fields):
        marks[each.name] = each.typed or first_free(each.name, taken) or each.name
        taken.add(marks[each.name])
    return marks


@cache
def mark_of(game: Game, field: str, value: str | int) -> str:
    """Return the mark of a value, or ""."""
    words = [each for each in spellings(game) if each.field.name == field]
    return next((each.word for each in words if type(each.value) is type(value) and each.value == value), "")


# Signs and numbers


def goes_without_saying(each: Field, choice: Choice) -> bool:
    """Return whether a word is left out of the sheet and follows from others: "tricks" of a bid."""
    return choice.mark == "" and any(preset.value == choice.value for preset in each.presets)


def passed_mark(game: Game) -> str:
    """Return the mark of a passed deal, or ""."""
    return mark_of(game, "contract", PASSED)


def result_signs(each: Field) -> list[Sign]:
    """Return made and lost, if a number is a result."""
    if each.kind != Kind.COUNT or not each.aims:
        return []
    return [
        Sign(MADE, each.label, text("made: as many as needed")),
        Sign(LOST, each.label, text("lost: one trick too few, unless a number follows")),
    ]


def numbers_of(each: Field) -> str:
    """Return the numbers that a position takes: `2–5`."""
    if each.kind == Kind.SEAT:
        return "1 2 3 …"
    if is_list(each):
        return "0 1 2 …"
    return f"{min(each.keys)}–{max(each.keys)}" if each.keys else "0 1 2 …"


EXPECTED_NUMBERS = {
    Kind.SEAT: text("the number of the seat, from 1"),
    Kind.SEATS: text("the numbers of the seats, from 1"),
    Kind.COUNT: text("a whole number"),
    Kind.COUNTS: text("a number for every seat or side; the last may be left out if the sum is known"),
    Kind.FREE: text("a number for every seat; the last may be left out if the sum is known"),
    Kind.CLAIM: text("the side, what it counted, what the others have"),
}
