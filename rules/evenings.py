"""Facts of a game for pages and documents besides its rules: a common deal on a phone, and usual evenings.

The phone has none of it: tournaments/phone/trimming.py leaves these arguments of a `Game` out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SEAT, LABEL = "seat", "label"


@dataclass(frozen=True, slots=True)
class Tap:
    """A key of the pad that is tapped: `target` is a field and `value` its key.

    `SEAT` taps a seat and `LABEL` the input with this label; `digits` are then typed on the phone's own keys.
    """

    target: str
    value: Any
    digits: str = ""

    @property
    def count(self) -> int:
        """Return the number of touches of the screen."""
        return 1 + len(self.digits)


@dataclass(frozen=True, slots=True)
class CommonDeal:
    """A deal of every evening: in English words, as taps at the standard table, and the points of all."""

    words: str
    taps: tuple[Tap, ...]
    deltas: tuple[int, ...]

    @property
    def count(self) -> int:
        """Return the number of taps that record it, including saving."""
        return sum(tap.count for tap in self.taps) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """An evening as clubs hold it; the form of a new event offers it. All but the key is translated."""

    key: str
    label: str
    name: str
    description: str
    deals_per_table: Mapping[int, int] | None = None  # by size of table; None: what the rules say
    planned_rounds: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)  # house rules that differ from a tournament's
    policy: Mapping[str, Any] = field(default_factory=dict)  # the ranking, where it is not the game's
    new_partners: bool = False  # by lot in each round
