"""Schafkopf by the pages of its rules: values, levels, Laufende, all pass, list, auction, refusals."""

from itertools import product

import pytest

from rules import get_game
from rules.auction import CallRefused, fold_calls
from rules.examples import rungs_of
from rules.reading import Refused, open_table, read_options, read_record
from scoring.sheet.tallies import losers_of

SCHAFKOPF = get_game("schafkopf")
RUF = {"contract": "ruf", "declarer": 1, "partner": 3, "result": "won"}
SOLO = {"contract": "solo", "trump": "H", "declarer": 1, "result": "won"}
WENZ = {"contract": "wenz", "declarer": 1, "result": "won"}
RAMSCH = {"contract": "ramsch", "declarer": 1}
CROSSWISE = {"contract": "kreuz", "result": "won"}
GAMES = ("ruf", "bettel", "farbwenz", "geier", "wenz", "solo")
HOME = {"tariff_ruf": 20, "tariff_solo": 50, "tariff_wenz": 50, "tariff_extra": 10}


def a_game(contract, result="won"):
    """Return a game of seat 2, and in a Ruf of seat 4 beside them."""
    partner = {"partner": 3} if contract == "ruf" else {}
    trump = {"trump": "H"} if contract in ("solo", "farbwenz") else {}
    return {"contract": contract, "declarer": 1, "result": result, **partner, **trump}


def a_table(seats=4, first_dealer=0, **options):
    return open_table(SCHAFKOPF, read_options(SCHAFKOPF, options), seats, first_dealer)


def settled(record, seats=4, **options):
    return SCHAFKOPF.settle(a_table(seats, **options), read_record(SCHAFKOPF, record))[1]


def after(record, seats=4, **options):
    return SCHAFKOPF.settle(a_table(seats, **options), read_record(SCHAFKOPF, record))[0]


def codes(record, seats=4, **options):
    return [
        each.code for each in SCHAFKOPF.violations(a_table(seats, **options), read_record(SCHAFKOPF, record))
    ]


# The value


@pytest.mark.parametrize(
    ("record", "deltas"),
    [
        ({**RUF}, (-1, 1, -1, 1)),
        ({**RUF, "level": "schneider"}, (-2, 2, -2, 2)),
        ({**RUF, "level": "schwarz"}, (-3, 3, -3, 3)),
        ({**RUF, "result": "lost"}, (1, -1, 1, -1)),
        ({**SOLO}, (-5, 15, -5, -5)),
        ({**SOLO, "level": "schneider"}, (-6, 18, -6, -6)),
        ({**SOLO, "level": "schwarz", "result": "lost"}, (7, -21, 7, 7)),
        ({**WENZ, "laufende": 2}, (-7, 21, -7, -7)),
        ({**SOLO, "announced": "tout"}, (-10, 30, -10, -10)),
        ({**SOLO, "announced": "sie"}, (-52, 156, -52, -52)),
    ],
)
def test_a_game_pays_what_the_announcements_of_tournaments_say(record, deltas):
    assert settled(record).deltas == deltas


def test_a_home_tariff_pays_the_example_of_the_table_page():
    assert settled({**SOLO, "laufende": 3, "level": "schneider"}, **HOME).deltas == (-90, 270, -90, -90)


@pytest.mark.parametrize(
    ("options", "laufende", "counted"),
    [({}, 2, 0), ({}, 3, 3), ({}, 8, 8), ({"laufende_max": 4}, 8, 4), ({"laufende_from": 0}, 8, 0)],
)
def test_laufende_count_from_the_agreed_number_to_the_agreed_number(options, laufende, counted):
    outcome = settled({**RUF, "laufende": laufende}, **options)
    assert (outcome.facts["laufende"], outcome.facts["value"]) == (counted, 1 + counted)


def test_a_tout_counts_the_levels_only_where_the_event_says_so():
    record = {**SOLO, "announced": "tout"}
    assert settled(record, tout_with_levels=True).facts["value"] == 14
    assert settled({**SOLO, "announced": "sie"}, tout_with_levels=True, laufende_from=0).facts["value"] == 28


@pytest.mark.parametrize("contract", GAMES)
def test_every_stoss_doubles_whatever_is_played(contract):
    plain, once, twice = (
        settled({**a_game(contract), "stoss": stoss}, stoss_max=2).facts["value"] for stoss in range(3)
    )
    assert (once, twice) == (2 * plain, 4 * plain)


