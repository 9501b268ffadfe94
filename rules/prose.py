"""The rules page of a game as data: sentences for readers, and tables that the game itself computes.

Every sentence is a `text()` and translated at the edges. No sentence or hand-written table holds a scoring
number: tables are made by settling example deals (rules/examples.py).
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
    """Values of example deals. The first cell of a row is its heading.

    A cell is a whole number (points), an Amount, a Phrase, a Term or plain text, None for an impossible deal,
    or a tuple of these, which is shown as alternatives.
    """

    title: str
    head: tuple[Any, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision where the source is silent or unclear: the question and our answer."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Situation:
    """A case in which a table asks what to enter, and the values it taps; presets need no tap.

    `refused` is the code of the violation, "" for a deal that is accepted. `before` are the deals before it,
    `options` the house rules. Seats count from 0; the first dealer has seat 0.
    """

    question: str
    record: Mapping[str, Any]
    refused: str = ""
    before: tuple[Mapping[str, Any], ...] = ()
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)


def no_tables(game: Any) -> Iterable[ScoreTable]:
    """Return no tables: the game has nothing to compute."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    """The page a club member reads before playing, in paragraphs.

    Table sizes, the direction of play, the ladder of bids, the recorded fields, the club's options and the
    ranking are not repeated here: the page takes them from the game's data.
    """

    pack: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    deal: tuple[str, ...] = ()
    bidding_title: str = ""  # for a game without bids: the players' name for the part before the play
    bidding: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    scoring: tuple[str, ...] = ()
    record: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    ending: tuple[str, ...] = ()
    situations: tuple[Situation, ...] = ()
    decisions: tuple[Decision, ...] = ()
    source: tuple[str, ...] = ()
    tables: Callable[[Any], Iterable[ScoreTable]] = no_tables


NO_WORDS = RulesPage()
"""The page of a game without text; it still shows all data of the game."""
