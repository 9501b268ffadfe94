"""Laws of typed sheets: whatever is typed twice, left out, cut off or half a point."""

from functools import partial
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import get_game
from scoring.paper import Line, check_paper
from scoring.paper.columns import read_half
from scoring.paper.course import Lost
from scoring.paper.seating import is_formula

GAME = get_game("points")
PLAYERS = ("Ada", "Ben", "Cleo")
MINUS = ("-", "−")


@given(st.integers(-9999, 9999), st.booleans(), st.sampled_from([".5", ",5", "½"]), st.sampled_from(MINUS))
def test_a_half_is_read_as_it_is_written(whole, is_negative, half, minus):
    typed = f"{minus if is_negative else ''}{abs(whole)}{half}"
    assert read_half(None, typed) == (abs(whole) + 0.5) * (-1 if is_negative else 1)


def a_file(name, *rows):
    return name, [Line(number, tuple(map(str, cells))) for number, cells in enumerate(rows, start=1)]


def check(*, seats=(1, 2, 3), deals=(1, 2), expected=2, totals=(), more=(), more_seats=()):
    """Check one table of three: Ada wins a point a deal."""
    seating = [(1, 1, seat, name) for seat, name in zip(seats, PLAYERS, strict=True)]
    feet = a_file("totals", ("round", "table", "seat", "total"), *totals) if totals else None
    return check_paper(
        GAME,
        GAME.Options(),
        a_file("seating", ("round", "table", "seat", "player"), *seating, *more_seats),
        a_file(
            "sheets", ("round", "table", "deal", "points"), *((1, 1, deal, "1;0;-1") for deal in deals), *more
        ),
        feet,
        deals_per_table={3: expected},
    )


def codes(paper):
    return {(each.file, each.violation.code) for each in paper.problems}


@pytest.mark.parametrize(("one", "other"), [*combinations(range(3), 2)])
def test_no_two_players_have_one_seat_whichever_it_is(one, other):
    seats = [1, 2, 3]
    seats[other] = seats[one]
    paper = check(seats=seats)
    assert ("seating", "seat_unknown") in codes(paper) and not paper.good_tables


@given(st.integers(1, 9), st.integers(-3, 3))
def test_a_total_belongs_to_a_seat_of_the_table(seat, total):
    paper = check(totals=[(1, 1, seat, total)])
    assert codes(paper) == (set() if seat <= 3 else {("totals", "seat_unknown")})
    right = {1: 2, 2: 0, 3: -2}.get(seat)
    assert len(paper.disputes) == (seat <= 3 and total != right)


@given(st.integers(0, 4), st.integers(1, 4), st.booleans())
def test_a_sheet_that_was_cut_off_is_good_unless_a_row_was_lost(typed, expected, is_lost):
    lost = [("x", 1, typed + 1, "1;0;-1")] if is_lost else []
    paper = check(deals=range(1, min(typed, expected) + 1), expected=expected, more=lost)
    is_whole = min(typed, expected) == expected
    assert bool(paper.good_tables) == (is_whole or not is_lost)
    (table,) = paper.tables
    assert table.deals_agreed == (None if is_whole else expected)


@given(st.sets(st.integers(1, 5)), st.integers(1, 5))
def test_each_deal_is_typed_once_and_none_is_missing_or_beyond_the_last(deals, expected):
    paper = check(deals=sorted(deals), expected=expected)
    inside = [deal for deal in deals if deal <= expected]
    wanted = {("sheets", "deal_beyond_last")} if len(inside) < len(deals) else set()
    wanted |= {("sheets", "deal_missing")} if sorted(inside) != [*range(1, len(inside) + 1)] else set()
    assert codes(paper) == wanted


@given(st.sets(st.integers(1, 6)), st.sets(st.integers(1, 6)), st.integers(0, 3))
def test_lost_rows_fill_a_hole_if_each_missing_deal_has_one(hole, deals, here):
    missing = [deal for deal in hole if deal not in deals]
    assert Lost(frozenset(deals), here).fills(hole) == (len(missing) <= here)


@pytest.mark.parametrize("sign", "=+@＝＋＠")
def test_a_name_that_a_spreadsheet_would_compute_is_one_whatever_follows_its_sign(sign):
    assert all(is_formula(sign + rest) for rest in ("", "A1", "1", "Ada"))
    assert not any(is_formula(name) for name in (f"Ada{sign}1", f" {sign}1", ""))


@pytest.mark.parametrize("minus", "-－")
def test_a_name_behind_a_minus_is_a_term_and_a_number_or_a_lone_minus_is_none(minus):
    found = {rest: is_formula(minus + rest) for rest in ("", "1", "12", "A1", "Ada", " ", minus)}
    assert [rest for rest, is_term in found.items() if not is_term] == ["", "1", "12"]


def test_the_players_who_are_seated_but_not_entered_are_new_once_each_and_no_formula_is_one():
    seating = [
        (1, 1, 1, "Ada"), (1, 1, 2, "Ben"), (1, 1, 3, "=1+1"),
        (2, 1, 1, "Dov"), (2, 1, 2, "Ada"), (2, 1, 3, "Ben"),
    ]  # fmt: skip
    lines = a_file("seating", ("round", "table", "seat", "player"), *seating)
    sheets = a_file("sheets", ("round", "table", "deal", "points"))
    checked = partial(check_paper, GAME, GAME.Options(), lines, sheets, None, deals_per_table={3: 2})
    for known, new in (
        ({"Ada"}, ("Ben", "Dov")),
        ({"Ada", "Ben", "Dov"}, ()),
        (set(), ("Ada", "Ben", "Dov")),
    ):
        assert checked(known_players=known).new_players == new
    assert checked().new_players == ()
