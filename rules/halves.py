"""Half points: 3.5 in records, exact as a binary fraction; `3.5`, `3,5` or `3½` where people type."""

from collections.abc import Iterable
from typing import Any

from rules.fields import Field
from rules.game import Game

MOST = 10**9
HALF = "½"
TYPED = (".5", ",5", HALF)


def has_halves(game: Game, options: Any) -> bool:
    """Return whether the points of an event may be halves."""
    return any(may_be_half(each, options) for each in game.fields)


def may_be_half(each: Field, options: Any) -> bool:
    """Return whether the numbers of a field may be halves with these options."""
    return bool(each.places.halves) and bool(getattr(options, each.places.halves.removeprefix("options.")))


def is_half(value: object) -> bool:
    """Return whether the value is a JSON number that is a multiple of one half, not written as an integer."""
    return isinstance(value, float) and abs(value) < MOST and (2 * value).is_integer()


def in_halves(numbers: Iterable[float]) -> tuple[Any, ...]:
    """Return whole numbers as integers, halves as they are; sums of halves are exact."""
    return tuple([each if type(each) is int or each % 1 else int(each) for each in numbers])


def split_half(typed: str) -> tuple[str, float]:
    """Split a typed number into its whole part and 0.5 or 0: `3,5` is `3` and 0.5, `½` is `0` and 0.5."""
    for end in TYPED:
        whole = typed.removesuffix(end)
        if whole != typed and (end == HALF or whole[-1:].isdecimal()):
            return (whole if whole[-1:].isdecimal() else f"{whole}0"), 0.5
    return typed, 0
