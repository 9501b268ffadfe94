"""Stored standings and an event's ranking method; nothing is computed here."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from hashlib import sha256
from typing import Any

from rules.game import Game
from scoring.sheet.tallies import exact
from scoring.standings.agreements import read_deals_per_table
from scoring.standings.policy import read_policy
from scoring.standings.standings import Leavers, Method
from tournaments.models import Admission, Counting, Event, LeaverRule, Publication
from tournaments.selectors.sheets.agreements import game_of, options_of


def method_of(event: Event, then: Publication | None = None) -> Method:
    """Return the ranking method of an event now, or the one in force when a list was published."""
    rows = then.rows if then else {"policy": event.policy, "deals_per_table": event.deals_per_table}
    game = game_of(event)
    return Method(
        read_policy(rows["policy"], game),
        game,
        nominal_deals(game, read_deals_per_table(rows["deals_per_table"])),
        partial(lot_digest, public_lot_seed(event)),
        options=options_of(event),
        is_as_before=is_as_before(event),
    )


def more_wins(event: Event) -> bool:
    """Return whether more of the value that ranks the event is better."""
    return method_of(event).rankings[0].high_is_better


def is_as_before(event: Event) -> bool:
    """Return whether an event counts by the rules of earlier versions."""
    return event.counting == Counting.BEFORE


def leavers_of(event: Event) -> Leavers:
    """Return entrants who left early, by the rule in force, without those who keep their result.

    One query.
    """
    left = event.entrants.filter(admission=Admission.LEFT)
    rows = [
        (number, after or 0, rule or event.leaver_rule)
        for number, after, rule in left.values_list("number", "left_after", "leaver_rule")
    ]
    return Leavers(
        frozenset(number for number, _, rule in rows if rule == LeaverRule.UNPLACED),
        {number: after for number, after, rule in rows if rule == LeaverRule.LOWEST},
    )


def nominal_deals(game: Game, agreed: Mapping[int, int]) -> int:
    """Return the number of deals an average is scaled to: those of a table of the game's standard size.

    As agreed for the event, else by the game; 1 (points per deal) if neither defines it.
    """
    seats = game.standard_seats
    return agreed.get(seats) or game.round_length.deals.get(seats) or 1


def public_lot_seed(event: Event) -> str:
    """Return the seed for the lot if none was committed: the event's public ID."""
    return event.public_id.hex


def lot_digest(seed: str, number: int) -> str:
    """Return the sort key of the lot by start number.

    SHA-256 of the seed followed by the number, in hexadecimal.
    """
    return sha256(f"{seed}{number}".encode()).hexdigest()


def exact_json(value: Any) -> Any:
    """Return JSON with every number in one form: earlier versions stored half points as 7.0, "7" or "7/2"."""
    if isinstance(value, Mapping):
        return {key: exact_json(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [exact_json(each) for each in value]
    is_number = isinstance(value, str) and value.removeprefix("-").replace("/", "", 1).isdecimal()
    return exact(Fraction(value)) if is_number or isinstance(value, float) else value
