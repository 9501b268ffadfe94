"""The lists of a competition: what each person played in a round, who of a team counts, places by list.

A list is everything on a unit's account in one round of one event. Values are exact.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from scoring.competitions.requests import (
    AVERAGE,
    GAME,
    LIST_POINTS,
    PERSON,
    TABLE_POINTS,
    TALLY,
    TEAM,
    Adjustment,
    Competition,
    Request,
    Sheet,
    Team,
    Way,
)
from scoring.sheet.tallies import POINTS, Value, exact, rankings_of

Place = tuple[int, int]  # event and round, in order of time
Tables = frozenset[tuple[int, int, int]]  # event, round, table


@dataclass(frozen=True, slots=True)
class List:
    """One list of a unit. `values` are compared; they show the adjustment `added`.

    `points` are without adjustments and, of a short team, scaled; `played` are not scaled. Tie-breaks add up
    what is on sheets: `on_sheets` for the unit, `brought` for each person who counts. `place` is a rank in an
    event.
    """

    at: Place
    values: tuple[Value, ...]
    points: Value
    played: Value
    on_sheets: Value
    deals: int
    tables: Tables = frozenset()
    tallies: Mapping[str, Value] | None = None
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
    """What a competition looks at: the events and rounds that anybody played."""

    request: Request
    competition: Competition
    played: tuple[Place, ...]

    def has(self, event: int | None, round_: int | None) -> bool:
        """Return whether all of this is in scope; None means every event, or the whole event."""
        lists, all_events = self.competition.lists, range(len(self.request.events))
        has_event = lists.events is None or (
            lists.events >= {*all_events} if event is None else event in lists.events
        )
        return has_event and (lists.rounds is None or round_ in lists.rounds)

    @property
    def sheets(self) -> list[Sheet]:
        """Return the sheets in scope."""
        return [sheet for sheet in self.request.sheets if self.has(sheet.event, sheet.round)]


def scope_of(request: Request, competition: Competition) -> Scope:
    """Return the scope of a competition."""
    empty = Scope(request, competition, ())
    return replace(empty, played=tuple(sorted({(sheet.event, sheet.round) for sheet in empty.sheets})))


# The order of lists


def directions_of(request: Request, way: Way) -> tuple[bool, ...]:
    """Return for each ranking value whether more is better."""
    if way.by == GAME:
        return tuple(ranking.high_is_better for ranking in rankings_of(request.game, request.options))
    if way.by == LIST_POINTS:
        return True, request.more_points_win
    if way.by == TALLY:
        return (way.is_high,)
    return (request.more_points_win if way.by in ("total", AVERAGE) else True,)


def merit(values: Iterable[Value], directions: Sequence[bool]) -> tuple[Value, ...]:
    """Return values of which the lowest are the best."""
    return tuple(-value if is_high else value for value, is_high in zip(values, directions, strict=True))


# Lists of persons


def lists_of_persons(scope: Scope) -> dict[int, dict[Place, List]]:
    """Return every person's lists in scope, credited ones too, by number and time."""
    way, request = scope.competition.way, scope.request
    table_points = points_at_tables(scope) if way.by == TABLE_POINTS else {}
    sheets: dict[int, dict[Place, list[tuple[Sheet, int]]]] = defaultdict(lambda: defaultdict(list))
    for sheet in scope.sheets:
        for seat, number in enumerate(sheet.seats):
            sheets[number][sheet.event, sheet.round].append((sheet, seat))
    lists: dict[int, dict[Place, List]] = {number: {} for number in request.entrants}
    for number, own in sheets.items():
        for at in sorted(own):
            values = table_points.get((number, at), 0)
            lists[number][at] = person_list(request, way, at, own[at], values)
    credit_leavers(scope, lists)
    return {number: adjusted_lists(scope, PERSON, number, own) for number, own in lists.items()}


def person_list(
    request: Request, way: Way, at: Place, parts: Sequence[tuple[Sheet, int]], table_points: Value
) -> List:
    """Return the list of one person, without adjustments."""
    tallies: dict[str, Value] = defaultdict(int)
    for sheet, seat in parts:
        for name, values in sheet.tallies.items():
            tallies[name] += values[seat]
    points = exact(Fraction(tallies[POINTS]))
    deals = sum(sheet.deals + sheet.missing for sheet, _ in parts)
    tables = frozenset((sheet.event, sheet.round, sheet.table) for sheet, _ in parts)
    match way.by:
        case "game":
            values = tuple(tallies[ranking.tally] for ranking in rankings_of(request.game, request.options))
        case "average" if not way.per_list:
            values = (Fraction(points * request.nominal_deals) / deals,)
        case "table_points":
            values = (table_points,)
        case "tally":
            values = (tallies[way.tally],)
        case _:
            values = (points,)
    return List(at, tuple(map(exact, map(Fraction, values))), points, points, points, deals, tables, tallies)


