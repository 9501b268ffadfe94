"""An event as `scoring/competitions/` ranks it, and the ranking of each list."""

from collections.abc import Iterable
from functools import partial

from scoring.competitions.ranking import ranked
from scoring.competitions.requests import (
    GAME,
    PERSON,
    TEAM,
    Adjustment,
    Competition,
    Entrant,
    Leaver,
    Lists,
    Members,
    Request,
    Selection,
    Sheet,
    Team,
    Way,
)
from scoring.sheet.tallies import PartResult
from tournaments.models import Admission, Event
from tournaments.selectors.sheets.folded_sheets import game_of, options_of
from tournaments.selectors.standings.ranking_rules import lot_digest, method_of, public_lot_seed
from tournaments.selectors.standings.results import adjustments_of, load_results


def request_of(
    event: Event, results: Iterable[PartResult], numbers: Iterable[int] = (), teams: Iterable[Team] = ()
) -> Request:
    """Return all that an event's competitions look at; who played is among `numbers` anyway. Two queries."""
    results = list(results)
    there = {*numbers, *(account for result in results for account in result.accounts)}
    gone = event.entrants.filter(admission=Admission.LEFT).order_by("number")
    return Request(
        game=game_of(event),
        options=options_of(event),
        nominal_deals=method_of(event).nominal_deals,
        events=("",),
        entrants={number: Entrant(number) for number in sorted(there)},
        teams={team.number: team for team in teams},
        sheets=tuple(map(sheet_of, results)),
        adjustments=tuple(
            Adjustment(PERSON, each.entrant, each.points, 0 if each.round else None, each.round)
            for each in adjustments_of(event)
        ),
        leavers=tuple(
            Leaver(number, 0, after or 0, rule or event.leaver_rule)
            for number, after, rule in gone.values_list("number", "left_after", "leaver_rule")
            if number in there
        ),
        competitions=(),
        lot=partial(lot_text, public_lot_seed(event)),
    )


def sheet_of(result: PartResult) -> Sheet:
    """Return a part of a table's sheet."""
    tallies = {name: tuple(values) for name, values in result.tallies.items()}
    accounts = tuple(result.accounts)
    return Sheet(0, result.round, result.table, accounts, tallies, result.deals_counted, result.deals_missing)


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
        list_ = Competition(str(number), PERSON, Selection(), one, Way(GAME), Members(), ())
        ranks[number] = {row.number: row.rank for row in ranked(request, list_) if row.rank is not None}
    return ranks
