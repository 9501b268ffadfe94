"""What a pad asks, offers, sets by itself and marks as the aim: one table for each of these.

The tables are about the games they name (`OF_THE_TABLES`); another game says its own in its own test file.
"""

import pytest

from rules import GAMES, get_game
from rules.fields import Same
from rules.writing import holds, is_asked, value_of

UP_TO_FIVE = (0, 1, 2, 3, 4, 5)

KEYS = [  # the numbers a pad offers
    ("fipsen-prisdorf", "bid", (2, 3, 4, 5)),
    ("fipsen-prisdorf", "held_options", (0, 1, 2, 3)),
    ("fipsen-prisdorf", "tricks", UP_TO_FIVE),
    ("fipsen-prisdorf", "contra", (0, 1, 2)),
    ("fipsen-grossenaspe", "bid", (1, 2, 3, 4, 5)),
    ("fipsen-grossenaspe", "tricks", UP_TO_FIVE),
    ("fips-anseger", "bid", (1, 2, 3, 4, 5)),
    ("fips-anseger", "tricks", UP_TO_FIVE),
    ("fipsen-thedinghausen", "tricks", UP_TO_FIVE),
    ("flunk", "bid", tuple(range(14))),
    ("flunk", "tricks", tuple(range(14))),
    ("flunk", "dump_cards", tuple(range(14))),
    ("rifki", "counts", tuple(range(14))),
    ("frepe", "tricks", UP_TO_FIVE),
    ("skat", "matadors", (1, 2, 3, 4, -1, -2, -3, -4)),
    ("skat", "bid", (18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 63)),
    ("skat", "kontra", (0, 1, 2)),
    ("doppelkopf", "re_fox", (0, 1, 2)),
    ("doppelkopf", "kontra_fox", (0, 1, 2)),
    ("doppelkopf", "re_doppelkopf", (0, 1, 2)),
    ("doppelkopf", "kontra_doppelkopf", (0, 1, 2)),
]

ASKED = [  # game, what is written so far, house rules, fields that are asked
    pytest.param("fipsen-prisdorf", {}, {}, "declarer contract bid announced", id="fipsen at first"),
    pytest.param(
        "fipsen-prisdorf",
        {"contract": "tricks", "bid": 4},
        {},
        "declarer contract bid announced held_options trump took_skat durch tricks",
        id="fipsen, four tricks",
    ),
    pytest.param(
        "fipsen-prisdorf",
        {"contract": "tricks", "bid": 5},
        {"contra": True},
        "declarer contract bid announced held_options trump took_skat tricks contra",
        id="fipsen, five carry durch",
    ),
    pytest.param(
        "fipsen-prisdorf",
        {"contract": "kieker", "surrendered": True},
        {"contra": True},
        "declarer contract announced held_options surrendered",
        id="fipsen, surrendered",
    ),
    pytest.param("fipsen-prisdorf", {"contract": "siebener"}, {}, "declarer contract", id="siebener"),
    pytest.param("fipsen-prisdorf", {"contract": "passed"}, {}, "contract", id="fipsen, passed"),
    pytest.param(
        "fipsen-grossenaspe",
        {"contract": "tricks", "bid": 4},
        {"knock": True},
        "declarer contract bid announced trump continued tricks knock",
        id="grossenaspe, four tricks",
    ),
    pytest.param(
        "fipsen-grossenaspe",
        {"contract": "tricks", "bid": 5},
        {},
        "declarer contract bid announced trump tricks",
        id="grossenaspe, five cannot go on",
    ),
    pytest.param(
        "fipsen-grossenaspe",
        {"contract": "fips"},
        {},
        "declarer contract announced trump took_skat tricks",
        id="grossenaspe, a fips leaves the skat",
    ),
    pytest.param("fipsen-grossenaspe", {"contract": "passed"}, {}, "contract", id="grossenaspe, passed"),
    pytest.param(
        "fips-dutt",
        {"contract": "dutt"},
        {},
        "declarer contract trump took_dutt tricks",
        id="a dutt has no bid",
    ),
    pytest.param("flunk", {}, {}, "contract bid", id="flunk at first"),
    pytest.param("flunk", {"contract": "low"}, {}, "contract bid trump tricks", id="a low"),
    pytest.param("flunk", {"contract": "dump"}, {}, "contract dump_suit tricks dump_cards", id="a dump"),
    pytest.param("rifki", {}, {}, "contract", id="rifki at first"),
    pytest.param("rifki", {"contract": "koz"}, {}, "contract trump counts", id="kozlar has trumps"),
    pytest.param("rifki", {"contract": "kiz"}, {}, "contract counts", id="a negative has none"),
    pytest.param("briscola", {}, {}, "points", id="briscola"),
    pytest.param("skat", {}, {}, "declarer contract matadors result bid", id="skat at first"),
    pytest.param(
        "skat",
        {"contract": "grand"},
        {"kontra": True},
        "declarer contract matadors hand announced result level bid points kontra",
        id="a grand",
    ),
    pytest.param(
        "skat", {"contract": "null"}, {}, "declarer contract hand announced result bid", id="a null"
    ),
    pytest.param("skat", {"contract": "passed"}, {}, "contract", id="skat, passed"),
    pytest.param(
        "doppelkopf",
        {"contract": "normal", "card_points": 240},
        {"fox": False},
        "declarer partner card_points contract all_tricks re_said kontra_said"
        " re_doppelkopf kontra_doppelkopf charlie time_up",
        id="doppelkopf without foxes, all card points",
    ),
    pytest.param(
        "doppelkopf",
        {"contract": "queens", "card_points": 121},
        {"mandatory_solo": False},
        "declarer card_points contract re_said kontra_said",
        id="a solo has neither a partner nor special points",
    ),
    pytest.param("doppelkopf", {"contract": "thrown"}, {}, "contract time_up", id="a thrown hand"),
    pytest.param("briscola-scarne", {"claim": {"side": 1}}, {}, "claim", id="a claim breaks the deal off"),
]

