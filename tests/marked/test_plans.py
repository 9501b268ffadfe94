"""Marked sheets of every game: where the boxes stand, and what they can say. No database."""

import json
from itertools import combinations

import pytest

from marked.arrangement import plan_of, rows_of, ways
from marked.blocks import Takes, blocks_of
from marked.codes import CORNERS, SIZE, PageCode, code_text, event_key, read_code
from marked.labels import box_labels
from marked.plan import CODE, EDGE, as_json, page_json, plan_from_json, spots
from rules import all_games, get_game
from rules.fields import NEVER_ASKED

TABLES = [(game, seats) for game in all_games() for seats in game.seats]
EVERY_TABLE = pytest.mark.parametrize(
    ("game", "seats"), TABLES, ids=lambda each: str(getattr(each, "key", each))
)


def a_page(key, seats, **options):
    game = get_game(key)
    plan, _ = plan_of(game, game.Options(**options), seats)
    return page_json(plan, page=1, event="evening", round_number=1, table=2, part=1)


def boxes_of(page, field, row=1):
    return [each for each in page["boxes"] if each["row"] == row and each["field"] == field]


@EVERY_TABLE
def test_boxes_stand_on_the_paper_and_touch_neither_each_other_nor_a_code(game, seats):
    plan, _ = plan_of(game, game.Options(), seats)
    areas = [(each.x, each.y, each.x + each.width, each.y + each.height) for each in spots(plan, 1)]
    far_right, low = plan.width - EDGE - CODE, plan.height - EDGE - CODE
    corners = [(EDGE, EDGE), (far_right, EDGE), (EDGE, low), (far_right, low)]
    areas += [(x, y, x + CODE, y + CODE) for x, y in corners]
    assert all(x >= EDGE - 1e-6 and right <= plan.width - EDGE + 1e-6 for x, _, right, _ in areas)
    assert not [pair for pair in combinations(areas, 2) if overlap(*pair)]


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@EVERY_TABLE
def test_a_page_has_as_many_rows_as_any_arrangement_of_its_boxes(game, seats):
    plan, arranged = plan_of(game, game.Options(), seats)
    blocks = [block for line in arranged.lines for block in line]
    assert len(plan.rows) == max(len(rows_of(each)) for each in ways(blocks))


@EVERY_TABLE
def test_each_field_has_boxes_or_a_cell_or_a_meaning_without_a_mark(game, seats):
    plan, _ = plan_of(game, game.Options(), seats)
    fields = {slot.field for slot in plan.slots} | set(plan.unmarked)
    asked = [each for each in game.fields if each.asked != NEVER_ASKED]
    by_option = {each.name for each in asked if any(when.field.startswith("options.") for when in each.asked)}
    assert {each.name for each in asked} - by_option <= fields


@EVERY_TABLE
def test_a_plan_is_the_same_after_it_was_stored(game, seats):
    plan, _ = plan_of(game, game.Options(), seats)
    kept = plan_from_json(json.loads(json.dumps(as_json(plan))))
    assert kept == plan
    assert kept.fingerprint == plan.fingerprint


def test_every_plan_has_a_fingerprint_of_its_own():
    plans = [plan_of(game, game.Options(), seats)[0] for game, seats in TABLES]
    assert len({plan.fingerprint for plan in plans}) == len({json.dumps(as_json(plan)) for plan in plans})


@pytest.mark.parametrize(
    ("key", "seats", "is_wide", "lines", "rows"),
    [
        ("fipsen-prisdorf", 4, False, 1, 40),
        ("skat", 4, True, 1, 25),
        ("rifki", 4, True, 2, 10),
        ("doppelkopf", 4, True, 2, 10),
        ("briscola", 5, False, 1, 29),
    ],
)
def test_a_row_has_one_line_or_two_on_the_paper_with_the_most_rows(key, seats, is_wide, lines, rows):
    game = get_game(key)
    plan, arranged = plan_of(game, game.Options(), seats)
    assert (plan.is_wide, len(arranged.lines), len(plan.rows)) == (is_wide, lines, rows)


def test_a_word_that_goes_without_saying_has_no_box():
    page = a_page("fipsen-prisdorf", 4)
    assert [each["value"] for each in boxes_of(page, "contract")] == ["kieker", "siebener", "passed"]
    assert page["unmarked"]["contract"] == "derived"
    assert [each["value"] for each in boxes_of(page, "took_skat")] == [False]


def test_a_field_of_a_house_rule_has_boxes_where_the_club_plays_it():
    assert boxes_of(a_page("fipsen-prisdorf", 4), "contra") == []
    assert [each["value"] for each in boxes_of(a_page("fipsen-prisdorf", 4, contra=True), "contra")] == [1, 2]


def test_a_large_number_has_digits_and_its_units_and_tens_a_nought():
    boxes = boxes_of(a_page("doppelkopf", 4), "card_points")
    by_digit = {digit: [each["value"] for each in boxes if each["digit"] == digit] for digit in (2, 1, 0)}
    assert by_digit == {2: [1, 2], 1: list(range(10)), 0: list(range(10))}


def test_numbers_of_seats_name_their_place():
    boxes = boxes_of(a_page("frepe", 5), "tricks")
    assert {each["place"] for each in boxes} == {0, 1, 2, 3, 4}
    assert a_page("frepe", 5)["unmarked"]["tricks"] == [0] * 5


def test_a_field_that_is_written_is_a_cell():
    page = a_page("points", 3)
    assert [each["place"] for each in page["cells"] if each["row"] == 1] == [0, 1, 2]
    assert [each["field"] for each in page["cells"] if each["row"] == 0] == ["total"] * 3


def test_rows_count_on_over_pages_and_the_foot_is_row_0():
    game = get_game("skat")
    plan, _ = plan_of(game, game.Options(), 4)
    page = page_json(plan, page=3, event="evening", round_number=1, table=2, part=1)
    assert page["rows"] == [51, 75]
    assert {each["row"] for each in page["boxes"]} == {0, *range(51, 76)}
    assert {each["field"] for each in page["boxes"] if each["row"] == 0} == {"lines_used"}


@EVERY_TABLE
def test_the_labels_of_a_group_differ(game, seats):
    for block in blocks_of(game, game.Options(), seats):
        for group in block.groups:
            below = [bool(group.signs) and box.value < 0 for box in group.boxes]
            labels = [*zip(below, box_labels(group, str), strict=True)]
            assert group.takes == Takes.WRITTEN or len(set(labels)) == len(labels), labels


def test_a_code_says_page_and_corner_and_nothing_else_is_one():
    code = PageCode(event_key("evening"), 12, 700, 2, 9, "AB12CD")
    for corner in CORNERS:
        text = code_text(code, corner)
        assert len(text) == SIZE == 20
        assert read_code(text) == (code, corner)
    assert [read_code(text) for text in ("", "https://x", text[:-1], "9" + text[1:], text[:-1] + "Z")] == [
        None
    ] * 5
