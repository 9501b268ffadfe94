"""Standings as the task computed them; nothing is computed here."""

from collections.abc import Sequence
from typing import Any

from rules.game import Ranking
from scoring.standings import read_policy
from tournaments.models import Event, Standings, StandingsRow
from tournaments.presenting import ranking_json, said
from tournaments.selectors.rounds import released_rounds
from tournaments.selectors.sheets import game_of


def event_standings(event: Event) -> dict[str, Any]:
    """The standings with names, what they are ranked by, a label for house scoring; three queries."""
    game = game_of(event)
    rankings = read_policy(event.policy).rankings(game.ranks_by)
    stored = Standings.objects.filter(event=event).first() or Standings(event=event)
    rounds = list(released_rounds(event).values_list("number", flat=True))
    rows = StandingsRow.objects.filter(event=event).select_related("entrant__player")
    return {
        "version": stored.version,
        "deals_counted": stored.deals_counted,
        "rounds": rounds,
        "is_provisional": not event.is_closed,
        "ranked_by": [ranking_json(ranking) for ranking in rankings],
        "house_scoring": said(game.house_scoring),
        "rows": [standings_line(row, rounds, rankings) for row in rows],
    }


def standings_line(row: StandingsRow, rounds: Sequence[int], rankings: Sequence[Ranking]) -> dict[str, Any]:
    """One line; `moved` is the places won since the round before, `rounds` has None where one sat out.

    `values` has what the line is ranked by, by name and in order; the first is the total.
    """
    value_by_round = dict(row.rounds)
    return {
        "rank": row.rank,
        "number": row.entrant.number,
        "name": row.entrant.player.name,
        "total": row.values[0],
        "values": {ranking.tally: value for ranking, value in zip(rankings, row.values, strict=True)},
        "rounds": [value_by_round.get(number) for number in rounds],
        "tie_breaks": row.tie_breaks,
        "moved": row.previous_rank - row.rank if row.previous_rank else 0,
    }


def standings_version(event: Event) -> int:
    """The version of the standings as they are stored; 0 before the first."""
    return Standings.objects.filter(event=event).values_list("version", flat=True).first() or 0
