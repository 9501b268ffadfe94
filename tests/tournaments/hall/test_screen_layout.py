"""How much fits on a screen, and one list over several: examples and laws."""

import re
from pathlib import Path
from statistics import median

import pytest
from django.contrib.staticfiles.finders import find
from hypothesis import given
from hypothesis import strategies as st

from tournaments.views.hall.wall_pages import Setting, standings_pages
from tournaments.wording.screen_layout import (
    LAYOUTS,
    LETTERS,
    PROJECTION,
    TELEVISION,
    TURN,
    heading,
    layout_for,
    seconds_for,
    share,
)
from tournaments.wording.screen_widths import FULL_ROWS

FULL = 63
SURNAMES = st.lists(st.text("abcdmz", min_size=1, max_size=5), min_size=1, max_size=400).map(sorted)


def parts_of(keys, parts, most=FULL):
    return [share(keys, part, parts, most) for part in range(1, parts + 1)]


def pages_of(count):
    layout = layout_for(count)
    return -(-count // layout.names), layout


# Letters


@pytest.mark.parametrize(
    ("count", "shown"), [(5, (6, 1)), (8, (8, 1)), (20, (10, 2)), (28, (14, 2)), (29, (21, 3)), (63, (21, 3))]
)
def test_names_have_the_largest_letters_with_which_all_fit_on_a_page(count, shown):
    assert layout_for(count)[:2] == shown


def test_sixty_names_in_three_columns_are_read_from_eight_metres_on_a_projection():
    assert layout_for(60).read_from(PROJECTION) == 8 and layout_for(60).columns == 3


def test_six_lines_are_read_from_the_back_row_on_a_television():
    assert layout_for(6).read_from(TELEVISION) == 12


def test_more_names_never_have_larger_letters():
    letters = [layout_for(count).letters for count in range(1, 700)]
    assert letters == sorted(letters, reverse=True)


@pytest.mark.parametrize("count", [1, 63, 64, 184, 360, 378, 500, 576])
def test_all_pages_of_a_screen_come_within_twenty_seconds(count):
    pages, layout = pages_of(count)
    assert pages * seconds_for(pages, layout) <= TURN


# A page that is filled


def pages_of_standings(names, lines=0):
    rows = [
        {"name": name, "rank": place, "total": 1995, "unranked": None, "rounds": []}
        for place, name in enumerate(names, start=1)
    ]
    return list(standings_pages({"rows": rows, "rounds": []}, Setting(show=("standings",), lines=lines)))


@pytest.mark.parametrize(
    ("count", "lines", "shown"),  # of the first page: rows, columns and hundredths of the screen's height
    [
        (14, 0, (7, 2, 7.4)),
        (4, 0, (4, 1, 12.2)),
        (14, 6, (4, 1, 10.8)),
        (14, 8, (7, 1, 7.4)),
        (5, 21, (5, 1, 12.2)),
    ],
)
def test_few_names_have_letters_that_fill_the_page(count, lines, shown):
    first = pages_of_standings(["Birte Brook"] * count, lines)[0]
    assert (first.rows, first.layout.columns, first.layout.letters) == shown


def test_letters_grow_only_as_long_as_every_name_stands_in_one_line():
    names = ["Ada", "Maximiliane von Hohenlohe-Schillingsfürst"]
    assert pages_of_standings(names)[0].layout.letters == LAYOUTS[0].letters


def test_the_stylesheet_of_screens_has_every_size_and_fills_the_height_whatever_the_lines():
    rules = Path(find("tournaments/wall.css")).read_text(encoding="utf-8")
    sizes = re.findall(r"^\.letters-(\d+) { font-size: ([\d.]+)vh; }", rules, re.MULTILINE)
    assert [(round(size * 10), size) for size in LETTERS] == [
        (int(name), float(size)) for name, size in sizes
    ]
    heights = re.findall(r"^( *).*\.rows-(\d+) tbody tr { height: ([\d.]+)vh; }", rules, re.MULTILINE)
    unfilled = [
        (lines, height)
        for indent, lines, height in heights
        if int(lines) >= 4
        and not 0
        <= (81.9 if int(lines) >= FULL_ROWS else 79.5 if indent else 73.2) - int(lines) * float(height)
        < 0.3
    ]
    assert len(heights) == 10 + 24 and unfilled == []


@pytest.mark.parametrize("count", range(5, 41))
@pytest.mark.parametrize("lines", [0, 6, 8, 10, 14, 21, 24])
def test_the_lines_end_above_the_progress_of_the_hall_whatever_the_players(count, lines):
    rules = Path(find("tournaments/wall.css")).read_text(encoding="utf-8")
    for page in pages_of_standings(["Birte Brook"] * count, lines):
        indent, frame, hall = ("  ", ".is-dense ", 4.8) if page.is_dense else ("", "", 5.4)
        hall = 3.4 if "is-full" in page.frame else hall  # with its margin
        row = re.search(rf"^{indent}{frame}\.rows-{page.rows} tbody tr {{ height: ([\d.]+)vh", rules, re.M)
        above = 9.6 + 6.2 + 4.6 if not page.is_dense else 7 + 4.6 + (2.6 if "is-full" in page.frame else 3.6)
        assert row and above + page.rows * float(row[1]) + hall <= 100


def test_no_cell_of_a_page_of_many_lines_is_higher_than_its_line():
    rules = Path(find("tournaments/wall.css")).read_text(encoding="utf-8")
    cells = dict(re.findall(r"^(?:\.wall-seats )?td\.(\w+) { font-size: ([\d.]+)em", rules, re.MULTILINE))
    dense = re.search(r"^  ((?:\.is-dense td\.\w+,? )+){ font-size: ([\d.]+)em; }", rules, re.MULTILINE)
    assert dense
    cells |= dict.fromkeys(re.findall(r"td\.(\w+)", dense[1]), dense[2])
    rows = re.findall(r"^ *\.is-dense \.rows-(\d+) tbody tr { height: ([\d.]+)vh", rules, re.MULTILINE)
    heights = {int(lines): float(height) for lines, height in rows}
    for layout in LAYOUTS[-2:]:
        letters = {name: float(size) * layout.letters for name, size in cells.items()}
        assert {name for name, size in letters.items() if size > heights[layout.lines]} == set()


# One list over several screens


def test_a_list_is_cut_between_letters_and_says_so():
    keys = sorted(f"{letter}{n:02}" for letter in "abcdefghijkl" for n in range(15))
    shown = parts_of(keys, 3)
    assert [heading(keys, each) for each in shown] == ["A – D", "E – H", "I – L"]


def test_a_cut_inside_a_letter_names_as_much_as_tells_both_screens_apart():
    keys = [f"m{letter}ller" for letter in "abcdefghijklmnopqrst"]
    assert [heading(keys, each) for each in parts_of(keys, 2)] == ["M – Mj", "Mk – M"]


def test_namesakes_stay_on_one_screen_if_both_hold_it():
    keys = sorted(
        ["müller, a", "müller, b", *(f"a{n:02}" for n in range(30)), *(f"m{n:02}" for n in range(30))]
    )
    cut = len(parts_of(keys, 2)[0])
    assert keys[cut - 1].split(",")[0] != keys[cut].split(",")[0]


def test_namesakes_on_two_screens_are_told_apart_by_first_names():
    keys = [f"müller, {name}" for name in ("anna", "bert", "carl", "dora")]
    assert [heading(keys, each) for each in parts_of(keys, 2)] == ["M – Müller, B", "Müller, C – M"]


@given(SURNAMES, st.integers(1, 12))
def test_everybody_is_on_exactly_one_screen_in_the_order_of_the_list(keys, parts):
    shown = parts_of(keys, parts)
    assert [at for each in shown for at in each] == list(range(len(keys)))


@given(SURNAMES, st.integers(1, 12))
def test_no_screen_turns_pages_where_equal_parts_would_fit(keys, parts):
    equal = -(-len(keys) // parts)
    assert max(map(len, parts_of(keys, parts))) <= max(FULL, equal)


@given(SURNAMES, st.integers(2, 8))
def test_a_cut_moves_by_no_more_than_an_eighth_of_a_part(keys, parts):
    size = len(keys) / parts
    assert all(abs(len(each) - size) <= 2 * (size / 8 + 1) for each in parts_of(keys, parts))


# Until a person finds their seat


def waits(pages, seconds):
    """Return the seconds until each page comes, from each page that may be shown first."""
    return [(page - shown) % pages * seconds for page in range(pages) for shown in range(pages)]


def test_a_hundred_and_eighty_four_people_find_their_seat_at_once_on_three_screens():
    keys = [f"{chr(97 + n // 8)}{n}" for n in range(184)]
    found = [wait for part in parts_of(keys, 3) for wait in waits(*paged(len(part)))]
    assert max(found) == 0


def test_on_one_screen_they_find_it_within_half_a_turn():
    seconds = waits(*paged(184))
    assert (median(seconds), max(seconds)) == (20 / 3, 40 / 3)
    assert max(waits(31, 7)) == 210  # six names a page, as before


def paged(count):
    pages, layout = pages_of(count)
    return pages, seconds_for(pages, layout)


def test_every_layout_has_smaller_letters_and_more_names_than_the_one_before():
    assert [each.names for each in LAYOUTS] == sorted({each.names for each in LAYOUTS})
