"""Why a row of a competition stands before another, or has no rank."""

import pytest

from scoring.competitions.rank_reasons import (
    FEW_LISTS,
    LEFT,
    NO_LIST,
    SHORT,
    compared_by,
    decision,
    why_unplaced,
)

LIST, SHORT_LIST = {"value": 5}, {"value": 5, "short": True}


def a_row(values=(10, 3), ties=None, lists=(LIST,)):
    return {"values": list(values), "tie_breaks": ties or {"lists": 2, "lot": 1}, "lists": list(lists)}


def decided_by(tie_breaks, *rows):
    return decision(*(compared_by(row, tie_breaks) for row in rows))


@pytest.mark.parametrize(
    ("second", "decided"),
    [
        pytest.param(a_row((9, 4)), (0, 10, 9), id="the first value"),
        pytest.param(a_row((10, 2)), (1, 3, 2), id="the second value"),
        pytest.param(a_row(ties={"lists": 1, "lot": 1}), (2, 2, 1), id="the first tie-break"),
        pytest.param(a_row(ties={"lists": 2, "lot": 5}), (3, 1, 5), id="the last tie-break"),
        pytest.param(a_row(ties={"lists": None, "lot": 5}), (2, 2, None), id="nothing to compare"),
        pytest.param(a_row(), None, id="equal in all"),
    ],
)
def test_the_first_criterion_in_which_two_rows_differ_decides(second, decided):
    assert decided_by(["lists", "lot"], a_row(), second) == decided


def test_tie_breaks_decide_in_the_order_of_the_rule_and_not_in_that_of_the_database():
    stored = a_row(ties={"lot": 2, "lists": 1})
    assert decided_by(["lists", "lot"], a_row(), stored) == (2, 2, 1)
    assert decided_by(["lot", "lists"], a_row(), stored) == (2, 1, 2)


@pytest.mark.parametrize(
    ("lists", "rule", "why"),
    [
        ((), {}, NO_LIST),
        ((LIST,), {"lists": {"minimum": 2}}, FEW_LISTS),
        ((LIST,), {"lists": {"minimum": "1/2"}}, FEW_LISTS),
        ((LIST, LIST), {"lists": {"minimum": 2}}, LEFT),
        ((LIST, SHORT_LIST), {"members": {"short": "unplaced"}}, SHORT),
        ((LIST, SHORT_LIST), {"members": {"short": "as_is"}}, LEFT),
    ],
)
def test_a_row_without_a_rank_says_why(lists, rule, why):
    assert why_unplaced(a_row(lists=lists), rule) == why
