"""Typed sheets: cells to records, rows in order, and one wrong row among right ones."""

from dataclasses import replace

import pytest

from rules.fields import Field, Kind
from rules.fipsen import prisdorf
from rules.game import Violation
from scoring.paper import Line, check_paper
from scoring.paper.columns import Column, columns_for, columns_of, read_cell, read_cells
from scoring.paper.course import TypedRow, check_rows

GAME = prisdorf.GAME
COLUMNS = ["round", "table", "deal", "dealer_seat", "declarer_seat", "contract", "bid", "announced", "trump"]
COLUMNS += ["took_skat", "durch", "tricks"]
SEATING = [("1", "1", str(seat), name) for seat, name in enumerate(("Ada", "Ben", "Cleo", "Dov"), start=1)]


def a_row(number, **changes):
    """Return deal n of table 1: seat 2 plays 2 with spades and makes it."""
    usual = {
        "round": 1,
        "table": 1,
        "deal": number,
        "dealer_seat": (number - 1) % 4 + 1,
        "declarer_seat": 2,
        "contract": "tricks",
        "bid": 2,
        "trump": "S",
        "took_skat": "yes",
        "tricks": 2,
    }
    return {name: str(value) for name, value in (usual | changes).items()}


def a_pass(number, **changes):
    nothing = dict.fromkeys(("declarer_seat", "bid", "trump", "took_skat", "tricks"), "")
    return a_row(number, **nothing, contract="passed") | {name: str(value) for name, value in changes.items()}


def lines(header, rows):
    return [Line(number, tuple(cells)) for number, cells in enumerate([header, *rows], start=1)]


def check(rows, *, columns=COLUMNS, seating=SEATING, known=None, options=None, deals=4, game=GAME):
    cells = [[row.get(column, "") for column in columns] for row in rows]
    return check_paper(
        game,
        game.Options(**(options or {})),
        ("seating.csv", lines(("round", "table", "seat", "player"), seating)),
        ("sheets.csv", lines(columns, cells)),
        deals_per_table={4: deals},
        known_players=known,
    )


def codes(paper):
    return [(problem.row, problem.violation.code) for problem in paper.problems]


def a_field(kind, name="points", **changes):
    return Field(name=name, kind=kind, label=name, **changes)


# Columns and cells


def test_seats_are_printed_from_one_and_named_so():
    assert [name for name in columns_of(GAME) if name.endswith("_seat")] == ["declarer_seat", "dealer_seat"]
    record, _ = read_cells(columns_of(GAME), {"declarer_seat": "3", "dealer_seat": "1"})
    assert record == {"declarer": 2, "dealer": 0}


@pytest.mark.parametrize(
    ("kind", "cell", "value"),
    [
        (Kind.COUNT, "5", 5),
        (Kind.COUNT, "−5", -5),
        (Kind.COUNT, "+5", 5),
        (Kind.COUNT, "5.0", None),
        (Kind.COUNT, "five", None),
        (Kind.COUNT, "1" * 5000, None),
        (Kind.COUNT, "-" + "9" * 9, -999_999_999),
        (Kind.COUNT, "9" * 10, None),
        (Kind.COUNT, "²", None),
        (Kind.COUNT, "٣", None),
        (Kind.COUNT, "--5", None),
        (Kind.SEAT, "1", 0),
        (Kind.SEAT, "one", None),
        (Kind.COUNTS, "2;", None),
        (Kind.FLAG, "Yes", True),
        (Kind.FLAG, "false", False),
        (Kind.FLAG, "1", None),
        (Kind.COUNTS, "2;1; 1;1", [2, 1, 1, 1]),
        (Kind.COUNTS, "2;x", None),
        (Kind.FLAGS, "yes;no;TRUE", [True, False, True]),
        (Kind.FLAGS, "yes;", None),
        (Kind.FREE, "10;-4;-6", [10, -4, -6]),
        (Kind.FREE, "10;x", [10, "x"]),
        (Kind.CHOICES, "ruten + hand", ["ruten", "hand"]),
        (Kind.CHOICE, "bridge", "bridge"),
    ],
)
def test_a_cell_is_read_by_the_kind_of_its_field(kind, cell, value):
    assert read_cell(Column("points", a_field(kind)), cell) == value


def test_a_word_of_the_game_may_be_typed_in_any_case():
    record, _ = read_cells(columns_of(GAME), {"trump": "d", "contract": "Tricks", "announced": "RUTEN"})
    assert record == {"trump": "D", "contract": "tricks", "announced": ["ruten"]}


def test_a_claim_has_three_columns_and_sides_count_from_one():
    columns = {column.name: column for column in columns_for(a_field(Kind.CLAIM, "claim"))}
    assert list(columns) == ["claim_side", "claim_counted", "claim_other_counted"]
    record, _ = read_cells(columns, {"claim_side": "2", "claim_counted": "61"})
    assert record == {"claim": {"side": 1, "counted": 61}}


