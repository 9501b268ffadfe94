"""What marks say, without a picture: letters of boxes become records and doubts, for every game."""

from itertools import product
from random import Random

import pytest

from marked.arrangement import plan_of
from marked.codes import PageCode
from marked.meaning import read_row
from marked.seen import SeenPage, SeenRow, page_as_json, page_from_json
from marked.sheet import decided_row, made_row, read_table
from rules import all_games, get_game
from rules.notation import as_asked
from rules.reading import open_table
from scoring.sheet.sheet import blank_sheet
from tests.marked.people import is_sayable, letters, marks_of, plainly, played

TABLES = [
    (game, seats)
    for game in all_games()
    for seats in game.seats
    if not game.table_violations(game.Options(), seats, 0)
    and not any(slot.takes == "written" for slot in plan_of(game, game.Options(), seats)[0].slots)
]
FIPSEN = get_game("fipsen-prisdorf")
A_DEAL = {"declarer": 1, "contract": "tricks", "bid": 3, "trump": "S", "took_skat": True, "tricks": 3}


def page_of(plan, rows, foot, page=1):
    code = PageCode("EVENT1", 1, 1, 1, page, plan.fingerprint)
    return SeenPage(code, "", tuple(SeenRow(row) for row in rows), foot, 4)


def opened(game, seats):
    return blank_sheet(open_table(game, game.Options(), seats, 0))


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda each: str(getattr(each, "key", each)))
def test_the_marks_of_a_simulated_sheet_say_its_records(game, seats):
    plan, _ = plan_of(game, game.Options(), seats)
    records = played(game, seats, len(plan.rows), Random(3), {})
    *rows, foot = letters(plan, marks_of(plan, records))
    (page,) = read_table(game, opened(game, seats), [(plan, page_of(plan, rows, foot))])
    state = open_table(game, game.Options(), seats, 0)
    sayable = [
        (row, record) for row, record in zip(page.rows, records, strict=True) if is_sayable(plan, record)
    ]
    assert page.problems == ()
    assert len(sayable) > len(records) / 2
    assert [(row.doubts, plainly(game, as_asked(game, row.record, state))) for row, _ in sayable] == [
        ((), record) for _, record in sayable
    ]


def fipsen_rows(*records):
    plan, _ = plan_of(FIPSEN, FIPSEN.Options(), 4)
    *rows, foot = letters(plan, marks_of(plan, records))
    return plan, rows, foot


def place_in_row(plan, field, value):
    start = 0
    for slot in plan.slots:
        if slot.field == field:
            return start + slot.values.index(value)
        start += len(slot.values)
    raise AssertionError(field)


def with_letters(plan, row, *marks):
    signs = list(row)
    for field, value, sign in marks:
        signs[place_in_row(plan, field, value)] = sign
    return "".join(signs)


@pytest.mark.parametrize(
    ("marks", "why", "field", "proposed"),
    [
        ([("trump", "H", "x")], "two_marks", "trump", {"trump": "S"}),
        ([("trump", "S", "?")], "faint", "trump", {"trump": "S"}),
        ([("announced", "hand", "b")], "struck_out", "announced", {"trump": "S"}),
        ([("announced", "hand", "p")], "faint", "announced", {"trump": "S"}),
        ([("trump", "S", "p"), ("tricks", 3, "?")], "faint", "trump", {"trump": "S"}),
        ([("trump", "S", "b"), ("trump", "D", "x")], "two_marks", "trump", {"trump": "D"}),
        ([("trump", "S", ".")], "trump_required", "trump", {}),
        ([("ask", True, "x")], "asked_to_look", None, {"trump": "S"}),
        ([("contract", "passed", "x")], "not_asked", "declarer", {"contract": "passed"}),
    ],
)
def test_a_mark_that_can_be_read_in_two_ways_is_a_doubt_with_a_proposal(marks, why, field, proposed):
    plan, rows, foot = fipsen_rows(A_DEAL)
    row = with_letters(plan, rows[0], *marks)
    (page,) = read_table(FIPSEN, opened(FIPSEN, 4), [(plan, page_of(plan, [row], foot))])
    (read,) = page.rows
    assert (why, field) in [(doubt.why, doubt.field) for doubt in read.doubts]
    assert proposed.items() <= read.record.items()


