"""What a table looks at besides its totals: the board above the pad, and how the choices stand now.

A game says both as data of its state; pages and phones show them without knowing the game.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Scope(StrEnum):
    """Whom the values of a board line belong to."""

    CALLED = "called"  # the values are seats: whom the line calls upon
    TABLE = "table"  # one value for all
    SIDE = "side"
    SEAT = "seat"


class Unit(StrEnum):
    """What a number counts, and so how pages write it."""

    COUNT = "count"  # games, tricks: no sign before it
    CENTS = "cents"  # shown as money: 0.80
    BREAD = "bread"  # Hedewigs: no sign before it
    POINTS = "points"  # with its sign: +6, −12


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One line: a translatable label, its values, and the number that ends the game, where there is one."""

    label: str
    values: tuple[int, ...]
    scope: Scope = Scope.SEAT
    unit: Unit = Unit.COUNT
    goal: int | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """How one choice of a field stands before the next deal: open or not, and how often still.

    A choice that is not open can still be written down; the refusal then says why. The hint of a seat in a
    field that is never asked tells who it is (the declarer of Rifki).
    """

    field: str
    value: Any
    is_open: bool = True
    left: int | None = None


def no_board(state: Any) -> tuple[BoardLine, ...]:
    """Games of which the totals say everything."""
    return ()


def no_hints(state: Any) -> tuple[Hint, ...]:
    """Games in which every choice is open in every deal."""
    return ()


def each_seat(seats: int) -> tuple[tuple[int, ...], ...]:
    """Games in which everybody plays for himself: a side is a seat."""
    return tuple((seat,) for seat in range(seats))
