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
from marked.reading.ink import Boxes, Ink
from marked.reading.page import flags_of, read_page
from marked.reading.picture import Unreadable
from marked.reading.thresholds import LEAST_CORNERS
from rules import get_game

FIPSEN = get_game("fipsen-prisdorf")
PLAN, _ = plan_of(FIPSEN, FIPSEN.Options(), 4)
PAGE = PageCode("EVENT1", 1, 1, 1, 1, PLAN.fingerprint)


@given(st.text(".x?bw", min_size=1, max_size=30), st.booleans())
def test_a_row_is_doubtful_if_a_frame_is_lost_or_most_of_it_is_dark(boxes, is_found):
    dark = len([letter for letter in boxes if letter in "x?b"])
    expected = [] if is_found else ["frame_not_found"]
    expected += ["line_too_dark"] if len(boxes) > 4 and 2 * dark > len(boxes) else []
    assert list(flags_of(boxes, is_found)) == expected


@pytest.mark.parametrize("corners", ["A", "B", "AC", "CD"])
def test_a_page_with_fewer_than_three_corners_is_not_read(corners):
    assert LEAST_CORNERS == 3
    found = [Corner(PAGE, letter, 10 * paper_points(PLAN, letter)) for letter in corners]
    page, flat = read_page(Image.new("RGB", (2100, 2970), "white"), PLAN, found)
    assert (page.problem, page.corners, page.rows, flat) == ("corner_missing", len(corners), (), None)


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
DARK, PALE = 0.6, 0.35  # of strokes: this hand's, and lighter ones


def letters_of(groups, is_one=True, is_void=False, **more):
    """Return the letters of one row of groups with this ink; strokes are dark unless `stroke` differs."""
    ink = numpy.array([each for group in groups for each in group])
    numbers = numpy.array([number for number, group in enumerate(groups) for _ in group])
    same = numpy.full(len(ink), 0.3)
    nothing = numpy.zeros(len(ink))
    known = {"stroke": numpy.where(ink > NOTHING, DARK, 0.03), "full": same, "even": same, "beyond": same / 3}
    known |= {"overhang": nothing, "hidden": nothing, "solid": nothing > 0}
    measured = Ink(ink=ink, **{**known, **more})
    rows = numpy.zeros(len(ink), dtype=int)
    boxes = Boxes(rows, numbers, numpy.full(len(ink), is_one), numpy.full(len(ink), is_void))
    return "".join(states_of(measured, boxes))


def a_group(*ink):
    return [*ink, *[NOTHING] * (10 - len(ink))]


def test_a_trace_beside_a_weak_mark_may_be_a_second_one_where_one_is_wanted():
    groups = [*[a_group(MARK)] * 4, a_group(0.04, TRACE)]
    assert letters_of(groups)[-10:] == "x?" + "." * 8
    assert letters_of([*[a_group(MARK)] * 4, a_group(MARK, TRACE)])[-10:] == "x" + "." * 9


def test_a_box_paler_than_the_hand_is_the_shade_of_paper_and_no_second_mark():
    groups = [*[a_group(MARK)] * 4, a_group(0.04, TRACE)]
    strokes = numpy.where(numpy.arange(50) == 41, 0.4 * DARK, DARK)
    assert letters_of(groups, stroke=strokes)[-10:] == "x" + "." * 9


@pytest.mark.parametrize(("stroke", "letter"), [(DARK, "x"), (PALE, "p"), (0.25, "?")])
def test_a_small_mark_is_clear_if_it_is_as_dark_as_the_hand_and_pale_if_it_is_alone(stroke, letter):
    groups = [*[a_group(MARK)] * 4, a_group(0.025)]
    strokes = numpy.full(50, DARK)
    strokes[40] = stroke
    assert letters_of(groups, stroke=strokes)[-10:] == letter + "." * 9
    assert letters_of(groups, stroke=strokes, is_one=False)[-10] == ("x" if letter == "x" else "?")


