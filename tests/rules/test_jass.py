"""Jass by the pages of its rules: points of both sides, matches, who chooses, extras, refusals, cards."""

import pytest

from rules import get_game
from rules.examples import Table
from rules.notation import read_line, write_line
from rules.reading import Refused, open_table, read_options, read_record
from scoring.paper.columns import columns_of, read_cells
from simulation.games.jass.cards import PACK_36, points_in

JASS = get_game("jass")
ACORNS = {"contract": "C", "points": [90, 67]}
KINDS = ("C", "S", "H", "D", "obenabe", "undenufe", "slalom_obenabe", "slalom_undenufe")


def a_table(first_dealer=0, **options):
    return open_table(JASS, read_options(JASS, options), 4, first_dealer)


def settled(record, **options):
    return JASS.settle(a_table(**options), read_record(JASS, record))[1]


def codes(record, **options):
    return [each.code for each in JASS.violations(a_table(**options), read_record(JASS, record))]


# Points


@pytest.mark.parametrize("points", [[90, 67], [90, None], [None, 67]])
def test_one_side_is_enough_and_every_player_gets_the_points_of_the_side(points):
    outcome = settled({**ACORNS, "points": points})
    assert (outcome.deltas, outcome.facts["points"]) == ((90, 67, 90, 67), (90, 67))


@pytest.mark.parametrize(
    ("record", "options", "deltas"),
    [
        (ACORNS, {"factor_acorns": 3}, (270, 201, 270, 201)),
        ({"contract": "C", "points": [157, 0]}, {"match_bonus": 100}, (257, 0, 257, 0)),
        ({"contract": "C", "points": [157, 0], "match": False}, {"match_bonus": 100}, (157, 0, 157, 0)),
        ({**ACORNS, "stoeck": [0, 20]}, {"stoeck": True}, (90, 87, 90, 87)),
        ({**ACORNS, "weis": [50, 0], "stoeck": [0, 20]}, {"stoeck": True, "weis": True, "factor_acorns": 2},
         (280, 174, 280, 174)),
    ],
    ids=["a kind counts three times", "a match", "no match", "Stöck", "all of it is multiplied"],
)  # fmt: skip
def test_a_side_adds_and_multiplies_what_it_counts_at_home(record, options, deltas):
    assert settled(record, **options).deltas == deltas


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_that_counts_three_times_counts_all_three_times(kind):
    home = {"match_bonus": 100, "stoeck": True, "weis": True, "slalom": True}
    name = {"C": "acorns", "S": "shields", "H": "roses", "D": "bells"}.get(kind, kind.split("_")[0])
    record = {"contract": kind, "points": [157, 0], "weis": [50, 0]}
    record |= {"stoeck": [20, 0]} if len(kind) == 1 else {}
    once, thrice = (settled(record, **home, **{f"factor_{name}": times}).deltas for times in (1, 3))
    assert thrice == tuple(3 * points for points in once)


@pytest.mark.parametrize(
    ("options", "is_checked"),
    [
        ({}, True), ({"slalom": True}, True), ({"stoeck": True}, False), ({"weis": True}, False),
        ({"match_bonus": 100}, False), ({"factor_bells": 2}, False), ({"slalom": True, "weis": True}, False),
    ],
)  # fmt: skip
def test_a_slip_is_checked_by_its_sum_unless_a_house_rule_adds_points(options, is_checked):
    state, _ = JASS.settle(a_table(**options), read_record(JASS, ACORNS))
    assert JASS.list_sheet.sum_after(state, 1) == ((157, 157) if is_checked else None)


def test_the_sum_of_a_table_is_157_for_every_deal():
    for deals, wanted in ((8, 1256), (12, 1884)):
        state, _ = Table(JASS).fold(*[ACORNS] * deals)
        assert JASS.extra(state)["table_sum"] == wanted
        assert sum(state.totals) == 2 * wanted


@pytest.mark.parametrize(
    ("record", "side"),
    [
        ({"points": [157, 0]}, 0),
        ({"points": [0, None]}, 1),
        ({"points": [157, 0], "match": False}, None),
        ({"points": [155, 2]}, None),
    ],
)
def test_157_points_are_a_match_unless_the_table_says_no(record, side):
    state, outcome = JASS.settle(a_table(), read_record(JASS, record))
    assert outcome.facts["match"] == side
    assert state.matches == tuple(int(seat % 2 == side) for seat in range(4))


@pytest.mark.parametrize(
    ("written", "declarer", "pushed"),
    [
        ({}, None, None),
        ({"pushed": False}, 1, False),
        ({"pushed": True}, 3, True),
        ({"declarer": 3}, 3, True),
    ],
)
def test_the_chooser_and_the_push_follow_from_each_other(written, declarer, pushed):
    facts = settled({**ACORNS, **written}).facts
    assert (facts["declarer"], facts["pushed"]) == (declarer, pushed)


# What is refused