PRESETS = [  # game, field, what is written so far, what the pad sets
    pytest.param("fipsen-prisdorf", "contract", {"bid": 1}, "tricks", id="a number is a bid of tricks"),
    pytest.param("fipsen-prisdorf", "contract", {}, None, id="no contract by itself"),
    pytest.param("fipsen-prisdorf", "trump", {"announced": ["ruten"]}, "D", id="ruten are diamonds"),
    pytest.param("fipsen-prisdorf", "took_skat", {"announced": ["hand"]}, False, id="hand leaves the skat"),
    pytest.param("fipsen-prisdorf", "took_skat", {}, True, id="else it is taken"),
    pytest.param("fipsen-prisdorf", "durch", {"announced": ["durch"], "tricks": 5}, "announced", id="durch"),
    pytest.param("fipsen-prisdorf", "durch", {"tricks": 5}, "continued", id="five tricks went on"),
    pytest.param("fipsen-prisdorf", "durch", {"tricks": 4}, "no", id="four did not"),
    pytest.param("fipsen-prisdorf", "surrendered", {}, False, id="a kieker is played"),
    pytest.param("fipsen-prisdorf", "contra", {}, 0, id="nobody says contra"),
    pytest.param("fipsen-grossenaspe", "contract", {"bid": 5}, "tricks", id="five tricks are a bid"),
    pytest.param("fipsen-grossenaspe", "trump", {"announced": ["gute"]}, "C", id="gute are clubs"),
    pytest.param("fipsen-grossenaspe", "took_skat", {}, False, id="a fips leaves it"),
    pytest.param("fipsen-grossenaspe", "continued", {"tricks": 5}, True, id="with five he went on"),
    pytest.param("fipsen-grossenaspe", "continued", {"tricks": 4}, False, id="with four he did not"),
    pytest.param("fipsen-grossenaspe", "surrendered", {}, False, id="nobody surrenders"),
    pytest.param("fipsen-grossenaspe", "knock", {}, False, id="nobody knocks"),
    pytest.param("fips-dutt", "trump", {"contract": "ruten_ueber"}, "D", id="ruten-über are diamonds"),
    pytest.param("fips-anseger", "took_dutt", {"bid": 5}, False, id="five leave the middle"),
    pytest.param("fips-anseger", "took_dutt", {"bid": 4}, True, id="four take it"),
    pytest.param("flunk", "contract", {"bid": 6}, "low", id="six are a low"),
    pytest.param("flunk", "contract", {"bid": 7}, "high", id="seven are a high"),
    pytest.param("flunk", "dump_cards", {"tricks": 0}, 0, id="no trick, no card"),
    pytest.param("flunk", "dump_cards", {"tricks": 1}, None, id="a trick may hold some"),
    pytest.param("frepe", "took_turnup", {}, False, id="the turn-up lies"),
    pytest.param("skat", "hand", {}, False, id="the skat is taken"),
    pytest.param("skat", "hand", {"contract": "C", "announced": "schneider"}, True, id="announced by hand"),
    pytest.param("skat", "hand", {"contract": "H", "announced": "ouvert"}, True, id="ouvert by hand"),
    pytest.param("skat", "hand", {"contract": "null", "announced": "ouvert"}, False, id="null ouvert"),
    pytest.param("skat", "announced", {}, "no", id="nothing announced"),
    pytest.param("skat", "kontra", {}, 0, id="nobody says kontra"),
]

