"""The lists of a competition: what each person played in a round, who of a team counts, places by list.

A list is everything on a unit's account in one round of one event. Values are exact.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from rules.game import Ranking
from scoring.competitions.requests import (
    AVERAGE,
    GAME,
    LIST_POINTS,
    PERSON,
    TABLE_POINTS,
    TALLY,
    TEAM,
    TOTAL,
    UNPLACED,
    Adjustment,
    Competition,
    Leaver,
    Request,
    Way,
)
from scoring.sheet.tallies import POINTS, PartResult, Value, add_up, exact

Place = tuple[int, int]  # event and round, in order of time
Tables = frozenset[tuple[int, int, int]]  # event, round, table


class List(NamedTuple):
    """One list of a unit. `values` are compared; they show the adjustment `added`.

    `points` are without adjustments and, of a short team, scaled; `played` are not scaled. Tie-breaks add up
    what is on sheets: `on_sheets` for the unit, `brought` for each person who counts.
    `place` is a rank in an event.
    """

    at: Place
    values: tuple[Value, ...]
    points: Value
    played: Value
    on_sheets: Value
    deals: int
    tables: Tables = frozenset()  # where places are given among tables
    added: Value = 0
    is_credited: bool = False
    is_out: bool = False  # of somebody who left: shown, and counted for nothing
    counted: tuple[int, ...] = ()
    brought: Mapping[int, Value] | None = None
    is_short: bool = False
    place: int | None = None
    inner: "tuple[List, ...]" = ()  # of an event: the lists within, and which of them count
    inner_counting: frozenset[Place] = frozenset()


@dataclass(frozen=True, slots=True)
class Scope:
    """What a competition looks at: events and rounds that anybody played, their sheets, and who left."""

    request: Request
    competition: Competition
    played: tuple[Place, ...] = ()
    sheets: tuple[PartResult, ...] = ()
    leavers: tuple[Leaver, ...] = ()

    def has(self, event: int | None, round_: int | None) -> bool:
        """Return whether all of this is in scope; None means every event, or the whole event."""
        lists = self.competition.lists
        if lists.events is not None:
            events = range(len(self.request.events)) if event is None else (event,)
            if not all(each in lists.events for each in events):
                return False
        return lists.rounds is None or round_ in lists.rounds


def scope_of(request: Request, competition: Competition) -> Scope:
    """Return the scope of a competition."""
    empty = Scope(request, competition)
    sheets = tuple(sheet for sheet in request.sheets if empty.has(sheet.event, sheet.round))
    played = tuple(sorted({(sheet.event, sheet.round) for sheet in sheets}))
    return Scope(request, competition, played, sheets, tuple(present_leavers(request)))


# The order of lists


def directions_of(request: Request, way: Way) -> tuple[bool, ...]:
    """Return for each ranking value whether more is better."""
    if way.by == GAME:
        return tuple(ranking.high_is_better for ranking in request.ranks_by)
    if way.by == LIST_POINTS:
        return True, request.more_points_win
    if way.by == TALLY:
        return (request.more_wins(way),)
    return (request.more_points_win if way.by in (TOTAL, AVERAGE) else True,)


def merit(values: Iterable[Value], directions: Sequence[bool]) -> tuple[Value, ...]:
    """Return values of which the lowest are the best."""
    return tuple(-value if is_high else value for value, is_high in zip(values, directions, strict=True))


def shared_ranks(merits: Iterable[Any]) -> Iterator[int]:
    """Yield the rank of each of these, which are in order: equal ones share the first of their places."""
    rank, best = 0, None
    for place, own in enumerate(merits, start=1):
        if place == 1 or own != best:
            rank, best = place, own
        yield rank


# Lists of persons


def lists_of_persons(scope: Scope) -> dict[int, dict[Place, List]]:
    """Return every person's lists in scope, credited ones too, by number and time."""
    lists = valued_lists(scope, played_lists(scope))
    credit_leavers(scope, lists)
    if not scope.request.adjustments:
        return lists
    return {number: adjusted_lists(scope, PERSON, number, own) for number, own in lists.items()}


