"""A draft as its director reviews it: who sits where, what it is worth, and what was changed by hand."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from seating.bounds import lower_bound
from seating.meetings import count_repeats
from tournaments.models import (
    Draw,
    DrawStatus,
    Entrant,
    Event,
    EventEntryKind,
    Part,
    Round,
    RoundStatus,
    SitOut,
    Wish,
    WishKind,
)
from tournaments.selectors.draws import seatings_of, sit_outs_so_far
from tournaments.selectors.rounds import with_tables
from tournaments.selectors.sheets import game_of
from tournaments.selectors.wishes import numbers_in, wishes_of

OPPOSITE = 2  # seats apart, at a table of four

# Who sits where


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody in a draft."""

    number: int
    name: str
    is_absent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Places by table, tables in the order of their numbers, and who sits out."""

    tables: tuple[tuple[int, tuple[Place, ...]], ...]
    resting: tuple[Place, ...]

    @property
    def places(self) -> list[Place]:
        """Everybody in the draft, by start number."""
        seated = [place for _, places in self.tables for place in places]
        return sorted([*seated, *self.resting], key=lambda place: place.number)


def draft_of(drawn: Round) -> Draft:
    """The places of a round; the queries do not grow with its tables."""
    (loaded,) = with_tables(Round.objects.filter(pk=drawn.pk))
    tables = tuple((table.number, places_in(table.parts.all())) for table in loaded.tables.all())
    resting = SitOut.objects.filter(round=drawn).select_related("entrant__player").order_by("entrant__number")
    return Draft(tables=tables, resting=tuple(place_of(each.entrant) for each in resting))


def places_in(parts: Iterable[Part]) -> tuple[Place, ...]:
    """Places by seat in the newest part of a table."""
    return tuple(place_of(seat.entrant) for seat in list(parts)[-1].seats.all())


def place_of(entrant: Entrant) -> Place:
    """Somebody as the draft shows him."""
    return Place(entrant.number, entrant.player.name, not entrant.is_present)


def unkept_wishes(event: Event, draft: Draft) -> list[Wish]:
    """The director's wishes that a draft does not keep (any more); one query."""
    spot = {
        place.number: (table, seat)
        for table, places in draft.tables
        for seat, place in enumerate(places, start=1)
    }
    room = {table: len(places) for table, places in draft.tables}
    return [wish for wish in wishes_of(event) if not is_kept(wish, spot, room)]


def is_kept(wish: Wish, spot: Mapping[int, tuple[int, int]], room: Mapping[int, int]) -> bool:
    """Whether a wish holds for tables and seats (from 1) by start number; who has none is not bound."""
    if wish.kind == WishKind.CAPACITY:
        return room.get(wish.table or 0, 0) <= (wish.number or 0)
    spots = [spot.get(number, (0, 0)) for number in sorted(numbers_in(wish))]
    if (0, 0) in spots:
        return True
    (table, seat), (other_table, other_seat) = spots[0], spots[-1]
    return {
        WishKind.APART: table != other_table,
        WishKind.PARTNERS: table == other_table and abs(seat - other_seat) == OPPOSITE,
        WishKind.TABLE: table == wish.number,
        WishKind.SEAT: seat == wish.number,
    }[WishKind(wish.kind)]


# What it is worth


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """Repeat meetings over all rounds so far, drafts included, beside what no draw can avoid."""

    repeats: int
    lower_bound: int
    odd_tables: tuple[tuple[int, int], ...]

    @property
    def is_optimal(self) -> bool:
        """Whether provably nobody can do with fewer repeats."""
        return self.repeats == self.lower_bound


def quality_of(drawn: Round) -> Quality:
    """What this draft, and every round beside it, is worth; three queries."""
    seatings = seatings_of(drawn.event.rounds.all())
    numbers = list(drawn.event.rounds.order_by("number").values_list("number", flat=True))
    here = seatings[numbers.index(drawn.number)]
    players = {number for tables in seatings for table in tables for number in table}
    standard = game_of(drawn.event).standard_seats
    odd = Counter(len(table) for table in here if len(table) != standard)
    return Quality(
        repeats=count_repeats(seatings),
        lower_bound=lower_bound(len(players), [[len(table) for table in tables] for tables in seatings]),
        odd_tables=tuple(sorted(odd.items(), reverse=True)),
    )


# What was changed by hand


@dataclass(frozen=True, slots=True, kw_only=True)
class HandChange:
    """Two who changed places, when, and the repeats it cost."""

    at: datetime
    round: int
    one: int
    one_name: str
    two: int
    two_name: str
    repeats: int


def hand_changes(draw: Draw, round: int | None = None) -> list[HandChange]:
    """Swaps in the rounds of a draw, or in one of them, newest first; two queries."""
    entries = draw.event.entries.filter(kind=EventEntryKind.SWAPPED, facts__draw=draw.number)
    names = dict(draw.event.entrants.values_list("number", "player__name"))
    return [
        HandChange(
            at=entry.at,
            one_name=names.get(entry.facts["one"], ""),
            two_name=names.get(entry.facts["two"], ""),
            **{name: entry.facts[name] for name in ("round", "one", "two", "repeats")},
        )
        for entry in entries.order_by("-number")
        if round in (None, entry.facts["round"])
    ]


# What waits


def drafts_of(event: Event) -> list[int]:
    """The numbers of the rounds that only the director knows."""
    drafts = event.rounds.filter(status=RoundStatus.DRAFT).order_by("number")
    return list(drafts.values_list("number", flat=True))


def searching_draw(event: Event, round: int | None = None) -> Draw | None:
    """The draw that is being made just now; only if it makes this round, where one is named."""
    draw = event.draws.filter(status=DrawStatus.SEARCHING).first()
    if draw and round is not None and not 0 <= round - draw.first_round < draw.rounds_wanted:
        return None
    return draw


def next_to_rest(event: Event, sit_outs: int) -> list[str]:
    """Who may be drawn to sit out, by name: those present who did so least often; empty if that is everybody.

    If they are too few, those who did once more come along. Among them the lot decides.
    """
    present = event.entrants.filter(is_present=True).order_by("number")
    names = list(present.values_list("number", "player__name"))
    times = sit_outs_so_far(event)
    most = sorted(times[number] for number, _ in names)[sit_outs - 1 : sit_outs]
    chosen = [name for number, name in names if most and times[number] <= most[0]]
    return chosen if len(chosen) < len(names) else []
