"""Laws of marks: what is missing, faint or twice is a doubt, whatever the game and whatever the number."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from marked.arrangement import plan_of
from marked.blocks import ASK, HUNDREDS, LINES_USED, MOST_KEYS, SIGN, VOID, Takes, count_blocks, digits
from marked.codes import MOST, PageCode, code_text, read_code
from marked.meaning import ASKED, DIGIT_MISSING, SIGN_MISSING, Doubt, read_row
from marked.plan import ALPHABET, Plan, slot_of
from marked.seen import SeenPage, SeenRow
from marked.sheet import USED_DIFFER, lines_used, page_problems
from rules import all_games, get_game
from rules.fields import Count, Field, Kind
from tests.marked.people import digit_of, letters, marks_of, played

TABLES = [
    (game, seats)
    for game in all_games()
    for seats in game.seats
    if not game.table_violations(game.Options(), seats, 0)
]
EVERY_TABLE = pytest.mark.parametrize(
    ("game", "seats"), TABLES, ids=lambda each: str(getattr(each, "key", each))
)
FIPSEN = get_game("fipsen-prisdorf")
PLAN, _ = plan_of(FIPSEN, FIPSEN.Options(), 4)


def places_of(plan):
    """Return each box of a row: its slot, and where its letter stands."""
    start, places = 0, []
    for slot in plan.slots:
        size = len(slot.values) or 1
        places += [(slot, place) for place in range(start, start + size)]
        start += size
    return places


def with_letter(row, place, letter):
    return row[:place] + letter + row[place + 1 :]


def doubts_of(plan, row, *flags):
    return [(doubt.field, doubt.why) for doubt in read_row(plan, SeenRow(row, flags)).doubts]


# Numbers in digits, with a sign, of one or of several seats

SIGNED = Field(name="points", kind=Kind.COUNT, label="Points", keys=(-1, 1))


def plan_of_numbers(seats):
    """Return a plan with signed numbers up to 999; one number without a seat if there are none."""
    blocks = [digits(SIGNED, 999, place) for place in (range(seats) if seats else [None])]
    slots = [slot_of(group, [0.0] * len(group.boxes), 0) for block in blocks for group in block.groups]
    return Plan(210.0, 297.0, seats, tuple(slots), (), ())


def row_of(plan, numbers):
    signs = [
        "x" if digit_of(numbers[slot.place or 0], slot.digit) == value else "."
        for slot in plan.slots
        for value in slot.values
    ]
    return "".join(signs)


NUMBERS = st.lists(st.integers(-999, 999), min_size=1, max_size=3)


@example([-1], False)  # below 0 without words for its sign
@given(NUMBERS, st.booleans())
def test_every_number_is_read_as_it_was_marked(numbers, is_listed):
    plan = plan_of_numbers(len(numbers) if is_listed else 0)
    row = read_row(plan, SeenRow(row_of(plan, numbers)))
    assert (row.values["points"], row.doubts) == (numbers if is_listed else numbers[0], [])


@given(NUMBERS)
def test_a_number_that_lacks_its_sign_or_a_digit_is_a_doubt(numbers):
    plan = plan_of_numbers(len(numbers))
    row = row_of(plan, numbers)
    for slot, place in places_of(plan):
        if row[place] == "x" and slot.digit != HUNDREDS:
            why = SIGN_MISSING if slot.digit == SIGN else DIGIT_MISSING
            assert doubts_of(plan, with_letter(row, place, ".")) == [("points", why)]


@given(NUMBERS, st.data())
def test_a_seat_without_its_number_is_a_doubt(numbers, data):
    plan = plan_of_numbers(len(numbers))
    empty = data.draw(st.integers(0, len(numbers) - 1))
    row = row_of(plan, numbers)
    for slot, place in places_of(plan):
        row = with_letter(row, place, ".") if slot.place == empty else row
    assert doubts_of(plan, row) == ([("points", DIGIT_MISSING)] if len(numbers) > 1 else [])


@pytest.mark.parametrize(
    ("signs", "labels"),
    [((), ["+1", "+2", "\u22121", "\u22122"]), (("with", "without"), ["1", "2", "1", "2"])],
)
def test_a_box_of_a_number_says_its_sign_if_one_is_below_nought_and_no_word_above_it_does(signs, labels):
    each = replace(SIGNED, keys=(1, 2), count=Count(signs=signs, rare_keys=(-1, -2)))
    (block,) = count_blocks(FIPSEN, each, FIPSEN.Options(), 4)
    assert [box.label for group in block.groups for box in group.boxes] == labels


@pytest.mark.parametrize("most", [15, 20, 33, 99, 100, 120, 199, 240, 999])
def test_every_number_up_to_the_largest_has_its_boxes_and_none_beyond_the_next_hundred(most):
    groups = {group.digit: [box.value for box in group.boxes] for group in digits(SIGNED, most, None).groups}
    for number in range(most + 1):
        expected = {digit: digit_of(number, digit) for digit in groups}
        assert all(value is None or value in groups[digit] for digit, value in expected.items()), number
    assert max(groups.get(HUNDREDS, [0])) == most // 100


@pytest.mark.parametrize("most", [1, 5, MOST_KEYS, MOST_KEYS + 1])
def test_up_to_fourteen_numbers_have_a_box_each_and_more_have_digits(most):
    each = replace(SIGNED, keys=tuple(range(1, most + 1)))
    (block,) = count_blocks(FIPSEN, each, FIPSEN.Options(), 4)
    assert [group.digit is None for group in block.groups].count(True) == (most <= MOST_KEYS)
    assert (block.size == most) == (most <= MOST_KEYS)


# Marks of every game


def rows_of(game, seats):
    plan, _ = plan_of(game, game.Options(), seats)
    records = played(game, seats, min(len(plan.rows), 6), Random(5), {})
    return plan, letters(plan, marks_of(plan, records))[: len(records)]


@EVERY_TABLE
def test_a_faint_mark_and_a_filled_one_are_doubts_of_their_field(game, seats):
    plan, rows = rows_of(game, seats)
    for row in rows:
        for slot, place in places_of(plan):
            if row[place] == "x":
                assert (slot.field, "faint") in doubts_of(plan, with_letter(row, place, "?"))
                assert (slot.field, "struck_out") in doubts_of(plan, with_letter(row, place, "b"))


@EVERY_TABLE
def test_a_second_mark_where_one_is_wanted_is_a_doubt_however_faint(game, seats):
    plan, rows = rows_of(game, seats)
    for row in rows:
        marked = {id(slot) for slot, place in places_of(plan) if row[place] == "x"}
        for slot, place in places_of(plan):
            if slot.takes == Takes.ONE and id(slot) in marked and row[place] == ".":
                for letter in "x?b":
                    assert (slot.field, "two_marks") in doubts_of(plan, with_letter(row, place, letter))


def test_a_row_with_a_flag_is_a_doubt():
    row = rows_of(FIPSEN, 4)[1][0]
    assert doubts_of(PLAN, row, "frame_not_found", "line_too_dark") == [
        (None, "frame_not_found"),
        (None, "line_too_dark"),
    ]


def test_a_cell_that_was_written_into_is_shown_once_and_typed():
    game = get_game("points")
    plan, _ = plan_of(game, game.Options(), 3)
    cells = [place for slot, place in places_of(plan) if slot.takes == Takes.WRITTEN]
    row = "." * len(places_of(plan))
    for place in cells[:2]:
        row = with_letter(row, place, "w")
    said = read_row(plan, SeenRow(row))
    assert said.written == [("points", 0), ("points", 1)]
    assert [(doubt.field, doubt.why) for doubt in said.doubts] == [("points", "written")]


ENDS = {slot.field: place for slot, place in places_of(PLAN) if slot.field in (ASK, VOID)}
WIDTH = len(places_of(PLAN))
MARKS = st.dictionaries(st.integers(0, WIDTH - 1), st.sampled_from("x?b"), max_size=4)


@given(MARKS, st.sampled_from(".x?b"), st.sampled_from(".x?b"), st.sets(st.just("line_too_dark")))
def test_a_line_is_left_out_only_if_that_is_the_one_clear_wish(marks, void, ask, flags):
    row = "".join(marks.get(place, ".") for place in range(WIDTH))
    row = with_letter(with_letter(row, ENDS[VOID], void), ENDS[ASK], ask)
    said = read_row(PLAN, SeenRow(row, tuple(flags)))
    others = [row[place] for place in range(WIDTH) if place not in ENDS.values()]
    assert said.is_empty == (set(row) == {"."})
    assert said.is_void == (void == "x" and ask == "." and not flags)
    if said.is_void:
        assert said.doubts == ([] if set(others) & {"x", "b"} else [Doubt(VOID, ASKED)])
    elif ask != ".":
        assert Doubt(None, ASKED) in said.doubts


# The foot


def foot_of(plan, number):
    """Return the letters of a foot that says so many lines; nothing if there is no number."""
    slots = [slot for slot, _ in plan.foot]
    tens = {1: number // 10, 0: number % 10} if number is not None else {}
    return "".join(
        "x" if slot.field == LINES_USED and tens.get(slot.digit) == value else "."
        for slot in slots
        for value in (slot.values or (None,))
    )


@EVERY_TABLE
def test_the_foot_can_say_every_number_of_lines(game, seats):
    plan, _ = plan_of(game, game.Options(), seats)
    numbers = range(len(plan.rows) + 1)
    assert [lines_used(plan, foot_of(plan, number)) for number in numbers] == [*numbers]
    assert lines_used(plan, foot_of(plan, None)) is None


@given(st.integers(0, 40), st.data())
def test_a_foot_with_a_digit_missing_or_marked_twice_says_no_number(number, data):
    foot = foot_of(PLAN, number)
    marks = [place for place, letter in enumerate(foot) if letter == "x"]
    assert lines_used(PLAN, with_letter(foot, data.draw(st.sampled_from(marks)), ".")) == -1
    boxes = range(sum(len(slot.values) for slot, _ in PLAN.foot if slot.field == LINES_USED))
    second = data.draw(st.sampled_from([place for place in boxes if place not in marks]))
    assert lines_used(PLAN, with_letter(foot, second, data.draw(st.sampled_from("x?b")))) == -1


@given(st.none() | st.integers(0, 40), st.sets(st.integers(0, 39), max_size=5).map(sorted))
def test_a_page_says_what_its_foot_says_or_has_a_problem(number, used):
    problems = page_problems(PLAN, SeenPage(foot=foot_of(PLAN, number)), used)
    last = used[-1] + 1 if used else 0
    assert ("lines_left_out" in problems) == (last != len(used))
    assert (USED_DIFFER in problems) == (number not in (None, len(used), last))


# Codes


@given(
    st.integers(0, MOST),
    st.integers(0, MOST),
    st.integers(0, 35),
    st.integers(0, 35),
    st.sampled_from("ABCD"),
)
def test_every_page_and_corner_is_read_from_its_own_code(played, table, part, page, corner):
    code = PageCode("EVENT1", played, table, part, page, "PLAN01")
    text = code_text(code, corner)
    assert read_code(text) == (code, corner)
    others = [sign + text[1:] for sign in ALPHABET if sign != text[0]]
    assert [read_code(each) for each in others] == [None] * len(others)