AIMS = [  # game, field, what is written so far, the number that makes the contract
    pytest.param("fipsen-prisdorf", "tricks", {"contract": "tricks", "bid": 3}, 3, id="the bid"),
    pytest.param("fipsen-prisdorf", "tricks", {"contract": "kieker"}, 5, id="all for a kieker"),
    pytest.param(
        "fipsen-prisdorf",
        "tricks",
        {"contract": "tricks", "bid": 3, "durch": "continued"},
        5,
        id="all for durch",
    ),
    pytest.param("fipsen-grossenaspe", "tricks", {"contract": "fips"}, 5, id="all for a fips"),
    pytest.param(
        "fipsen-grossenaspe",
        "tricks",
        {"contract": "tricks", "bid": 2, "continued": True},
        5,
        id="all for going on",
    ),
    pytest.param("fipsen-grossenaspe", "tricks", {"contract": "tricks", "bid": 2}, 2, id="two for two"),
    pytest.param("fips-anseger", "tricks", {"contract": "tricks", "bid": 4}, 4, id="four for four"),
    pytest.param("fips-dutt", "tricks", {"contract": "dutt"}, None, id="no number makes a dutt"),
    pytest.param("flunk", "tricks", {"contract": "low", "bid": 2}, 2, id="exactly the bid"),
    pytest.param("flunk", "tricks", {"contract": "dump"}, None, id="any number in a dump"),
    pytest.param("flunk", "dump_cards", {"contract": "dump"}, 0, id="no card of the suit"),
]

TOTALS = [  # game, field, what is written so far, the sum of all seats
    ("fips-anseger", "tricks", {}, 5),
    ("fipsen-thedinghausen", "tricks", {}, 5),
    ("frepe", "tricks", {}, 5),
    ("briscola", "points", {}, 120),
    ("rifki", "counts", {"contract": "koz"}, 13),
    ("rifki", "counts", {"contract": "rifki"}, 1),
    ("rifki", "counts", {"contract": "kiz"}, 4),
    ("rifki", "counts", {"contract": "erkek"}, 8),
    ("rifki", "counts", {"contract": "kupa"}, 13),
    ("rifki", "counts", {"contract": "son_iki"}, 2),
    ("rifki", "counts", {"contract": "el_almaz"}, 13),
]


NAMED = {"points", *(key for key, *_ in KEYS), *(row.values[0] for row in ASKED)}
OF_THE_TABLES = [game for game in GAMES if game.key in NAMED]


def field_of(key, name):
    """Return the field of a game."""
    return next(each for each in get_game(key).fields if each.name == name)


def first_value(key, presets, written):
    """Return the value of the first preset that holds on a table with default options."""
    game = get_game(key)
    asked = (written, game.Options(), game.standard_seats)
    values = [each.value for each in presets if all(holds(when, *asked) for when in each.when)]
    value = values[0] if values else None
    return value_of(value.field, *asked) if isinstance(value, Same) else value


@pytest.mark.parametrize(("key", "name", "keys"), KEYS, ids=lambda value: value if type(value) is str else "")
def test_the_numbers_a_pad_offers(key, name, keys):
    assert field_of(key, name).keys == keys


def test_no_other_field_offers_numbers():
    offered = {(game.key, each.name) for game in OF_THE_TABLES for each in game.fields if each.keys}
    with_dutt = {("fips-dutt", "bid"), ("fips-dutt", "tricks")}
    assert offered == {(key, name) for key, name, _ in KEYS} | with_dutt


@pytest.mark.parametrize(("key", "written", "options", "expected"), ASKED)
def test_a_table_is_asked_by_what_it_has_written(key, written, options, expected):
    game = get_game(key)
    table = (game.Options(**options), game.standard_seats)
    assert [each.name for each in game.fields if is_asked(each, written, *table)] == expected.split()


