"""Read records, options and tables from JSON, and refuse everything else."""

import pytest

from rules import GAMES, get_game
from rules.reading import (
    Refused,
    changed_options,
    clean_record,
    dealer_problems,
    find_game,
    json_name,
    open_table,
    read_options,
    read_record,
)

FIPSEN = get_game("fipsen-prisdorf")


def refusals(read, *asked):
    """Return the fields that cannot be read, with their codes."""
    with pytest.raises(Refused) as refused:
        read(*asked)
    return [(each.field, each.code) for each in refused.value.violations]


def message(read, *asked):
    """Return the first refusal in words."""
    with pytest.raises(Refused) as refused:
        read(*asked)
    return str(refused.value.violations[0])


# Records


@pytest.mark.parametrize(
    ("key", "name", "value"),
    [
        pytest.param("fipsen-prisdorf", "contract", 3, id="a number for a word"),
        pytest.param("fipsen-prisdorf", "bid", True, id="yes for a number"),
        pytest.param("fipsen-prisdorf", "bid", 2.0, id="a fraction for a number"),
        pytest.param("fipsen-prisdorf", "declarer", "1", id="a word for a seat"),
        pytest.param("fipsen-prisdorf", "dealer", False, id="no for the dealer"),
        pytest.param("fipsen-prisdorf", "took_skat", 1, id="a number for yes"),
        pytest.param("fipsen-prisdorf", "announced", "ruten", id="a word for a list"),
        pytest.param("fipsen-prisdorf", "announced", ["ruten", 1], id="a number among words"),
        pytest.param("fipsen-prisdorf", "held_options", -1, id="a debt below nothing"),
        pytest.param("rifki", "counts", 4, id="a number for a list"),
        pytest.param("rifki", "counts", [4, 0, 0, None], id="nothing among numbers"),
        pytest.param("rifki", "counts", [4, 0, 0, False], id="no among numbers"),
        pytest.param("frepe", "playing", [True, 1], id="a number among yes and no"),
        pytest.param("briscola-scarne", "claim", [0, 61], id="a list for a claim"),
        pytest.param("briscola-scarne", "claim", {"side": "1"}, id="a word in a claim"),
        pytest.param("briscola-scarne", "claim", {"other_counted": True}, id="yes in a claim"),
    ],
)
def test_a_field_of_another_kind_cannot_be_read(key, name, value):
    assert refusals(read_record, get_game(key), {name: value}) == [(name, "bad_field")]


@pytest.mark.parametrize(
    ("key", "name", "value", "kept"),
    [
        pytest.param("fipsen-prisdorf", "bid", 99, 99, id="a number the rules refuse later"),
        pytest.param("fipsen-prisdorf", "held_options", 0, 0, id="no debt"),
        pytest.param("fipsen-prisdorf", "announced", [], (), id="an empty list"),
        pytest.param("rifki", "counts", [4, 0, 0, 0], (4, 0, 0, 0), id="a list of numbers"),
        pytest.param("frepe", "playing", [True, False], (True, False), id="a list of yes and no"),
        pytest.param("briscola-scarne", "claim", {"side": None}, {"side": None}, id="a claim of nothing"),
        pytest.param("briscola-scarne", "claim", {"why": "x"}, {"why": "x"}, id="more in a claim"),
    ],
)
def test_a_table_keeps_a_value_of_the_right_kind(key, name, value, kept):
    assert getattr(read_record(get_game(key), {name: value}), name) == kept


def test_null_is_absent_and_unknown_fields_are_ignored():
    assert read_record(FIPSEN, {"bid": None, "weather": "fine"}) == FIPSEN.Record()


def test_everything_that_cannot_be_read_is_said_at_once():
    assert refusals(read_record, FIPSEN, {"bid": "2", "trump": 1}) == [
        ("bid", "bad_field"),
        ("trump", "bad_field"),
    ]


@pytest.mark.parametrize("raw", [None, [], "2 ♠", 7], ids=["nothing", "a list", "a word", "a number"])
def test_a_deal_that_is_no_object_cannot_be_read(raw):
    assert refusals(read_record, FIPSEN, raw) == [(None, "bad_field")]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({"bid": True}, "“Bid” takes a whole number; found true."),
        ({"trump": 7}, "“Trumps” takes one word; found 7."),
        ({"took_skat": "yes"}, "“Skat” takes yes or no; found yes."),
    ],
)
def test_a_refusal_says_what_a_field_takes_and_what_was_found(written, expected):
    assert message(read_record, FIPSEN, written) == expected