def played_lists(scope: Scope) -> dict[int, dict[Place, List]]:
    """Return what every person played, the parts of a list added up; values are tallies or the points."""
    way, request = scope.competition.way, scope.request
    names = {GAME: [ranking.tally for ranking in request.ranks_by], TALLY: [way.tally]}.get(way.by, [POINTS])
    lists: dict[int, dict[Place, List]] = {number: {} for number in request.entrants}
    for sheet in sorted(scope.sheets, key=lambda sheet: (sheet.event, sheet.round)):
        at, deals = (sheet.event, sheet.round), sheet.deals_counted + sheet.deals_missing
        columns = [sheet.column(name) for name in names]
        totals = columns[0] if names[0] == POINTS else sheet.column(POINTS)
        for number, points, values in zip(sheet.accounts, totals, zip(*columns, strict=True), strict=True):
            own = lists[number]
            if before := own.get(at):
                points = exact(before.points + points)
                values = tuple([exact(one + two) for one, two in zip(before.values, values, strict=True)])
                own[at] = List(at, values, points, points, points, before.deals + deals)
            else:
                own[at] = List(at, values, points, points, points, deals)
    return lists


def valued_lists(scope: Scope, lists: dict[int, dict[Place, List]]) -> dict[int, dict[Place, List]]:
    """Return the lists with values that are no tallies, and their tables where places are given there."""
    way, nominal_deals = scope.competition.way, scope.request.nominal_deals
    if way.by == TABLE_POINTS:
        for (number, at), worth in points_at_tables(scope).items():
            lists[number][at] = lists[number][at]._replace(values=(worth,))
    if way.by == AVERAGE and way.per == "deal":
        for own in lists.values():
            for at, each in own.items():
                own[at] = each._replace(values=(scaled(each.points, each.deals, nominal_deals),))
    if way.groups == "tables":
        for sheet in scope.sheets:
            at, table = (sheet.event, sheet.round), (sheet.event, sheet.round, sheet.table)
            for number in sheet.accounts:
                each = lists[number][at]
                lists[number][at] = each._replace(tables=each.tables | {table})
    return lists


def scaled(points: Value, deals: int, nominal_deals: int) -> Value:
    """Scale the points of one deal or more to the nominal number of deals."""
    return exact(Fraction(points * nominal_deals) / deals)


def points_at_tables(scope: Scope) -> dict[tuple[int, Place], Value]:
    """Return each person's points for their places at the tables of a round."""
    points, ranks_by = scope.competition.way.points or (), scope.request.ranks_by
    shared: dict[tuple[int, Place], Value] = defaultdict(int)
    for (event, round_, _), merits in merits_by_table(scope.sheets, ranks_by):
        for number, value in points_by_place(merits, points, shares_ties=True).items():
            shared[number, (event, round_)] = exact(shared[number, (event, round_)] + value)
    return shared


def merits_by_table(
    sheets: Iterable[PartResult], ranks_by: Sequence[Ranking]
) -> Iterator[tuple[tuple[int, int, int], dict[int, tuple[Value, ...]]]]:
    """Yield by event, round and table the game's ranking values, the best lowest; parts are added up."""
    by_table: dict[tuple[int, int, int], list[PartResult]] = defaultdict(list)
    for sheet in sheets:
        by_table[sheet.event, sheet.round, sheet.table].append(sheet)
    directions = [ranking.high_is_better for ranking in ranks_by]
    for table, parts in by_table.items():
        accounts = sorted({account for part in parts for account in part.accounts})
        sums = [add_up(parts, accounts, ranking.tally) for ranking in ranks_by]
        yield table, {each: merit([column[each] for column in sums], directions) for each in accounts}


def points_by_place(
    merits: Mapping[int, Any], points: Sequence[int] | None, shares_ties: bool
) -> dict[int, Value]:
    """Return the points of each unit by its place, the lowest merit first.

    Without `points` a place is worth the number of units from there down. Beyond the last point there is 0,
    or the last one if that is below 0. Equal units share the points of their places, or each gets those of
    the first.
    """
    tied: dict[Any, list[int]] = defaultdict(list)
    for number, merit_of_unit in merits.items():
        tied[merit_of_unit].append(number)
    points_by_unit: dict[int, Value] = {}
    place = 0
    for _, group in sorted(tied.items()):
        places = range(place, place + len(group))
        worth = [len(merits) - each if points is None else points_at(points, each) for each in places]
        own = exact(Fraction(sum(worth), len(worth))) if shares_ties else worth[0]
        points_by_unit |= dict.fromkeys(group, own)
        place += len(group)
    return points_by_unit


def points_at(points: Sequence[int], place: int) -> int:
    """Return the points of a place, counted from 0."""
    return points[place] if place < len(points) else min(points[-1], 0)


