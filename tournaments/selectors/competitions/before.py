"""Teams and categories as events of earlier versions rank them: from the standings of the whole event.

A team has the sum of its members' totals, scaled once if one of them is missing; a category has the ranks of
the standings, counted again among its own.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from scoring.competitions.lists import shared_ranks
from scoring.sheet.tallies import json_value, read_value
from scoring.standings.teams import Member, TeamLine, compute_teams
from tournaments.models import Entrant, Event
from tournaments.selectors.competitions.teams import TeamSeen
from tournaments.selectors.standings.ranking_rules import method_of


def team_lines(
    event: Event, rows: Iterable[Mapping[str, Any]], teams: Sequence[TeamSeen], entrants: Sequence[Entrant]
) -> list[TeamLine]:
    """Return the teams. A member who is not placed or never came is missing from the team."""
    if len(teams) < 2:
        return []
    team_by_number = {number: each.team.number for each in teams for number in each.numbers}
    present = {each.number for each in entrants if each.is_present}
    here = [row for row in rows if row["is_placed"] and (any_round(row) or row["number"] in present)]
    members = [
        Member(row["number"], team_by_number.get(row["number"]), read_value(row["total"]) or 0)
        for row in here
    ]
    size = max(len(each.members) for each in teams)
    first = method_of(event).rankings[0]
    return compute_teams(members, size, high_is_better=first.high_is_better)


def any_round(row: Mapping[str, Any]) -> bool:
    """Return whether the row has a value in any round."""
    return any(value is not None for value in row["rounds"])


def team_row(line: TeamLine, teams: Mapping[int, TeamSeen], names: Mapping[int, str]) -> dict[str, Any]:
    """Return a team's row for pages."""
    return {
        "rank": line.rank if line.is_placed else None,
        "number": line.team,
        "name": teams[line.team].name,
        "total": json_value(line.total),
        "factor": json_value(line.factor) if line.factor != 1 else None,
        "members": [
            {"number": member.entrant, "name": names[member.entrant], "value": json_value(member.value)}
            for member in line.members
        ],
    }


def rows_among(rows: Iterable[Mapping[str, Any]], numbers: Collection[int]) -> list[dict[str, Any]]:
    """Return the rows of some entrants, ranked among themselves; those not placed stay without a rank."""
    own = [dict(row) for row in rows if row["number"] in numbers]
    placed = [row for row in own if row["rank"] is not None]
    for row, rank in zip(placed, list(shared_ranks(row["rank"] for row in placed)), strict=True):
        row["rank"] = rank
    return own