@pytest.mark.parametrize(
    ("record", "options", "found"),
    [
        ({"points": [90, 67]}, {}, []),
        ({"points": [90, 67]}, {"factor_bells": 2}, ["contract_required"]),
        (
            {"points": [90, 67], "stoeck": [20, 0]},
            {"stoeck": True},
            ["contract_required", "stoeck_without_trump"],
        ),
        ({**ACORNS, "contract": "grand"}, {}, ["contract_unknown"]),
        ({**ACORNS, "contract": "slalom_obenabe"}, {}, ["contract_not_enabled"]),
        ({**ACORNS, "declarer": 4}, {}, ["declarer_out_of_range"]),
        ({**ACORNS, "declarer": 2}, {}, ["declarer_not_entitled"]),
        ({**ACORNS, "declarer": 1, "pushed": True}, {}, ["pushed_contradicts_declarer"]),
        ({"contract": "C"}, {}, ["sides_mismatch"]),
        ({**ACORNS, "points": [None, None]}, {}, ["sides_mismatch"]),
        ({**ACORNS, "points": [158, -1]}, {}, ["points_negative"]),
        ({**ACORNS, "points": [90, 62]}, {}, ["points_sum_not_157"]),
        ({**ACORNS, "points": [158, None]}, {}, ["points_sum_not_157"]),
        ({**ACORNS, "points": [1, None]}, {}, ["points_impossible"]),
        ({**ACORNS, "match": True}, {}, ["match_impossible"]),
        ({**ACORNS, "stoeck": [20, 0]}, {}, ["stoeck_not_enabled"]),
        ({**ACORNS, "stoeck": [20, 20]}, {"stoeck": True}, ["stoeck_invalid"]),
        ({**ACORNS, "contract": "obenabe", "stoeck": [20, 0]}, {"stoeck": True}, ["stoeck_without_trump"]),
        ({**ACORNS, "weis": [20, 0]}, {}, ["weis_not_enabled"]),
        ({**ACORNS, "weis": [30, 0]}, {"weis": True}, ["weis_invalid"]),
        ({**ACORNS, "weis": [20, 50]}, {"weis": True}, ["weis_of_both_sides"]),
    ],
)
def test_a_record_that_cannot_be_is_refused(record, options, found):
    assert codes(record, **options) == found


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ([90, 62], "Both sides together have 157 points, not 152: the 5 for the last trick are missing."),
        (
            [257, 0],
            "A side has 157 points at most, not 257; a match is 157, without a bonus.",
        ),
        ([257, None], "A side has 157 points at most, not 257; a match is 157, without a bonus."),
        ([190, 67], "A side has 157 points at most, not 190; a match is 157, without a bonus."),
        ([257, -100], "A side has 157 points at most, not 257; a match is 157, without a bonus."),
        ([-43, None], "Both sides together have 157 points: a side has 0 to 157."),
        ([90, 70], "Both sides together have 157 points; 90 + 70 is 160."),
    ],
)
def test_a_wrong_sum_is_refused_with_its_likely_cause(points, sentence):
    [refusal] = JASS.violations(a_table(), read_record(JASS, {"points": points}))
    assert str(refusal) == sentence


def test_only_the_points_may_leave_a_number_out():
    for record in ({"stoeck": [20, None]}, {"weis": [None, 0]}, {"points": [90, "67"]}):
        with pytest.raises(Refused) as refused:
            read_record(JASS, {**ACORNS, **record})
        assert refused.value.code == "bad_field"


@pytest.mark.parametrize(
    ("name", "value"), [("factor_acorns", 0), ("factor_slalom", 10), ("match_bonus", -1)]
)
def test_an_option_beyond_its_bounds_is_refused(name, value):
    with pytest.raises(Refused) as refused:
        read_options(JASS, {name: value})
    assert refused.value.code == "switch_invalid"


# Files, lines, cards


@pytest.mark.parametrize(
    ("cell", "points"), [("90;67", [90, 67]), ("90;", [90, None]), (";67", [None, 67]), ("90;x", None)]
)
def test_a_slip_has_both_sides_or_one_in_its_cell(cell, points):
    record, unread = read_cells({"points": columns_of(JASS)["points"]}, {"points": cell})
    assert record.get("points") == points
    assert [each.code for each in unread] == ([] if points else ["value_unreadable"])


@pytest.mark.parametrize(
    ("line", "record"),
    [
        ("c 90", {"contract": "C", "points": [90, 67]}),
        ("s 90 67 p", {"contract": "S", "points": [90, 67], "pushed": True}),
        ("u 0 157", {"contract": "undenufe", "points": [0, 157], "match": True}),
    ],
)
def test_a_deal_is_typed_as_the_kind_and_the_points_of_the_first_side(line, record):
    state = a_table()
    assert read_line(JASS, state.options, state, line) == record


def test_a_slip_with_one_side_survives_its_line():
    state = a_table()
    record = {"contract": "C", "points": [None, 67]}
    assert read_line(JASS, state.options, state, write_line(JASS, record, state)) == record


@pytest.mark.parametrize("kind", KINDS)
def test_the_pack_has_152_card_points_in_every_kind(kind):
    assert points_in(kind, PACK_36) == 152