def test_an_unreadable_cell_says_what_its_column_takes():
    _, (unread,) = read_cells(columns_of(GAME), {"bid": "x"})
    assert (unread.code, unread.field) == ("value_unreadable", "bid")
    assert str(unread) == "The column “bid” takes a whole number; found “x”."


# Whole sheets


def test_a_good_sheet_adds_up():
    (table,) = check([a_row(deal) for deal in (1, 2, 3, 4)]).good_tables
    assert (table.players, table.state.totals, table.deals_counted) == (
        ("Ada", "Ben", "Cleo", "Dov"),
        (0, 8, 0, 0),
        4,
    )


def test_a_passed_row_has_the_number_of_the_deal_that_is_dealt_again():
    paper = check([a_row(1), a_pass(2), a_pass(2), a_row(2)])
    assert codes(paper) == [] and paper.tables[0].deals_counted == 2


def test_tables_number_passed_deals_where_these_count():
    rows = [a_row(1), a_pass(2), a_row(3, dealer_seat=2)]
    assert codes(check(rows, options={"count_passed_deals": True})) == []


def test_rows_may_stand_in_any_order():
    assert codes(check([a_row(3), a_row(1), a_row(2)])) == []


def test_columns_may_stand_in_any_order_and_empty_lines_do_not_matter():
    paper = check([{}, a_row(1), {}, a_row(2)], columns=[*reversed(COLUMNS), ""])
    assert codes(paper) == [] and paper.tables[0].deals_counted == 2


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param([a_row(1), a_row(1)], [(3, "deal_repeated")], id="the same deal twice"),
        pytest.param([a_row(1), a_row(2), a_pass(2)], [(4, "deal_repeated")], id="passed after it was dealt"),
        pytest.param([a_row(1), a_row(3)], [(3, "deal_missing")], id="a hole"),
        pytest.param([a_row(2)], [(2, "deal_missing")], id="the first is missing"),
        pytest.param([a_row(n) for n in range(1, 6)], [(6, "deal_beyond_last")], id="one too many"),
        pytest.param([a_row(1, table=7)], [(2, "table_unknown")], id="a table nobody sits at"),
        pytest.param([a_row(1, took_skat="perhaps")], [(2, "value_unreadable")], id="neither yes nor no"),
        pytest.param([a_row(1, deal="first")], [(2, "value_unreadable")], id="a number in words"),
        pytest.param([a_row(1, round=0)], [(2, "value_unreadable")], id="rounds begin with 1"),
        pytest.param([a_row(1, bid="+-2")], [(2, "value_unreadable")], id="two signs"),
        pytest.param([a_row(1, declarer_seat=5)], [(2, "declarer_out_of_range")], id="the rules know seats"),
        pytest.param([a_row(1, dealer_seat=2)], [(2, "wrong_dealer")], id="another dealer"),
    ],
)
def test_a_wrong_row_is_named_by_its_line(rows, expected):
    assert codes(check(rows)) == expected


def test_everything_wrong_with_a_row_is_said_at_once():
    row_codes = {code for _, code in codes(check([a_row(1, bid="", tricks=9, dealer_seat=3)]))}
    assert {"wrong_dealer", "bid_out_of_range", "tricks_out_of_range"} <= row_codes


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(a_row(2, tricks=9), id="refused by the rules"),
        pytest.param(a_row(2, dealer_seat=4), id="its dealer mistyped"),
        pytest.param(a_row(2, tricks="x"), id="unreadable"),
        pytest.param(a_row(2, contract="bridge"), id="an unknown contract"),
    ],
)
def test_one_wrong_row_does_not_drag_the_others_along(wrong):
    rows = [a_row(1), wrong, a_row(3), a_row(4, tricks=8)]
    assert {row for row, _ in codes(check(rows))} == {3, 5}


def test_a_refused_row_may_have_been_a_passed_one():
    rows = [a_row(1), a_pass(2, declarer_seat=1), a_row(2), a_row(3)]
    assert codes(check(rows)) == [(3, "passed_deal_has_declarer")]


def test_after_a_refused_row_a_wrong_dealer_is_still_found():
    rows = [a_row(1, tricks=9), a_row(2, dealer_seat=4)]
    assert codes(check(rows)) == [(2, "tricks_out_of_range"), (3, "wrong_dealer")]


def test_a_row_with_an_unknown_table_does_not_leave_a_hole_as_well():
    rows = [a_row(1), a_row(2, table=8), a_row(3)]
    assert codes(check(rows)) == [(3, "table_unknown")]
    assert check(rows).good_tables == []


def test_a_column_that_no_row_needs_may_be_left_out():
    columns = [column for column in COLUMNS if column not in ("announced", "durch", "dealer_seat")]
    assert codes(check([a_row(1)], columns=columns)) == []


