"""What makes a row, a box or a page doubtful, from numbers instead of photographs."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from marked.arrangement import plan_of
from marked.codes import PageCode
from marked.reading.corners import Corner, of_one_page, paper_points
from marked.reading.hands import states_of
from marked.reading.ink import Ink
from marked.reading.page import LEAST_CORNERS, flags_of, read_page
from marked.reading.picture import Unreadable
from rules import get_game

FIPSEN = get_game("fipsen-prisdorf")
PLAN, _ = plan_of(FIPSEN, FIPSEN.Options(), 4)
PAGE = PageCode("EVENT1", 1, 1, 1, 1, PLAN.fingerprint)


@given(st.text(".x?bw", min_size=1, max_size=30), st.booleans())
def test_a_row_is_doubtful_if_a_frame_is_lost_or_most_of_it_is_dark(boxes, is_found):
    dark = len([letter for letter in boxes if letter in "x?b"])
    wanted = [] if is_found else ["frame_not_found"]
    wanted += ["line_too_dark"] if len(boxes) > 4 and 2 * dark > len(boxes) else []
    assert list(flags_of(boxes, is_found)) == wanted


@pytest.mark.parametrize("corners", ["A", "B", "AC", "CD"])
def test_a_page_with_fewer_than_three_corners_is_not_read(corners):
    assert LEAST_CORNERS == 3
    found = [Corner(PAGE, letter, 10 * paper_points(PLAN, letter)) for letter in corners]
    seen, flat = read_page(Image.new("RGB", (2100, 2970), "white"), PLAN, found)
    assert (seen.problem, seen.corners, seen.rows, flat) == ("corner_missing", len(corners), (), None)


@given(st.sets(st.sampled_from("ABCD")), st.sets(st.sampled_from("ABCD")))
def test_one_corner_of_another_page_is_its_neighbour_and_two_are_a_second_page(own, others):
    other_page = PAGE._replace(page=2)
    found = [Corner(PAGE, letter, numpy.zeros((4, 2))) for letter in sorted(own)]
    found += [Corner(other_page, letter, numpy.zeros((4, 2))) for letter in sorted(others)]
    if not found or min(len(own), len(others)) > 1:
        with pytest.raises(Unreadable) as refused:
            of_one_page(found)
        assert refused.value.problem == ("two_pages" if found else "no_code")
    else:
        kept = PAGE if len(own) >= len(others) else other_page
        assert {each.code for each in of_one_page(found)} == {kept}


MARK, TRACE, NOTHING = 0.09, 0.0075, 0.001  # ink of a mark, of what may be one, of paper


def letters_of(groups, is_one=True):
    """Return the letters of one row of groups with this ink, smooth and evenly lit."""
    ink = numpy.array([each for group in groups for each in group])
    numbers = numpy.array([number for number, group in enumerate(groups) for _ in group])
    measured = Ink(ink, numpy.full(len(ink), 0.3), numpy.full(len(ink), 1.0), numpy.zeros(len(ink)))
    rows = numpy.zeros(len(ink), dtype=int)
    return "".join(states_of(measured, rows, numbers, numpy.full(len(ink), float(is_one))))


def a_group(*ink):
    return [*ink, *[NOTHING] * (10 - len(ink))]


def test_a_trace_beside_a_weak_mark_may_be_a_second_one_where_one_is_wanted():
    groups = [*[a_group(MARK)] * 4, a_group(0.04, TRACE)]
    assert letters_of(groups)[-10:] == "x?" + "." * 8
    assert letters_of(groups, is_one=False)[-10:] == "x" + "." * 9
    assert letters_of([*[a_group(MARK)] * 4, a_group(MARK, TRACE)])[-10:] == "x" + "." * 9
