"""A second typing of a sheet: what agrees is silent, what differs is decided, and the history says so."""

import pytest

from tests.builders import a_round, a_table, write_deal
from tests.tournaments.visitors import ada, text_of
from tournaments.models import SheetChange
from tournaments.selectors.tables.sheet_entry import load_typed, typed_json

pytestmark = pytest.mark.django_db

LINES = ["34Sh+", "12c-1", "23d+"]


def url(table):
    return f"/events/{table.round.event.slug}/organise/tables/{table.public_id}/type/again/"


def typed_table(lines=LINES, table=None):
    """Return a table whose lines Ada typed."""
    table = table or a_table()
    for number, line in enumerate(lines, start=1):
        ada().post(
            url(table).replace("again/", "save/"), {"number": number, "line": line, "key": f"{number}"}
        )
    table.refresh_from_db()
    return table


def type_again(table, lines, **more):
    return ada().post(url(table), {"lines": "\n".join(lines), "revision": table.revision, **more})


def lines_of(table):
    return [row["line"] for row in typed_json(load_typed(table))["rows"]]


def last_entry(table):
    entry = SheetChange.objects.filter(table=table).last()
    return entry.kind, entry.record


def test_a_sheet_is_typed_a_second_time_without_seeing_the_first_typing():
    table = typed_table()
    page = text_of(ada().get(url(table)))
    assert not [line for line in lines_of(table) if line in page]


def test_a_second_typing_that_agrees_is_an_entry_in_the_history_and_asks_nothing():
    table = typed_table()
    before = lines_of(table)
    answer = type_again(table, ["3 4 S hand +", "1 2 clubs -1", "23d+"])
    assert answer.status_code == 302
    assert lines_of(table) == before
    assert last_entry(table) == ("typed_twice", {"part": 1, "rows": 3, "differed": []})


def test_only_rows_that_differ_are_shown_with_both_lines_and_nothing_is_stored():
    table = typed_table()
    answer = type_again(table, ["34Sh+", "12c+", "23d+"])
    (difference,) = answer.context["differences"]
    row = difference["row"]
    assert (row.number, row.first.line, row.second.line) == (2, "1 2 c -1", "1 2 c +")
    assert (row.first.points, row.second.points) == ((-4, 0, 0, 0), (2, 0, 0, 0))
    assert "1 2 c -1" in text_of(answer) and "1 2 c +" in text_of(answer)
    assert last_entry(table)[0] == "recorded"


@pytest.mark.parametrize(("choice", "index"), [("first", 0), ("second", 1)])
def test_the_typing_that_was_chosen_is_stored(choice, index):
    table = typed_table()
    typed = [*lines_of(table)[:1], "12c+", *lines_of(table)[2:]]
    row = type_again(table, typed).context["differences"][0]["row"]
    answer = type_again(table, typed, **{"row-2": choice, "sure": "yes"})
    assert answer.status_code == 302
    assert lines_of(table)[1] == (row.first, row.second)[index].line
    assert last_entry(table) == ("typed_twice", {"part": 1, "rows": 3, "differed": [2]})


def test_a_choice_that_changes_results_shows_its_effect_first():
    table = typed_table()
    answer = type_again(table, ["34Sh+", "12c+", "23d+"], **{"row-2": "second"})
    assert answer.status_code == 200 and "differences" not in answer.context
    assert last_entry(table)[0] == "recorded"


@pytest.mark.parametrize(
    ("lines", "row"), [(["34Sh+", "23d+"], 2), (["34Sh+", "12c-1"], 3), ([*LINES, "12c+"], 4), ([], 1)]
)
def test_a_line_too_many_or_too_few_is_named_by_the_first_row_that_differs(lines, row):
    table = typed_table()
    answer = type_again(table, lines)
    assert answer.status_code == 409
    assert f"the first that differs is row {row}." in text_of(answer)


def test_a_line_that_cannot_be_read_or_breaks_a_rule_is_named_and_stays_typed():
    table = typed_table()
    answer = type_again(table, ["34Sh+", "12x", "29d+"])
    assert answer.status_code == 422
    assert [finding.number for finding in answer.context["findings"]] == [2, 3]
    assert "12x" in answer.context["lines"]


def test_a_second_typing_of_an_older_version_of_the_sheet_is_refused():
    table = typed_table()
    answer = type_again(table, LINES, revision=table.revision - 1)
    assert answer.status_code == 409 and "changed in the meantime" in text_of(answer)


def test_a_scorer_who_typed_a_sheet_is_told_that_another_person_sees_more():
    typed, played = a_round(tables=2).tables.order_by("number")
    typed_table(table=typed)
    write_deal(played, 1)
    told = [
        "You typed rows of this sheet yourself" in text_of(ada().get(url(each))) for each in (typed, played)
    ]
    assert told == [True, False]


def test_the_next_sheet_of_the_pile_follows_until_all_are_typed_twice():
    round = a_round(tables=2)
    first, second = (typed_table(table=table) for table in round.tables.order_by("number"))
    assert type_again(first, LINES).headers["Location"] == url(second)
    assert type_again(second, LINES).headers["Location"] == url(second).replace("again/", "")
