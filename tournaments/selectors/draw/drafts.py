"""A draft as its director reviews it: the seats, their quality, and the changes made by hand."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from seating.bounds import lower_bound
from seating.meetings import Pair, count_meetings, count_repeats
from seating.new_partners import PartnersAgain, partners_again
from tournaments.models import (
    Draw,
    DrawConstraint,
    DrawConstraintKind,
    DrawMode,
    DrawStatus,
    Entrant,
    Event,
    EventChangeKind,
    Part,
    Round,
    RoundStatus,
    SitOut,
)
from tournaments.selectors.draw.constraints import groups_among, load_constraints, numbers_in
from tournaments.selectors.draw.draws import seatings_of, sit_outs_so_far
from tournaments.selectors.rounds.progress import released_rounds, with_tables
from tournaments.selectors.sheets.agreements import game_of

OPPOSITE = 2  # difference of opposite seats at a table of four
Tables = Sequence[Sequence[int]]

# Seats


@dataclass(frozen=True, slots=True)
class DraftSeat:
    """One entrant in a draft."""

    number: int
    name: str
    is_absent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The places by table, tables in order of their numbers, and the sit-outs."""

    tables: tuple[tuple[int, tuple[DraftSeat, ...]], ...]
    sitting_out: tuple[DraftSeat, ...]

    @property
    def places(self) -> list[DraftSeat]:
        """Return all places in the draft, by start number."""
        seated = [place for _, places in self.tables for place in places]
        return sorted([*seated, *self.sitting_out], key=lambda place: place.number)


def draft_of(round: Round) -> Draft:
    """Load the places of a round; the number of queries does not grow with its tables."""
    (loaded,) = with_tables(Round.objects.filter(pk=round.pk))
    tables = tuple((table.number, places_in(table.parts.all())) for table in loaded.tables.all())
    sit_outs = (
        SitOut.objects.filter(round=round).select_related("entrant__player").order_by("entrant__number")
    )
    return Draft(tables=tables, sitting_out=tuple(place_of(each.entrant) for each in sit_outs))


def places_in(parts: Iterable[Part]) -> tuple[DraftSeat, ...]:
    """Return the places in the newest part of a table, in seat order."""
    return tuple(place_of(seat.entrant) for seat in list(parts)[-1].seats.all())


def place_of(entrant: Entrant) -> DraftSeat:
    """Return the place of one entrant."""
    return DraftSeat(entrant.number, entrant.player.name, not entrant.is_present)


def unmet_constraints(event: Event, draft: Draft) -> list[DrawConstraint]:
    """Return the director's constraints that a draft does not meet; one query."""
    spot = {
        place.number: (table, seat)
        for table, places in draft.tables
        for seat, place in enumerate(places, start=1)
    }
    room = {table: len(places) for table, places in draft.tables}
    return [constraint for constraint in load_constraints(event) if not is_kept(constraint, spot, room)]


def is_kept(constraint: DrawConstraint, spot: Mapping[int, tuple[int, int]], room: Mapping[int, int]) -> bool:
    """Return whether a constraint is met by tables and seats (from 1) by start number.

    True without a place.
    """
    if constraint.kind == DrawConstraintKind.NEW_PARTNERS:
        return True
    if constraint.kind == DrawConstraintKind.CAPACITY:
        return room.get(constraint.table or 0, 0) <= (constraint.number or 0)
    spots = [spot.get(number, (0, 0)) for number in sorted(numbers_in(constraint))]
    if (0, 0) in spots:
        return True
    (table, seat), (other_table, other_seat) = spots[0], spots[-1]
    return {
        DrawConstraintKind.APART: table != other_table,
        DrawConstraintKind.PARTNERS: table == other_table and abs(seat - other_seat) == OPPOSITE,
        DrawConstraintKind.TABLE: table == constraint.number,
        DrawConstraintKind.SEAT: seat == constraint.number,
    }[DrawConstraintKind(constraint.kind)]


# Quality


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """Repeated meetings over all rounds so far, drafts included, and the minimum that no draw can avoid.

    `table_sizes` has all tables of this round, unless each has the game's own size;
    `team_meetings` counts the pairs of one team that meet in this round, if teams are kept apart;
    `again` those who are partners again, if partners are drawn anew.
    """

    repeats: int
    lower_bound: int
    team_meetings: int
    table_sizes: tuple[tuple[int, int], ...]
    again: PartnersAgain | None

    @property
    def is_optimal(self) -> bool:
        """Return whether the number of repeats is provably minimal."""
        return self.repeats == self.lower_bound


def quality_of(round: Round) -> Quality:
    """Return the quality of this draft together with all other rounds.

    Three queries, four with teams apart.
    """
    seatings = seatings_of(round.event.rounds.all())
    numbers = list(round.event.rounds.order_by("number").values_list("number", flat=True))
    here = seatings[numbers.index(round.number)]
    players = {number for tables in seatings for table in tables for number in table}
    standard = game_of(round.event).standard_seats
    sizes = Counter(len(table) for table in here)
    return Quality(
        repeats=count_repeats(seatings),
        lower_bound=lower_bound(len(players), [[len(table) for table in tables] for tables in seatings]),
        team_meetings=team_meetings(round.event, here),
        table_sizes=tuple(sorted(sizes.items(), reverse=True)) if sizes.keys() - {standard} else (),
        again=partners_again(seatings) if round.draw and round.draw.wishes.get("new_partners") else None,
    )


