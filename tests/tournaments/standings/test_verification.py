"""Integrity of a whole event: every tampered object is named."""

import io
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection

from tests.builders import a_record, a_request, a_table, write_deal
from tournaments.models import Deal, Part, Reason, SheetChange, Standings, StandingsRow, Table
from tournaments.services.sheets.deals import correct_deal, insert_deal, set_first_dealer, strike_deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences

pytestmark = pytest.mark.django_db


def a_written_table():
    """Return a sheet: first dealer set, three deals, one corrected with reason, one inserted, one struck."""
    table = a_table()
    set_first_dealer(table=table, first_dealer=2, request=a_request())
    for number in (1, 2, 3):
        write_deal(table, number)
    changed = {"record": a_record(tricks=1), "reason": "misread"}
    correct_deal(table=table, number=2, revision=1, request=a_request(), **changed)
    table.refresh_from_db()
    insert_deal(
        table=table, number=1, record=a_record(bid=3), sheet_revision=table.revision, request=a_request()
    )
    table.refresh_from_db()
    strike_deal(table=table, number=4, sheet_revision=table.revision, request=a_request())
    compute_event_standings(event_id=table.round.event_id)
    return table


def update(model, **values):
    """Update rows without any service, and without the triggers that guard the history."""
    drop_guards()
    model.objects.filter(pk=model.objects.order_by("-pk")[0].pk).update(**values)


def drop_guards():
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (name,) in cursor.fetchall():
                cursor.execute(f'DROP TRIGGER "{name}"')


def verify(slug):
    out = io.StringIO()
    try:
        call_command("verify_event", slug, stdout=out)
    except SystemExit as end:
        return end.code, out.getvalue()
    return 0, out.getvalue()


def test_an_event_in_which_everything_happened_agrees_with_itself():
    assert differences(a_written_table().round.event) == []


def test_an_event_without_a_deal_agrees_with_itself():
    assert differences(a_table().round.event) == []


def test_a_deleted_reason_breaks_nothing():
    table = a_written_table()
    Reason.objects.all().delete()
    assert differences(table.round.event) == []


@pytest.mark.parametrize(
    ("model", "values", "sentence"),
    [
        pytest.param(Part, {"tallies": {"total": [9, 9, 9, 9]}}, "its rows give", id="a part's sums"),
        pytest.param(Part, {"deals_counted": 7}, "7 deals stored", id="a part's deals"),
        pytest.param(Part, {"accounts": [1, 1, 3, 4]}, "its seats give [1, 2, 3, 4]", id="a part's accounts"),
        pytest.param(Part, {"first_dealer": 0}, "first dealer", id="the first dealer"),
        pytest.param(Table, {"revision": 77}, "revision 77", id="a sheet's revision"),
        pytest.param(Table, {"head": "0" * 64}, "its history ends", id="a sheet's head"),
        pytest.param(SheetChange, {"author_id": 99}, "not what was once written", id="who wrote"),
        pytest.param(SheetChange, {"record": {}}, "not what was once written", id="what was written"),
        pytest.param(SheetChange, {"number": 70}, "is missing", id="an entry taken out"),
        pytest.param(Reason, {"text": "another"}, "the reason of history entry", id="a reason"),
        pytest.param(Deal, {"record": a_record(tricks=0)}, "row 1 is not what", id="a row's record"),
        pytest.param(Deal, {"number": 9}, "not numbered", id="a row's number"),
        pytest.param(StandingsRow, {"rank": 40}, "Standings, player", id="a rank"),
        pytest.param(Standings, {"deals_counted": 50}, "50 deals stored", id="the count of deals"),
    ],
)
def test_a_number_changed_behind_our_back_is_named(model, values, sentence):
    table = a_written_table()
    update(model, **values)
    assert any(sentence in line for line in differences(table.round.event))


def test_an_unrecorded_row_is_named():
    table = a_written_table()
    Deal.objects.create(table=table, part=table.parts.get(), number=4, record=a_record())
    assert any("not in the history" in line for line in differences(table.round.event))


def test_a_line_of_the_standings_that_is_gone_is_named():
    table = a_written_table()
    StandingsRow.objects.filter(rank=1).delete()
    assert any("stored nothing" in line for line in differences(table.round.event))


def test_the_command_says_ok_in_one_line():
    status, printed = verify(a_written_table().round.event.slug)
    assert status == 0 and "ok" in printed and printed.count("\n") == 1


def test_the_command_computes_what_is_waiting_before_it_judges():
    table = a_table()
    write_deal(table)
    assert verify(table.round.event.slug)[0] == 0


def test_the_command_fails_with_the_differences():
    table = a_written_table()
    update(Part, deals_counted=7)
    status, printed = verify(table.round.event.slug)
    assert status == 1 and "7 deals stored" in printed


def test_an_unknown_event_is_said_so():
    with pytest.raises(CommandError, match="no event"):
        verify("nowhere")


def test_a_version_of_a_row_that_was_never_written_is_named():
    table = a_written_table()
    Deal.objects.filter(number=1).update(revision=7)
    assert any("row 1 is not what the history says" in line for line in differences(table.round.event))


def test_events_from_before_accounts_were_kept_are_filled_in_from_the_seats():
    table = a_written_table()
    Part.objects.update(accounts=[])
    import_module("tournaments.migrations.0004_accounts_of_parts").keep_accounts(apps, None)
    assert Part.objects.get().accounts == [1, 2, 3, 4] and differences(table.round.event) == []