@pytest.mark.parametrize(("key", "name", "written", "expected"), PRESETS)
def test_a_table_need_not_tap_what_the_pad_sets(key, name, written, expected):
    assert first_value(key, field_of(key, name).presets, written) == expected


@pytest.mark.parametrize("bid", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("key", ["fipsen-prisdorf", "fipsen-grossenaspe", "fips-anseger", "fips-dutt"])
def test_a_number_alone_is_a_bid_of_tricks(key, bid):
    assert first_value(key, field_of(key, "contract").presets, {"bid": bid}) == "tricks"


@pytest.mark.parametrize(("bid", "asks"), [(2, True), (3, True), (4, True), (5, False)])
@pytest.mark.parametrize(("key", "name"), [("fipsen-prisdorf", "durch"), ("fipsen-grossenaspe", "continued")])
def test_going_on_is_asked_for_every_bid_below_five(key, name, bid, asks):
    options = get_game(key).Options()
    assert is_asked(field_of(key, name), {"contract": "tricks", "bid": bid}, options, 4) == asks


@pytest.mark.parametrize("bid", range(14))
def test_a_number_of_flunk_is_a_low_up_to_six_and_a_high_from_seven(bid):
    expected = "low" if bid <= 6 else "high"
    assert first_value("flunk", field_of("flunk", "contract").presets, {"bid": bid}) == expected


@pytest.mark.parametrize(("key", "name", "written", "expected"), AIMS)
def test_the_number_that_makes_the_contract(key, name, written, expected):
    assert first_value(key, field_of(key, name).aims, written) == expected


@pytest.mark.parametrize(("key", "name", "written", "expected"), TOTALS)
def test_the_numbers_of_all_seats_add_up_to_this(key, name, written, expected):
    assert first_value(key, field_of(key, name).places.totals, written) == expected


RARE_IN_DOPPELKOPF = (
    "all_tricks",
    "re_fox",
    "kontra_fox",
    "re_doppelkopf",
    "kontra_doppelkopf",
    "charlie",
    "time_up",
)


def test_a_table_finds_rare_fields_behind_more():
    rare = {(game.key, each.name) for game in OF_THE_TABLES for each in game.fields if each.is_rare}
    assert rare == {
        ("briscola-scarne", "claim"),
        *(("doppelkopf", name) for name in RARE_IN_DOPPELKOPF),
        ("fips-anseger", "took_dutt"),
        ("fips-dutt", "took_dutt"),
        ("fipsen-grossenaspe", "took_skat"),
        ("fipsen-prisdorf", "held_options"),
        ("fipsen-thedinghausen", "first_to_ten"),
        ("frepe", "took_turnup"),
        ("skat", "announced"),
        ("skat", "bid"),
        ("skat", "points"),
    }


def test_house_rules_of_play_do_not_touch_the_score():
    of_play = {
        (game.key, each.name) for game in OF_THE_TABLES for each in game.switches if not each.touches_scoring
    }
    assert of_play == {
        ("briscola", "follow_last_three"),
        ("doppelkopf", "second_ten_beats_first"),
        ("doppelkopf", "solo_leads"),
        ("fipsen-thedinghausen", "must_trump"),
    }


def test_the_deals_of_a_round_are_said_where_the_rules_say_them():
    lengths = {game.key: dict(game.round_length.deals) for game in OF_THE_TABLES if game.round_length.deals}
    assert lengths == {
        "fipsen-prisdorf": {4: 100, 3: 120},
        "flunk": {3: 9},
        "rifki": {4: 20},
        "skat": {4: 48, 3: 36},
        "doppelkopf": {4: 24, 5: 30},
    }


def test_a_game_that_is_dealt_to_the_right_says_so():
    assert {game.key for game in OF_THE_TABLES if not game.is_clockwise} == {
        "briscola",
        "briscola-scarne",
        "frepe",
        "rifki",
    }


def test_a_table_at_a_tournament_must_play_by_these_switches():
    forced = {game.key: dict(game.tournament_options) for game in OF_THE_TABLES if game.tournament_options}
    in_doppelkopf = forced.pop("doppelkopf")
    assert forced == {"fipsen-prisdorf": {"contra": False}, "skat": {"kontra": False}}
    assert in_doppelkopf == {
        name: value for name, value in vars(get_game("doppelkopf").Options()).items() if name != "list_deals"
    }