@pytest.mark.parametrize(
    ("contract", "least"), [("ruf", 3), ("solo", 3), ("farbwenz", 3), ("wenz", 2), ("geier", 2)]
)
def test_laufende_of_a_wenz_and_a_geier_are_paid_from_two_on(contract, least):
    counted = [settled({**a_game(contract), "laufende": held}).facts["laufende"] for held in range(5)]
    assert counted == [held if held >= least else 0 for held in range(5)]


def test_only_the_good_points_are_written_where_the_event_says_so():
    assert settled(SOLO, scoring="only_plus").deltas == (0, 15, 0, 0)


# Who has won


def level_of(points, forced):
    """Return the level as on the back of a list: with the forced player's free point, 31 to 90 are simple."""
    return "simple" if 30 < points + forced < 91 else "schneider"


@pytest.mark.parametrize(
    ("points", "forced"), [*product((0, 29, 30, 31, 60, 61, 89, 90, 91, 120), (False, True))]
)
def test_card_points_say_who_has_won_and_who_is_schneider(points, forced):
    rule = {"all_pass": "muss"} if forced else {}
    record = {"contract": "ruf", "declarer": 1, "partner": 3, "card_points": points, "forced": forced}
    facts = settled(record, **rule).facts
    assert (facts["made"], facts["level"]) == (points + forced >= 61, level_of(points, forced))


@pytest.mark.parametrize("points", [2, 30, 31, 60, 61, 90, 91, 118, 120, 0])
def test_a_level_is_written_only_beside_its_card_points(points):
    record = {"contract": "ruf", "declarer": 1, "partner": 3, "card_points": points}
    allowed = {
        level for level in ("simple", "schneider", "schwarz") if codes({**record, "level": level}) == []
    }
    assert allowed == {level_of(points, False)} | ({"schwarz"} if points in (0, 120) else set())


# All pass


def test_a_passed_deal_is_dealt_again_or_is_a_line_of_the_list():
    again, line = after({"contract": "passed"}), after({"contract": "passed"}, all_pass="strich")
    assert (again.dealer, line.dealer, again.passed) == (0, 1, 1)
    assert settled({"contract": "passed"}).counts is False
    assert settled({"contract": "passed"}, all_pass="strich").counts is True


def test_forehand_plays_a_crosswise_game_with_the_player_opposite():
    outcome = settled(CROSSWISE, seats=5, all_pass="kreuz")
    assert outcome.deltas == (0, 1, -1, 1, -1)
    assert (outcome.facts["declarer"], outcome.facts["partner"], outcome.facts["sitter"]) == (1, 3, 0)
    assert SCHAFKOPF.declared(outcome) is None


@pytest.mark.parametrize(
    ("more", "deltas"),
    [
        ({}, (2, -6, 2, 2)),
        ({"virgins": [3]}, (2, -8, 2, 4)),
        ({"virgins": [0, 3]}, (4, -10, 2, 4)),
        ({"result": "won"}, (-7, 21, -7, -7)),
    ],
    ids=["most points pay", "a player without a trick", "two without a trick", "a march"],
)
def test_a_ramsch_is_paid_by_most_card_points_and_doubly_to_a_player_without_a_trick(more, deltas):
    assert settled({**RAMSCH, **more}, all_pass="ramsch").deltas == deltas


# The list


def test_the_dealer_of_five_neither_wins_nor_loses():
    assert settled(SOLO, seats=5).deltas == (0, 15, -5, -5, -5)
    assert codes({**RUF, "declarer": 0}, seats=5) == ["declarer_sits_out"]
    assert codes({**RUF, "partner": 0}, seats=5) == ["partner_sits_out"]


def test_won_solos_and_games_decide_between_equal_totals():
    tallies = SCHAFKOPF.tallies(after(SOLO))
    assert [each.tally for each in SCHAFKOPF.ranks_by] == ["total", "solos_won", "won"]
    assert (tallies["solos_won"], tallies["won"], tallies["lost"]) == ((0, 1, 0, 0), (0, 1, 0, 0), (0,) * 4)


def test_a_crosswise_game_and_a_ramsch_are_nobodys_game():
    played = [after(CROSSWISE, all_pass="kreuz"), after(RAMSCH, all_pass="ramsch")]
    assert {(state.won, state.lost, state.solos_won) for state in played} == {((0,) * 4,) * 3}


