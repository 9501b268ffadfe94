"""The rules pages as data: every game answers a player's questions and computes its own tables."""

import sys

import pytest

from rules import GAMES, get_game
from rules.examples import Table, rungs_of
from rules.prose import Amount

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
SAID = ("pack", "seats", "deal", "bidding", "play", "scoring", "record", "ending")


def tables_of(key):
    game = get_game(key)
    return list(game.page.tables(game))


def worths(key, number):
    """Return the rows of a table by their headings, as texts."""
    return {str(heading): cells for heading, *cells in tables_of(key)[number].rows}


@EVERY_GAME
def test_every_section_is_said_in_full_sentences(game):
    missing = [name for name in SAID if not getattr(game.page, name)]
    assert missing == [] or (missing == ["bidding"] and game.auction is None)
    sentences = [each for name in SAID for each in getattr(game.page, name)]
    assert all(each[0].isupper() or each[0].isdigit() for each in sentences)
    assert all(each.endswith(".") for each in sentences)


@EVERY_GAME
def test_every_choice_the_source_leaves_is_answered(game):
    assert game.page.decisions
    assert all(decision.question and decision.answer.endswith(".") for decision in game.page.decisions)


@EVERY_GAME
def test_every_row_of_a_table_is_as_long_as_its_head(game):
    for table in game.page.tables(game):
        assert {len(row) for row in table.rows} == {len(table.head)}


def test_only_points_has_nothing_to_compute():
    assert [game.key for game in GAMES if not list(game.page.tables(game))] == ["points"]


def test_a_table_cannot_show_a_deal_that_the_rules_refuse():
    with pytest.raises(ValueError, match="3"):
        Table(get_game("fipsen-prisdorf"), options={"min_bid": 3}).settle({"contract": "tricks", "bid": 2})


def test_the_tables_follow_the_rules_and_are_not_typed(monkeypatch):
    monkeypatch.setattr(sys.modules["rules.flunk.settle"], "TRUMP_RATE", 11)
    assert worths("flunk", 0)["9"][0] == (99, 135)


# Official tables


@pytest.mark.parametrize(
    ("bid", "row"),
    [
        ("2", [(2, -4), (4, -8), (8, -16), (16, -32)]),
        ("3", [(3, -6), (6, -12), (12, -24), (24, -48)]),
        ("4", [(4, -8), (8, -16), (16, -32), (32, -64)]),
        ("5", [None, (10, -20), (20, -40), (40, -80)]),
    ],
)
def test_a_bid_of_prisdorf_doubles_with_each_option(bid, row):
    assert worths("fipsen-prisdorf", 0)[bid] == row


def test_kieker_and_siebener_have_worths_of_their_own():
    assert worths("fipsen-prisdorf", 1) == {
        "Kieker": [10, -20],
        "Kieker Ruten": [20, -40],
        "Kieker surrendered": [None, -5],
        "Siebener-Fips": [30, None],
    }


def test_the_worths_of_grossenaspe():
    table = worths("fipsen-grossenaspe", 0)
    assert table["3"] == [(3, 6), (3, 6), (5, 10)]
    assert table["gone on"] == [(5, 10), (5, 10), None]
    assert table["Fips"] == [(20, 40), (20, 40), (20, 40)]


def test_the_worths_of_flunk():
    high, low, dump = (worths("flunk", number) for number in range(3))
    assert high["9"] == [(90, 135), (45, 67), (22, 33), (-10, -15)]
    assert low["0"] == [(200, 250), None, None, (-10, -15)]
    assert [cells[0] for cells in dump.values()][:5] == [0, 30, 60, 150, 270]


def test_a_game_of_rifki_adds_up_to_nothing():
    assert worths("rifki", 0)["whole game"][2] == 0


def test_the_card_points_of_briscola_are_120():
    cards = [cells[0].value for cells in worths("briscola", 0).values()]
    assert cards == [11, 10, 4, 3, 2, 0, 120]


def test_a_frepe_of_the_dealer_with_the_turned_up_card_costs_double():
    rows = list(worths("frepe", 0).values())
    assert (rows[2][:2], rows[3][:2]) == ([-60, 120], [-120, 180])


def test_thedinghausen_counts_bread_and_money():
    rows = list(worths("fipsen-thedinghausen", 0).values())
    values = [[cell.value for cell in row] for row in rows]
    assert values == [[1, -80, 0], [1, 0, 0], [5, 400, 5], [0, -100, 0], [2, 0, 5]]
    assert all(isinstance(cell, Amount) for row in rows for cell in row)


def test_only_dutt_fips_has_its_last_resorts():
    assert "Ruten-über" not in worths("fips-anseger", 0)
    assert worths("fips-dutt", 0)["Ruten-über"] == [None, (4, -8)]


def test_the_values_of_skat_are_computed():
    assert [cell.value for cell in worths("skat", 0)["clubs"]] == [24, 36, 48, 60]
    assert [cells[0].value for cells in worths("skat", 1).values()] == [23, 35, 46, 59]
    assert worths("skat", 2)["Hand, Ouvert"][1].value == 264
    assert [row[3:] for row in (cells for _, *cells in tables_of("skat")[3].rows)][1::2] == [[40], [30]]


# The ladder


@pytest.mark.parametrize(
    ("key", "levels", "lowest", "highest"),
    [
        ("fipsen-prisdorf", 17, ("2",), ("5", "Ruten", "Hand", "Durch")),
        ("fipsen-grossenaspe", 14, ("1",), ("Fips", "Gute")),
        ("fips-anseger", 10, ("1",), ("5", "Ruten")),
        ("fips-dutt", 10, ("1",), ("5", "Ruten")),
        ("skat", 63, ("18",), ("264",)),
    ],
)
def test_the_ladder_is_that_of_the_auction(key, levels, lowest, highest):
    rungs = rungs_of(get_game(key))
    assert (len(rungs), rungs[0], rungs[-1]) == (levels, lowest, highest)


def test_bids_of_equal_strength_are_one_rung():
    rungs = rungs_of(get_game("fipsen-prisdorf"))
    assert rungs[1:3] == [("2", "+1"), ("2", "+2")] and ("Kieker", "Ruten") in rungs


def test_games_without_an_auction_have_no_ladder():
    assert rungs_of(get_game("flunk")) == []


def test_money_and_bread_are_ranked_as_money_and_bread():
    units = {ranking.tally: ranking.unit for ranking in get_game("fipsen-thedinghausen").ranks_by}
    assert units == {"games": "count", "hedewigs": "bread", "cents": "cents", "tricks": "count"}
