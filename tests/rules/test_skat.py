"""Skat by the pages of its rules: values, levels, overbidding, the list, the auction, violations."""

from itertools import product

import pytest

from rules import get_game
from rules.auction import CallRefused, fold_calls
from rules.reading import open_table, read_options, read_record
from rules.skat.record import LADDER_OF_BIDS
from rules.skat.value import counted_value, is_made, is_overbid

SKAT = get_game("skat")
SUIT_GAME = {"declarer": 1, "contract": "C", "matadors": 1, "result": "won"}
NULL = {"declarer": 1, "contract": "null", "result": "won"}
BASE_VALUES = {"D": 9, "H": 10, "S": 11, "C": 12, "grand": 24}


def a_table(seats=4, **options):
    return open_table(SKAT, read_options(SKAT, options), seats, 0)


def settled(record, seats=4, **options):
    return SKAT.settle(a_table(seats, **options), read_record(SKAT, record))[1]


def codes(record, seats=4, **options):
    state = a_table(seats, **options)
    return [each.code for each in SKAT.violations(state, read_record(SKAT, record))]


def value_of(**changes):
    return settled({**SUIT_GAME, **changes}).facts["value"]


# ISkO 2.5: values


@pytest.mark.parametrize(
    ("contract", "values"),
    [
        ("C", [24, 36, 48, 60]),
        ("S", [22, 33, 44, 55]),
        ("H", [20, 30, 40, 50]),
        ("D", [18, 27, 36, 45]),
        ("grand", [48, 72, 96, 120]),
    ],
)
def test_a_game_with_and_without_matadors_has_the_value_of_the_printed_table(contract, values):
    assert [value_of(contract=contract, matadors=count) for count in (1, 2, 3, 4)] == values
    assert [value_of(contract=contract, matadors=-count) for count in (1, 2, 3, 4)] == values


@pytest.mark.parametrize(
    ("more", "value"),
    [
        ({}, 23), ({"hand": True}, 35),
        ({"announced": "ouvert"}, 46), ({"hand": True, "announced": "ouvert"}, 59),
    ],
    ids=["null", "hand", "ouvert", "ouvert hand"],
)  # fmt: skip
def test_a_null_has_one_of_four_values(more, value):
    assert settled({**NULL, **more}).facts["value"] == value


def test_the_highest_games_are_those_of_the_rules():
    announced = {"hand": True, "announced": "ouvert"}
    assert value_of(contract="grand", matadors=4, **announced) == 264
    assert value_of(contract="C", matadors=2, **announced) == 108


def test_the_ladder_of_bids_is_every_value_a_game_can_have():
    suits = {BASE_VALUES[suit] * factor for suit in "CSHD" for factor in range(2, 19)}
    grands = {BASE_VALUES["grand"] * factor for factor in range(2, 12)}
    assert list(LADDER_OF_BIDS) == sorted(suits | grands | {23, 35, 46, 59})
    assert len(LADDER_OF_BIDS) == 63


@pytest.mark.parametrize(
    ("more", "factor"),
    [
        ({}, 2),
        ({"level": "schneider"}, 3),
        ({"level": "schwarz"}, 4),
        ({"hand": True}, 3),
        ({"hand": True, "announced": "schneider"}, 5),
        ({"hand": True, "announced": "schneider", "level": "schwarz"}, 6),
        ({"hand": True, "announced": "schneider", "result": "lost"}, 5),
        ({"hand": True, "announced": "schneider", "result": "lost", "level": "schneider"}, 5),
        ({"hand": True, "announced": "schneider", "result": "lost", "level": "schwarz"}, 6),
        ({"hand": True, "announced": "schwarz"}, 7),
        ({"hand": True, "announced": "ouvert", "result": "lost"}, 8),
    ],
)
def test_every_level_counts_once_won_or_lost(more, factor):
    assert settled({**SUIT_GAME, **more}).facts["factor"] == factor


# The winner


@pytest.mark.parametrize(
    ("points", "made", "factor"),
    [(61, True, 2), (60, False, 2), (89, True, 2), (90, True, 3), (31, False, 2), (30, False, 3)],
)  # fmt: skip
def test_card_points_say_who_has_won_and_whether_a_side_is_schneider(points, made, factor):
    facts = settled({"declarer": 1, "contract": "C", "matadors": 1, "points": points}).facts
    assert (facts["made"], facts["factor"]) == (made, factor)