@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize(("contract", "result"), [*product(GAMES, ("won", "lost"))])
def test_a_game_stands_on_the_list_of_its_player_and_is_lost_by_nobody_else(contract, result, seats):
    state, outcome = SCHAFKOPF.settle(a_table(seats), read_record(SCHAFKOPF, a_game(contract, result)))
    has_won, nobody = outcome.deltas[1] > 0, (0,) * seats
    own = tuple(int(seat == 1) for seat in range(seats))
    assert (state.won, state.lost) == ((own, nobody) if has_won else (nobody, own))
    assert tuple(losers_of(SCHAFKOPF, outcome)) == (() if has_won else (1,))  # as the tally counts them
    assert state.solos_won == (own if has_won and contract != "ruf" else nobody)


def test_a_won_solo_is_circled_on_the_list():
    [mark] = SCHAFKOPF.list_sheet.marks
    lost = {**SOLO, "result": "lost"}
    assert [mark.seats(settled(record)) for record in (SOLO, lost, RUF)] == [(1,), (), ()]


# What is refused


@pytest.mark.parametrize(
    ("record", "options", "found"),
    [
        ({**RUF, "contract": "skat"}, {}, ["contract_unknown"]),
        ({"declarer": 1}, {}, ["contract_unknown"]),
        ({"contract": "geier", "declarer": 1, "result": "won"}, {}, ["contract_not_enabled"]),
        (CROSSWISE, {}, ["contract_not_enabled"]),
        ({"contract": "passed"}, {"all_pass": "muss"}, ["contract_not_enabled"]),
        ({**RUF, "stoss": 1}, {}, ["stoss_not_enabled"]),
        ({**RUF, "stoss": 3}, {"stoss_max": 2}, ["stoss_out_of_range"]),
        ({"contract": "passed", "declarer": 1}, {}, ["passed_deal_has_declarer"]),
        ({"contract": "passed", "card_points": 60}, {}, ["passed_deal_is_not_played"]),
        ({**CROSSWISE, "declarer": 1}, {"all_pass": "kreuz"}, ["kreuz_has_no_declarer"]),
        ({**RUF, "declarer": None}, {}, ["declarer_required"]),
        ({**RUF, "declarer": 4}, {}, ["declarer_out_of_range"]),
        ({**RUF, "partner": None}, {}, ["partner_required"]),
        ({**SOLO, "partner": 2}, {}, ["partner_in_solo"]),
        ({**RUF, "partner": 7}, {}, ["partner_out_of_range"]),
        ({**RUF, "partner": 1}, {}, ["partner_is_declarer"]),
        ({**WENZ, "called": "C"}, {}, ["called_only_in_ruf"]),
        ({**RUF, "called": "H"}, {}, ["called_unknown"]),
        ({**SOLO, "trump": None}, {}, ["trump_required"]),
        ({**SOLO, "trump": "NT"}, {}, ["trump_unknown"]),
        ({**RUF, "trump": "H"}, {}, ["trump_only_in_solo"]),
        ({**SOLO, "announced": "all"}, {}, ["announcement_unknown"]),
        ({**RUF, "announced": "tout"}, {}, ["announcement_not_possible"]),
        ({**WENZ, "announced": "sie"}, {}, ["announcement_not_possible"]),
        ({**RUF, "forced": True}, {}, ["forced_not_enabled"]),
        ({**SOLO, "forced": True}, {"all_pass": "muss"}, ["forced_only_in_ruf"]),
        ({**RAMSCH, "stoss": 1}, {"all_pass": "ramsch", "stoss_max": 1}, ["stoss_in_ramsch"]),
        ({**RUF, "result": "+"}, {}, ["result_unknown"]),
        ({**RUF, "level": "black"}, {}, ["level_unknown"]),
        ({**RAMSCH, "laufende": 0}, {"all_pass": "ramsch"}, ["no_laufende_here"]),
        ({**WENZ, "laufende": 5}, {}, ["laufende_out_of_range"]),
        ({**RUF, "laufende": 13}, {"pack": 24}, ["laufende_out_of_range"]),
        ({**SOLO, "announced": "sie", "laufende": 7}, {}, ["laufende_out_of_range"]),
        ({**SOLO, "announced": "tout", "card_points": 120}, {}, ["no_card_points_here"]),
        ({**RUF, "card_points": 121}, {}, ["card_points_out_of_range"]),
        ({**RUF, "card_points": 119}, {}, ["card_points_impossible"]),
        ({**RUF, "virgins": [0]}, {}, ["virgins_not_possible"]),
        ({**RAMSCH, "result": "won", "virgins": [0]}, {"all_pass": "ramsch"}, ["virgins_not_possible"]),
        ({**RAMSCH, "virgins": [4]}, {"all_pass": "ramsch"}, ["virgin_out_of_range"]),
        ({**RAMSCH, "virgins": [2, 2]}, {"all_pass": "ramsch"}, ["virgin_repeated"]),
        ({**RAMSCH, "virgins": [1]}, {"all_pass": "ramsch"}, ["virgin_is_declarer"]),
        ({**RAMSCH, "virgins": [0, 2, 3]}, {"all_pass": "ramsch"}, ["virgins_too_many"]),
        ({**RUF, "result": None}, {}, ["result_required"]),
        ({**RUF, "card_points": 70, "level": "schneider"}, {}, ["level_contradicts_points"]),
        ({**RUF, "card_points": 60}, {}, ["points_contradict_result"]),
    ],
)  # fmt: skip
def test_a_record_that_cannot_be_is_refused(record, options, found):
    assert codes({name: value for name, value in record.items() if value is not None}, **options) == found


