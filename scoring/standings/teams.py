"""Teams of three or four: the sum of their members' ranking values.

A team that is one member short is scaled as if it were complete: three of four count 4/3, exactly (Skat
clubs' practice). A team that lacks more is listed after the others, without a rank. Of equal teams a complete
one is before a scaled one, then the better best member decides, then the better second, and so on; teams
equal in all of that share a rank.

>>> cards = [Member(1, "Aces", 30), Member(2, "Aces", 20), Member(3, "Aces", 10), Member(4, "Aces", 5)]
>>> kings = [Member(5, "Kings", 20), Member(6, "Kings", 20), Member(7, "Kings", 10)]
>>> [(line.team, line.rank, line.total) for line in compute_teams([*cards, *kings], 4)]
[('Kings', 1, Fraction(200, 3)), ('Aces', 2, 65)]
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from scoring.sheet.tallies import Value, exact

SIZES = (3, 4)


class Member(NamedTuple):
    """An entrant of a team and the event's first ranking value."""

    entrant: int
    team: str
    value: Value


class TeamLine(NamedTuple):
    """A team's line; members best first. `factor` scales their sum, 1 for a complete team."""

    team: str
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
    sign = -1 if high_is_better else 1
    by_team: dict[str, list[Member]] = defaultdict(list)
    for member in members:
        if member.team:
            by_team[member.team].append(member)
    teams = [team_line(team, own, size, sign) for team, own in by_team.items()]
    return ranked(sorted(teams, key=lambda line: (*merit(line, sign), line.team)), sign)


def team_line(team: str, members: Iterable[Member], size: int, sign: int) -> TeamLine:
    """Return a team's line, not yet ranked."""
    own = tuple(sorted(members, key=lambda member: (sign * member.value, member.entrant)))
    factor = short_team_factor(len(own), size)
    total = exact(sum((member.value for member in own), start=Fraction(0)) * (factor or 1))
    return TeamLine(team, 0, total, own, factor or 1, factor is not None)


def short_team_factor(members: int, size: int) -> Value | None:
    """Return the factor of a team's sum: 1 if complete, 4/3 for three of four, None if more are missing."""
    if size - members > 1:
        return None
    return exact(Fraction(size, members))


def merit(line: TeamLine, sign: int) -> tuple[bool, Value, Value, tuple[Value, ...]]:
    """Return the sort key of a team, the lowest best."""
    values = tuple(sign * member.value for member in line.members)
    return not line.is_placed, sign * line.total, line.factor, values


def ranked(ordered: Iterable[TeamLine], sign: int) -> list[TeamLine]:
    """Return the lines with their ranks; lines equal in everything share the rank of the first."""
    lines: list[TeamLine] = []
    for place, line in enumerate(ordered, start=1):
        before = lines[-1] if lines else None
        is_equal = before is not None and merit(before, sign) == merit(line, sign)
        lines.append(line._replace(rank=before.rank if before and is_equal else place))
    return lines
