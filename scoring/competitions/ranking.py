"""Rank a competition: one pure function for pages, files and `manage rank_competitions`.

Units equal in every value and tie-break share a rank (1 2 2 4) and are listed by number; those without enough
lists, and those who left where the rule says so, come after all others without a rank.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from rules import get_game
from scoring.competitions.lists import (
    List,
    Place,
    Scope,
    adjusted_lists,
    directions_of,
    events_in,
    lists_of_persons,
    merit,
    points_by_place,
    scaled,
    scope_of,
    shared_ranks,
    whole_adjustment,
    with_list_points,
    worth,
)
from scoring.competitions.requests import (
    AVERAGE,
    LIST_POINTS,
    LISTED,
    PERSON,
    PLACES,
    SCALE,
    TEAM,
    UNPLACED,
    Competition,
    Entrant,
    Lists,
    Members,
    Request,
    Selection,
    Team,
)
from scoring.competitions.tie_breaks import Tied, broken_ties, merit_of_tie_break
from scoring.sheet.tallies import PartResult, Value, exact


class Row(NamedTuple):
    """A unit of a competition. `added` is what no list shows.

    `rank` is the position in the list; without `is_placed` it is not an earned rank.
    """

    number: int
    values: tuple[Value, ...]
    added: Value
    lists: tuple[List, ...]
    counting: frozenset[Place]
    is_placed: bool
    rank: int = 0
    tie_breaks: Mapping[str, Any] | None = None


def ranked(request: Request, competition: Competition) -> list[Row]:
    """Return the rows of a competition, best first."""
    scope = scope_of(request, competition)
    if competition.way.by == PLACES:
        rows, all_persons = rows_of_events(scope), {}
    else:
        all_persons = lists_of_persons(scope)
        rows = [
            row_of(scope, number, own, all_persons) for number, own in unit_lists(scope, all_persons).items()
        ]
    directions = directions_of(request, competition.way)
    tied = Tied(scope, {row.number: row for row in rows}, values_of_persons(scope, all_persons))
    merits = {row.number: [(not row.is_placed, *merit(row.values, directions))] for row in rows}
    breaks: dict[int, dict[str, Any]] = {row.number: {} for row in rows}
    for key in competition.tie_breaks:
        column = broken_ties(key, tied, merits)
        for number, value in column.items():
            breaks[number][key] = value
            merits[number].append(merit_of_tie_break(key, value, tied))
    order = sorted(rows, key=lambda row: (merits[row.number], row.number))
    ranks = shared_ranks(merits[row.number] for row in order)
    return [
        row._replace(rank=rank, tie_breaks=breaks[row.number]) for row, rank in zip(order, ranks, strict=True)
    ]


def unit_lists(
    scope: Scope, persons: Mapping[int, Mapping[Place, List]]
) -> Mapping[int, Mapping[Place, List]]:
    """Return the lists of the units that the competition ranks."""
    competition = scope.competition
    before = Selection(guests=competition.who.guests) if competition.way.among == "all" else competition.who
    units = chosen(scope, before)
    if competition.unit == TEAM:
        lists = lists_of_teams(scope, [scope.request.teams[number] for number in units], persons)
    else:
        lists = {number: dict(persons[number]) for number in units}
    if competition.way.by == LIST_POINTS:
        lists = with_list_points(scope, lists)
    return {number: lists[number] for number in chosen(scope, competition.who)}


def chosen(scope: Scope, who: Selection) -> list[int]:
    """Return the numbers of the units that a selection lets in, ascending."""
    request = scope.request
    units: Mapping[int, Any] = request.teams if scope.competition.unit == TEAM else request.entrants
    return sorted(selected(request.entrants, units.values(), who))


def selected(entrants: Mapping[int, Entrant], units: Iterable[Any], who: Selection) -> Iterator[int]:
    """Yield the numbers of the units that a selection lets in; of a team every member must hold it."""
    for unit in units:
        own = [entrants[number] for number in unit.members if number in entrants]
        named = who.categories
        has_category = named is None or all(not {*each.categories}.isdisjoint(named) for each in own)
        has_number = who.numbers is None or unit.number in who.numbers
        if has_category and has_number and not (who.guests == "out" and any(each.guest for each in own)):
            yield unit.number


def row_of(
    scope: Scope, number: int, lists: Mapping[Place, List], persons: Mapping[int, Mapping[Place, List]]
) -> Row:
    """Return a unit's row: the lists that count, added up, and the adjustments of the whole."""
    competition, request = scope.competition, scope.request
    counting = counting_lists(scope, lists, len(scope.played))
    sums = added_up(request, competition, [own for own in lists.values() if own.at in counting])
    is_per_deal = competition.way.by == AVERAGE and competition.way.per == "deal"
    added: Value = sum(lists[at].added for at in counting) if is_per_deal else 0
    first, second = whole_adjustments(scope, number, lists, persons) if request.adjustments else (0, 0)
    values = [sums[0] + added + first, *sums[1:]]
    if competition.way.by == LIST_POINTS:
        values[1] += second
    there = [own for own in lists.values() if not own.is_out]
    has_enough = len(there) >= needed(competition.lists, len(scope.played))
    return Row(
        number,
        tuple(map(exact, values)),
        exact(added + first),
        tuple(lists.values()),
        counting,
        has_enough and not is_unplaced(scope, number, lists),
    )


