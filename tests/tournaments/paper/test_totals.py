"""Totals of a paper sheet: stored with who read them, judged by the present sheet, confirmed."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.foot.paper_totals import Reading, Standing
from scoring.not_possible import NotPossible
from tests.builders import a_record, a_request, a_round, a_table, a_user, write_deal
from tests.tournaments.visitors import ada, signed_in, text_of
from tournaments.models import AuthorKind, Member, Role, SheetChangeKind
from tournaments.selectors.paper.totals import paper_sheet, paper_sheets
from tournaments.selectors.publishing.sign_off_checklist import disputed_sheets
from tournaments.selectors.tables.last_seat_change import change_to_undo
from tournaments.services.history.audit import audit
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper.totals import compare_totals, uphold_sheet
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.sheets.deals import correct_deal, record_deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences

pytestmark = pytest.mark.django_db

OURS = ("0", "2", "0", "0")


def url(table, more=""):
    return f"/events/{table.round.event.slug}/organise/tables/{table.public_id}/type/foot/{more}"


def desk(table):
    return ada().get(url(table).removesuffix("foot/"))


def a_sheet():
    """Return a table whose second seat made 2."""
    table = a_table()
    write_deal(table)
    return table


def send(table, *totals, **more):
    return ada().post(url(table), {f"total-{seat}": total for seat, total in enumerate(totals)} | more)


def compare(table, *totals, deals=None):
    return compare_totals(table=table, totals=Reading(totals, deals), by=by_ada())


def by_ada():
    return Author(AuthorKind.MEMBER, a_user("ada").pk)


def compared(table):
    return table.entries.filter(kind=SheetChangeKind.COMPARED)


def correct(table, **changes):
    asked = {"record": a_record(**changes), "revision": 1, "request": a_request(kind=AuthorKind.MEMBER)}
    correct_deal(table=table, number=1, reason="miscounted", **asked)


# Stored


def test_totals_are_there_again_after_a_reload_with_who_read_them_and_when():
    table = a_sheet()
    answer = send(table, *OURS, deals="1")
    assert answer.status_code == 302 and answer.url.endswith("/type/#foot")
    page = text_of(desk(table))
    assert "Paper and sheet agree." in page and "by ada." in page
    assert 'name="total-1" inputmode="text" autocomplete="off" value="2">' in page


def test_some_of_the_totals_are_stored_and_counted():
    table = a_sheet()
    send(table, "0", "2", "", "")
    assert "2 of 4 totals compared, without a difference." in text_of(desk(table))
    send(table, "", "", "0", "0")
    assert paper_sheet(table).standing == Standing.AGREES


def test_the_script_gets_the_fragment_alone():
    answer = send(a_sheet(), *OURS, fragment="yes")
    assert answer.status_code == 200 and "Paper and sheet agree." in text_of(answer)
    assert "<html" not in text_of(answer)


@pytest.mark.parametrize("more", [{}, {"fragment": "yes"}], ids=["form", "script"])
def test_a_total_that_is_no_number_is_refused_and_nothing_typed_is_lost(more):
    table = a_sheet()
    answer = send(table, "0", "2", "abc", "0", **more)
    assert answer.status_code == 422
    assert "“abc” is not a number; nothing was stored." in text_of(answer)
    assert more or ('value="abc"' in text_of(answer) and 'value="2"' in text_of(answer))
    assert not compared(table).exists()


def test_no_total_at_all_is_refused():
    assert "Enter at least one total" in text_of(send(a_sheet(), "", "", "", ""))


def test_the_same_totals_of_an_unchanged_sheet_are_stored_once():
    table = a_sheet()
    for _ in range(2):
        send(table, *OURS)
    assert compared(table).count() == 1


def test_totals_are_links_of_the_chain_and_no_row():
    table = a_sheet()
    send(table, *OURS)
    event = table.round.event
    compute_event_standings(event_id=event.pk)
    entry = compared(table).get()
    assert entry.record == {"part": 1, "totals": [0, 2, 0, 0], "deals": None} and entry.number == 2
    assert (differences(event), audit(event)[1]) == ([], [])


def test_a_closed_round_can_still_be_compared_and_final_results_cannot():
    table = a_sheet()
    event = table.round.event
    close_round(round=table.round, even_if_incomplete=True)
    assert send(table, *OURS).status_code == 302
    event.is_closed = True
    event.save()
    assert "closed" in text_of(send(table, "1", "2", "0", "0"))
    assert compared(table).count() == 1


def test_comparing_keeps_the_last_change_of_seats_undoable():
    table = a_table()
    compare(table, 0, 0, 0, 0)
    assert change_to_undo(table) is None  # there was none, and the comparison is not taken for one


# Judged


def test_a_correction_is_judged_by_the_totals_read_before():
    table = a_sheet()
    compare(table, 0, 2, 0, 0)
    correct(table, bid=3, tricks=3)
    sheet = paper_sheet(table)
    assert (sheet.standing, sheet.is_changed) == (Standing.DIFFERS, True)
    assert sheet.differing == [("Ben", 2, -1)]
    assert "The sheet was changed since then" in text_of(desk(table))


def test_an_error_that_is_corrected_agrees_without_typing_the_totals_again():
    table = a_sheet()
    assert compare(table, 0, 3, 0, 0).standing == Standing.DIFFERS
    correct(table, bid=3, tricks=3)
    assert paper_sheet(table).standing == Standing.AGREES


def test_only_paper_sheets_are_listed():
    round = a_round(tables=2)
    first, second = round.tables.all()
    write_deal(first)
    write_deal(second)
    assert paper_sheets(round.event) == []
    compare(second, 0, 2, 0, 0)
    assert [each.table for each in paper_sheets(round.event)] == [second]


# Confirmed against the paper


def uphold(table, reason="The paper was added up wrongly.", **more):
    table.refresh_from_db()
    return ada().post(url(table, "uphold/"), {"reason": reason, "revision": table.revision, **more})


def test_a_director_confirms_a_sheet_with_a_reason():
    table = a_sheet()
    compare(table, 0, 3, 0, 0)
    assert "Confirm the sheet" in text_of(desk(table))
    assert uphold(table).status_code == 302
    page = text_of(desk(table))
    assert "by ada, although the paper differs:" in page and "The paper was added up wrongly." in page
    assert "Confirm the sheet" not in page
    assert paper_sheet(table).standing == Standing.UPHELD


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        pytest.param({"reason": " "}, "Enter a short reason", id="no reason"),
        pytest.param({"revision": "1"}, "The sheet was changed in the meantime.", id="stale"),
    ],
)
def test_a_sheet_is_not_confirmed_without_a_reason_or_unseen(sent, sentence):
    table = a_sheet()
    compare(table, 0, 3, 0, 0)
    answer = uphold(table, **{"reason": "added wrongly", **sent})
    assert answer.status_code == 422 and sentence in text_of(answer)
    assert paper_sheet(table).standing == Standing.DIFFERS


def test_a_sheet_without_differences_has_nothing_to_confirm():
    with pytest.raises(NotPossible, match="do not differ"):
        uphold_sheet(table=a_sheet(), seen=None, reason="so be it", by=by_ada())


def test_a_scorer_compares_and_cannot_confirm():
    table = a_sheet()
    ben = a_user("ben")
    Member.objects.create(club=table.round.event.club, user=ben, role=Role.SCORER)
    compare(table, 0, 3, 0, 0)
    visitor = signed_in(ben)
    assert "Confirm the sheet" not in text_of(visitor.get(url(table)))
    assert visitor.post(url(table, "uphold/"), {"reason": "so be it"}).status_code == 404


def test_the_list_takes_as_many_queries_for_many_tables_as_for_one():
    first, *others = a_round(tables=3).tables.all()
    write_deal(first)
    compare(first, 0, 3, 0, 0)
    with CaptureQueriesContext(connection) as few:
        paper_sheets(first.round.event)
    for table in others:
        write_deal(table)
        compare(table, 0, 3, 0, 0)
    with CaptureQueriesContext(connection) as many:
        assert len(paper_sheets(first.round.event)) == 3
    assert len(few) == len(many) <= 8


# Listed


def test_dashboard_and_checklist_list_differing_sheets_with_who_and_by_how_much():
    round = a_round(tables=3)
    for table in round.tables.all():
        write_deal(table)
    first, second, third = round.tables.all()
    compare(first, 0, 3, 0, 0)
    compare(second, 0, 2, 0, 0)
    compare(third, 0, 2, None, None)
    for page in ("", "live/", "sign-off-checklist/"):
        text = text_of(ada().get(f"/events/{round.event.slug}/organise/{page}"))
        assert "Disputed: the paper differs" in text and "+1" in text and "ada, " in text
        assert "Compared, paper and sheet agree" in text and "2 of 4 compared" in text
    assert "Never compared" not in text


def test_a_sheet_typed_from_paper_and_never_compared_is_listed():
    table = a_table()
    asked = a_request(kind=AuthorKind.PAPER)
    record_deal(table=table, number=1, record=a_record(), request=asked)
    assert "Never compared" in text_of(ada().get(f"/events/{table.round.event.slug}/organise/"))


def test_a_disputed_sheet_is_an_open_question_until_it_agrees_or_is_confirmed():
    table = a_sheet()
    compare(table, 0, 3, 0, 0)
    (question,) = disputed_sheets(table.round.event)
    assert question.message == "Round 1, table 1 is disputed. Paper minus sheet: Ben +1."
    uphold(table)
    assert list(disputed_sheets(table.round.event)) == []