@pytest.mark.parametrize("column", ["round", "deal", "tricks", "contract"])
def test_a_column_that_is_missing_is_one_problem_however_many_rows(column):
    rows = [a_row(deal) for deal in (1, 2, 3)]
    paper = check(rows, columns=[each for each in COLUMNS if each != column])
    assert [(each.row, each.violation.code, each.field) for each in paper.problems] == [
        (1, "column_missing", column)
    ]


def test_a_missing_column_does_not_hide_the_same_line_of_the_seating():
    columns = [column for column in COLUMNS if column != "tricks"]
    paper = check([a_row(1)], columns=columns, known={"Ben", "Cleo", "Dov"})
    assert codes(paper) == [(2, "player_unknown"), (1, "column_missing")]


def test_a_table_the_game_forbids_has_no_deals():
    (table,) = check([a_row(1)], seating=SEATING[:2]).tables
    assert (table.is_good, table.records, table.state, table.deals_counted) == (False, (), None, 0)


def test_tables_without_a_lost_row_have_no_hole_filled():
    checked = check_rows(GAME, GAME.opening(GAME.Options(), 4, 0), [TypedRow(2, 2, {"contract": "passed"})])
    assert [(line, each.code) for line, each in checked.problems] == [(2, "deal_missing")]


def test_an_unknown_column_is_refused():
    assert codes(check([a_row(1)], columns=[*COLUMNS, "weather"])) == [(1, "column_unknown")]


def test_a_column_that_is_there_twice_is_refused():
    assert codes(check([a_row(1)], columns=[*COLUMNS, "tricks"])) == [(1, "column_unknown")]


def test_an_empty_file_misses_its_columns():
    paper = check_paper(GAME, GAME.Options(), ("a", []), ("b", []), deals_per_table={})
    assert {problem.violation.code for problem in paper.problems} == {"column_missing"}


def test_a_line_longer_than_the_header_is_refused():
    rows = [*lines(COLUMNS, []), Line(2, (*(a_row(1).get(name, "") for name in COLUMNS), "no"))]
    seating = lines(("round", "table", "seat", "player"), SEATING)
    paper = check_paper(GAME, GAME.Options(), ("a", seating), ("b", rows), deals_per_table={})
    assert codes(paper) == [(2, "value_unreadable")]


# Seating


@pytest.mark.parametrize(
    ("seating", "expected"),
    [
        pytest.param([*SEATING[:3], ("1", "1", "5", "Dov")], [(5, "seat_unknown")], id="seat 4 is missing"),
        pytest.param([*SEATING[:3], ("1", "1", "3", "Dov")], [(5, "seat_unknown")], id="a seat taken twice"),
        pytest.param([*SEATING[:3], ("1", "1", "4", "Ada")], [(5, "player_twice")], id="twice at a table"),
        pytest.param([*SEATING[:3], ("1", "1", "4", "")], [(5, "value_unreadable")], id="nobody"),
        pytest.param(
            [("1", "1", "1", ""), *SEATING[1:]], [(2, "value_unreadable")], id="nobody at the first seat"
        ),
        pytest.param(
            [("1", "", "1", "Ada"), *SEATING[1:]], [(2, "value_unreadable")], id="a line of no table"
        ),
        pytest.param([*SEATING[:3], ("1", "1", "x", "Dov")], [(5, "value_unreadable")], id="a seat in words"),
        pytest.param(SEATING[:2], [(2, "seats_out_of_range")], id="two cannot play this"),
        pytest.param(SEATING[:1], [(2, "seats_out_of_range")], id="one cannot play anything"),
        pytest.param([*SEATING[:3], ("1", "1", "4", "D" * 121)], [(5, "value_unreadable")], id="too long"),
        pytest.param([*SEATING[:3], ("1", "1", "0", "Dov")], [(5, "value_unreadable")], id="seat nought"),
        pytest.param([*SEATING[:3], ("1", "1", "²", "Dov")], [(5, "value_unreadable")], id="not a digit"),
        pytest.param(
            [*SEATING[:3], ("1", "1", "1000000", "Dov")], [(5, "value_unreadable")], id="seven digits"
        ),
    ],
)
def test_a_wrong_seating_is_named_by_its_line(seating, expected):
    paper = check([], seating=seating)
    assert codes(paper) == expected and paper.good_tables == []


@pytest.mark.parametrize("name", ["D" * 120, "Dov  von \t der Au"], ids=["longest", "with gaps"])
def test_a_name_is_kept_with_single_spaces(name):
    (table,) = check([], seating=[*SEATING[:3], ("1", "1", "4", name)]).good_tables
    assert table.players[3] == " ".join(name.split())


