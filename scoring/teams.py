"""Teams of three or four: their members' ranking values added up.

A team that is one member short is scaled as if it were whole: three of four count 4/3, exactly (Skat clubs'
practice). A team that lacks more is listed behind the others, without a rank. Of equal teams a whole one is
before a scaled one, then the better best member decides, then the better second, and so on; equal in all of
that is an equal rank.

>>> cards = [Member(1, "Aces", 30), Member(2, "Aces", 20), Member(3, "Aces", 10), Member(4, "Aces", 5)]
>>> kings = [Member(5, "Kings", 20), Member(6, "Kings", 20), Member(7, "Kings", 10)]
>>> [(line.team, line.rank, line.total) for line in compute_teams([*cards, *kings], 4)]
[('Kings', 1, Fraction(200, 3)), ('Aces', 2, 65)]
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from scoring.tallies import Value, exact

SIZES = (3, 4)


class Member(NamedTuple):
    """An entrant of a team and what the event ranks by first."""

    entrant: int
    team: str
    value: Value


class TeamLine(NamedTuple):
    """A team's line; members best first. `factor` is what their sum was taken times, 1 for a whole team."""

    team: str
    rank: int
    total: Value
    members: tuple[Member, ...]
    factor: Value = 1
    is_placed: bool = True


def size_of_teams(teams: Iterable[str]) -> int | None:
    """Of how many the largest team is, from the team of every entrant; None where that is no team.

    A team name may as well be somebody's club: with more than four of one name nothing is a team event.
    """
    counted = Counter(team for team in teams if team)
    largest = max(counted.values(), default=0)
    return largest if largest in SIZES and len(counted) > 1 else None


def compute_teams(members: Iterable[Member], size: int, *, high_is_better: bool = True) -> list[TeamLine]:
    """All teams of up to `size` members, best first; who is in no team is left out."""
    sign = -1 if high_is_better else 1
    by_team: dict[str, list[Member]] = defaultdict(list)
    for member in members:
        if member.team:
            by_team[member.team].append(member)
    teams = [team_line(team, own, size, sign) for team, own in by_team.items()]
    return ranked(sorted(teams, key=lambda line: (*merit(line, sign), line.team)), sign)


def team_line(team: str, members: Iterable[Member], size: int, sign: int) -> TeamLine:
    """A team's total, not ranked yet."""
    own = tuple(sorted(members, key=lambda member: (sign * member.value, member.entrant)))
    factor = short_team_factor(len(own), size)
    total = exact(sum((member.value for member in own), start=Fraction(0)) * (factor or 1))
    return TeamLine(team, 0, total, own, factor or 1, factor is not None)


def short_team_factor(members: int, size: int) -> Value | None:
    """What a team's sum is taken times: 1 if it is whole, 4/3 for three of four, None if more are missing."""
    if size - members > 1:
        return None
    return exact(Fraction(size, members))


def merit(line: TeamLine, sign: int) -> tuple[bool, Value, Value, tuple[Value, ...]]:
    """What teams are compared by, the lowest the best."""
    values = tuple(sign * member.value for member in line.members)
    return not line.is_placed, sign * line.total, line.factor, values


def ranked(ordered: Iterable[TeamLine], sign: int) -> list[TeamLine]:
    """The lines with their ranks; who is equal in everything shares the rank of the first."""
    lines: list[TeamLine] = []
    for place, line in enumerate(ordered, start=1):
        before = lines[-1] if lines else None
        is_equal = before is not None and merit(before, sign) == merit(line, sign)
        lines.append(line._replace(rank=before.rank if before and is_equal else place))
    return lines