def test_a_record_is_kept_as_it_was_sent_without_what_is_nothing():
    sent: dict[str, object] = {"trump": "S", "bid": None, "weather": "fine", "announced": [], "dealer": 0}
    assert clean_record(FIPSEN, sent) == {"announced": [], "trump": "S", "dealer": 0}


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 39 + "…"),
    ],
    ids=["nothing", "yes", "no", "a zero", "as long as may be", "one too long"],
)
def test_a_value_is_named_as_in_json_and_never_long(value, shown):
    assert json_name(value) == shown


# Options


@pytest.mark.parametrize(
    ("key", "name", "value"),
    [
        pytest.param("fipsen-prisdorf", "contra", 1, id="a number for yes"),
        pytest.param("fipsen-prisdorf", "min_bid", 4, id="none of the choices"),
        pytest.param("fipsen-prisdorf", "min_bid", 2.0, id="a choice in another kind of number"),
        pytest.param("fipsen-prisdorf", "min_bid", "2", id="a choice as a word"),
        pytest.param("fipsen-prisdorf", "min_bid", [2], id="a choice in a list"),
        pytest.param("fipsen-prisdorf", "min_bid", None, id="null where it means nothing"),
        pytest.param("frepe", "stake", "10", id="a word for a number"),
        pytest.param("briscola", "target_wins", 0, id="below the least"),
        pytest.param("fipsen-thedinghausen", "fee_cents", -1, id="a negative fee"),
        pytest.param("points", "seats_allowed", [3, 4, 5], id="three for a pair"),
        pytest.param("points", "seats_allowed", [4, 3], id="a pair the wrong way round"),
    ],
)
def test_an_option_that_cannot_be_so_is_refused(key, name, value):
    assert refusals(read_options, get_game(key), {name: value}) == [(name, "switch_invalid")]


@pytest.mark.parametrize(
    ("key", "name", "value", "kept"),
    [
        pytest.param("fipsen-prisdorf", "min_bid", 3, 3, id="a choice"),
        pytest.param("fipsen-thedinghausen", "fee_cents", 0, 0, id="the least"),
        pytest.param("briscola", "target_wins", 1, 1, id="one deal wins"),
        pytest.param("briscola", "target_wins", None, None, id="null where it is a value"),
        pytest.param("points", "seats_allowed", [4, 4], (4, 4), id="one size"),
    ],
)
def test_an_option_is_kept(key, name, value, kept):
    assert getattr(read_options(get_game(key), {name: value}), name) == kept


def test_unknown_options_are_named_before_invalid_ones():
    assert refusals(read_options, FIPSEN, {"contra": 2, "jokers": True}) == [
        ("options", "switch_unknown"),
        ("contra", "switch_invalid"),
    ]


def test_options_are_an_object():
    assert refusals(read_options, FIPSEN, ["contra"]) == [("options", "bad_request")]


def test_only_what_differs_from_the_defaults_is_stored():
    options = read_options(FIPSEN, {"min_bid": 2, "contra": True})
    assert changed_options(options) == {"contra": True}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_defaults_are_options_one_may_say(game):
    defaults = game.Options()
    assert read_options(game, {}) == defaults
    assert read_options(game, vars(defaults)) == defaults


# Tables


@pytest.mark.parametrize(("first_dealer", "is_seat"), [(-1, False), (0, True), (3, True), (4, False)])
@pytest.mark.parametrize(
    "key", ["fipsen-prisdorf", "fipsen-grossenaspe", "rifki", "briscola-scarne", "points"]
)
def test_the_first_dealer_sits_at_the_table(key, first_dealer, is_seat):
    game = get_game(key)
    problems = [each.code for each in game.table_violations(game.Options(), 4, first_dealer)]
    assert problems == ([] if is_seat else ["dealer_out_of_range"])


def test_a_table_of_another_size_is_not_opened():
    assert refusals(open_table, FIPSEN, FIPSEN.Options(), 5, 0) == [("seats", "seats_out_of_range")]
    assert message(open_table, FIPSEN, FIPSEN.Options(), 5, 0) == (
        "This game is played by 3, 4 players at a table, not 5."
    )


@pytest.mark.parametrize("written", [None, 2], ids=["not written", "the derived one"])
def test_the_dealer_may_be_written_down_as_a_check(written):
    state = open_table(FIPSEN, FIPSEN.Options(), 4, 2)
    assert dealer_problems(state, read_record(FIPSEN, {"dealer": written})) == []


def test_another_dealer_is_refused_in_the_numbers_of_the_seats():
    state = open_table(FIPSEN, FIPSEN.Options(), 4, 2)
    (refused,) = dealer_problems(state, read_record(FIPSEN, {"dealer": 0}))
    assert str(refused) == "Seat 3 deals this deal, not seat 1."


@pytest.mark.parametrize("key", [None, "bridge", 7])
def test_an_unknown_game_is_refused(key):
    assert refusals(find_game, GAMES, key) == [("game", "game_unknown")]
