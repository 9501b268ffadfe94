"""Teams of three or four: the sum of their members' ranking values.

A team that is one member short is scaled as if it were complete: three of four count 4/3, exactly (Skat
clubs' practice). A team that lacks more is listed after the others, without a rank. Of equal teams a complete
one is before a scaled one, then the better best member decides, then the better second, and so on; teams
equal in all of that share a rank.

>>> aces = [Member(1, 8, 30), Member(2, 8, 20), Member(3, 8, 10), Member(4, 8, 5)]
>>> kings = [Member(5, 9, 20), Member(6, 9, 20), Member(7, 9, 10)]
>>> [(line.team, line.rank, line.total) for line in compute_teams([*aces, *kings], 4)]
[(9, 1, Fraction(200, 3)), (8, 2, 65)]
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from scoring.competitions.ranking import ranked, request_of_values
from scoring.competitions.requests import LISTED, TEAM, TOTAL, Competition, Members, Team, Way
from scoring.sheet.tallies import POINTS, PartResult, Value, exact

SIZES = (3, 4)


class Member(NamedTuple):
    """An entrant, the number of their team, if any, and the event's first ranking value."""

    entrant: int
    team: int | None
    value: Value


class TeamLine(NamedTuple):
    """A team's line; members best first. `factor` scales their sum, 1 for a complete team."""

    team: int
    rank: int
    total: Value
    members: tuple[Member, ...]
    factor: Value = 1
    is_placed: bool = True


def size_of_teams(teams: Iterable[str]) -> int | None:
    """Return the size of the largest team, from the team of every entrant; None if that is no team size.

    A team name may also be a club: with more than four entrants of one name the event has no teams.
    """
    counted = Counter(team for team in teams if team)
    largest = max(counted.values(), default=0)
    return largest if largest in SIZES and len(counted) > 1 else None


def compute_teams(members: Iterable[Member], size: int, *, high_is_better: bool = True) -> list[TeamLine]:
    """Return all teams of up to `size` members, best first; entrants without a team are left out."""
    by_team: dict[int, list[Member]] = defaultdict(list)
    for member in members:
        if member.team is not None:
            by_team[member.team].append(member)
    sheets = [
        PartResult(1, (member.entrant,), {POINTS: (member.value,)}, 1)
        for own in by_team.values()
        for member in own
    ]
    teams = [Team(number, tuple(member.entrant for member in own)) for number, own in by_team.items()]
    request = request_of_values(sheets, teams, high_is_better=high_is_better)
    counted = Members(size, LISTED, size, size - 1)
    order = ("complete", "members")
    competition = Competition(Way(TOTAL), unit=TEAM, members=counted, tie_breaks=order)
    sign = -1 if high_is_better else 1
    return [
        TeamLine(
            row.number,
            row.rank,
            row.values[0],
            tuple(sorted(by_team[row.number], key=lambda member: (sign * member.value, member.entrant))),
            exact(Fraction(size, len(by_team[row.number]))) if row.is_placed else 1,
            row.is_placed,
        )
        for row in ranked(request, competition)
    ]