@pytest.mark.parametrize("sign", ["b", "p"])
@pytest.mark.parametrize("needed", [("trump",), ("declarer",), ("bid", "tricks")])
def test_the_rules_decide_for_filled_or_pale_marks_without_which_no_deal_is_legal(needed, sign):
    plan, rows, foot = fipsen_rows(A_DEAL)
    row = with_letters(plan, rows[0], *((field, A_DEAL[field], sign) for field in needed))
    (page,) = read_table(FIPSEN, opened(FIPSEN, 4), [(plan, page_of(plan, [row], foot))])
    (read,) = page.rows
    assert read.is_clear and A_DEAL.items() <= read.record.items()


def test_a_filled_mark_without_which_a_line_says_something_else_stays_a_doubt():
    plan, rows, foot = fipsen_rows({"contract": "passed"})
    row = with_letters(plan, rows[0], ("contract", "passed", "b"))
    (page,) = read_table(FIPSEN, opened(FIPSEN, 4), [(plan, page_of(plan, [row], foot))])
    assert [doubt.why for doubt in page.rows[0].doubts] == ["struck_out"]


RUTEN = {**A_DEAL, "announced": ["ruten"], "trump": "D"}


@pytest.mark.parametrize("sign", ["b", "p", "?"])
def test_a_doubtful_mark_that_changes_nothing_is_not_asked_about(sign):
    plan, rows, foot = fipsen_rows(RUTEN)
    lines = [with_letters(plan, rows[0], ("trump", suit, sign)) for suit in "DS"]
    (page,) = read_table(FIPSEN, opened(FIPSEN, 4), [(plan, page_of(plan, lines, foot))])
    assert [row.is_clear for row in page.rows] == [True, False]
    assert page.rows[0].record.items() >= RUTEN.items()


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda each: str(getattr(each, "key", each)))
def test_a_row_with_doubtful_boxes_is_clear_only_if_no_other_reading_is_another_deal(game, seats):
    plan, _ = plan_of(game, game.Options(), seats)
    rng, sheet = Random(5), opened(game, seats)
    records = [each for each in played(game, seats, 6, rng, {}) if is_sayable(plan, each)]
    cleared = 0
    for row in letters(plan, marks_of(plan, records))[: len(records)]:
        for _ in range(12):
            at = doubtful_places(row, rng)
            read, after = decided_row(
                game, sheet, 1, plan, SeenRow(replaced(row, at, rng.choices("b?p", k=2)))
            )
            if read.is_clear and not read.is_void:
                cleared += 1
                others = [
                    read_row(plan, SeenRow(replaced(row, at, pair))) for pair in product("x.", repeat=2)
                ]
                made = [made_row(game, sheet, 1, said) for said in others if not said.is_empty]
                totals = {tuple(state.state.totals) for other, state in made if other.is_clear}
                assert totals == {tuple(after.state.totals)}
    assert cleared


def doubtful_places(row, rng):
    """Return a marked place of a row, and another one, which is marked more often than not."""
    marked = [place for place, letter in enumerate(row) if letter == "x"]
    return [rng.choice(marked), rng.choice(marked) if rng.random() < 0.7 else rng.randrange(len(row))]


def replaced(row, places, signs):
    known = dict(zip(places, signs, strict=True))
    return "".join(known.get(place, letter) for place, letter in enumerate(row))


def test_a_line_that_does_not_count_is_reported_and_hides_nothing():
    plan, rows, foot = fipsen_rows(A_DEAL, A_DEAL)
    struck = with_letters(plan, rows[0], ("void", True, "x"))
    lone = with_letters(plan, "." * len(struck), ("void", True, "x"))
    shadow = with_letters(plan, rows[0], ("void", True, "?"))
    both = with_letters(plan, rows[0], ("void", True, "x"), ("ask", True, "x"))
    fold = with_letters(plan, "." * len(struck), ("void", True, "x"), ("tricks", 4, "?"))
    lines = [struck, rows[1], lone, shadow, both, fold]
    (page,) = read_table(FIPSEN, opened(FIPSEN, 4), [(plan, page_of(plan, lines, foot))])
    assert [row.is_void for row in page.rows] == [True, False, True, False, False, True]
    assert [row.is_clear for row in page.rows] == [True, True, False, False, False, False]
    assert [row.number for row in page.rows] == [1, 2, 3, 4, 5, 6]