def counting_lists(scope: Scope, lists: Mapping[Place, List], played: int) -> frozenset[Place]:
    """Return the best lists of a unit, as many as count."""
    rule = scope.competition.lists
    there = [own for own in lists.values() if not own.is_out]
    most = rule.best or (max(1, played - rule.drop) if rule.drop else len(there))
    if len(there) <= most:
        return frozenset([own.at for own in there])
    directions = directions_of(scope.request, scope.competition.way)
    best = sorted(there, key=lambda own: (merit(own.values, directions), -own.points, -own.deals, own.at))
    return frozenset([own.at for own in best[:most]])


def needed(rule: Lists, played: int) -> int:
    """Return the lists that a unit needs for a rank."""
    return rule.minimum if isinstance(rule.minimum, int) else max(1, ceil(rule.minimum * played))


def added_up(request: Request, competition: Competition, lists: Sequence[List]) -> list[Value]:
    """Return the values of the lists that count as one: sums, or an average."""
    way = competition.way
    if not lists:
        return [0] * len(directions_of(request, way))
    if way.by == AVERAGE and way.per == "list":
        return [Fraction(sum(own.values[0] for own in lists)) / len(lists)]
    if way.by == AVERAGE:
        points, deals = sum(own.played for own in lists), sum(own.deals for own in lists)
        return [scaled(points, deals, request.nominal_deals)]
    return [sum(column) for column in zip(*[own.values for own in lists], strict=True)]


def whole_adjustments(
    scope: Scope, number: int, lists: Mapping[Place, List], persons: Mapping[int, Mapping[Place, List]]
) -> tuple[int, int]:
    """Return what the whole adjustments add to the first value, and by list points to the second."""
    unit, by_list_points = scope.competition.unit, scope.competition.way.by == LIST_POINTS
    own = whole_adjustment(scope, unit, number, lists)
    if unit == PERSON:
        return (0, own) if by_list_points else (own, 0)
    team = scope.request.teams[number]
    theirs = sum(
        whole_adjustment(scope, PERSON, each, persons[each]) for each in (*team.members, *team.substitutes)
    )
    return (own, theirs) if by_list_points else (own + theirs, 0)


