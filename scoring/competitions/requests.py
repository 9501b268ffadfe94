"""What `rank_competitions` is asked: the values that a readable request becomes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules.game import Game, Ranking
from scoring.sheet.tallies import POINTS, PartResult, more_points_win, rankings_of

PERSON, TEAM = "person", "team"
GAME, TOTAL, AVERAGE, TABLE_POINTS = "game", "total", "average", "table_points"
LIST_POINTS, PLACES, TALLY = "list_points", "places", "tally"
SCALE, AS_IS, UNPLACED, LISTED = "scale", "as_is", "unplaced", "listed"  # a team with too few members
WAYS = (GAME, TOTAL, AVERAGE, TABLE_POINTS, LIST_POINTS, PLACES, TALLY)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person, by start number."""

    number: int
    categories: frozenset[str] = frozenset()
    is_guest: bool = False


@dataclass(frozen=True, slots=True)
class Team:
    """A set of persons, in the order named."""

    number: int
    members: tuple[int, ...]
    substitutes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty or bonus of a person or team; `event` and `round` are None where it is about all of them."""

    unit: str
    number: int
    points: int
    event: int | None
    round: int | None


@dataclass(frozen=True, slots=True)
class Leaver:
    """A person who left an event after a round; unless they `may_return`, also if they have a later list."""

    number: int
    event: int
    after: int
    rule: str
    may_return: bool = True


@dataclass(frozen=True, slots=True)
class Selection:
    """Who is ranked; None: everybody."""

    categories: frozenset[str] | None = None
    numbers: frozenset[int] | None = None
    has_guests: bool = True


@dataclass(frozen=True, slots=True)
class Lists:
    """Which lists are in scope and how many of them count."""

    events: frozenset[int] | None = None
    rounds: frozenset[int] | None = None
    best: int | None = None
    drop: int | None = None
    minimum: int | Fraction = 1


@dataclass(frozen=True, slots=True)
class Way:
    """How lists are counted; `points` None: as many as units from that place down."""

    by: str
    per_list: bool = False
    points: tuple[int, ...] | None = ()
    shares_ties: bool = True
    groups_by_tables: bool = False
    among_all: bool = False
    tally: str = POINTS
    is_high: bool = True
    of: "Competition | None" = None


@dataclass(frozen=True, slots=True)
class Members:
    """Who of a team counts.

    A `LISTED` team, of earlier versions, is scaled from `least` members on; below it stands last, as it is.
    """

    counted: int | None = None
    short: str = SCALE
    size: int | None = None
    least: int | None = None


@dataclass(frozen=True, slots=True)
class Competition:
    """A named ranking: who, which lists, how counted."""

    key: str
    unit: str
    who: Selection
    lists: Lists
    way: Way
    members: Members
    tie_breaks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """All that is ranked. `lot` gives the text that orders a unit's lot.

    With `is_as_before` games rank by the values of earlier versions.
    """

    game: Game
    options: Any
    nominal_deals: int
    events: tuple[str, ...]
    entrants: Mapping[int, Entrant]
    teams: Mapping[int, Team]
    sheets: tuple[PartResult, ...]
    adjustments: tuple[Adjustment, ...]
    leavers: tuple[Leaver, ...]
    competitions: tuple[Competition, ...]
    lot: Callable[[str, int], str] = field(repr=False)
    is_as_before: bool = False

    @property
    def ranks_by(self) -> tuple[Ranking, ...]:
        """Return the game's own ranking values, in the direction that the options choose."""
        return rankings_of(self.game, self.options, is_as_before=self.is_as_before)

    @property
    def more_points_win(self) -> bool:
        """Return whether more points are better."""
        return more_points_win(self.ranks_by)