@pytest.mark.parametrize(("points", "made"), [(89, False), (90, True)])
def test_an_announced_schneider_needs_ninety(points, made):
    record = {"declarer": 1, "contract": "C", "matadors": 1, "hand": True, "announced": "schneider"}
    assert settled({**record, "points": points}).facts["made"] == made


SUMS = {0, *range(2, 119), 120}  # no cards have 1 or 119
LEVELS = {  # ISkO 2.5: the card points beside which the losing side may be so
    "simple": {*range(31, 90)},
    "schneider": {*range(31), *range(90, 121)},
    "schwarz": {*range(23), 120},
}


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_written_beside_exactly_its_card_points(level):
    record = {**SUIT_GAME, "result": None, "level": level}
    allowed = {points for points in SUMS if codes({**record, "points": points}) == []}
    assert allowed == LEVELS[level] & SUMS


@pytest.mark.parametrize("points", sorted(SUMS))
def test_card_points_alone_say_the_level(points):
    steps = settled({**SUIT_GAME, "result": None, "points": points}).facts["factor"] - 2
    assert steps == (points in LEVELS["schneider"])


@pytest.mark.parametrize("announced", ["schwarz", "ouvert"])
@pytest.mark.parametrize("level", [None, "schneider", "schwarz"])
def test_all_card_points_prove_every_trick_only_if_somebody_says_so(announced, level):
    record = {**SUIT_GAME, "hand": True, "announced": announced, "points": 120, "level": level}
    has_all = level == "schwarz"
    wrong_loss = ["points_contradict_result"] if has_all else []
    wrong_win = ["won_below_announcement", "points_contradict_result"] if level == "schneider" else []
    assert codes({**record, "result": "lost"}) == wrong_loss
    assert codes({**record, "result": "won"}) == wrong_win
    assert codes({**record, "result": None}) == (["level_required"] if level is None else [])


# Overbidding


@pytest.mark.parametrize(
    ("record", "overbid", "value"),
    [
        ({"contract": "S", "matadors": 1, "hand": True, "bid": 33}, False, 33),
        ({"contract": "S", "matadors": 1, "hand": True, "bid": 35}, True, 44),
        ({"contract": "S", "matadors": 1, "hand": True, "bid": 72}, True, 77),
        ({"contract": "D", "matadors": 1, "bid": 27}, True, 27),
        ({"contract": "D", "matadors": 1, "bid": 27, "level": "schneider"}, False, 27),
        ({"contract": "grand", "matadors": -1, "bid": 50}, True, 72),
    ],
)
def test_an_overbid_game_counts_the_smallest_multiple_that_reaches_the_bid(record, overbid, value):
    facts = settled({"declarer": 1, "result": "lost", **record}).facts
    assert (facts["overbid"], facts["value"], facts["made"]) == (overbid, value, False)


def test_card_points_alone_do_not_save_an_overbid_game():
    outcome = settled({"declarer": 1, "contract": "D", "matadors": 1, "bid": 20, "points": 75})
    assert (outcome.facts["made"], outcome.facts["game_points"][1]) == (False, -54)


def test_an_overbid_game_is_told_in_the_words_of_the_rule():
    record = read_record(SKAT, {**SUIT_GAME, "contract": "D", "bid": 33, "result": "lost"})
    state = a_table()
    notes = SKAT.notes(state, record, SKAT.settle(state, record)[1])
    assert [note.message.format(**note.values) for note in notes] == [
        "2 × 9 = 18 does not reach the bid of 33: overbid, counts as 4 × 9 = 36",
        "game points −72, bonus −50, each of the others +30",
    ]


@pytest.mark.parametrize(("hand", "ouvert"), [*product((False, True), repeat=2)])
def test_a_null_is_announced_after_every_bid_up_to_its_value(hand, ouvert):
    record = {**NULL, "hand": hand, "announced": "ouvert" if ouvert else "no"}
    value = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}[hand, ouvert]
    possible = [bid for bid in LADDER_OF_BIDS if not codes({**record, "bid": bid})]
    assert possible == [bid for bid in LADDER_OF_BIDS if bid <= value]


# The list