def is_unplaced(scope: Scope, number: int, lists: Mapping[Place, List]) -> bool:
    """Return whether a person left the only event in scope, or a team has a short list where that matters."""
    if scope.competition.unit == TEAM:
        return any(is_left_out(scope.competition.members or Members(), own) for own in lists.values())
    rounds = scope.competition.lists.rounds
    return any(
        leaver.number == number
        and leaver.rule == UNPLACED
        and events_in(scope) == {leaver.event}
        and (rounds is None or max(rounds) > leaver.after)
        for leaver in scope.leavers
    )


def values_of_persons(scope: Scope, persons: Mapping[int, Mapping[Place, List]]) -> dict[int, Value]:
    """Return every person's first value, whoever the competition ranks, if their strength is asked for."""
    if "opponents" not in scope.competition.tie_breaks:
        return {}
    return {number: row_of(scope, number, own, persons).values[0] for number, own in persons.items()}


def request_of_values(
    sheets: Sequence[PartResult], teams: Iterable[Team] = (), *, high_is_better: bool = True
) -> Request:
    """Return a request to rank values that are known: each is the points of a sheet of one person."""
    points = get_game("points")
    numbers = sorted({number for sheet in sheets for number in sheet.accounts})
    return Request(
        points,
        {number: Entrant(number) for number in numbers},
        tuple(sheets),
        points.Options(lowest_wins=not high_is_better),
        events=("",) * (1 + max((sheet.event for sheet in sheets), default=0)),
        teams={team.number: team for team in teams},
    )


# Places by event


def rows_of_events(scope: Scope) -> list[Row]:
    """Return the rows of a competition whose atom is the event: points by the rank in each."""
    competition, request = scope.competition, scope.request
    way, played = competition.way, sorted({event for event, _ in scope.played})
    atoms: dict[int, dict[Place, List]] = {number: {} for number in chosen(scope, competition.who)}
    for event in played:
        rows = [row for row in ranked(request, competition_of_event(competition, event)) if row.is_placed]
        ranks = {row.number: row.rank for row in rows}
        worth = points_by_place(ranks, way.points, way.ties == "share")
        for row in rows:
            if row.number in atoms:
                at = (event, 0)
                atoms[row.number][at] = event_atom(row, at, worth[row.number])
    return [event_row(scope, number, own, len(played)) for number, own in atoms.items()]


def competition_of_event(competition: Competition, event: int) -> Competition:
    """Return the ranking of one event within a competition."""
    of = competition.way.of
    assert of is not None
    who = Selection(guests=competition.who.guests) if competition.way.among == "all" else competition.who
    lists = replace(of.lists, events=frozenset([event]), rounds=competition.lists.rounds)
    return replace(of, unit=competition.unit, who=who, lists=lists, members=competition.members)


def event_atom(row: Row, at: Place, worth: Value) -> List:
    """Return an event as a list: its points by place, and what tie-breaks add up."""
    counting = [own for own in row.lists if own.at in row.counting]
    return List(
        at,
        (worth,),
        points=0,
        played=0,
        on_sheets=0,
        deals=0,
        counted=tuple(sorted({number for own in row.lists for number in own.counted})),
        is_short=any(own.is_short for own in row.lists),
        place=row.rank,
        inner=tuple(row.lists),
        inner_counting=frozenset(own.at for own in counting),
    )


def event_row(scope: Scope, number: int, atoms: Mapping[Place, List], played: int) -> Row:
    """Return the row of a unit over its events."""
    competition = scope.competition
    counting = counting_lists(scope, atoms, played)
    added = sum(
        each.points
        for each in scope.request.adjustments
        if (each.unit, each.number) in {(competition.unit, number), *persons_of(scope, number)}
        and each.event is None
        and each.round is None
        and scope.has(None, None)
    )
    value = sum((atoms[at].values[0] for at in counting), start=Fraction(0)) + added
    is_placed = len(atoms) >= needed(competition.lists, played)
    lists = tuple(own for _, own in sorted(atoms.items()))
    return Row(number, (exact(value),), added, lists, counting, is_placed)


