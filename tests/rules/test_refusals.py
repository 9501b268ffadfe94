"""Refusals in words: seats are counted from one, and every number is the right one."""

import pytest

from rules import get_game
from rules.reading import read_record

PRISDORF = {"contract": "tricks", "declarer": 1, "bid": 2, "trump": "S", "took_skat": True, "tricks": 2}
GROSSENASPE = {"contract": "tricks", "declarer": 1, "bid": 2, "trump": "S", "tricks": 2}
DUTT = {"contract": "dutt", "declarer": 1, "trump": "S", "tricks": [1, 2, 1, 1]}
SIX = [True, True, False, False, False, False]

SAID = [  # game, size of table, first dealer, record, sentences
    pytest.param(
        "fipsen-prisdorf",
        (4, 0),
        PRISDORF | {"declarer": 4},
        ["The declarer sits at seat 1 to 4, not at seat 5."],
        id="a declarer from another table",
    ),
    pytest.param(
        "fipsen-prisdorf",
        (4, 0),
        PRISDORF | {"bid": 1, "tricks": 1},
        ["The lowest bid in this event is 2, not 1."],
        id="below the lowest bid",
    ),
    pytest.param(
        "fipsen-prisdorf",
        (4, 0),
        PRISDORF | {"held_options": 2, "trump": "D"},
        ["Options with which the bid was held: 2; shown before the play: only 1."],
        id="fewer options than were held",
    ),
    pytest.param(
        "fipsen-prisdorf",
        (4, 0),
        PRISDORF | {"tricks": 3},
        ["A bid of 2 ends with 2 tricks, not 3, unless the declarer goes on."],
        id="more tricks than bid",
    ),
    pytest.param(
        "fipsen-grossenaspe",
        (4, 0),
        GROSSENASPE | {"declarer": 4},
        ["The declarer sits at seat 1 to 4, not at seat 5."],
        id="grossenaspe, from another table",
    ),
    pytest.param(
        "fipsen-grossenaspe",
        (4, 0),
        GROSSENASPE | {"continued": True, "tricks": 1},
        ["Going on is possible once the bid of 2 is made; tricks won: 1."],
        id="going on too early",
    ),
    pytest.param(
        "fips-dutt",
        (4, 0),
        {"contract": "passed"},
        ["If all players pass, seat 2 plays the Dutt, unless another player takes over."],
        id="a passed dutt",
    ),
    pytest.param(
        "fips-dutt",
        (4, 3),
        DUTT | {"declarer": 2},
        ["The Dutt is played by seat 1, left of the dealer, not by seat 3."],
        id="a dutt from another seat",
    ),
    pytest.param(
        "fips-dutt",
        (4, 0),
        DUTT | {"contract": "ruten_ueber", "trump": "D"},
        ["Ruten-über takes the Dutt from seat 2; this player cannot call it."],
        id="a takeover from oneself",
    ),
    pytest.param(
        "fips-dutt",
        (4, 0),
        DUTT | {"tricks": [1, 2, 1, 0]},
        ["The tricks of a deal add up to 5; these add up to 4."],
        id="a trick is missing",
    ),
    pytest.param(
        "fipsen-thedinghausen",
        (5, 0),
        {"tricks": [1, 1, 1, 1, 1], "first_to_ten": 2},
        ["Seat 3 does not have ten tricks yet."],
        id="first with too few",
    ),
    pytest.param(
        "fipsen-thedinghausen",
        (5, 0),
        {"tricks": [1, 1, 1, 1]},
        ["Enter the tricks of all 5 seats; found 4."],
        id="four numbers for five",
    ),
    pytest.param(
        "fipsen-thedinghausen",
        (5, 0),
        {"tricks": [2, 1, 1, 1, 1]},
        ["The tricks of a deal add up to 5, or to fewer only if it ends with a tenth; these add up to 6."],
        id="six tricks",
    ),
    pytest.param(
        "flunk",
        (3, 0),
        {"contract": "high", "bid": 9, "trump": "C", "tricks": 9, "declarer": 1},
        ["The dealer plays: seat 1, not seat 2."],
        id="not the dealer",
    ),
    pytest.param(
        "flunk",
        (3, 0),
        {"contract": "dump", "dump_suit": "H", "tricks": 10, "dump_cards": 0},
        [
            "Cards of the suit (hearts) left to the others: 13. That is more than four for each trick;"
            " tricks of the others: 3."
        ],
        id="too few cards",
    ),
    pytest.param(
        "rifki",
        (4, 3),
        {"contract": "kiz", "counts": [4, 0, 0, 0], "declarer": 2},
        ["Seat 1, right of the dealer, chooses this contract, not seat 3."],
        id="another chooses",
    ),
    pytest.param(
        "rifki",
        (4, 0),
        {"contract": "kiz", "counts": [4, 1, 0, 0]},
        ["The units of Kız add up to 4 in a deal; these add up to 5."],
        id="five queens",
    ),
    pytest.param(
        "frepe",
        (6, 2),
        {"playing": SIX, "tricks": [2, 3, 0, 0, 0, 0]},
        ["The dealer, seat 3, must play."],
        id="a dealer who passes",
    ),
    pytest.param(
        "frepe",
        (7, 0),
        {"playing": [*SIX, True], "tricks": [2, 3, 0, 0, 0, 0, 0]},
        ["Seat 7, left of the dealer, gets no cards this deal and cannot play."],
        id="who sits out plays",
    ),
    pytest.param(
        "frepe",
        (6, 0),
        {"playing": SIX, "tricks": [2, 2, 1, 0, 0, 0]},
        ["Seat 3 did not play, but has tricks: 1."],
        id="a trick of one who passed",
    ),
    pytest.param(
        "briscola",
        (4, 0),
        {"points": [60, 59]},
        ["The card points of a deal add up to 120; these add up to 119."],
        id="a point is missing",
    ),
    pytest.param(
        "points",
        (3, 0),
        {"points": [1, 2]},
        ["Enter the points of all 3 seats; found 2."],
        id="two numbers for three",
    ),
]


@pytest.mark.parametrize(("key", "table", "written", "sentences"), SAID)
def test_a_refusal_says_what_was_expected_and_found(key, table, written, sentences):
    game = get_game(key)
    state = game.opening(game.Options(), *table)
    assert [str(each) for each in game.violations(state, read_record(game, written))] == sentences
