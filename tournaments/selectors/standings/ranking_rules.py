"""Stored standings and an event's ranking method; nothing is computed here."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from rules.game import Game, Ranking
from scoring.standings.standings import Leavers, Method
from tournaments.models import Admission, Counting, Event, LeaverRule, Player, Standings, StandingsRow
from tournaments.selectors.rounds.progress import released_rounds
from tournaments.selectors.sheets.folded_sheets import agreed_deals, game_of, options_of, policy_of
from tournaments.wording.names import full_name, public_name
from tournaments.wording.ranking import ranking_json, ranking_words, unranked_json
from tournaments.wording.sheet_json import translate


def method_of(event: Event) -> Method:
    """The ranking method of an event: its policy and game, its nominal length, its lot."""
    game = game_of(event)
    lot = lot_by_seed(public_lot_seed(event))
    nominal = nominal_deals(game, agreed_deals(event))
    return Method(
        policy_of(event), game, nominal, lot, options=options_of(event), is_as_before=is_as_before(event)
    )


def is_as_before(event: Event) -> bool:
    """Whether an event counts by the rules of earlier versions."""
    return event.counting == Counting.BEFORE


def leavers_of(event: Event) -> Leavers:
    """Entrants who left early, by the rule in force, without those who keep their result; one query."""
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
    """The number of deals an average is scaled to: those of a table of the game's standard size.

    As agreed for the event, else by the game; 1 (points per deal) if neither defines it.
    """
    seats = game.standard_seats
    return agreed.get(seats) or game.deals_per_round.get(seats) or 1


def public_lot_seed(event: Event) -> str:
    """The seed for the lot if none was committed: the event's public ID."""
    return event.public_id.hex


def lot_by_seed(seed: str) -> Callable[[int], str]:
    """The sort key of the lot by start number: SHA-256 of the seed followed by the number."""
    return partial(lot_digest, seed)


def lot_digest(seed: str, number: int) -> str:
    """SHA-256(seed + start number), in hexadecimal."""
    return sha256(f"{seed}{number}".encode()).hexdigest()


def event_standings(event: Event, *, with_full_names: bool = False) -> dict[str, Any]:
    """The standings with public names, ranking values and a label for house scoring; three queries."""
    method = method_of(event)
    stored = Standings.objects.filter(event=event).first() or Standings(event=event)
    rounds = list(released_rounds(event).values_list("number", flat=True))
    rows = StandingsRow.objects.filter(event=event).select_related("entrant__player")
    name_of = full_name if with_full_names else public_name
    return {
        "version": stored.version,
        "deals_counted": stored.deals_counted,
        "rounds": rounds,
        "is_provisional": not event.is_closed,
        "ranked_by": [ranking_json(ranking) for ranking in method.rankings],
        "ties_broken_by": [ranking_json(ranking) for ranking in method.tie_breaks],
        "ranked_in_words": ranking_words(method),
        "house_scoring": translate(method.game.house_scoring),
        "rows": [standings_line(row, rounds, method, name_of) for row in rows],
    }


def standings_line(
    row: StandingsRow,
    rounds: Sequence[int],
    method: Method,
    name_of: Callable[[Player, int], str] = public_name,
) -> dict[str, Any]:
    """One row; `moved` is the number of ranks gained in the last round, `rounds` has None for a sit-out.

    `values` holds the ranking values by name, in order; the first is the total. `rank` is None for an
    entrant who is not placed, and `unranked` says why. Rows may be older than the policy.
    """
    value_by_round = dict(row.rounds)
    is_placed = row.is_placed and len(row.rounds) >= method.least_rounds
    return {
        "rank": row.rank if is_placed else None,
        "is_placed": is_placed,
        "unranked": None if is_placed else unranked_json(len(row.rounds), method.policy.minimum),
        "number": row.entrant.number,
        "name": name_of(row.entrant.player, row.entrant.number),
        "total": row.values[0],
        "values": by_name(method.rankings, row.values),
        "rounds": [value_by_round.get(number) for number in rounds],
        "tie_breaks": {key: row.tie_breaks.get(key) for key in method.policy.tie_breaks},
        "moved": row.previous_rank - row.rank if row.previous_rank and is_placed else 0,
    }


def by_name(rankings: Sequence[Ranking], values: Sequence[Any]) -> dict[str, Any]:
    """Ranking values by the names of their tallies."""
    names = [ranking.tally for ranking in rankings]
    return dict(zip_longest(names, values[: len(names)]))


def standings_version(event: Event) -> int:
    """The version of the stored standings; 0 before the first."""
    return Standings.objects.filter(event=event).values_list("version", flat=True).first() or 0