@pytest.mark.parametrize(("seats", "others"), [(3, 40), (4, 30)])
def test_everybody_else_at_the_table_shares_in_a_lost_game(seats, others):
    outcome = settled({**SUIT_GAME, "result": "lost"}, seats)
    expected = [others] * seats
    expected[1] = -98
    assert list(outcome.deltas) == expected


def test_a_won_game_brings_its_value_and_fifty():
    assert settled(SUIT_GAME).deltas == (0, 74, 0, 0)
    assert settled(SUIT_GAME, scoring="plain").deltas == (0, 24, 0, 0)


def test_kontra_doubles_the_game_points_only():
    outcome = settled({**SUIT_GAME, "result": "lost", "kontra": 2}, kontra=True)
    assert (outcome.deltas, outcome.facts["value"]) == ((30, -242, 30, 30), 24)


def test_a_passed_deal_counts_and_the_deal_passes_on():
    state, outcome = SKAT.settle(a_table(), read_record(SKAT, {"contract": "passed"}))
    assert (outcome.counts, state.dealer, state.passed, state.totals) == (True, 1, 1, (0, 0, 0, 0))


# An independent calculation of every record


def naive_points(contract, matadors, hand, announced, level, result, bid):
    """Return the declarer's game points, by counting strokes as on the back of a list."""
    strokes = [f"matador {number}" for number in range(abs(matadors))] + ["game"]
    strokes += ["hand"] if hand else []
    ladder = ["schneider", "schneider said", "schwarz", "schwarz said", "ouvert said"]
    strokes += ladder[: {"no": 0, "schneider": 2, "schwarz": 4, "ouvert": 5}[announced]]
    for reached in {"simple": [], "schneider": ["schneider"], "schwarz": ["schneider", "schwarz"]}[level]:
        if reached not in strokes:
            strokes.append(reached)
    value = sum(BASE_VALUES[contract] for _ in strokes)
    is_lost = result == "lost"
    while value < (bid or 0):
        value, is_lost = value + BASE_VALUES[contract], True
    return value - 3 * value * is_lost


def every_record():
    for contract, matadors, hand, announced, level, result, bid in product(
        BASE_VALUES, (-11, -4, -1, 1, 2, 4, 7), (False, True), ("no", "schneider", "schwarz", "ouvert"),
        ("simple", "schneider", "schwarz"), ("won", "lost"), (None, 18, 36, 59, 120, 264),
    ):  # fmt: skip
        yield {
            "contract": contract, "matadors": matadors, "hand": hand, "announced": announced,
            "level": level, "result": result, "bid": bid,
        }  # fmt: skip


def test_every_record_that_is_not_refused_is_worth_what_a_naive_count_says():
    state, count = a_table(), 0
    for raw in every_record():
        record = read_record(SKAT, {"declarer": 1, **raw})
        if SKAT.violations(state, record):
            continue
        count += 1
        outcome = SKAT.settle(state, record)[1]
        assert outcome.facts["game_points"][1] == naive_points(**raw), raw
        assert outcome.facts["bonus"] == ((0, 50, 0, 0) if is_made(record) else (30, -50, 30, 30)), raw
    assert count > 4000


def test_every_overbid_win_is_refused_and_every_other_is_counted():
    state = a_table()
    for raw in every_record():
        record = read_record(SKAT, {"declarer": 1, **raw})
        problems = [each.code for each in SKAT.violations(state, record)]
        if problems in ([], ["won_below_bid"]):
            assert bool(problems) == (raw["result"] == "won" and is_overbid(record)), raw
            assert counted_value(record) >= (record.bid or 0)


