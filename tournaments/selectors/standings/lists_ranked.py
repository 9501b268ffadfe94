"""An event as `scoring/competitions/` ranks it, and the ranking of each list."""

from collections.abc import Iterable, Sequence
from functools import partial

from scoring.competitions.ranking import ranked
from scoring.competitions.requests import (
    GAME,
    PERSON,
    Adjustment,
    Competition,
    Entrant,
    Leaver,
    Lists,
    Members,
    Request,
    Selection,
    Sheet,
    Way,
)
from scoring.sheet.tallies import PartResult
from tournaments.models import Event
from tournaments.selectors.sheets.folded_sheets import game_of, options_of
from tournaments.selectors.standings.ranking_rules import leavers_of, lot_digest, method_of, public_lot_seed
from tournaments.selectors.standings.results import adjustments_of, load_results


def request_of(event: Event, results: Iterable[PartResult]) -> Request:
    """Return all that an event's competitions look at; two queries."""
    results, leavers = list(results), leavers_of(event)
    lot = partial(lot_digest, public_lot_seed(event))
    numbers = sorted({account for result in results for account in result.accounts})
    return Request(
        game_of(event),
        options_of(event),
        method_of(event).nominal_deals,
        ("",),
        {number: Entrant(number) for number in numbers},
        {},
        tuple(map(sheet_of, results)),
        tuple(
            Adjustment(PERSON, each.entrant, each.points, 0 if each.round else None, each.round)
            for each in adjustments_of(event)
        ),
        tuple(
            Leaver(number, 0, after, "lowest")
            for number, after in leavers.gone_after.items()
            if number in numbers
        ),
        (),
        lambda _unit, number: lot(number),
    )


def sheet_of(result: PartResult) -> Sheet:
    """Return a part of a table's sheet."""
    tallies = {name: tuple(values) for name, values in result.tallies.items()}
    accounts = tuple(result.accounts)
    return Sheet(0, result.round, result.table, accounts, tallies, result.deals_counted, result.deals_missing)


def ranks_of_lists(event: Event) -> dict[int, dict[int, int]]:
    """Return the ranks in each round that was played, by its number; a person's own list counts, no other.

    Who left the event keeps the place in a list that they played.
    """
    results: Sequence[PartResult] = load_results(event)
    request = request_of(event, results)
    ranks = {}
    for number in sorted({result.round for result in results}):
        one = Lists(rounds=frozenset([number]))
        list_ = Competition(str(number), PERSON, Selection(), one, Way(GAME), Members(), ())
        ranks[number] = {row.number: row.rank for row in ranked(request, list_) if row.rank is not None}
    return ranks
