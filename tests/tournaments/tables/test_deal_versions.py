"""The versions of a deal: who, when, which phone, why, what; and the way back to one of them."""

import re

import pytest
from django.urls import reverse

from tests.builders import a_record, a_request, a_table, a_user, end_round
from tests.tournaments.evenings import WHY, again, totals_of
from tests.tournaments.visitors import ada, queries_of, stranger, text_of
from tournaments.models import AuthorKind, Event, PendingDeal, Player, SheetChange
from tournaments.services.events.copying import copy_event
from tournaments.services.events.lifecycle import change_event
from tournaments.services.history.audit import audit
from tournaments.services.history.sheet_chain import Author, Request
from tournaments.services.sheets.deals import correct_deal, record_deal, strike_deal

pytestmark = pytest.mark.django_db


def plain(response):
    return " ".join(re.sub(r"<[^>]+>", " ", text_of(response)).split())


def a_corrected_table():
    """Return a table whose deal 1 a phone wrote with a bid of 2 and Ada corrected to 3."""
    table = a_table()
    phone = Author(AuthorKind.LINK, 1, device="k3f9abcd")
    record_deal(table=table, number=1, record=a_record(), request=Request("one", {}, phone))
    by_ada = Request("two", {}, Author(AuthorKind.MEMBER, a_user("ada").pk))
    record = a_record(bid=3, tricks=3)
    correct_deal(table=table, number=1, record=record, revision=1, reason=WHY, request=by_ada)
    return again(table)


def page_of(table, name="deal_versions", deal=None):
    deal = deal or table.deals.get()
    return reverse(name, args=[table.round.event.slug, table.public_id, deal.pk])


def back(table, **more):
    return ada().post(page_of(table, "back_to_version"), {"entry": "1", "seen": "2", **more})


def test_every_version_says_who_when_which_phone_why_and_what():
    table = a_corrected_table()
    page = plain(ada().get(page_of(table)))
    newest, _, first = page.partition("corrected on the sheet")[2].partition("recorded Declarer")
    assert "Declarer Ben: 3" in newest
    assert WHY in newest and "ada," in newest and "Ben +3 +3" in newest
    assert "Ben: 2" in first and "a phone at the table (phone k3f9)" in first


def test_a_late_deal_says_its_phone_before_it_is_accepted_and_afterwards():
    table = a_table()
    end_round(table.round)
    phone = Author(AuthorKind.LINK, 1, device="k3f9abcd")
    record_deal(table=again(table), number=1, record=a_record(), request=Request("late", {}, phone))
    waiting = PendingDeal.objects.get()
    late = reverse("round", args=[table.round.event.slug, 1])
    assert "a phone at the table (phone k3f9)" in plain(ada().get(late))
    where = reverse("settle_late", args=[table.round.event.slug, 1, waiting.pk])
    assert ada().post(where, {"choose": "take", "sure": "yes"}).status_code == 302
    assert "ada (phone k3f9)" in plain(ada().get(page_of(table)))
    assert audit(table.round.event)[1] == []


def test_a_corrected_row_is_marked_and_leads_to_its_versions_at_the_desk_only():
    table = a_corrected_table()
    desk = text_of(ada().get(reverse("director_table", args=[table.round.event.slug, table.public_id])))
    public = text_of(stranger().get(reverse("sheet", args=[table.round.event.slug, table.public_id])))
    assert desk.count(page_of(table)) == 2 and "corrected" in public and page_of(table) not in public


def test_the_way_back_shows_the_consequence_first_then_is_a_correction():
    table = a_corrected_table()
    shown = plain(back(table))
    assert "Back to this version" in shown and "3 → 2" in shown and totals_of(table.round.event)[2] == 3
    assert back(table, sure="yes").status_code == 302
    entry = again(table).entries.last()
    assert totals_of(table.round.event)[2] == 2
    assert (entry.kind, entry.deal_revision, entry.author_kind) == ("corrected", 3, "member")
    assert entry.reason.text.startswith("back to the version of")
    assert audit(table.round.event)[1] == []


def test_a_deal_that_was_changed_meanwhile_is_not_changed_back_unseen():
    refused = back(a_corrected_table(), seen="1", sure="yes")
    assert refused.status_code == 409 and "Back to this version" in text_of(refused)


@pytest.mark.parametrize("entry", ["9", "x", ""])
def test_a_version_that_is_none_is_refused(entry):
    assert back(a_corrected_table(), entry=entry).status_code == 409


def test_a_row_that_was_struck_out_comes_back_where_it_was():
    table = a_corrected_table()
    strike_deal(table=table, number=1, sheet_revision=2, reason=WHY, request=a_request())
    assert "struck out" in plain(ada().get(page_of(table)))
    assert back(table, seen="3", sure="yes").status_code == 302
    assert totals_of(table.round.event)[2] == 2 and audit(table.round.event)[1] == []


def test_a_signed_off_event_offers_no_way_back():
    table = a_corrected_table()
    end_round(table.round)
    ada().post(reverse("sign_off", args=[table.round.event.slug]))
    assert "Back to this version" not in text_of(ada().get(page_of(table)))
    assert back(table, sure="yes").status_code == 409


def test_the_page_takes_as_many_queries_for_many_versions_as_for_one():
    table, visitor = a_corrected_table(), ada()
    visitor.get(page_of(table))
    counts = [queries_of(visitor, page_of(table))]
    for revision in (2, 3, 4):
        record = a_record(bid=revision, tricks=revision)
        correct_deal(table=table, number=1, record=record, revision=revision, request=a_request())
    counts.append(queries_of(visitor, page_of(table)))
    assert counts[0] == counts[1]


# For everybody, if the club wants it


def public_page(table):
    return stranger().get(reverse("sheet", args=[table.round.event.slug, table.public_id]))


def test_corrections_are_public_only_where_the_event_shows_them():
    table = a_corrected_table()
    assert "Declarer" not in text_of(public_page(table))
    Event.objects.update(shows_corrections=True)
    page = plain(public_page(table))
    extract = page.partition("Corrections")[2]
    assert re.search(r"Deal 1: Declarer Ben: 2 .*→ Declarer Ben: 3", extract)
    assert WHY not in page and "k3f9" not in page and "ada" not in extract
    assert f'href="#deal-{table.deals.get().pk}"' in text_of(public_page(table))


def test_a_row_that_comes_back_says_why():
    table = a_corrected_table()
    strike_deal(table=table, number=1, sheet_revision=2, reason=WHY, request=a_request())
    back(table, seen="3", sure="yes", reason="struck out by mistake")
    newest = SheetChange.objects.latest("number")
    assert (newest.kind, newest.reason.text) == ("recorded", "struck out by mistake")


def test_a_struck_row_and_a_hidden_name_are_told_as_the_public_sees_them():
    table = a_corrected_table()
    Event.objects.update(shows_corrections=True)
    Player.objects.filter(name="Ben").update(shown_as="number")
    strike_deal(table=table, number=1, sheet_revision=2, reason=WHY, request=a_request())
    extract = plain(public_page(table)).partition("Corrections")[2]
    assert "struck out: Declarer Number 2: 2" in extract and "Ben" not in extract


def test_the_setting_is_chosen_with_the_others_and_copied():
    table = a_corrected_table()
    event = table.round.event
    change_event(event=event, options=event.options, shows_corrections=True)
    copied = copy_event(event=Event.objects.get(), name="Next", date=event.date)
    assert copied.shows_corrections
    page = text_of(ada().get(reverse("event_settings", args=[event.slug])))
    assert re.search(r'name="shows_corrections"[^>]*checked', page)