# Violations, all at once and in order


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"contract": "X", "kontra": 3}, ["contract_unknown", "kontra_not_enabled", "kontra_out_of_range"]),
        ({"declarer": 0, "matadors": 0}, ["declarer_sits_out", "matadors_out_of_range"]),
        ({"declarer": 4, "result": "drawn"}, ["declarer_out_of_range", "result_unknown"]),
        ({"level": "low"}, ["level_unknown"]),
        ({"contract": "grand", "matadors": 5}, ["matadors_out_of_range"]),
        ({"announced": "schneider", "points": 121}, ["announced_without_hand", "points_out_of_range"]),
        ({"points": 119}, ["points_impossible"]),
        ({"bid": 19}, ["bid_out_of_range"]),
        ({"result": None}, ["result_required"]),
        ({"points": 60}, ["points_contradict_result"]),
        ({"points": 61, "result": "lost"}, ["points_contradict_result"]),
        ({"points": 61, "result": "lost", "bid": 33}, []),
        ({"points": 70, "level": "schneider"}, ["level_contradicts_points"]),
        ({"hand": True, "announced": "schneider", "level": "simple"}, ["won_below_announcement"]),
        ({"hand": True, "announced": "schwarz", "result": None, "points": 120}, ["level_required"]),
        ({"bid": 33}, ["won_below_bid"]),
        ({"bid": 33, "points": 60}, ["points_contradict_result", "won_below_bid"]),
    ],
)  # fmt: skip
def test_everything_wrong_with_a_game_is_said_at_once(changes, expected):
    assert codes({**SUIT_GAME, **changes}) == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"matadors": 1, "points": 61}, ["null_has_no_matadors", "null_has_no_points"]),
        ({"announced": "schneider", "level": "schwarz"}, ["null_has_no_levels", "null_has_no_levels"]),
        ({"bid": 24}, ["null_below_bid"]),
        ({"bid": 24, "result": None}, ["null_below_bid", "result_required"]),
        ({"level": "simple"}, []),
    ],
)
def test_a_null_has_neither_matadors_nor_levels(changes, expected):
    assert codes({**NULL, **changes}) == expected


def test_a_passed_deal_has_nothing_else():
    record = {"contract": "passed", "declarer": 1, "bid": 18, "result": "lost", "hand": True}
    assert codes(record) == ["passed_deal_has_declarer", *["passed_deal_is_not_played"] * 3]


def test_a_club_may_ask_for_every_bid():
    assert codes(SUIT_GAME, bid_required=True) == ["bid_required"]
    assert codes({**SUIT_GAME, "bid": 18}, bid_required=True) == []


# The auction


def auction(*calls, seats=3):
    raw = [
        {"seat": seat, "call": "bid", "bid": said} if isinstance(said, int) else {"seat": seat, "call": said}
        for seat, said in calls
    ]
    return fold_calls(SKAT.auction, a_table(seats), raw)


@pytest.mark.parametrize(
    ("calls", "declarer", "bid"),
    [
        ([(2, 18), (1, "pass"), (0, "pass")], 2, 18),
        ([(2, 18), (1, "hold"), (2, 20), (1, "hold"), (2, "pass"), (0, 22), (1, "pass")], 0, 22),
        ([(2, "pass"), (0, 18), (1, "hold"), (0, "pass")], 1, 18),
        ([(2, "pass"), (0, "pass"), (1, 18)], 1, 18),
        ([(2, "pass"), (0, "pass"), (1, "pass")], None, None),
    ],
    ids=["nobody answers", "rearhand wins", "forehand holds", "forehand alone", "passed"],
)
def test_the_last_one_left_plays_at_the_last_number(calls, declarer, bid):
    result = auction(*calls)
    assert (result["declarer"], result["bid"]) == (declarer, bid)


@pytest.mark.parametrize(
    ("calls", "index", "code"),
    [
        ([(1, 18)], 0, "out_of_turn"),
        ([(2, "hold")], 0, "hold_not_available"),
        ([(2, 18), (1, 20)], 1, "hearer_cannot_bid"),
        ([(2, 19)], 0, "bid_out_of_range"),
        ([(2, 18), (1, "hold"), (2, 18)], 2, "bid_not_higher"),
        ([(2, 18), (1, "hold"), (2, "pass"), (0, 18)], 3, "bid_not_higher"),
        ([(2, "pass"), (0, "pass"), (1, 20)], 2, "forehand_alone_bids_18"),
        ([(2, "pass"), (0, "pass"), (1, 19)], 2, "bid_out_of_range"),
        ([(2, "double")], 0, "call_unknown"),
        ([(2, 18), (1, "pass"), (0, "pass"), (2, 20)], 3, "call_after_end"),
        ([(2, 18)], 1, "auction_incomplete"),
    ],
)
def test_a_call_that_nobody_may_make_is_refused(calls, index, code):
    with pytest.raises(CallRefused) as refused:
        auction(*calls)
    assert (refused.value.index, refused.value.violations[0].code) == (index, code)


def test_the_dealer_of_four_is_never_asked():
    assert auction((2, 18), (1, "pass"), (3, "pass"), seats=4)["declarer"] == 2
