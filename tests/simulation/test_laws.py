"""Invariants of simulated deals, 100 for half of the tables; the date chooses both (tests/laws.py)."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from rules import GAMES, get_game
from simulation import SimulatedDeal
from simulation.dealing import deal_cards
from simulation.games import PLAYS, play_of
from simulation.people import Person
from tests.laws import LAWS, Played, follow, table_kinds
from tests.sweeps import day, sweep

DEALS = 100
KINDS = {str(kind): kind for kind in table_kinds()}

every_table = pytest.mark.parametrize("name", sweep(KINDS, sample=len(KINDS) // 2 + 1))


@cache
def sheets_of(name: str) -> list[list[SimulatedDeal]]:
    """Return sheets one after the other until there are enough deals: some games end early."""
    kind, rng, sheets = KINDS[name], Random(day()), list[list[SimulatedDeal]]()
    while (missing := DEALS - sum(map(len, sheets))) > 0:
        sheets.append(kind.sheet(missing, rng))
    return sheets


@cache
def deals_of(name: str) -> list[Played]:
    return [deal for sheet in sheets_of(name) for deal in follow(KINDS[name], sheet)]


def test_nobody_at_a_bold_table_of_frepe_holds_a_card_that_another_holds() -> None:
    # The stock runs out twice in one of some hundred deals when nearly every player plays.
    play, game = PLAYS["frepe"], get_game("frepe")
    bold = [Person(boldness=0.9)] * 7
    for seed in range(1500):
        rng, options = Random(seed), game.Options()
        deal = deal_cards(play.shape(options, 7, 0), options, 7, 0, rng)
        play.declare(deal, game.opening(options, 7, 0), bold, rng)
        position = play.begin(deal)
        held = [card for seat in position.order for card in position.hands[seat]]
        assert len(set(held)) == len(held), seed


@every_table
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_simulated_deals_keep_the_law(law: Callable[[Played], str], name: str) -> None:
    broken = [(problem, deal.row) for deal in deals_of(name) if (problem := law(deal))]
    assert broken == []


def test_every_game_is_simulated() -> None:
    assert {kind.key for kind in KINDS.values()} == {game.key for game in GAMES} == set(PLAYS)


def test_a_game_that_nothing_plays_is_named() -> None:
    unplayed = replace(get_game("flunk"), key="flunk-for-two")
    with pytest.raises(LookupError, match="flunk has no Play of flunk-for-two"):
        play_of(unplayed)


def test_whole_games_of_rifki_are_among_the_deals() -> None:
    name = "rifki-4-defaults"
    assert sum(KINDS[name].game.is_over(deal.after) for deal in deals_of(name)) == DEALS // 20


@every_table
def test_the_same_seed_deals_the_same_cards(name: str) -> None:
    kind = KINDS[name]
    first, again = (kind.sheet(5, Random(7)) for _ in range(2))
    assert first == again
    assert first != kind.sheet(5, Random(8))


@every_table
def test_every_deal_is_plain_json(name: str) -> None:
    for row in [row for sheet in sheets_of(name) for row in sheet][:20]:
        for value in (row.cards, row.calls, row.record):
            assert json.loads(json.dumps(value)) == value


def test_a_broken_law_is_told() -> None:
    kind = KINDS["frepe-6-defaults"]
    deal = next(follow(kind, sheets_of("frepe-6-defaults")[0]))
    false = Played(
        kind, deal.before, deal.row, deal.record, deal.outcome, deal.before.after((1,) * 6, dealer=1)
    )
    broken = [law.__name__ for law in LAWS if law(false)]
    assert broken == ["totals_are_sums", "chips_are_kept"]
