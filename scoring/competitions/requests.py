"""What `rank_competitions` is asked, as values that are called what docs/competitions.md calls them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules.game import Game, Ranking
from scoring.sheet.tallies import POINTS, PartResult, more_points_win, rankings_of, tally_ranking

PERSON, TEAM = "person", "team"
GAME, TOTAL, AVERAGE, TABLE_POINTS = "game", "total", "average", "table_points"
LIST_POINTS, PLACES, TALLY = "list_points", "places", "tally"
WAYS = (GAME, TOTAL, AVERAGE, TABLE_POINTS, LIST_POINTS, PLACES, TALLY)
SCALE, AS_IS, UNPLACED, LISTED = "scale", "as_is", "unplaced", "listed"  # a team with too few members


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person, by start number."""

    number: int
    categories: Sequence[str] = ()
    guest: bool = False
    name: str = ""

    @property
    def members(self) -> tuple[int, ...]:
        """Return the persons of this unit: one."""
        return (self.number,)


@dataclass(frozen=True, slots=True)
class Team:
    """A set of persons, in the order named."""

    number: int
    members: tuple[int, ...]
    substitutes: tuple[int, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty or bonus; `event` and `round` are None where it is about all of them.

    Events have their names in what is sent, and their positions in time in a `Request`.
    """

    number: int
    points: int
    unit: str = PERSON
    event: Any = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Leaver:
    """A person who left an event after a round; unless they `may_return`, also if they have a later list."""

    number: int
    after: int
    rule: str
    event: Any = None
    may_return: bool = True


@dataclass(frozen=True, slots=True)
class Selection:
    """Who is ranked; None: everybody."""

    categories: Collection[str] | None = None
    numbers: Collection[int] | None = None
    guests: str = "in"  # or “out”


@dataclass(frozen=True, slots=True)
class Lists:
    """Which lists are in scope and how many of them count."""

    events: Collection[Any] | None = None
    rounds: Collection[int] | None = None
    best: int | None = None
    drop: int | None = None
    minimum: int | Fraction = 1


@dataclass(frozen=True, slots=True)
class Way:
    """How lists are counted; `points` None: as many as units from that place down."""

    by: str
    per: str = "deal"
    points: tuple[int, ...] | None = ()
    ties: str = "share"
    groups: str = "event"
    among: str = "own"
    tally: str = POINTS
    high: bool | None = None  # None: as the tally is by itself
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
    """A named ranking: how counted, who, which lists; `members` None: not said."""

    way: Way
    key: str = ""
    unit: str = PERSON
    who: Selection = Selection()
    lists: Lists = Lists()
    members: Members | None = None
    tie_breaks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """All that is ranked. `lot` gives the text that orders a unit's lot.

    With `is_as_before` games rank by the values of earlier versions.
    """

    game: Game
    entrants: Mapping[int, Entrant]
    sheets: tuple[PartResult, ...]
    options: Any = None
    nominal_deals: int = 1
    events: tuple[str, ...] = ("",)
    teams: Mapping[int, Team] = field(default_factory=dict)
    adjustments: tuple[Adjustment, ...] = ()
    leavers: tuple[Leaver, ...] = ()
    lot: Callable[[str, int], str] = field(default=lambda unit, number: "", repr=False)
    is_as_before: bool = False

    @property
    def ranks_by(self) -> tuple[Ranking, ...]:
        """Return the game's own ranking values, in the direction that the options choose."""
        return rankings_of(self.game, self.options, is_as_before=self.is_as_before)

    @property
    def more_points_win(self) -> bool:
        """Return whether more points are better."""
        return more_points_win(self.ranks_by)

    def more_wins(self, way: Way) -> bool:
        """Return whether more of the tally that a competition is counted by is better."""
        if way.high is not None:
            return way.high
        return (
            self.more_points_win
            if way.tally == POINTS
            else tally_ranking(way.tally, self.game).high_is_better
        )