def points_at_tables(scope: Scope) -> dict[tuple[int, Place], Value]:
    """Return each person's points for their places at the tables of a round."""
    request, points = scope.request, scope.competition.way.points or ()
    by_table: dict[tuple[int, int, int], list[Sheet]] = defaultdict(list)
    for sheet in scope.sheets:
        by_table[sheet.event, sheet.round, sheet.table].append(sheet)
    shared: dict[tuple[int, Place], Value] = defaultdict(int)
    rankings = rankings_of(request.game, request.options)
    for (event, round_, _), parts in by_table.items():
        sums: dict[int, list[Value]] = {}
        for sheet in parts:
            for seat, number in enumerate(sheet.seats):
                own = sums.setdefault(number, [0] * len(rankings))
                for index, ranking in enumerate(rankings):
                    own[index] += sheet.tallies[ranking.tally][seat] if ranking.tally in sheet.tallies else 0
        merits = {
            number: merit(own, [ranking.high_is_better for ranking in rankings])
            for number, own in sums.items()
        }
        for number, value in points_by_place(merits, points, shares_ties=True).items():
            shared[number, (event, round_)] += value
    return shared


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
    found: dict[int, Value] = {}
    place = 0
    for _, group in sorted(tied.items()):
        places = range(place, place + len(group))
        worth = [len(merits) - each if points is None else points_at(points, each) for each in places]
        own = exact(Fraction(sum(worth), len(worth))) if shares_ties else worth[0]
        found |= dict.fromkeys(group, own)
        place += len(group)
    return found


def points_at(points: Sequence[int], place: int) -> int:
    """Return the points of a place, counted from 0."""
    return points[place] if place < len(points) else min(points[-1], 0)


def credit_leavers(scope: Scope, lists: dict[int, dict[Place, List]]) -> None:
    """Give persons who left the last list of each round they missed, or take their lists out."""
    request, way = scope.request, scope.competition.way
    directions = directions_of(request, way)
    played = {number: dict(own) for number, own in lists.items()}
    for leaver in present_leavers(request):
        own = lists[leaver.number]
        if leaver.rule == "unplaced" and len(events_in(scope)) > 1:
            for at in [at for at in own if at[0] == leaver.event]:
                own[at] = replace(own[at], is_out=True)
        if leaver.rule != "lowest":
            continue
        for at in scope.played:
            if at[0] != leaver.event or at[1] <= leaver.after or at in own:
                continue
            others = [(number, theirs[at]) for number, theirs in played.items() if at in theirs]
            _, worst = max(others, key=lambda found: (worth(found[1], directions), found[0]))
            own[at] = replace(worst, is_credited=True, on_sheets=0, tallies={})
        lists[leaver.number] = dict(sorted(own.items()))


def worth(own: List, directions: Sequence[bool]) -> tuple[Value, ...]:
    """Return the values of a person's list so that the lowest are the best; by list points it has one."""
    return merit(own.values, directions[-len(own.values) :])


def present_leavers(request: Request) -> Iterable[Any]:
    """Return those who left and have no list of the event in a later round."""
    for leaver in request.leavers:
        later = (
            sheet.round > leaver.after and sheet.event == leaver.event and leaver.number in sheet.seats
            for sheet in request.sheets
        )
        if not any(later):
            yield leaver


def events_in(scope: Scope) -> frozenset[int]:
    """Return the events that a competition asks for."""
    events = scope.competition.lists.events
    return frozenset(range(len(scope.request.events))) if events is None else events


# Adjustments


def adjusted_lists(scope: Scope, unit: str, number: int, lists: Mapping[Place, List]) -> dict[Place, List]:
    """Return the lists with the adjustments of their rounds in the first value.

    A tally has none, and those of a team change its points by place (`with_list_points`).
    """
    way = scope.competition.way
    if way.by == TALLY or (way.by == LIST_POINTS and unit == TEAM):
        return dict(lists)
    found = dict(lists)
    for each in adjustments_of(scope, unit, number):
        at = (each.event or 0, each.round or 0)
        if each.round is None or at not in found:
            continue
        own = found[at]
        values = (exact(Fraction(own.values[0] + each.points)), *own.values[1:])
        found[at] = replace(own, values=values, added=own.added + each.points)
    return found


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