def credit_leavers(scope: Scope, lists: dict[int, dict[Place, List]]) -> None:
    """Give persons who left the last list of each round they missed, or take their lists out."""
    directions = directions_of(scope.request, scope.competition.way)
    played = {number: frozenset(own) for number, own in lists.items()}
    for leaver in scope.leavers:
        own = lists[leaver.number]
        if leaver.rule == UNPLACED and len(events_in(scope)) > 1:
            for at in [at for at in own if at[0] == leaver.event]:
                own[at] = own[at]._replace(is_out=True)
        if leaver.rule != "lowest":
            continue
        for at in scope.played:
            if at[0] != leaver.event or at[1] <= leaver.after or at in own:
                continue
            others = ((worth(lists[each][at], directions), each) for each in played if at in played[each])
            own[at] = lists[max(others)[1]][at]._replace(is_credited=True, is_out=False, on_sheets=0)
        lists[leaver.number] = dict(sorted(own.items()))


def worth(own: List, directions: Sequence[bool]) -> tuple[Value, ...]:
    """Return the values of a person's list so that the lowest are the best; by list points it has one."""
    return merit(own.values, directions[-len(own.values) :])


def present_leavers(request: Request) -> Iterator[Leaver]:
    """Yield those who left and have no list of the event in a later round, or may not return."""
    for leaver in request.leavers:
        later = (
            sheet.round > leaver.after and sheet.event == leaver.event and leaver.number in sheet.accounts
            for sheet in request.sheets
        )
        if not leaver.may_return or not any(later):
            yield leaver


def events_in(scope: Scope) -> frozenset[int]:
    """Return the events that a competition asks for."""
    events = scope.competition.lists.events
    return frozenset(range(len(scope.request.events)) if events is None else events)


# Adjustments


def adjusted_lists(scope: Scope, unit: str, number: int, lists: Mapping[Place, List]) -> dict[Place, List]:
    """Return the lists with the adjustments of their rounds in the first value.

    A tally has none, and those of a team change its points by place (`with_list_points`).
    """
    way = scope.competition.way
    if way.by == TALLY or (way.by == LIST_POINTS and unit == TEAM):
        return dict(lists)
    adjusted = dict(lists)
    for each in adjustments_of(scope, unit, number):
        at = (each.event or 0, each.round or 0)
        if each.round is None or at not in adjusted:
            continue
        own = adjusted[at]
        values = (exact(own.values[0] + each.points), *own.values[1:])
        adjusted[at] = own._replace(values=values, added=own.added + each.points)
    return adjusted


def whole_adjustment(scope: Scope, unit: str, number: int, lists: Mapping[Place, List]) -> int:
    """Return the adjustments of a unit that are about no list it has."""
    if scope.competition.way.by == TALLY:
        return 0
    return sum(
        each.points
        for each in adjustments_of(scope, unit, number)
        if each.round is None or (each.event or 0, each.round) not in lists
    )


def adjustments_of(scope: Scope, unit: str, number: int) -> list[Adjustment]:
    """Return the adjustments of a unit that are in scope."""
    return [
        each
        for each in scope.request.adjustments
        if (each.unit, each.number) == (unit, number) and scope.has(each.event, each.round)
    ]


# Places by list


def with_list_points(scope: Scope, lists: Mapping[int, Mapping[Place, List]]) -> dict[int, dict[Place, List]]:
    """Return lists whose first value are points by place in each round, whose second are the points."""
    way = scope.competition.way
    sign = -1 if scope.request.more_points_win else 1
    pointed: dict[int, dict[Place, List]] = {number: {} for number in lists}
    for at in scope.played:
        there = {number: own[at] for number, own in lists.items() if at in own}
        placed: dict[int, Value] = {}
        active = {number: own for number, own in there.items() if not own.is_out}
        for group in groups_of(active) if way.groups == "tables" else [list(active)]:
            merits = {number: sign * active[number].values[0] for number in group}
            placed |= points_by_place(merits, way.points, way.ties == "share")
        for number, own in there.items():
            first = placed.get(number, 0) + own_adjustments(scope, number, at)
            pointed[number][at] = own._replace(values=(exact(first), own.values[0]))
    return pointed


def own_adjustments(scope: Scope, number: int, at: Place) -> int:
    """Return what a team's own adjustments add to its points by place in a round."""
    if scope.competition.unit != TEAM:
        return 0
    return sum(each.points for each in adjustments_of(scope, TEAM, number) if (each.event, each.round) == at)


def groups_of(lists: Mapping[int, List]) -> list[list[int]]:
    """Return the units that sat at the same tables, directly or through others."""
    groups: list[tuple[set[int], set[Any]]] = []
    for number, own in lists.items():
        joined: tuple[set[int], set[Any]] = ({number}, set(own.tables))
        for group in [group for group in groups if group[1] & joined[1]]:
            groups.remove(group)
            joined = (joined[0] | group[0], joined[1] | group[1])
        groups.append(joined)
    return [sorted(numbers) for numbers, _ in groups]
