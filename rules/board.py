"""State shown at a table besides the totals: lines above the pad, and hints on each choice.

A game returns both as data of its state; pages and phones show them without knowing the game.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Scope(StrEnum):
    """The owners of the values of a board line."""

    CALLED = "called"  # the values are seats: the players called upon
    TABLE = "table"  # one value for all
    SIDE = "side"
    SEAT = "seat"


class Unit(StrEnum):
    """The unit of a number, which decides how pages write it."""

    COUNT = "count"  # games, tricks: no sign before it
    CENTS = "cents"  # shown as money: 0.80
    BREAD = "bread"  # Hedewigs: no sign before it
    POINTS = "points"  # with its sign: +6, −12


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One line: a translatable label, its values, and the number that ends the game, if any."""

    label: str
    values: tuple[int, ...]
    scope: Scope = Scope.SEAT
    unit: Unit = Unit.COUNT
    goal: int | None = None
    contracts: tuple[str, ...] = ()  # a pad shows it below its keys, once one of these is chosen


@dataclass(frozen=True, slots=True)
class Hint:
    """The state of one choice of a field before the next deal: whether it is open, and how often still.

    A choice that is not open can still be written down; the refusal then explains it. The hint of a seat in a
    field that is never asked names that seat (the declarer of Rifki).
    """

    field: str
    value: Any
    is_open: bool = True
    left: int | None = None


def no_board(state: Any) -> tuple[BoardLine, ...]:
    """Return no board: the totals show everything."""
    return ()


def no_hints(state: Any) -> tuple[Hint, ...]:
    """Return no hints: every choice is open in every deal."""
    return ()


def each_seat(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return one side per seat, for games in which each player plays alone."""
    return tuple((seat,) for seat in range(seats))
