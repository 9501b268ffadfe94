"""What holds for every simulated deal of every game, over 200 seeded deals each."""

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from rules.auction import fold_calls
from rules.reading import open_table, read_options, read_record
from simulation import SimulatedDeal, play_sheet, replay_deal
from simulation.games import PLAYS

DEALS = 200
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *((key, size, {}) for key, play in PLAYS.items() for size in play.game.seats),
    ("fipsen-prisdorf", 4, {"min_bid": 3, "contra": True}),
    ("fipsen-grossenaspe", 5, {"five_player_mode": "sit_out", "knock": True}),
    ("fipsen-grossenaspe", 3, {"allow_three_player_karo": True}),
    ("fipsen-thedinghausen", 5, {"must_trump": True}),
    ("fips-anseger", 4, {"fips_may_exchange": True}),
    ("briscola", 4, {"target_wins": None, "follow_last_three": False}),
    ("rifki", 4, {"kiz_all_one_void": True}),
    ("points", 3, {"zero_sum": True}),
    ("points", 4, {"deal_sum": 100, "min": 0, "max": 50}),
]


def is_playable(key: str, size: int, options: dict[str, Any]) -> bool:
    game = PLAYS[key].game
    return not game.table_violations(read_options(game, options), size, 0)


CASES = [
    pytest.param(*table, id=f"{table[0]}-{table[1]}-{'-'.join(table[2]) or 'defaults'}")
    for table in TABLES
    if table[0] in PLAYS and is_playable(*table)
]
every_table = pytest.mark.parametrize(("key", "seats", "options"), CASES)


def deals_of(key: str, seats: int, options: dict[str, Any]) -> list[SimulatedDeal]:
    return cached_deals(key, seats, json.dumps(options))


@cache
def cached_deals(key: str, seats: int, options: str) -> list[SimulatedDeal]:
    """Sheets one after the other until there are enough deals: some games end early."""
    rng, rows = Random(1), list[SimulatedDeal]()
    while len(rows) < DEALS:
        rows += play_sheet(key, json.loads(options), seats, 0, DEALS - len(rows), rng)
    return rows


def states(
    key: str, options: dict[str, Any], rows: list[SimulatedDeal]
) -> Iterator[tuple[Any, SimulatedDeal]]:
    """The state of the sheet before every deal."""
    game = PLAYS[key].game
    state = None
    for row in rows:
        if state is None or game.is_over(state):
            state = open_table(game, read_options(game, options), row.cards["seats"], 0)
        yield state, row
        state, _ = game.settle(state, read_record(game, row.record))


@every_table
def test_simulated_deals_are_never_refused(key: str, seats: int, options: dict[str, Any]) -> None:
    game = PLAYS[key].game
    for state, row in states(key, options, deals_of(key, seats, options)):
        assert game.violations(state, read_record(game, row.record)) == [], row


@every_table
def test_the_dealer_of_the_cards_is_the_dealer_of_the_sheet(
    key: str, seats: int, options: dict[str, Any]
) -> None:
    for state, row in states(key, options, deals_of(key, seats, options)):
        assert row.cards["dealer"] == state.dealer


@every_table
def test_replaying_the_cards_gives_the_same_record(key: str, seats: int, options: dict[str, Any]) -> None:
    for row in deals_of(key, seats, options) if PLAYS[key].has_replay else []:
        found = replay_deal(json.loads(json.dumps(row.cards)))
        wanted = {name: value for name, value in row.record.items() if name != "first_to_ten"}
        assert found.get("record") == wanted, (row, found)


@every_table
def test_the_calls_lead_to_the_contract(key: str, seats: int, options: dict[str, Any]) -> None:
    auction = PLAYS[key].game.auction
    for state, row in states(key, options, deals_of(key, seats, options)) if auction else []:
        result = fold_calls(auction, state, row.calls)
        if row.record["contract"] != "siebener":
            assert result["contract"] == row.record["contract"]
            assert result["declarer"] == row.record.get("declarer")


@every_table
def test_the_same_seed_deals_the_same_cards(key: str, seats: int, options: dict[str, Any]) -> None:
    first, again = (play_sheet(key, options, seats, 0, 20, Random(7)) for _ in range(2))
    assert first == again
    assert first != play_sheet(key, options, seats, 0, 20, Random(8))


@every_table
def test_every_deal_is_plain_json(key: str, seats: int, options: dict[str, Any]) -> None:
    for row in deals_of(key, seats, options)[:20]:
        for value in (row.cards, row.calls, row.record):
            assert json.loads(json.dumps(value)) == value