# Lists of teams


def lists_of_teams(
    scope: Scope, teams: Sequence[Team], persons: Mapping[int, Mapping[Place, List]]
) -> dict[int, dict[Place, List]]:
    """Return the teams' lists by number and time: those who count are added up."""
    members = scope.competition.members
    largest = max((len(team.members) for team in teams), default=1)
    size = members.size or max(largest, members.counted or 1)
    counted = members.counted or size
    lists: dict[int, dict[Place, List]] = {}
    for team in teams:
        own: dict[Place, List] = {}
        for at in scope.played:
            line_up = line_up_of(team, at, persons, size)
            if len(line_up) >= least_of(scope.competition, counted) and line_up:
                own[at] = team_list(scope, at, line_up, counted)
        lists[team.number] = adjusted_lists(scope, TEAM, team.number, own)
    return lists


def least_of(competition: Competition, counted: int) -> int:
    """Return how many members a list of a team needs."""
    if competition.members.least is not None:
        return competition.members.least
    return max(1, counted - 1) if competition.members.short == "scale" else 1


def line_up_of(
    team: Team, at: Place, persons: Mapping[int, Mapping[Place, List]], size: int
) -> list[tuple[int, List]]:
    """Return who is in a team's list: who played, then substitutes, then credited lists."""
    there = [(number, persons[number][at]) for number in team.members if at in persons[number]]
    found = [each for each in there if not each[1].is_credited]
    for number in team.substitutes:
        if len(found) < size and at in persons[number] and not persons[number][at].is_credited:
            found.append((number, persons[number][at]))
    for each in there:
        if len(found) < size and each[1].is_credited:
            found.append(each)
    return found


def team_list(scope: Scope, at: Place, line_up: Sequence[tuple[int, List]], counted: int) -> List:
    """Return the list of a team: the best of its line-up added up, scaled if it is short and rules say so."""
    way, request = scope.competition.way, scope.request
    directions = directions_of(request, way)
    best = sorted(line_up, key=lambda each: (worth(each[1], directions), -each[1].points, -each[1].deals))
    those = best[:counted]
    is_short = len(those) < counted
    scale = (
        Fraction(counted, len(those))
        if is_short and scope.competition.members.short == "scale"
        else Fraction(1)
    )
    deals, points = sum(own.deals for _, own in those), sum(own.points for _, own in those)
    sums = [sum(column) * scale for column in zip(*(own.values for _, own in those), strict=True)]
    if way.by == AVERAGE and not way.per_list:
        sums = [Fraction(points * request.nominal_deals) / deals + sum(own.added for _, own in those)]
    tallies: dict[str, Value] = defaultdict(int)
    for _, own in those:
        for name, value in (own.tallies or {}).items():
            tallies[name] += value
    return List(
        at,
        tuple(map(exact, sums)),
        exact(points * scale),
        points,
        exact(sum(own.on_sheets for _, own in those) * scale),
        deals,
        frozenset(table for _, own in line_up for table in own.tables),
        tallies,
        sum(own.added for _, own in those),
        counted=tuple(sorted(number for number, _ in those)),
        brought={number: own.on_sheets for number, own in those},
        is_short=is_short,
    )


# Places by list


def with_list_points(scope: Scope, lists: Mapping[int, Mapping[Place, List]]) -> dict[int, dict[Place, List]]:
    """Return lists whose first value are points by place in each round, whose second are the points."""
    way = scope.competition.way
    sign = -1 if scope.request.more_points_win else 1
    found: dict[int, dict[Place, List]] = {number: {} for number in lists}
    for at in scope.played:
        there = {number: own[at] for number, own in lists.items() if at in own}
        placed: dict[int, Value] = {}
        active = {number: own for number, own in there.items() if not own.is_out}
        for group in groups_of(active) if way.groups_by_tables else [list(active)]:
            merits = {number: sign * active[number].values[0] for number in group}
            placed |= points_by_place(merits, way.points, way.shares_ties)
        for number, own in there.items():
            first = placed.get(number, 0) + own_adjustments(scope, number, at)
            found[number][at] = replace(own, values=(exact(Fraction(first)), own.values[0]))
    return found


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
