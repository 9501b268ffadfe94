"""What a deal adds to the tallies of its seats, in every game, counted once more from its outcome."""

from random import Random

import pytest

from rules import GAMES
from rules.game import Game
from rules.reading import open_table, read_record
from scoring.sheet.sheet import blank_sheet, fold_sheet
from scoring.sheet.tallies import DEALS_LOST, DEALS_WON, deal_tallies, has_declarer, losers_of, sheet_tallies
from simulation.sheets import play_sheet

DEALS = 12


def a_sheet(game: Game):
    """Return a simulated sheet and the state before it."""
    seats = game.standard_seats
    opening = open_table(game, game.Options(), seats, 0)
    rows = play_sheet(game.key, {}, seats, 0, DEALS, Random(4))
    return opening, fold_sheet(game, blank_sheet(opening), [read_record(game, row.record) for row in rows])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_deal_is_won_or_lost_by_its_declarer_and_by_nobody_where_none_declares(game: Game) -> None:
    _, sheet = a_sheet(game)
    declared = [each for row in sheet.rows if (each := game.declared(row.outcome))]
    own = game.tallies(sheet.state)
    told = sheet_tallies(game, sheet.state, [row.outcome for row in sheet.rows])
    assert ({DEALS_WON, DEALS_LOST} <= told.keys()) is has_declarer(game)
    assert set(told) - {DEALS_WON, DEALS_LOST} == set(own) - {DEALS_WON, DEALS_LOST}
    for name, is_made in ((DEALS_WON, True), (DEALS_LOST, False)):
        if name in told and name not in own:
            assert told[name] == [declared.count((seat, is_made)) for seat in range(len(told[name]))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_tallies_of_a_sheet_are_those_of_its_deals_and_who_lost_one_lost_it(game: Game) -> None:
    opening, sheet = a_sheet(game)
    numbers = [row.number for row in sheet.rows]
    added = list(deal_tallies(game, opening, sheet.rows, numbers))
    whole = sheet_tallies(game, sheet.state, [row.outcome for row in sheet.rows])
    before = sheet_tallies(game, opening, [])
    for name, values in whole.items():
        assert [sum(each[name][seat] for each in added) for seat in range(len(values))] == [
            now - then for now, then in zip(values, before[name], strict=True)
        ]
    for row, each in zip(sheet.rows, added, strict=True):
        lost = [seat for seat, number in enumerate(each.get(DEALS_LOST, ())) if number]
        assert DEALS_LOST not in each or sorted(losers_of(game, row.outcome)) == lost
    assert list(deal_tallies(game, opening, sheet.rows, numbers[3:5])) == added[3:5]
