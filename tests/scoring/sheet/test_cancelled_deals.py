"""What one deal adds to the tallies of its sheet, so that a cancelled deal can be left out of every one."""

from random import Random

import pytest

from rules import GAMES, get_game
from rules.reading import open_table, read_record
from scoring.sheet.sheet import blank_sheet, fold_sheet
from scoring.sheet.tallies import deal_tallies, sheet_tallies
from simulation import play_sheet

SKAT = get_game("skat")


def a_sheet(game, *records):
    opening = open_table(game, game.Options(), game.standard_seats, 0)
    return opening, fold_sheet(game, blank_sheet(opening), [read_record(game, each) for each in records])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_deals_of_every_game_add_up_to_the_tallies_of_the_sheet(game):
    played = play_sheet(game.key, {}, game.standard_seats, 0, 10, Random(7))
    opening, sheet = a_sheet(game, *(deal.record for deal in played))
    sums = sheet_tallies(game, opening, ())
    for added in deal_tallies(game, opening, sheet.rows, range(1, len(sheet.rows) + 1)):
        sums = {name: [a + b for a, b in zip(sums[name], added[name], strict=True)] for name in sums}
    assert sums == sheet_tallies(game, sheet.state, [row.outcome for row in sheet.rows])


def test_a_lost_deal_of_skat_is_in_the_tallies_of_all_seats():
    lost = {"contract": "C", "declarer": 1, "matadors": 1, "result": "lost"}
    opening, sheet = a_sheet(SKAT, lost, {"contract": "passed"})
    [added] = deal_tallies(SKAT, opening, sheet.rows, {1})
    assert (added["lost"], added["others_lost"]) == ([0, 1, 0, 0], [1, 0, 1, 1])
    assert added["deals_lost"] == [0, 1, 0, 0]


def test_a_row_that_a_correction_made_impossible_adds_nothing():
    opening, sheet = a_sheet(SKAT, {"contract": "passed"}, {"contract": "passed", "dealer": 3})
    [added] = deal_tallies(SKAT, opening, sheet.rows, {2})
    assert not any(map(any, added.values()))