def test_rounds_and_tables_may_have_any_number():
    seating = [("7", "999999", seat, name) for _, _, seat, name in SEATING]
    (table,) = check([a_row(1, round=7, table=999_999)], seating=seating).good_tables
    assert (table.round, table.number, table.line, table.deals_counted) == (7, 999_999, 2, 1)


@pytest.mark.parametrize(
    ("rows", "seating", "said"),
    [
        pytest.param(
            [a_row(1, round=3, table=7)],
            SEATING,
            "Table 7 of round 3 has no players.",
            id="an unknown table",
        ),
        pytest.param(
            [],
            [*SEATING[:3], ("1", "1", "6", "Dov")],
            "Round 1, table 1 has 4 players, so there is no seat 6.",
            id="an unknown seat",
        ),
        pytest.param(
            [],
            [("2", "5", seat, name) for _, _, seat, name in [*SEATING[:3], ("", "", "3", "Dov")]],
            "Another player already has seat 3 at round 2, table 5.",
            id="a seat taken",
        ),
        pytest.param(
            [],
            [("2", "5", seat, name) for _, _, seat, name in [*SEATING[:3], ("", "", "4", "Ben")]],
            "Ben already sits at table 5 of round 2, in line 3.",
            id="a player twice",
        ),
        pytest.param(
            [a_row(1), a_row(3)],
            SEATING,
            "Deal 2 of this table is missing; found deal 3 instead.",
            id="a hole",
        ),
        pytest.param(
            [a_row(1), a_row(2), a_row(1)],
            SEATING,
            "Deal 1 of this table is already entered; deal 2 comes next.",
            id="the same deal twice",
        ),
        pytest.param(
            [a_row(deal) for deal in range(1, 6)],
            SEATING,
            "A table of this size plays 4 deals a round, so there is no deal 5.",
            id="one too many",
        ),
    ],
)
def test_a_problem_is_said_in_the_numbers_of_the_paper(rows, seating, said):
    assert [str(problem.violation) for problem in check(rows, seating=seating).problems] == [said]


@pytest.mark.parametrize(
    ("lost", "expected"),
    [
        pytest.param([a_row(2, deal="second")], [(4, "value_unreadable")], id="one lost row fills one hole"),
        pytest.param([], [(3, "deal_missing")], id="nothing fills it"),
        pytest.param([a_row(2, table=8)], [(4, "table_unknown")], id="its number at another table"),
        pytest.param([a_row(3, table=8)], [(3, "deal_missing"), (4, "table_unknown")], id="another number"),
    ],
)
def test_a_hole_is_reported_unless_a_lost_row_may_fill_it(lost, expected):
    assert codes(check([a_row(1), a_row(3), *lost])) == expected


def test_no_player_sits_at_two_tables_of_a_round():
    other = [("1", "2", str(seat), name) for seat, name in enumerate(("Eda", "Ada", "Fee"), start=1)]
    assert codes(check([], seating=[*SEATING, *other])) == [(7, "player_twice")]


def test_a_player_sits_somewhere_else_in_the_next_round():
    other = [("2", "2", str(seat), name) for seat, name in enumerate(("Cleo", "Ada", "Ben"), start=1)]
    assert codes(check([], seating=[*SEATING, *other])) == []


def test_a_table_with_an_unreadable_seat_is_not_judged_by_its_deals():
    seating = [*SEATING[:3], ("1", "1", "x", "Dov")]
    assert codes(check([a_row(1, declarer_seat=4)], seating=seating)) == [(5, "value_unreadable")]


def test_a_name_that_is_not_entered_is_refused():
    assert codes(check([], known={"Ada", "Ben", "Cleo"})) == [(5, "player_unknown")]


def test_a_wrong_table_does_not_spoil_its_neighbour():
    other = [("1", "2", str(seat), name) for seat, name in enumerate(("Eda", "Fee", "Gus", "Ian"), start=1)]
    paper = check([a_row(1), a_row(1, table=2, tricks=9)], seating=[*SEATING, *other])
    assert [table.number for table in paper.good_tables] == [1]


# A game that carries more state than the dealer


def violations_with_a_quota(state, record):
    """Fipsen in which a player with points may not declare."""
    has_points = record.declarer is not None and state.totals[record.declarer] != 0
    spent = [Violation("quota_used", "declarer", "You have had your deal.")] if has_points else []
    return [*spent, *GAME.violations(state, record)]


def test_a_quota_that_is_used_up_is_refused():
    game = replace(GAME, violations=violations_with_a_quota)
    assert codes(check([a_row(1), a_row(2)], game=game)) == [(3, "quota_used")]


def test_tables_with_a_refused_row_are_not_refused_later_ones_for_what_earlier_deals_left():
    game = replace(GAME, violations=violations_with_a_quota)
    rows = [a_row(1), a_row(2, declarer_seat=3, tricks=9), a_row(3)]
    assert codes(check(rows, game=game)) == [(3, "tricks_out_of_range")]
