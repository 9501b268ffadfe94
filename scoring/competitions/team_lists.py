"""The lists of teams: who is in the line-up of a round, who of it counts, and a team that is short."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.competitions.lists import List, Place, Scope, adjusted_lists, directions_of, scaled, worth
from scoring.competitions.requests import AVERAGE, LISTED, SCALE, TEAM, UNPLACED, Members, Team
from scoring.sheet.tallies import exact


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
    """Return whether a team is not placed for a list with too few members."""
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
    members, is_short = scope.competition.members or Members(), len(those) < counted
    is_scaled = members.short == SCALE or (members.short == LISTED and len(those) >= (members.least or 1))
    scale = Fraction(counted, len(those)) if is_short and is_scaled else Fraction(1)
    deals, points = sum(own.deals for _, own in those), sum(own.points for _, own in those)
    sums = [sum(column) * scale for column in zip(*(own.values for _, own in those), strict=True)]
    if way.by == AVERAGE and way.per == "deal":
        sums = [scaled(points, deals, request.nominal_deals) + sum(own.added for _, own in those)]
    return List(
        at,
        tuple(map(exact, sums)),
        exact(points * scale),
        points,
        exact(sum(own.on_sheets for _, own in those) * scale),
        deals,
        frozenset(table for _, own in line_up for table in own.tables),
        sum(own.added for _, own in those),
        counted=tuple(sorted(number for number, _ in those)),
        brought={number: own.on_sheets for number, own in those},
        is_short=is_short,
    )
