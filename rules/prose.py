"""The rules page of a game as data: sentences for people, and tables that the game itself computes.

Every sentence is a `text()` and translated at the edges. A number that scores stands in no sentence and in
no table by hand: tables are made by settling example deals (rules/examples.py).
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.board import Unit


@dataclass(frozen=True, slots=True)
class Phrase:
    """A translatable sentence or label with named placeholders."""

    message: str
    values: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of a score table that is not points."""

    value: int
    unit: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreTable:
    """Worths of example deals. The first cell of a row is its heading.

    A cell is a whole number (points), an Amount, a Phrase, a Term or plain text, None where such a deal
    cannot be, or a tuple of these, which is shown as alternatives.
    """

    title: str
    head: tuple[Any, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """Where the source is silent or unclear: the question, and how we decided."""

    question: str
    answer: str


def no_tables(game: Any) -> Iterable[ScoreTable]:
    """Games without anything to compute."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    """What a club member reads before playing, in paragraphs.

    Sizes of table, the direction of play, the ladder of bids, what a table writes down, the club's options
    and the ranking are not said here: the page makes them from the game's data.
    """

    pack: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    deal: tuple[str, ...] = ()
    bidding_title: str = ""  # where a game has no bids: what its players call the part before the play
    bidding: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    scoring: tuple[str, ...] = ()
    record: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    ending: tuple[str, ...] = ()
    decisions: tuple[Decision, ...] = ()
    source: tuple[str, ...] = ()
    tables: Callable[[Any], Iterable[ScoreTable]] = no_tables
    has_tables_first: bool = False  # games whose players look the values up


NO_WORDS = RulesPage()
"""A game that says nothing yet; the page still has all that is data."""
