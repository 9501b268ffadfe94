"""Two photographs of a page, and a question that several lines share, from letters instead of pictures."""

from hypothesis import given
from hypothesis import strategies as st

from marked.arrangement import plan_of
from marked.questions import columns_asked, settled
from marked.seen import CLEAR, DIFFER, SOLID, SeenPage, SeenRow, letter_together, row_together, together
from rules import get_game

FIPSEN = get_game("fipsen-prisdorf")
PLAN, _ = plan_of(FIPSEN, FIPSEN.Options(), 4)
WIDTH = sum(len(slot.values) for slot in PLAN.slots)
LETTERS = st.sampled_from(".x?bp")
BOXES = st.text(LETTERS, min_size=WIDTH, max_size=WIDTH)
CONTINUED = 20


@given(LETTERS, LETTERS)
def test_a_box_that_is_clear_in_one_photo_is_clear_unless_the_photos_differ(one, other):
    both = letter_together(one, other)
    assert both == letter_together(other, one)
    clear = {each for each in (one, other) if each in CLEAR}
    assert both == clear.pop() if len(clear) == 1 else both not in CLEAR
    assert both in CLEAR or (both == SOLID) == (SOLID in (one, other))


def test_a_page_has_the_corners_of_the_better_of_two_photos():
    worse, better = (SeenPage(corners=corners) for corners in (3, 4))
    assert together(worse, better).corners == together(better, worse).corners == 4


@given(BOXES, BOXES)
def test_a_line_asks_if_two_photos_show_another_mark(one, other):
    row = row_together(SeenRow(one), SeenRow(other))
    differs = any({first, second} == {".", "x"} for first, second in zip(one, other, strict=True))
    assert row.flags == ((DIFFER,) if differs else ())


def test_a_line_whose_boxes_were_not_found_in_one_photo_is_that_of_the_other():
    lost, seen = SeenRow("x" * WIDTH, ("frame_not_found",)), SeenRow("." * WIDTH)
    assert row_together(lost, seen) == row_together(seen, lost) == seen


def a_page(*rows):
    return SeenPage(rows=tuple(SeenRow(*each) if isinstance(each, tuple) else SeenRow(each) for each in rows))


def test_two_photos_of_a_page_keep_its_lines_and_the_corners_of_the_better_one():
    first, second = a_page("x.", ".?"), a_page("x?", ".x")
    assert [row.boxes for row in together(first, second).rows] == ["x.", ".x"]


def doubtful(letter="?"):
    return "x" + "." * (CONTINUED - 1) + letter + "." * (WIDTH - CONTINUED - 1)


def test_a_box_that_is_in_doubt_in_three_lines_is_one_question():
    rows = [SeenRow(doubtful(letter)) for letter in "?.?bx"]
    (column,) = columns_asked(PLAN, rows)
    assert (column.place, column.lines) == (CONTINUED, (0, 2, 3))
    assert (column.slot.field, column.value) == ("durch", "continued")
    assert columns_asked(PLAN, rows[:3]) == []


def test_a_line_with_a_doubt_of_its_own_is_no_part_of_a_shared_question():
    rows = [*[SeenRow(doubtful())] * 2, SeenRow(doubtful(), ("line_too_dark",))]
    assert columns_asked(PLAN, rows) == []


def test_an_answer_about_a_box_replaces_its_letter():
    page = settled(a_page(doubtful(), doubtful()), {0: {CONTINUED: "x"}, 1: {CONTINUED: "."}, 99: {0: "x"}})
    assert [row.boxes[CONTINUED] for row in page.rows] == ["x", "."]
