"""The history: it cannot be changed unnoticed, and it records who wrote on which phone when."""

import datetime
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from tests.builders import a_record, a_request, a_round, a_table, an_event, write_deal
from tests.tampering import without_triggers
from tests.tournaments.phones import Phone
from tournaments.append_only import PROTECTED
from tournaments.models import AuthorKind, EventChange, SheetChange, SheetChangeKind
from tournaments.services.draw.drawing import commit_seed, discard_draw
from tournaments.services.history.audit import audit
from tournaments.services.history.event_chain import event_entry_digest
from tournaments.services.history.sheet_chain import entry_digest
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.sheets.deals import correct_deal

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2026, 11, 21, 20, 15, tzinfo=datetime.UTC)


def a_written_table(deals=5):
    table = a_table()
    for number in range(1, deals + 1):
        write_deal(table, number)
    table.refresh_from_db()
    return table


CHANGES = {
    "changed by hand": "UPDATE {table} SET number = number + 100",
    "deleted by hand": "DELETE FROM {table}",
    "replaced by hand": "INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
}


@pytest.mark.parametrize("name", PROTECTED)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_database_itself_keeps_its_history(name, change):
    a_written_table()
    refused = pytest.raises(DatabaseError, match="append-only")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change.format(table=name))


@pytest.mark.parametrize("model", [SheetChange, EventChange])
def test_programs_do_not_change_history_either(model):
    a_written_table()
    entry = model.objects.first()
    for change in (entry.save, entry.delete, model.objects.all().delete):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()


def test_decisions_of_the_director_are_a_chain_too():
    round = a_round()
    close_round(round=round, even_if_incomplete=True)
    discard_draw(draw=commit_seed(event=round.event))
    kinds = list(round.event.entries.order_by("number").values_list("kind", flat=True))
    assert kinds == ["entered", "round_released", "round_closed", "seed_committed", "draw_discarded"]
    assert audit(round.event) == (5, [])


FALSE = {
    "kind": "struck",
    "deal_number": 99,
    "author_id": 99,
    "record": {"a": 1},
    "device": "x",
    "number": 77,
}


@pytest.mark.parametrize("column", FALSE)
def test_one_changed_value_is_found_and_its_link_named(column):
    table = a_written_table()
    with without_triggers():
        SheetChange.objects.filter(table=table, number=3).update(**{column: FALSE[column]})
    _, (report,) = audit(table.round.event)
    assert report.startswith("Round 1, table 1: history entry 3")


def another(value: Any) -> Any:
    """Return another value of the same column."""
    if isinstance(value, datetime.datetime):
        return value + datetime.timedelta(microseconds=1)
    if isinstance(value, dict):
        return {**value, "more": 1}
    return value + ("x" if isinstance(value, str) else 1)


FULL: dict[Any, dict[str, Any]] = {  # every column has a value, so that each can have another
    SheetChange: {"deal_id": 1, "deal_number": 1, "deal_revision": 1, "record": {}, "device_at": NOW},
    EventChange: {"facts": {}},
}
DIGESTS: dict[Any, Any] = {SheetChange: entry_digest, EventChange: event_entry_digest}
COLUMNS = [
    (model, field.attname)
    for model in FULL
    for field in model._meta.concrete_fields
    if field.attname not in ("id", "digest", "table_id", "event_id")  # the sheet and the event by public id
]


@pytest.mark.parametrize(("model", "column"), COLUMNS, ids=lambda value: str(value).split(".")[-1])
def test_the_chain_covers_every_column(model, column):
    about = {"number": 1, "author_id": 1, "at": NOW, **FULL[model]}
    entry = model(**about)
    before = DIGESTS[model](entry, "a sheet")
    setattr(entry, column, another(getattr(entry, column)))
    assert DIGESTS[model](entry, "a sheet") != before
    assert DIGESTS[model](model(**about), "another sheet") != before


def test_flipped_characters_anywhere_in_the_chain_are_found():
    table, rng = a_written_table(), Random(1)
    for _ in range(100):
        entry = rng.choice(list(table.entries.all()))
        place = rng.randrange(64)
        other = "0" if entry.digest[place] != "0" else "1"
        changed = SheetChange.objects.filter(pk=entry.pk)
        with without_triggers():
            changed.update(digest=entry.digest[:place] + other + entry.digest[place + 1 :])
            assert f"entry {entry.number} is not" in audit(table.round.event)[1][0]
            changed.update(digest=entry.digest)


def test_a_removed_link_is_named():
    table = a_written_table()
    with without_triggers():
        SheetChange.objects.filter(table=table, number=2).delete()
    assert "history entry 2 is missing" in audit(table.round.event)[1][0]


def test_a_removed_end_is_seen_by_the_sheet():
    table = a_written_table()
    with without_triggers():
        SheetChange.objects.filter(table=table, number=5).delete()
    assert "revision 5, its history ends with entry 4" in audit(table.round.event)[1][0]


def test_the_command_says_that_all_is_well_or_names_the_first_broken_link(capsys):
    table = a_written_table()
    slug = table.round.event.slug
    call_command("verify_audit", slug)
    assert "7 links are whole" in capsys.readouterr().out
    with without_triggers():
        EventChange.objects.update(facts={"round": 9})
    with pytest.raises(SystemExit):
        call_command("verify_audit", slug)
    assert "history entry 1 of the event is not what was once written" in capsys.readouterr().out


def test_an_unknown_event_is_reported():
    with pytest.raises(Exception, match="no event"):
        call_command("verify_audit", "nowhere")


def test_a_correction_says_why_and_its_reason_can_be_forgotten():
    table = a_written_table(1)
    correct_deal(
        table=table, number=1, record=a_record(tricks=1), revision=1, reason="miscounted", request=a_request()
    )
    entry = table.entries.get(kind=SheetChangeKind.CORRECTED)
    assert entry.reason.text == "miscounted" and entry.author_kind == AuthorKind.LINK
    entry.reason.delete()
    assert audit(table.round.event)[1] == []


DEVICE = {"X-Device": "phone-7", "X-Device-Time": "2026-11-20T20:15:00.000Z"}


def test_an_entry_knows_the_phone_and_the_time_by_its_clock():
    phone = Phone(a_table())
    phone.send("post", "deals/", {"number": 1, "record": a_record()}, device=DEVICE)
    entry = SheetChange.objects.get()
    assert entry.device == "phone-7"
    assert entry.device_at == datetime.datetime(2026, 11, 20, 20, 15, tzinfo=datetime.UTC)


@pytest.mark.parametrize("device", ["", "<script>", "x" * 41, "日本"])
@pytest.mark.parametrize("told", ["", "yesterday", "2026-11-20T20:15:00", "9999-12-31T23:59:59-23:59"])
def test_a_header_of_a_phone_about_itself_never_stands_in_the_way(device, told):
    headers = {"X-Device": device.encode().decode("latin-1"), "X-Device-Time": told}
    body = {"number": 1, "record": a_record()}
    answer = Phone(a_table()).send("post", "deals/", body, device=headers)
    entry = SheetChange.objects.get()
    assert (answer.status_code, entry.device, entry.device_at) == (201, "", None)


def test_an_event_without_history_is_whole():
    assert audit(an_event()) == (0, [])
