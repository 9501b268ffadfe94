"""An event as `scoring/competitions/` ranks it, and the ranking of each list."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from scoring.competitions.ranking import ranked
from scoring.competitions.requests import GAME, TEAM, Competition, Leaver, Lists, Request, Team, Way
from scoring.sheet.tallies import PartResult
from scoring.standings.standings import request_of as request_of_results
from tournaments.models import Admission, Event
from tournaments.selectors.standings.ranking_rules import lot_digest, method_of, public_lot_seed
from tournaments.selectors.standings.results import adjustments_of, load_results


def request_of(
    event: Event, results: Iterable[PartResult], numbers: Iterable[int] = (), teams: Iterable[Team] = ()
) -> Request:
    """Return all that an event's competitions look at; who played is among `numbers` anyway. Two queries."""
    results = list(results)
    there = {*numbers, *(account for result in results for account in result.accounts)}
    gone = event.entrants.filter(admission=Admission.LEFT).order_by("number")
    method = replace(method_of(event), adjustments=adjustments_of(event), is_as_before=False)
    return replace(
        request_of_results(results, there, method),
        teams={team.number: team for team in teams},
        leavers=tuple(
            Leaver(number, after or 0, rule or event.leaver_rule, 0)
            for number, after, rule in gone.values_list("number", "left_after", "leaver_rule")
            if number in there
        ),
        lot=partial(lot_text, public_lot_seed(event)),
    )


def lot_text(seed: str, unit: str, number: int) -> str:
    """Return the text that orders the lot of a person or a team."""
    return lot_digest(f"{seed}T" if unit == TEAM else seed, number)


def ranks_of_lists(event: Event) -> dict[int, dict[int, int]]:
    """Return the ranks in each round that was played, by its number, as the game ranks."""
    results = load_results(event)
    request = request_of(event, results)
    ranks = {}
    for number in sorted({result.round for result in results}):
        one = Lists(rounds=frozenset([number]))
        rows = ranked(request, Competition(Way(GAME), lists=one))
        ranks[number] = {row.number: row.rank for row in rows if row.is_placed}
    return ranks
