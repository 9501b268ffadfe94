"""A line while it is read or written: its text, its table, and the fields still open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from rules.fields import Field, Kind, Preset, Same
from rules.game import Game
from rules.notation.marks import SIGNS, Spelling, is_placed, is_typed, spellings
from rules.notation.words import NO_WORDS, Words, spoken
from rules.seats import sides_in
from rules.writing import holds, is_asked, value_of

SEPARATORS = " \t\u00a0\u3000,;/"

Typed = dict[str, Any]
Step = tuple[int, Typed]


@dataclass(frozen=True, slots=True)
class Line:
    """A line being read at a table; `visited` keeps how far every attempt came."""

    game: Game
    options: Any
    seats: int
    text: str
    words: Words = field(default_factory=lambda: NO_WORDS)
    visited: list[Step] = field(default_factory=list)

    @property
    def spellings(self) -> tuple[Spelling, ...]:
        """Return every mark and every word of the reader."""
        return (*spellings(self.game), *spoken(self.game, self.words))

    def says(self, word: str, at: int) -> bool:
        """Return whether this word stands at a position, in any case."""
        return self.text[at : at + len(word)].casefold() == word.casefold()

    def digits(self, at: int) -> str:
        """Return the run of digits at a position."""
        end = at
        while end < len(self.text) and self.text[end] in "0123456789":
            end += 1
        return self.text[at:end]

    def letters_at(self, at: int) -> str:
        """Return the run of letters at a position."""
        end = at
        while self.text[end : end + 1].isalpha():
            end += 1
        return self.text[at:end]

    def spells(self, each: Spelling, at: int) -> bool:
        """Return whether a mark or a word stands at a position.

        The reader's words match only if no letter follows; a + or - before digits is the sign of a number.
        """
        if not self.says(each.word, at):
            return False
        end = at + len(each.word)
        follower = self.text[end : end + 1]
        is_part = follower.isalpha() if each.is_spoken else follower.isdigit() and each.word in SIGNS
        return not is_part

    def begins_word(self, at: int) -> bool:
        """Return whether the position starts the line or follows a separator."""
        return at == 0 or self.text[at - 1] in SEPARATORS

    def letters_from(self, at: int) -> int:
        """Return the start of the run of letters that ends at a position, or the position itself."""
        while at and self.text[at : at + 1].isalpha() and self.text[at - 1].isalpha():
            at -= 1
        return at

    def words_until(self, at: int) -> int:
        """Return how many words start up to a position: the number of the word there."""
        places = range(min(at + 1, len(self.text)))
        return sum(self.text[one] not in SEPARATORS and self.begins_word(one) for one in places)

    def word_from(self, at: int) -> str:
        """Return the text from a position to the end of its word."""
        end = at
        while end < len(self.text) and self.text[end] not in SEPARATORS:
            end += 1
        return self.text[at:end]

    def said(self, label: str) -> str:
        """Return a label in the reader's language."""
        return self.words.get(label, label)

    def skip(self, at: int) -> int:
        """Return the position of the next word."""
        while at < len(self.text) and self.text[at] in SEPARATORS:
            at += 1
        return at


class Here(NamedTuple):
    """A position in a line: the fields typed before it, and the values known from them."""

    at: int
    typed: Typed
    known: Typed

    def then(self, after: int, name: str, value: Any) -> Step:
        """Return the position `after`, with a value given to a field."""
        return after, {**self.typed, name: value}


def arrive(line: Line, at: int, typed: Typed) -> Here:
    """Return a position with the values known there."""
    return Here(at, typed, with_presets(line, typed))


def is_open(line: Line, each: Field, here: Here) -> bool:
    """Return whether a field can still be typed; whether the event plays with it is left to the rules."""
    if not is_typed(each) or (each.name in here.typed and each.kind != Kind.CHOICES):
        return False
    if is_placed(each) and any(name in here.typed for name in placed_after(line.game, each)):
        return False
    own = [when for when in each.asked if not when.field.startswith("options.")]
    return all(holds(when, here.known, line.options, line.seats) for when in own)


@cache
def placed_after(game: Game, each: Field) -> tuple[str, ...]:
    """Return the numbers that are typed after this one."""
    names = [one.name for one in game.fields if is_placed(one)]
    return tuple(names[names.index(each.name) + 1 :])


def with_presets(line: Line, record: Typed) -> Typed:
    """Return the typed fields with the presets that follow from them."""
    known = dict(record)
    for each in line.game.fields:
        if each.presets and each.name not in known and is_asked(each, known, line.options, line.seats):
            value = preset_value(line, each.presets, known)
            if value is not None:
                known[each.name] = value
    return known


def preset_value(line: Line, presets: Sequence[Preset], known: Mapping[str, Any]) -> Any:
    """Return the value of the first preset that holds, or None."""
    for preset in presets:
        if all(holds(when, known, line.options, line.seats) for when in preset.when):
            is_same = isinstance(preset.value, Same)
            return value_of(preset.value.field, known, line.options, line.seats) if is_same else preset.value
    return None


def aim_of(line: Line, each: Field, known: Typed) -> int | None:
    """Return the number that makes the contract, as far as it is known."""
    aim = preset_value(line, each.aims, known)
    return aim if isinstance(aim, int) else None


def totals_of(line: Line, each: Field, known: Typed) -> tuple[int, ...]:
    """Return the sums that the numbers may have; none if any sum is possible."""
    total = preset_value(line, each.places.totals, known)
    return (total,) if isinstance(total, int) else total or ()


def last_number(line: Line, each: Field, known: Typed, numbers: Sequence[int]) -> int | None:
    """Return the number behind these; of several sums, the only one that it can reach counts."""
    rests = [total - sum(numbers) for total in totals_of(line, each, known)]
    left = rests if len(rests) == 1 else [rest for rest in rests if is_in_bounds(line, each, rest)]
    return left[0] if len(left) == 1 else None


def is_in_bounds(line: Line, each: Field, number: int) -> bool:
    """Return whether a seat may have this number."""
    least, most = [value_of(name, {}, line.options, line.seats) for name in each.places.bounds] or (
        None,
        None,
    )
    return (least is None or number >= least) and (most is None or number <= most)


def sizes_of_list(line: Line, each: Field, known: Typed) -> list[int]:
    """Return the possible lengths of a list: all, or all but the last if there is a sum."""
    size = len(sides_in(line.game, line.options, line.seats)) if each.places.per_side else line.seats
    return [size, size - 1] if totals_of(line, each, known) else [size]
