"""A correction typed at the desk shows what it does before it is stored: a line, or a whole sheet."""

import pytest

from tests.builders import a_table, write_deal
from tests.tournaments.evenings import ADA, a_written_table, totals_of
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import PendingDeal, Role, SheetChange
from tournaments.services.clubs.joining import helper_token, invite_helper
from tournaments.services.publishing.publications import freeze_event

pytestmark = pytest.mark.django_db

LOST = "2 2 s -1"  # seat 2 made a bid of 2 in every deal
AS_WRITTEN = ["2 2 s +"] * 3


def url(table, more=""):
    return f"/events/{table.round.event.slug}/organise/tables/{table.public_id}/type/{more}"


def save(table, line, client=None, **more):
    sent = {"number": 1, "line": line, "key": f"key-{line}", "revision": 1, **more}
    return (client or ada()).post(url(table, "save/"), sent)


def store_all(table, lines, **more):
    table.refresh_from_db()
    sent = {"lines": "\n".join(lines), "revision": table.revision, "key": "form", **more}
    return ada().post(url(table), sent)


# One line


def test_a_correction_shows_its_effect_and_stores_nothing():
    table = a_written_table()
    asked = save(table, LOST)
    body = asked.json()
    assert asked.status_code == 409 and body["code"] == "effect_unseen" and body["message"]
    words = " ".join(body["effect"].split())
    assert "2 → 1" in words and "6 → 0" in words
    assert totals_of(table.round.event)[2] == 6 and SheetChange.objects.count() == 3


def test_a_correction_whose_effect_was_seen_is_stored_with_its_reason():
    table = a_written_table()
    assert save(table, LOST).status_code == 409
    assert save(table, LOST, sure="yes", reason="misread").status_code == 200
    assert totals_of(table.round.event)[2] == 0
    assert SheetChange.objects.latest("pk").reason.text == "misread"


def test_a_correction_without_effect_and_a_new_line_are_stored_at_once():
    table = a_written_table()
    assert save(table, "2 2 h +").status_code == 200
    assert save(table, "2 2 s -1", number=4, revision="").status_code == 200
    assert table.deals.count() == 4


def test_a_correction_that_the_rules_refuse_is_refused_at_once():
    refused = save(a_written_table(), "2 2 x +")
    assert refused.status_code == 422 and "effect" not in refused.json()


def test_my_line_over_a_phones_shows_its_effect_too():
    table = a_table()
    write_deal(table)
    conflict = save(table, LOST, revision="").json()["conflict"]
    settled = {"revision": "", "conflict": conflict, "choose": "sent", "key": "settle"}
    asked = save(table, LOST, **settled).json()
    assert "2 →" in asked["effect"] and asked["conflict"] == conflict
    assert PendingDeal.objects.get().settlement == "open"
    assert save(table, LOST, **settled, sure="yes").status_code == 200
    assert totals_of(table.round.event)[2] == -4


def test_a_helper_corrects_at_once_while_the_standings_are_secret():
    table = a_written_table()
    event = table.round.event
    freeze_event(event=event, is_frozen=True, by=ADA)
    scorer = stranger()
    scorer.get(f"/h/{helper_token(invite_helper(event=event, role=Role.SCORER))}")
    assert save(table, LOST, scorer).status_code == 200


# The whole sheet


def test_a_whole_sheet_with_a_correction_shows_rows_and_effect_first():
    table = a_written_table()
    lines = [LOST, *AS_WRITTEN[1:], "1 2 c +"]
    shown = text_of(store_all(table, lines))
    assert "Row 1: 2 2 s + → 2 2 s -1" in shown and "6 → 0" in shown
    assert table.deals.count() == 3 and totals_of(table.round.event)[2] == 6
    assert LOST in text_of(store_all(table, lines, edit="yes"))
    assert store_all(table, lines, sure="yes").status_code == 302
    assert table.deals.count() == 4 and totals_of(table.round.event)[2] == 0


def test_a_whole_sheet_with_new_lines_alone_is_stored_at_once():
    table = a_written_table()
    assert store_all(table, [*AS_WRITTEN, "1 2 c +"]).status_code == 302