def test_a_missing_player_is_asked_for_in_the_words_of_the_game():
    state = a_table(all_pass="ramsch")
    for contract, sentence in (("wenz", "Choose the player."), ("ramsch", "Choose the player who pays.")):
        record = read_record(SCHAFKOPF, {"contract": contract, "result": "lost"})
        assert sentence in [str(each) for each in SCHAFKOPF.violations(state, record)]


def test_every_sentence_of_a_refusal_is_filled_in():
    records = [
        {**RUF, "stoss": 3, "declarer": 9, "called": "X", "card_points": 130},
        {**RAMSCH, "virgins": [1, 1, 1]},
    ]
    problems = [
        str(each)
        for record in records
        for each in SCHAFKOPF.violations(a_table(stoss_max=1), read_record(SCHAFKOPF, record))
    ]
    assert "The player sits at seat 1 to 4, not at seat 10." in problems
    assert all("{" not in sentence for sentence in problems)


@pytest.mark.parametrize(
    "options",
    [{"laufende_from": 5}, {"laufende_max": 15}, {"stoss_max": 5}, {"pack": 36}, {"tariff_ruf": -1}],
)  # fmt: skip
def test_an_option_beyond_its_bounds_is_refused(options):
    with pytest.raises(Refused) as refused:
        read_options(SCHAFKOPF, options)
    assert refused.value.code == "switch_invalid"


# The auction


def outcome_of(*calls, **options):
    return fold_calls(SCHAFKOPF.auction, a_table(**options), [{"call": "bid", **call} for call in calls])


def passing(*seats):
    return [{"seat": seat, "call": "pass"} for seat in seats]


def test_an_equal_game_is_held_by_the_player_nearer_to_forehand():
    ruf = {"contract": "ruf"}
    over, held = ({"seat": seat, "contract": "wenz"} for seat in (2, 1))
    result = outcome_of({"seat": 1, **ruf}, over, *passing(3, 0), held, *passing(2))
    assert (result["declarer"], result["contract"], result["forced"]) == (1, "wenz", False)
    with pytest.raises(CallRefused) as refused:
        outcome_of({"seat": 1, **ruf}, {"seat": 2, **ruf})
    assert [each.code for each in refused.value.violations] == ["bid_not_higher"]


@pytest.mark.parametrize(
    ("rule", "contract", "forced"),
    [
        ("redeal", "passed", False), ("strich", "passed", False), ("kreuz", "kreuz", False),
        ("ramsch", "ramsch", False), ("muss", "ruf", True),
    ],
)  # fmt: skip
def test_the_event_says_what_follows_when_everybody_passes(rule, contract, forced):
    result = outcome_of(*passing(1, 2, 3, 0), all_pass=rule)
    assert (result["declarer"], result["contract"], result["forced"]) == (None, contract, forced)


def test_the_ladder_has_the_games_that_the_event_plays():
    assert rungs_of(SCHAFKOPF) == [
        ("Ruf",), ("Wenz",), ("Solo",), ("Wenz", "Tout"), ("Solo", "Tout"), ("Solo", "Sie"),
    ]  # fmt: skip


def test_a_game_can_be_bid_with_the_announcements_that_stand_on_the_ladder():
    every = {"bettel": True, "farbwenz": True, "geier": True}
    with_tout = ("farbwenz", "geier", "wenz", "solo")
    for contract, announced in product(GAMES, ([], ["tout"], ["sie"], ["tout", "sie"])):
        may = not announced or (announced == ["tout"] and contract in with_tout)
        may = may or (contract, announced) == ("solo", ["sie"])
        call = {"seat": 1, "contract": contract, "announced": announced}
        try:
            outcome_of(call, *passing(2, 3, 0), **every)
        except CallRefused:
            assert not may, (contract, announced)
        else:
            assert may, (contract, announced)
