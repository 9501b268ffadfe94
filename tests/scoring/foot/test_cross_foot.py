"""The check of a sheet's foot: hand-made slips one by one, then some that a typist makes."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from rules import get_game
from rules.notation import read_line
from rules.reading import open_table, read_record
from scoring.foot.digits import mistyped, transpositions
from scoring.foot.footing import Foot, Footing, differences, states_of
from scoring.foot.slip import COLUMNS, MISSING, Slip, new_rows_first
from scoring.foot.small_edits import NEAR, RESULT, SEAT, VALUE, plain_record, small_edits
from scoring.foot.whole_rows import repeats_neighbour
from tests.scoring.foot.guarding import tally_of
from tests.scoring.foot.slips import a_course

SLIPS = 10


def a_sheet():
    """Return thirty deals of Fipsen."""
    return a_course(deals=30)


def totals_of(course):
    return course.fold(course.records).totals


def swap(values, first, second):
    swapped = list(values)
    swapped[first], swapped[second] = values[second], values[first]
    return tuple(swapped)


def with_row(course, row, **changes):
    """Return the typed sheet with other words in one row."""
    typed = list(course.records)
    typed[row - 1] = replace(typed[row - 1], **changes)
    return typed


def a_made_row(course):
    """Return the number of a deal that made its bid of three or more exactly."""
    rows = enumerate(course.records, start=1)
    return next(number for number, each in rows if each.contract == "tricks" and each.tricks == each.bid == 3)


def test_a_table_whose_totals_agree_gets_no_proposal():
    course = a_sheet()
    assert course.slips(course.records, Foot(totals_of(course))) == []
    assert course.slips(course.records, Foot((None, None, None, None))) == []


def test_columns_are_swapped_only_where_both_totals_were_read():
    course = a_course(deals=10)
    totals = list(totals_of(course))
    for first, second in combinations(range(4), 2):
        if totals[first] == totals[second]:
            continue
        for unread in (first, second):
            foot = list(swap(totals, first, second))
            foot[unread] = None
            slips = course.slips(course.records, Foot(tuple(foot)))
            assert not [slip for slip in slips if slip.kind == COLUMNS and unread in slip.seats]


def test_a_total_that_was_not_read_is_not_compared():
    course = a_sheet()
    first, *_ = totals_of(course)
    foot = Foot((first + 3, None, None, None))
    assert differences(course.fold(course.records), foot) == [3, 0, 0, 0]


@pytest.mark.parametrize("unread", [(), (0,), (1, 3)])
def test_every_total_that_was_read_is_compared_and_one_of_0_too(unread):
    course = a_sheet()
    sheet = course.fold(course.records)
    foot = Foot(tuple(None if seat in unread else 0 for seat in range(4)))
    footing = Footing(course.game, sheet, foot, states_of(course.game, course.opening, sheet))
    assert footing.wanted == tuple(-sheet.totals[seat] for seat in range(4) if seat not in unread)


def test_the_state_behind_rows_that_the_rules_refuse_is_that_of_the_sheet():
    course = a_sheet()
    for row in (1, 12, 30):
        sheet = course.fold(with_row(course, row, tricks=9))
        assert sheet.rows[row - 1].violations
        assert states_of(course.game, course.opening, sheet)[-1] == sheet.state


def test_a_deal_is_likeliest_at_the_seats_beside_and_lost_by_one_trick_or_by_all():
    course, state = a_sheet(), a_sheet().opening.state
    for seat in range(4):
        typed = replace(course.records[a_made_row(course) - 1], declarer=seat)
        edits = [*small_edits(course.game, state, plain_record(course.game, typed))]
        seats = {each.record["declarer"] for each in edits if (each.kind, each.weight) == (SEAT, NEAR)}
        assert seats == {(seat - 1) % 4, (seat + 1) % 4}
        assert {each.record["tricks"] for each in edits if each.kind == RESULT} == {2, 0}


def test_a_row_repeats_only_the_row_before_or_behind_it():
    course = a_sheet()
    first, second = course.records[:2]
    typed = course.fold([first, second, first, first, second]).rows
    assert [repeats_neighbour(typed, at) for at in range(5)] == [False, False, True, True, False]


def test_made_for_lost_is_found_with_its_row():
    course = a_sheet()
    row = a_made_row(course)
    slip = course.slips(with_row(course, row, tricks=2), Foot(totals_of(course)))[0]
    assert slip.kind == "result" and row in slip.rows
    assert str(slip).startswith("Made and lost are swapped in one deal. Check row ")


def test_a_deal_at_the_wrong_seat_is_found_by_its_two_totals():
    course = a_sheet()
    row = a_made_row(course)
    right = course.records[row - 1].declarer
    wrong = (right + 1) % 4
    slips = course.slips(with_row(course, row, declarer=wrong), Foot(totals_of(course)))[:2]
    assert any((slip.kind, slip.seats) == ("seat", (wrong, right)) and row in slip.rows for slip in slips)


def test_swapped_columns_are_the_first_thought():
    course = a_sheet()
    totals = totals_of(course)
    first, second = sorted((totals.index(max(totals)), totals.index(min(totals))))
    slip = course.slips(course.records, Foot(swap(totals, first, second)))[0]
    assert str(slip) == f"Seats {first + 1} and {second + 1} are swapped among the totals."


def test_a_total_without_its_minus_is_named():
    course = a_sheet()
    first, *rest = totals_of(course)
    slip = course.slips(course.records, Foot((-first, *rest)))[0]
    assert (slip.kind, slip.seats) == ("total_sign", (0,))


def test_swapped_digits_of_a_total_are_named():
    course = a_sheet()
    seat, total = next((s, t) for s, t in enumerate(totals_of(course)) if transpositions(t))
    paper = list(totals_of(course))
    paper[seat] = min(transpositions(total))
    slips = course.slips(course.records, Foot(tuple(paper)))[:3]
    assert any((slip.kind, slip.seats) == ("total_digits", (seat,)) for slip in slips)


@pytest.mark.parametrize(("number", "expected"), [(51, {15}), (-123, {-213, -132}), (7, set()), (33, set())])
def test_swapping_digits_keeps_the_sign_and_differs_by_nines(number, expected):
    assert transpositions(number) == expected
    assert all((number - each) % 9 == 0 for each in expected)


def test_a_lost_deal_added_on_paper_differs_by_twice_its_points():
    course = a_sheet()
    sheet = course.fold(course.records)
    row = next(row for row in sheet.rows if min(row.outcome.deltas) < 0)
    seat = row.outcome.deltas.index(min(row.outcome.deltas))
    paper = [total - 2 * delta for total, delta in zip(sheet.totals, row.outcome.deltas, strict=True)]
    slips = course.slips(course.records, Foot(tuple(paper)))
    assert any(slip.kind == "minus" and slip.seats == (seat,) and row.number in slip.rows for slip in slips)


def test_a_deal_typed_twice_in_a_row_is_the_first_thought():
    course = a_sheet()
    row = a_made_row(course)
    typed = [*course.records[:row], *course.records[row - 1 :]]
    slip = course.slips(typed, Foot(totals_of(course)))[0]
    assert slip.kind == "twice" and row in slip.rows


def test_a_missing_deal_is_the_first_thought_where_the_paper_has_one_more():
    course = a_sheet()
    row = a_made_row(course)
    typed = [*course.records[: row - 1], *course.records[row:]]
    deals = course.fold(course.records).deals_counted
    slip = course.slips(typed, Foot(totals_of(course), deals))[0]
    assert slip.kind == "missing" and slip.seats == (course.records[row - 1].declarer,)


@pytest.mark.parametrize(("ahead", "kind"), [(1, "missing"), (3, "twice")])
def test_the_next_dealer_tells_a_deal_too_many_from_one_too_few(ahead, kind):
    course = a_sheet()
    row = a_made_row(course)
    typed = [*course.records[: row - 1], *course.records[row:]]
    if kind == "twice":
        typed = [*course.records[:row], *course.records[row - 1 :]]
    dealer = (course.fold(typed).state.dealer + ahead) % 4
    assert course.slips(typed, Foot(totals_of(course), next_dealer=dealer))[0].kind == kind


def test_a_count_that_agrees_rules_out_deals_too_many_or_too_few():
    course = a_sheet()
    typed = with_row(course, a_made_row(course), tricks=2)
    slips = course.slips(typed, Foot(totals_of(course), course.fold(typed).deals_counted))
    assert slips and not {"twice", "missing"} & {slip.kind for slip in slips}


def test_totals_far_from_ours_are_explained_by_no_single_slip():
    assert a_sheet().slips(a_sheet().records, Foot((971, -333, 717, 555))) == []


# Games of points


POINTS = ((24, 0, -48, 24), (10, -30, 5, 15), (7, 50, -16, -41), (-12, 36, -36, 12), (81, -27, -31, -23))


@pytest.mark.parametrize(
    ("row", "typed", "kind"),
    [
        pytest.param(1, (24, 0, 48, 24), "sign", id="a lost minus"),
        pytest.param(2, (-10, -30, 5, 15), "sign", id="a minus too many"),
        pytest.param(1, (24, -48, 0, 24), "numbers", id="under the neighbour"),
        pytest.param(5, (81, -27, -13, -23), "keys", id="swapped digits"),
        pytest.param(3, (7, 500, -16, -41), "keys", id="a zero too many"),
        pytest.param(3, (7, 5, -16, -41), "keys", id="a zero too few"),
        pytest.param(4, (-12, 39, -36, 12), "keys", id="the key beside"),
        pytest.param(4, (7, 50, -16, -41), "repeated", id="the row above"),
    ],
)
def test_a_slip_in_a_row_of_points_is_the_first_thought(row, typed, kind):
    course = a_course("points", deals=1)
    played = [read_record(course.game, {"points": list(points)}) for points in POINTS]
    mistaken = [*played]
    mistaken[row - 1] = read_record(course.game, {"points": list(typed)})
    slip = course.slips(mistaken, Foot(course.fold(played).totals, len(POINTS)))[0]
    assert (slip.kind, row in slip.rows) == (kind, True)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        pytest.param("3 k d -2", "3 2 d l +", id="the skat was left, which a Kieker does not ask"),
        pytest.param("2 5 s +", "2 4 s 5", id="went on, which a bid of five does not ask"),
        pytest.param("1 5 r h +", "1 2 r h +", id="did not go on"),
    ],
)
def test_a_table_may_have_played_anything_that_the_row_was_not_asked(typed, meant):
    game = get_game("fipsen-prisdorf")
    state = open_table(game, game.Options(**dict(game.tournament_options)), 4, 0)
    wrong, right = (read_record(game, read_line(game, state.options, state, each)) for each in (typed, meant))
    edits = small_edits(game, state, plain_record(game, wrong))
    assert right in [read_record(game, each.record) for each in edits]


def test_a_seat_left_out_of_a_line_of_doppelkopf_is_found_though_all_numbers_moved():
    course = a_course("doppelkopf", deals=24)
    row = next(at for at, each in enumerate(course.records) if (each.declarer, each.partner) == (1, 2))
    typed = [*course.records]
    points = typed[row].card_points
    assert points > 100
    typed[row] = replace(typed[row], declarer=2, partner=0, card_points=points - 100)
    slips = course.slips(typed, Foot(totals_of(course), 24))
    assert any(slip.kind == "numbers" and row + 1 in slip.rows for slip in slips[:3])


def test_a_missing_deal_that_moves_all_deals_behind_it_to_other_seats_is_found_with_its_place():
    course = a_course("flunk", deals=9)
    slips = course.slips([*course.records[:3], *course.records[4:]], Foot(totals_of(course)))
    slip = next(slip for slip in slips[:3] if slip.kind == "missing")
    assert 4 in slip.rows
    assert str(slip).startswith("One deal is missing, so the deals behind it count for other seats.")


def test_a_missing_deal_has_the_shape_of_a_deal():
    course = a_course("doppelkopf", deals=24)
    first, second, third, fourth = course.fold(course.records).totals
    foot = Foot((first + 1, second - 11, third - 7, fourth + 17), 25)
    assert course.slips(course.records, foot) == []


def test_a_deal_missing_in_a_game_that_is_over_was_played_before_its_last_one():
    course = a_course("briscola", deals=8)
    sheet = course.fold(course.records)
    assert course.game.is_over(sheet.state)
    last = sheet.rows[-1].outcome.deltas
    foot = Foot(tuple(map(sum, zip(sheet.totals, last, strict=True))), sheet.deals_counted + 1)
    assert [slip.kind for slip in course.slips(course.records, foot)] == [MISSING]


def test_two_slips_of_points_are_not_explained_by_one():
    course = a_course("points", deals=30)
    typed = [*course.records]
    for row in (4, 17):
        points = typed[row].points
        typed[row] = replace(typed[row], points=(-points[0], points[2], points[1], points[3]))
    assert course.slips(typed, Foot(totals_of(course))) == []


def test_a_missing_deal_without_points_is_a_whole_sentence():
    course = a_sheet()
    foot = Foot(totals_of(course), course.fold(course.records).deals_counted + 1)
    assert [str(slip) for slip in course.slips(course.records, foot)] == [
        "One deal is missing here: it scored 0."
    ]


@pytest.mark.parametrize(
    ("number", "typed"), [(48, 84), (48, 480), (480, 48), (48, 47), (48, 18), (-48, -84), (5, 55), (5, 50)]
)
def test_digits_are_swapped_lost_doubled_or_beside_the_key(number, typed):
    assert typed in mistyped(number) and number not in mistyped(number)


# What a typist does


@pytest.mark.parametrize("key", ["points", "rifki", "jass"])
def test_the_true_slip_is_mostly_the_first_and_among_the_first_three(key):
    tally = tally_of(get_game(key), SLIPS, Random(11), sheets=1)
    assert tally.first >= 0.6 * tally.slips and tally.among_three >= 0.8 * tally.slips
    assert tally.twos_said >= 0.6 * tally.twos and tally.false == 0


def test_explanations_that_name_no_new_row_stand_behind_those_that_do():
    slips = [Slip(VALUE, rows=rows, field=str(rows)) for rows in ((4, 7), (7,), (7, 2), (4, 2))]
    missing = Slip(MISSING)
    ordered = new_rows_first([*slips, missing])
    assert [each.rows for each in ordered] == [(4, 7), (7, 2), (), (7,), (4, 2)]