def team_meetings(event: Event, tables: Sequence[Sequence[int]]) -> int:
    """Return the number of pairs of one team at one table; 0 if the event does not keep teams apart."""
    if not event.keeps_teams_apart:
        return 0
    teams = groups_among(event, {number for table in tables for number in table})
    together = (len({*team} & {*table}) for team in teams for table in tables)
    return sum(each * (each - 1) // 2 for each in together)


# Changes by hand


@dataclass(frozen=True, slots=True, kw_only=True)
class HandChange:
    """A swap of two players: when, and the repeats it added."""

    at: datetime
    round: int
    one: int
    one_name: str
    two: int
    two_name: str
    repeats: int


def hand_changes(draw: Draw, round: int | None = None) -> list[HandChange]:
    """Return the swaps in the rounds of a draw, or in one of them, newest first; two queries."""
    entries = draw.event.entries.filter(kind=EventChangeKind.SWAPPED, facts__draw=draw.number)
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


# Pending draws


def drafts_of(event: Event) -> list[int]:
    """Return the numbers of the draft rounds, which only the director sees."""
    drafts = event.rounds.filter(status=RoundStatus.DRAFT).order_by("number")
    return list(drafts.values_list("number", flat=True))


def rounds_ahead(event: Event) -> int | None:
    """Return how many rounds to draw at once: the drafted ones, else the planned ones not yet released.

    None if one draft at most is there and no number of rounds is planned.
    """
    drafts = len(drafts_of(event))
    if drafts > 1:
        return drafts
    return max(1, event.planned_rounds - released_rounds(event).count()) if event.planned_rounds else None


def modes_now(event: Event) -> list[DrawMode]:
    """Return the modes of a draw; those that need results appear only if there are some."""
    has_results = event.rounds.filter(status=RoundStatus.CLOSED).exists()
    return list(DrawMode) if has_results else [DrawMode.RANDOM, DrawMode.ALL]


def searching_draw(event: Event, round: int | None = None) -> Draw | None:
    """Return the draw being searched, or None; if `round` is given, only if it makes that round."""
    draw = event.draws.filter(status=DrawStatus.SEARCHING).first()
    if draw and round is not None and not 0 <= round - draw.first_round < draw.rounds_wanted:
        return None
    return draw


def next_to_sit_out(event: Event, sit_outs: int) -> list[str]:
    """Return the names from which the next sit-outs are drawn: the fewest so far; empty if that is everyone.

    If these are too few, those with one more are added. Among them the draw decides by lot.
    """
    present = event.entrants.filter(is_present=True).order_by("number")
    names = list(present.values_list("number", "player__name"))
    times = sit_outs_so_far(event)
    most = sorted(times[number] for number, _ in names)[sit_outs - 1 : sit_outs]
    chosen = [name for number, name in names if most and times[number] <= most[0]]
    return chosen if len(chosen) < len(names) else []


def swap_cost(round: Round, one: int, two: int) -> int:
    """Return the change in repeats (negative: fewer) if these start numbers are swapped."""
    met, tables = meetings_beside(round)
    return cost_of(met, tables, one, two)


def swap_costs(round: Round, one: int) -> dict[int, int]:
    """Return the cost of a swap with every other start number of the round.

    The number of queries is constant.
    """
    met, tables = meetings_beside(round)
    everybody = {number for table in tables for number in table} | set(sit_out_numbers(round))
    return {two: cost_of(met, tables, one, two) for two in sorted(everybody - {one})}


def cost_of(met: Counter[Pair], tables: Tables, one: int, two: int) -> int:
    """Return the change in repeats; only the tables of these two can differ."""
    touched = [table for table in tables if one in table or two in table]
    return repeats_with(met, swap_numbers(touched, one, two)) - repeats_with(met, touched)


def meetings_beside(round: Round) -> tuple[Counter[Pair], Tables]:
    """Return how often each pair meets in the other rounds, drafts included, and the tables of this one."""
    others = seatings_of(round.event.rounds.exclude(pk=round.pk))
    (tables,) = seatings_of(round.event.rounds.filter(pk=round.pk))
    return count_meetings(others), tables


def sit_out_numbers(round: Round) -> list[int]:
    """Return the start numbers that sit out this round."""
    return list(round.sit_outs.values_list("entrant__number", flat=True))


def repeats_with(met: Counter[Pair], tables: Tables) -> int:
    """Return the number of pairs at these tables that also meet in another round."""
    return sum(met[min(pair), max(pair)] > 0 for table in tables for pair in combinations(table, 2))


def swap_numbers(tables: Tables, one: int, two: int) -> list[list[int]]:
    """Return the tables with two start numbers swapped."""
    change = {one: two, two: one}
    return [[change.get(number, number) for number in table] for table in tables]
