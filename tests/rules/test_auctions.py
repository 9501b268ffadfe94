"""Auctions call by call: the legal calls at every point, the player to call, and the result."""

import pytest

from rules import get_game
from rules.auction import BID, HOLD, PASS, Call, CallRefused, fold_calls, take_calls

FIPSEN = get_game("fipsen-prisdorf")
ANSEGER = get_game("fips-anseger")
DUTT = get_game("fips-dutt")
GROSSENASPE = get_game("fipsen-grossenaspe")


def a_table(game, seats=4, dealer=0, **options):
    """Return a table; seat 0 deals, seat 1 calls first."""
    return game.opening(game.Options(**options), seats, dealer)


def calls_of(said):
    """Return the calls of `1:2 2:hold 3:pass 0:kieker`: seat and call."""
    return [call_of(*each.split(":")) for each in said.split()]


def call_of(seat, word):
    """Return a call as JSON; a number is a bid of tricks, options follow a +."""
    word, *named = word.split("+")
    if word in (PASS, HOLD):
        return {"seat": int(seat), "call": word}
    bid = {"contract": "tricks", "bid": int(word)} if word.isdigit() else {"contract": word}
    return {"seat": int(seat), "call": BID, "announced": named, **bid}


def standing(game, said, **table):
    """Return the auction after these calls."""
    return take_calls(game.auction, a_table(game, **table), calls_of(said))


def open_calls(game, said, **table):
    """Return the player to call and every legal call, in words."""
    calls = game.auction.legal_calls(standing(game, said, **table))
    words = [call.call if call.call != BID else bid_words(call) for call in calls]
    return {call.seat for call in calls}, words


def bid_words(call):
    """Return `4+ruten`, `kieker`."""
    return "+".join([str(call.bid or call.contract), *call.announced])


def refused(game, said, **table):
    """Return the index of the refused call and the code."""
    with pytest.raises(CallRefused) as stopped:
        fold_calls(game.auction, a_table(game, **table), calls_of(said))
    return stopped.value.index, [each.code for each in stopped.value.violations]


@pytest.mark.parametrize(
    ("game", "said", "seat", "words"),
    [
        pytest.param(
            ANSEGER,
            "",
            1,
            ["pass", "1", "1+ruten", "2", "2+ruten", "3", "3+ruten", "4", "4+ruten", "5", "5+ruten"],
            id="everything at first",
        ),
        pytest.param(ANSEGER, "1:4", 2, ["pass", "4+ruten", "5", "5+ruten"], id="only higher bids"),
        pytest.param(ANSEGER, "1:5+ruten", 2, ["pass"], id="nothing above the highest"),
        pytest.param(DUTT, "1:pass 2:pass 3:pass 0:pass", 2, ["pass", "ruten_ueber"], id="only a takeover"),
        pytest.param(
            GROSSENASPE,
            "1:4+gute",
            2,
            ["pass", "kieker", "kieker+gute", "5", "5+gute", "fips", "fips+gute"],
            id="a kieker stands below five",
        ),
        pytest.param(
            FIPSEN,
            "1:kieker",
            2,
            ["pass", "kieker+ruten", "5", "5+ruten", "5+hand", "5+ruten+hand"],
            id="five carry durch, said once",
        ),
        pytest.param(
            FIPSEN, "1:5 2:5+hand", 1, ["pass", "hold", "5+ruten+hand"], id="who is outbid may hold"
        ),
        pytest.param(FIPSEN, "1:5 2:5+hand 1:hold", 2, ["pass", "5+ruten+hand"], id="nobody holds a hold"),
    ],
)
def test_a_player_may_make_these_calls(game, said, seat, words):
    assert open_calls(game, said) == ({seat}, words)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        pytest.param(FIPSEN, "1:2 2:pass 3:pass 0:pass", id="a duel won"),
        pytest.param(FIPSEN, "1:pass 2:siebener", id="a siebener is shown"),
        pytest.param(ANSEGER, "1:pass 2:pass 3:pass 0:pass", id="all passed"),
        pytest.param(DUTT, "1:pass 2:pass 3:pass 0:pass 2:pass 3:ruten_ueber", id="taken over"),
    ],
)
def test_after_the_end_nothing_may_be_said(game, said):
    assert open_calls(game, said) == (set(), [])


@pytest.mark.parametrize(
    ("game", "said", "expected"),
    [
        pytest.param(FIPSEN, "1:2 2:pass 3:pass 0:pass", (1, "tricks", 2, (), None), id="unopposed"),
        pytest.param(FIPSEN, "1:pass 2:pass 3:pass 0:2", (0, "tricks", 2, (), None), id="the last alone"),
        pytest.param(
            FIPSEN,
            "1:2 2:3+ruten 1:hold 2:pass 3:pass 0:pass",
            (1, "tricks", 3, (), 1),
            id="a hold owes a number of options",
        ),
        pytest.param(
            FIPSEN,
            "1:2 2:kieker+ruten 1:hold 2:pass 3:pass 0:pass",
            (1, "kieker", None, ("ruten",), 1),
            id="a held kieker stays what it is",
        ),
        pytest.param(
            FIPSEN,
            "1:2 2:3 1:hold 2:4 1:pass 3:pass 0:pass",
            (2, "tricks", 4, (), None),
            id="a new bid ends the hold",
        ),
        pytest.param(
            FIPSEN,
            "1:2 2:3 1:pass 3:4 2:pass 0:pass",
            (3, "tricks", 4, (), None),
            id="the winner meets the next",
        ),
        pytest.param(FIPSEN, "1:2 2:3 1:hold 0:siebener", (0, "siebener", None, (), None), id="out of turn"),
        pytest.param(
            FIPSEN, "3:siebener+ruten+durch", (3, "siebener", None, (), None), id="a siebener has no options"
        ),
        pytest.param(
            ANSEGER, "1:1 2:2 3:pass 0:pass 1:3 2:pass", (1, "tricks", 3, (), None), id="two rounds"
        ),
        pytest.param(
            ANSEGER, "1:pass 2:pass 3:pass 0:1+ruten", (0, "tricks", 1, ("ruten",), None), id="the dealer"
        ),
        pytest.param(
            DUTT, "1:2 2:pass 3:pass 0:pass", (1, "tricks", 2, (), None), id="a bid spares the dutt"
        ),
    ],
)
def test_the_last_bidder_plays_their_bid(game, said, expected):
    result = fold_calls(game.auction, a_table(game), calls_of(said))
    names = ("declarer", "contract", "bid", "announced", "held_options")
    assert tuple(result[name] for name in names) == expected