def persons_of(scope: Scope, number: int) -> set[tuple[str, int]]:
    """Return the persons whose whole adjustments a team has."""
    if scope.competition.unit == PERSON:
        return set()
    team = scope.request.teams[number]
    return {(PERSON, each) for each in (*team.members, *team.substitutes)}


# Lists of teams: who is in the line-up of a round, who of it counts, a team that is short


def lists_of_teams(
    scope: Scope, teams: Sequence[Team], persons: Mapping[int, Mapping[Place, List]]
) -> dict[int, dict[Place, List]]:
    """Return the teams' lists by number and time: those who count are added up."""
    members = scope.competition.members or Members()
    largest = max((len(team.members) for team in teams), default=1)
    size = members.size or max(largest, members.counted or 1)
    counted = members.counted or size
    least = 1 if members.short == LISTED else least_of(members, counted)
    lists: dict[int, dict[Place, List]] = {}
    for team in teams:
        own: dict[Place, List] = {}
        for at in scope.played:
            line_up = line_up_of(team, at, persons, size)
            if len(line_up) >= max(least, 1):
                own[at] = team_list(scope, at, line_up, counted)
        lists[team.number] = adjusted_lists(scope, TEAM, team.number, own)
    return lists


def least_of(members: Members, counted: int) -> int:
    """Return how many members a list of a team needs."""
    if members.least is not None:
        return members.least
    return max(1, counted - 1) if members.short == SCALE else 1


def is_left_out(members: Members, own: List) -> bool:
    """Return whether a team is not ranked for a list with too few members."""
    too_few = len(own.counted) < (members.least or 1)
    return own.is_short and (members.short == UNPLACED or (members.short == LISTED and too_few))


def line_up_of(
    team: Team, at: Place, persons: Mapping[int, Mapping[Place, List]], size: int
) -> list[tuple[int, List]]:
    """Return who is in a team's list: who played, then substitutes, then credited lists."""
    there = [(number, persons[number][at]) for number in team.members if at in persons[number]]
    line_up = [each for each in there if not each[1].is_credited]
    for number in team.substitutes:
        if len(line_up) < size and at in persons[number] and not persons[number][at].is_credited:
            line_up.append((number, persons[number][at]))
    for each in there:
        if len(line_up) < size and each[1].is_credited:
            line_up.append(each)
    return line_up


def team_list(scope: Scope, at: Place, line_up: Sequence[tuple[int, List]], counted: int) -> List:
    """Return the list of a team: the best of its line-up added up, scaled if it is short and rules say so."""
    way, request = scope.competition.way, scope.request
    directions = directions_of(request, way)
    best = sorted(line_up, key=lambda each: (worth(each[1], directions), -each[1].points, -each[1].deals))
    those = best[:counted]
    lists = [own for _, own in those]
    scale = scale_of(scope.competition.members or Members(), len(lists), counted)
    deals, points = sum(own.deals for own in lists), sum(own.points for own in lists)
    sums = [sum(column) * scale for column in zip(*(own.values for own in lists), strict=True)]
    if way.by == AVERAGE and way.per == "deal":
        sums = [scaled(points, deals, request.nominal_deals) + sum(own.added for own in lists)]
    return List(
        at,
        tuple(map(exact, sums)),
        exact(points * scale),
        points,
        exact(sum(own.on_sheets for own in lists) * scale),
        deals,
        frozenset(table for _, own in line_up for table in own.tables),
        sum(own.added for own in lists),
        counted=tuple(sorted(number for number, _ in those)),
        brought={number: own.on_sheets for number, own in those},
        is_short=len(lists) < counted,
    )


def scale_of(members: Members, lists: int, counted: int) -> Fraction:
    """Return by how much the sum of so many lists is raised to that of all that count, if rules say so."""
    is_scaled = members.short == SCALE or (members.short == LISTED and lists >= (members.least or 1))
    return Fraction(counted, lists) if is_scaled and lists < counted else Fraction(1)