def test_an_empty_line_between_marked_ones_and_another_number_at_the_foot_are_problems():
    plan, rows, foot = fipsen_rows(A_DEAL, A_DEAL)
    lines = [rows[0], "." * len(rows[0]), rows[1]]
    (page,) = read_table(FIPSEN, opened(FIPSEN, 4), [(plan, page_of(plan, lines, foot))])
    assert page.problems == ("lines_left_out",)
    (page,) = read_table(FIPSEN, opened(FIPSEN, 4), [(plan, page_of(plan, rows[:1], foot))])
    assert page.problems == ("lines_used_differ",)


def test_a_number_needs_its_units_and_its_tens():
    game = get_game("doppelkopf")
    plan, _ = plan_of(game, game.Options(), 4)
    record = {"contract": "normal", "declarer": 0, "partner": 2, "card_points": 130}
    row = letters(plan, marks_of(plan, [record]))[0]
    assert read_row(plan, SeenRow(row)).values["card_points"] == 130
    start = 0
    for slot in plan.slots:
        if slot.field == "card_points" and slot.digit == 0:
            lost = row[:start] + "." * 10 + row[start + 10 :]
            assert ("card_points", "digit_missing") in [
                (doubt.field, doubt.why) for doubt in read_row(plan, SeenRow(lost)).doubts
            ]
        start += len(slot.values) or 1


def test_pages_follow_each_other_and_a_missing_one_is_a_problem():
    plan, rows, foot = fipsen_rows(*[A_DEAL] * 40)
    _, more, more_foot = fipsen_rows(A_DEAL)
    pages = [(plan, page_of(plan, rows, foot)), (plan, page_of(plan, more, more_foot, page=2))]
    first, second = read_table(FIPSEN, opened(FIPSEN, 4), pages)
    assert [row.number for row in second.rows] == [41]
    assert first.problems == second.problems == ()
    (alone,) = read_table(FIPSEN, opened(FIPSEN, 4), pages[1:])
    assert alone.problems == ("page_missing",)


def test_a_seen_page_is_the_same_after_it_was_stored():
    plan, rows, foot = fipsen_rows(A_DEAL)
    page = page_of(plan, rows, foot)
    assert page_from_json(page_as_json(page)) == page
    assert page_from_json(page_as_json(SeenPage(problem="no_code"))).problem == "no_code"


@pytest.mark.parametrize("seat", range(4))
def test_a_mark_that_was_not_asked_for_is_a_doubt_whatever_its_value(seat):
    plan, rows, foot = fipsen_rows({"contract": "passed"})
    row = with_letters(plan, rows[0], ("declarer", seat, "x"))
    (page,) = read_table(FIPSEN, opened(FIPSEN, 4), [(plan, page_of(plan, [row], foot))])
    assert ("not_asked", "declarer", (seat,)) in [
        (each.why, each.field, each.seen) for each in page.rows[0].doubts
    ]


def test_an_answer_stands_for_its_line_and_the_rules_still_judge_it():
    plan, rows, foot = fipsen_rows(A_DEAL, A_DEAL)
    pages = [(plan, page_of(plan, rows[:2], foot))]
    wrong = {**A_DEAL, "trump": None}
    (page,) = read_table(FIPSEN, opened(FIPSEN, 4), pages, {1: wrong, 2: None})
    assert [(row.record, row.is_void) for row in page.rows] == [(wrong, False), (None, True)]
    assert [doubt.why for doubt in page.rows[0].doubts] == ["trump_required"]
    assert [row.is_possible for row in page.rows] == [False, False]
    (page,) = read_table(FIPSEN, opened(FIPSEN, 4), pages, {1: {**A_DEAL, "bid": 2, "tricks": 2}})
    assert [row.is_clear for row in page.rows] == [True, True]


@pytest.mark.parametrize("declarer", range(4))
@pytest.mark.parametrize("is_answered", [False, True])
def test_a_line_that_does_not_count_does_not_move_the_deal_on(declarer, is_answered):
    game = get_game("skat")
    plan, _ = plan_of(game, game.Options(), 4)
    deal = {"declarer": declarer, "contract": "C", "matadors": 1, "result": "won"}
    struck, row, foot, *_ = [*letters(plan, marks_of(plan, [deal, deal]))[:2], letters(plan, [])[-1]]
    struck = with_letters(plan, struck, ("void", True, "x"))
    answers = {1: None} if is_answered else {}
    (page,) = read_table(game, opened(game, 4), [(plan, page_of(plan, [struck, row], foot))], answers)
    sits_out = ["declarer_sits_out"] if declarer == 0 else []
    assert [doubt.why for doubt in page.rows[1].doubts] == sits_out