@pytest.mark.parametrize(
    ("game", "calls", "expected"),
    [
        pytest.param(FIPSEN, "2:pass", (0, ["out_of_turn"]), id="the second first"),
        pytest.param(FIPSEN, "1:2 2:2", (1, ["bid_not_higher"]), id="level"),
        pytest.param(FIPSEN, "1:3+hand 2:3+ruten", (1, ["bid_not_higher"]), id="whichever option"),
        pytest.param(FIPSEN, "1:hold", (0, ["hold_not_available"]), id="nothing to hold"),
        pytest.param(FIPSEN, "1:2 2:hold", (1, ["hold_not_available"]), id="a challenger holds"),
        pytest.param(FIPSEN, "1:2 2:3 1:hold 3:pass", (3, ["out_of_turn"]), id="not in this duel"),
        pytest.param(FIPSEN, "1:siebener 2:siebener", (1, ["call_after_end"]), id="a second siebener"),
        pytest.param(FIPSEN, "1:2 2:pass", (2, ["auction_incomplete"]), id="two are still to call"),
        pytest.param(FIPSEN, "4:siebener", (0, ["out_of_turn"]), id="a siebener from no seat"),
        pytest.param(FIPSEN, "-1:siebener", (0, ["out_of_turn"]), id="a siebener from before the first seat"),
        pytest.param(ANSEGER, "1:1 2:hold", (1, ["hold_not_available"]), id="nobody holds"),
        pytest.param(ANSEGER, "1:2+ruten 2:2+ruten", (1, ["bid_not_higher"]), id="level with ruten"),
        pytest.param(ANSEGER, "1:1 2:pass 3:2 0:pass 2:3", (4, ["out_of_turn"]), id="a pass is final"),
        pytest.param(DUTT, "1:1 2:ruten_ueber", (1, ["ruten_ueber_not_available"]), id="too early"),
    ],
)
def test_the_first_call_that_is_refused(game, calls, expected):
    assert refused(game, calls) == expected


@pytest.mark.parametrize(
    ("call", "fields"),
    [
        pytest.param("pass", [None], id="a word"),
        pytest.param({}, ["seat"], id="nothing in it"),
        pytest.param({"seat": 1, "call": 7}, ["call"], id="a number for a call"),
        pytest.param({"seat": True, "call": "pass"}, ["seat"], id="yes for a seat"),
        pytest.param({"seat": 1, "call": "bid", "bid": "2"}, ["bid"], id="a word for a number"),
        pytest.param({"seat": 1, "call": "bid", "contract": 2}, ["contract"], id="a number for a word"),
        pytest.param({"seat": 1, "call": "bid", "announced": "hand"}, ["announced"], id="a word for a list"),
    ],
)
def test_a_call_that_cannot_be_read_names_its_fields(call, fields):
    with pytest.raises(CallRefused) as stopped:
        fold_calls(FIPSEN.auction, a_table(FIPSEN), [call])
    assert [(each.field, each.code) for each in stopped.value.violations] == [
        (field, "bad_field") for field in fields
    ]


@pytest.mark.parametrize("said", [{"call": "double"}, {"call": None}, {}], ids=["a word", "null", "nothing"])
@pytest.mark.parametrize("game", [FIPSEN, ANSEGER], ids=lambda game: game.key)
def test_neither_pass_nor_bid_nor_hold_is_no_call(game, said):
    with pytest.raises(CallRefused) as stopped:
        fold_calls(game.auction, a_table(game), [{"seat": 1, **said}])
    assert [each.code for each in stopped.value.violations] == ["call_unknown"]


def test_the_seat_whose_turn_it_is_has_its_own_number():
    (problem,) = FIPSEN.auction.violations(standing(FIPSEN, "1:2"), Call(3, PASS))
    assert str(problem) == "It is the turn of seat 3, not of seat 4."


@pytest.mark.parametrize(("seats", "dealer", "first"), [(4, 0, 1), (4, 3, 0), (3, 2, 0)])
def test_the_dealers_left_is_asked_first(seats, dealer, first):
    assert open_calls(FIPSEN, "", seats=seats, dealer=dealer)[0] == {first}


@pytest.mark.parametrize(("lowest", "weakest"), [(2, "2"), (3, "3")])
def test_the_weakest_bid_is_the_lowest_of_the_club(lowest, weakest):
    assert open_calls(FIPSEN, "", min_bid=lowest)[1][:2] == ["pass", weakest]
