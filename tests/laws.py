"""Invariants of every simulated deal of every game, as functions that describe a violation.

The everyday suite checks them over 100 deals a table (tests/simulation/test_laws.py), `run.py soak` over
10,000 a game (benchmarks/soak.py).
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.auction import fold_calls
from rules.game import Game, Outcome
from rules.reading import open_table, read_options, read_record
from simulation import SimulatedDeal, play_sheet, replay_deal
from simulation.games import PLAYS

OPTIONS_TOO: list[tuple[str, int, dict[str, Any]]] = [
    ("fipsen-prisdorf", 4, {"min_bid": 3, "contra": True}),
    ("fipsen-grossenaspe", 5, {"five_player_mode": "sit_out", "knock": True}),
    ("fipsen-grossenaspe", 3, {"allow_three_player_karo": True}),
    ("fipsen-thedinghausen", 5, {"must_trump": True}),
    ("fips-anseger", 4, {"fips_may_exchange": True}),
    ("briscola", 4, {"target_wins": None, "follow_last_three": False}),
    ("rifki", 4, {"kiz_all_one_void": True}),
    ("skat", 4, {"bid_required": True, "kontra": True}),
    ("skat", 3, {"scoring": "plain"}),
    ("schafkopf", 4, {"geier": True, "farbwenz": True, "bettel": True, "stoss_max": 2}),
    ("schafkopf", 4, {"all_pass": "ramsch", "tariff_ramsch": 3}),
    ("schafkopf", 4, {"all_pass": "kreuz", "pack": 24, "tout_with_levels": True}),
    ("schafkopf", 4, {"all_pass": "muss", "laufende_max": 4}),
    ("schafkopf", 5, {"all_pass": "strich", "scoring": "only_plus"}),
    ("jass", 4, {"slalom": True, "stoeck": True, "weis": True, "factor_bells": 2, "match_bonus": 100}),
    ("points", 4, {"sides": 2, "deal_sum": 162, "min": 0, "max": 162}),
    ("points", 3, {"zero_sum": True}),
    ("points", 4, {"deal_sum": 100, "min": 0, "max": 50}),
    ("points", 4, {"deal_sum": [26, 78], "min": 0, "max": 26, "lowest_wins": True}),
]
WRITES_LESS = {"skat", "schafkopf", "jass"}  # a list has won or lost, a slip no “not pushed”
ONLY_THE_DECLARER_SCORES = {"fipsen-prisdorf", "fips-anseger", "fips-dutt", "flunk"}


@dataclass(frozen=True, slots=True)
class TableKind:
    """A game, a table size and the options that differ from the defaults."""

    key: str
    seats: int
    options: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.key}-{self.seats}-{'-'.join(self.options) or 'defaults'}"

    @property
    def game(self) -> Game:
        """Return the game value."""
        return PLAYS[self.key].game

    @property
    def is_playable(self) -> bool:
        """Return whether the options allow a table of this size."""
        options = read_options(self.game, self.options)
        return not self.game.table_violations(options, self.seats, 0)

    def sheet(self, deals: int, rng: Random) -> list[SimulatedDeal]:
        """Return one sheet; shorter if the game ends sooner."""
        return play_sheet(self.key, self.options, self.seats, 0, deals, rng)


def table_kinds() -> list[TableKind]:
    """Return every game at every table size, and with house rules."""
    sizes = [TableKind(key, size, {}) for key, play in PLAYS.items() for size in play.game.seats]
    return [kind for kind in [*sizes, *(TableKind(*each) for each in OPTIONS_TOO)] if kind.is_playable]


@dataclass(frozen=True, slots=True)
class Played:
    """One deal on its sheet: the states around it, its record and outcome."""

    kind: TableKind
    before: Any
    row: SimulatedDeal
    record: Any
    outcome: Outcome
    after: Any


def follow(kind: TableKind, rows: list[SimulatedDeal]) -> Iterator[Played]:
    """Yield every deal of a sheet, folded by the rules."""
    game = kind.game
    state = open_table(game, read_options(game, kind.options), kind.seats, 0)
    for row in rows:
        record = read_record(game, row.record)
        after, outcome = game.settle(state, record)
        yield Played(kind, state, row, record, outcome, after)
        state = after


# Laws: each returns a violation, or ""


def is_never_refused(deal: Played) -> str:
    """Legal play breaks no rule of the sheet."""
    return ", ".join(each.code for each in deal.kind.game.violations(deal.before, deal.record))


def dealers_agree(deal: Played) -> str:
    """Check that the dealer of the cards is the dealer of the sheet."""
    return differ(deal.row.cards["dealer"], deal.before.dealer)


def sheet_agrees_with_cards(deal: Played) -> str:
    """Check that replaying the cards gives the table's record, and its points where one deal has them."""
    play = PLAYS[deal.kind.key]
    if not play.has_replay:
        return ""
    found = replay_deal(json.loads(json.dumps(deal.row.cards)))
    if deal.kind.key in WRITES_LESS:
        points = differ(found.get("deltas"), list(deal.outcome.deltas))
        return points or differ(play.written(deal.before, found["record"]), deal.row.record)
    expected = {name: value for name, value in deal.row.record.items() if name != "first_to_ten"}
    return differ(found.get("record"), expected)


