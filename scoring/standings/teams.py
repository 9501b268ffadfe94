"""Teams of earlier versions, of three or four: the sum of their members' ranking values.

A team that is one member short is scaled as if it were complete: three of four count 4/3, exactly (Skat
clubs' practice). A team that lacks more is listed after the others, without a rank. Of equal teams a complete
one is before a scaled one, then the better best member decides, then the better second, and so on; teams
equal in all of that share a rank.

>>> values = {1: 30, 2: 20, 3: 10, 4: 5, 5: 20, 6: 20, 7: 10}
>>> rows = compute_teams(values, {8: (1, 2, 3, 4), 9: (5, 6, 7)}, 4)
>>> [(row.number, row.rank, row.values[0]) for row in rows]
[(9, 1, Fraction(200, 3)), (8, 2, 65)]
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from scoring.competitions.ranking import Row, ranked, request_of_values
from scoring.competitions.requests import LISTED, TEAM, TOTAL, Competition, Members, Team, Way
from scoring.sheet.tallies import POINTS, PartResult, Value

SIZES = (3, 4)


def size_of_teams(teams: Iterable[str]) -> int | None:
    """Return the size of the largest team, from the team of every entrant; None if that is no team size.

    A team name may also be a club: with more than four entrants of one name the event has no teams.
    """
    counted = Counter(team for team in teams if team)
    largest = max(counted.values(), default=0)
    return largest if largest in SIZES and len(counted) > 1 else None


def compute_teams(
    values: Mapping[int, Value], teams: Mapping[int, Iterable[int]], size: int, *, high_is_better: bool = True
) -> list[Row]:
    """Return the rows of all teams of up to `size` members, best first, from the ranking value of each.

    Who has no value is missing from their team; a team without any is left out.
    """
    named = [Team(number, tuple(each for each in own if each in values)) for number, own in teams.items()]
    there = [team for team in named if team.members]
    sheets = [PartResult(1, (number,), {POINTS: (value,)}, 1) for number, value in values.items()]
    request = request_of_values(sheets, there, high_is_better=high_is_better)
    members, ties = Members(size, LISTED, size, size - 1), ("complete", "members")
    return ranked(request, Competition(Way(TOTAL), unit=TEAM, members=members, tie_breaks=ties))