def test_a_light_pencil_after_a_pen_is_never_lost():
    # Four rows of a pen, then two rows of a pencil with a tenth of its ink.
    pen, pencil = [a_group(MARK)] * 4, [a_group(0.011), a_group(0.006), a_group(), a_group()]
    groups = [*pen * 4, *pencil * 2]
    ink = numpy.array([each for group in groups for each in group])
    same = numpy.full(len(ink), 0.3)
    stroke = numpy.where(ink == MARK, DARK, numpy.where(ink > NOTHING, 0.1, 0.03))
    nothing = numpy.zeros(len(ink))
    measured = Ink(ink, stroke, same, same, same / 3, nothing, nothing, nothing > 0)
    numbers = numpy.arange(len(ink)) // 10
    letters = states_of(measured, Boxes(numbers // 4, numbers, nothing == 0, nothing > 0))
    assert letters[160::10] == ["?", "?", ".", "."] * 2


LIGHT, QUIET = 0.013, 0.0002  # ink of a light pencil, and of paper in a good photo
LIGHT_STROKE = 0.12


def pencilled(*groups, noise=QUIET, is_one=True, **more):
    """Return the letters of four groups that a light pencil marked, and of others with this ink."""
    ink = [[LIGHT, *[noise] * 9]] * 4 + [[*each, *[QUIET] * (10 - len(each))] for each in groups]
    stroke = numpy.where(numpy.array(ink).ravel() > 0.001, LIGHT_STROKE, 0.03)
    return letters_of(ink, is_one=is_one, **{"stroke": stroke, **more})


def test_a_light_pencil_is_read_where_its_photo_has_less_noise_than_its_marks():
    assert pencilled([0.006]) == ("x" + "." * 9) * 5


def test_in_a_noisy_photo_the_rules_decide_about_its_palest_marks():
    assert pencilled([0.0065])[-10] == "x"
    assert pencilled([0.0065], noise=0.0012)[-10] == "p"


def test_a_light_pencil_is_asked_beside_a_second_trace_and_where_nothing_else_contradicts():
    assert pencilled([0.006, 0.003])[-10:] == "??" + "." * 8
    in_list = numpy.arange(50) < 40
    assert pencilled([0.006], is_one=in_list)[-10] == "?"
    assert pencilled([0.0105], is_one=in_list)[-10] == "x"


def a_shade(ink, stroke, beyond, overhang):
    """Return the letter of a box that is dark as a whole, and dark outside of its frame as well."""
    full, beyonds, overhangs = numpy.full(50, 0.3), numpy.full(50, 0.1), numpy.full(50, 0.1)
    strokes = numpy.full(50, DARK)
    full[40], beyonds[40], overhangs[40], strokes[40] = 0.8, beyond, overhang, stroke
    groups = [*[a_group(MARK)] * 4, a_group(ink)]
    return letters_of(groups, full=full, beyond=beyonds, overhang=overhangs, stroke=strokes)[40]


def test_the_tip_of_a_shadow_is_no_mark_and_a_fill_across_one_side_of_its_frame_is_one():
    assert a_shade(0.21, 0.32, beyond=0.63, overhang=0.33) == "p"
    assert a_shade(0.21, 0.32, beyond=0.1, overhang=0.15) == "x"
    assert a_shade(0.21, 0.32, beyond=0.1, overhang=0.33) == "x"


def test_an_x_is_clear_in_strokes_and_in_doubt_if_a_part_of_it_is_solid():
    groups, is_x = [*[a_group(MARK)] * 4, [MARK]], numpy.arange(41) == 40
    assert letters_of(groups, is_one=~is_x, is_void=is_x)[40] == "x"
    assert letters_of(groups, is_one=~is_x, is_void=is_x, solid=is_x)[40] == "b"


@pytest.mark.parametrize(("stroke", "step", "letter"), [(0.12, 0.3, "?"), (0.12, 0.1, "."), (DARK, 0.3, ".")])
def test_a_fold_or_an_edge_darker_than_a_light_pencil_may_hide_its_mark_in_a_list(stroke, step, letter):
    ink = MARK if stroke == DARK else 2 * LIGHT
    groups, in_list = [*[a_group(ink)] * 4, a_group(0.0)], numpy.arange(50) < 40
    hidden = numpy.zeros(50)
    hidden[[25, 45]] = step
    strokes = numpy.where(numpy.arange(50) % 10 == 0, stroke, 0.03)
    letters = letters_of(groups, is_one=in_list, hidden=hidden, stroke=strokes)
    assert (letters[25], letters[45]) == (".", letter)


@pytest.mark.parametrize(("dark", "step", "letter"), [(0.12, 0.15, "x"), (0.12, 0.25, "?"), (DARK, 1.2, "x")])
def test_a_pale_mark_in_a_list_is_a_doubt_if_more_was_taken_for_a_stain_than_is_left(dark, step, letter):
    groups, in_list = [*[a_group(MARK)] * 4, [MARK]], numpy.arange(41) < 40
    known = {"hidden": numpy.full(41, step), "stroke": numpy.full(41, dark)}
    assert letters_of(groups, is_one=in_list, **known)[40] == letter
    assert letters_of(groups, **known)[40] == "x"


@pytest.mark.parametrize(("step", "beyond", "letter"), [(0.3, 0.8, "?"), (0.3, 0.2, "x"), (0.6, 0.8, "x")])
def test_a_mark_in_a_list_is_a_doubt_if_it_is_flat_and_goes_on_beyond_its_frame(step, beyond, letter):
    groups, in_list = [*[a_group(MARK)] * 4, [MARK]], numpy.arange(41) < 40
    known = {"hidden": numpy.full(41, step), "beyond": numpy.full(41, beyond)}
    assert letters_of(groups, is_one=in_list, **known)[40] == letter
    assert letters_of(groups, **known)[40] == "x"


def filled(*places, share=0.85, even=0.8, beyond=0.1, in_list=()):
    """Return the letters of five groups with one mark each, filled at these places, the last one so even."""
    full, evens, sides = numpy.full(50, 0.3), numpy.full(50, 0.3), numpy.full(50, 0.1)
    for place in places:
        full[10 * place], evens[10 * place] = share, 0.8
    evens[10 * places[-1]], sides[10 * places[-1]] = even, beyond
    is_one = numpy.isin(numpy.arange(50) // 10, in_list, invert=True)
    return letters_of([a_group(MARK)] * 5, is_one=is_one, full=full, even=evens, beyond=sides)[::10]


def test_a_box_that_is_full_to_its_corners_among_crosses_may_be_struck_out_and_any_fill_in_a_list():
    assert filled(4) == "xxxxx"
    assert filled(4, share=0.97) == filled(4, in_list=[4]) == "xxxxb"


def test_a_hand_that_fills_strikes_out_by_filling_denser_or_beyond_the_frame():
    for in_list in ([], [4]):
        assert filled(0, 1, 2, 3, 4, in_list=in_list)[-1] == "x"
        assert filled(0, 1, 2, 3, 4, even=0.95, in_list=in_list)[-1] == "b"
        assert filled(0, 1, 2, 3, 4, beyond=0.3, in_list=in_list)[-1] == "b"


def test_a_row_whose_marks_are_all_filled_is_of_a_hand_that_fills_whatever_is_around():
    crosses, fills = [a_group(MARK)] * 6, [a_group(MARK)] * 5
    full = numpy.where(numpy.arange(110) < 60, 0.3, 0.95)
    assert letters_of([*crosses, *fills], full=full)[60::10] == "bbbbb"
    ink = numpy.array([each for group in [*crosses, *crosses, *fills] for each in group])
    numbers = numpy.arange(len(ink)) // 10
    same, nothing = numpy.full(len(ink), 0.3), numpy.zeros(len(ink))
    full = numpy.where(numbers < 12, 0.3, 0.95)
    measured = Ink(
        ink, numpy.where(ink > NOTHING, DARK, 0.03), full, same, same / 3, nothing, nothing, nothing > 0
    )
    letters = states_of(measured, Boxes(numbers // 12, numbers, nothing == 0, nothing > 0))
    assert "".join(letters[120::10]) == "xxxxx"