def calls_lead_to_the_contract(deal: Played) -> str:
    """Check that the auction ends with the contract and the declarer that were played."""
    auction, record = deal.kind.game.auction, deal.row.record
    if auction is None or record["contract"] == "siebener":
        return ""
    result = fold_calls(auction, deal.before, deal.row.calls)
    said = result["contract"] or record["contract"]  # Skat: the game is named after the auction
    declarer = record.get("declarer") if result["declarer"] is not None else None
    return differ((said, result["declarer"]), (record["contract"], declarer))


def totals_are_sums(deal: Played) -> str:
    """Check that the totals move by the points of the deal, and by nothing else."""
    moved = tuple(map(sum, zip(deal.before.totals, deal.outcome.deltas, strict=True)))
    return differ(deal.after.totals, moved)


def only_the_declarer_scores(deal: Played) -> str:
    """Check who scores: the declarer alone in some games; in Grossenaspe the declarer or the others."""
    declarer = deal.outcome.facts.get("declarer")
    scoring = {seat for seat, points in enumerate(deal.outcome.deltas) if points}
    if deal.kind.key in ONLY_THE_DECLARER_SCORES:
        return differ(scoring - {declarer}, set())
    if deal.kind.key == "fipsen-grossenaspe" and declarer in scoring:
        return differ(scoring, {declarer})
    return ""


def chips_are_kept(deal: Played) -> str:
    """Frepe: chips and pot together always add up to 0."""
    if deal.kind.key != "frepe":
        return ""
    return differ(sum(deal.after.totals) + deal.after.pot, 0)


def money_changes_hands(deal: Played) -> str:
    """Thedinghausen: except for the fee of a new game, one player's gain is the others' payment."""
    if deal.kind.key != "fipsen-thedinghausen":
        return ""
    is_first = not any(deal.before.game_tricks)
    fees = deal.kind.seats * deal.before.options.fee_cents if is_first else 0
    return differ(sum(deal.outcome.facts["cents"]), -fees)


def list_adds_up(deal: Played) -> str:
    """Skat: the foot of a list by its own formula (SkWO 6.3.1)."""
    if deal.kind.key != "skat" or deal.kind.options.get("scoring") == "plain":
        return ""
    after, others = deal.after, {3: 40, 4: 30}[deal.kind.seats]
    columns = zip(after.game_points, after.won, after.lost, after.others_lost, strict=True)
    wanted = tuple(points + 50 * (won - lost) + others * kept for points, won, lost, kept in columns)
    return differ(after.totals, wanted)


def bids_reach_the_declarer(deal: Played) -> str:
    """Skat: the declarer plays at the number the auction ended with."""
    if deal.kind.key != "skat":
        return ""
    result = fold_calls(deal.kind.game.auction, deal.before, deal.row.calls)
    return differ(deal.row.cards.get("bid"), result["bid"])


def whole_game_adds_up(deal: Played) -> str:
    """Rifki: twenty deals add up to 0."""
    if deal.kind.key != "rifki" or not deal.kind.game.is_over(deal.after):
        return ""
    return differ(sum(deal.after.totals), 0)


def differ(found: Any, wanted: Any) -> str:
    """Return a description of the difference, or ""."""
    return "" if found == wanted else f"found {found}, not {wanted}"


LAWS: tuple[Callable[[Played], str], ...] = (
    is_never_refused,
    dealers_agree,
    sheet_agrees_with_cards,
    calls_lead_to_the_contract,
    totals_are_sums,
    only_the_declarer_scores,
    chips_are_kept,
    money_changes_hands,
    list_adds_up,
    bids_reach_the_declarer,
    whole_game_adds_up,
)
