"""What is told to other programs, and what it costs where nobody listens."""

import json

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.not_possible import NotPossible
from tests.builders import a_club, a_record, a_request, a_round, a_table, a_user, an_event, write_deal
from tournaments.models import (
    AuthorKind,
    MessageType,
    OutgoingMessage,
    Webhook,
)
from tournaments.services.history.sheet_chain import Author
from tournaments.services.publishing.publications import publish_list
from tournaments.services.publishing.sign_off import sign_off, undo_sign_off
from tournaments.services.rounds.director_calls import call_director
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.sheets.deals import correct_deal, strike_deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.webhooks.lifecycle import (
    MOST_WEBHOOKS,
    change_webhook,
    create_webhook,
    renew_secret,
    resend_message,
    send_test,
)

pytestmark = pytest.mark.django_db

URL = "https://example.org/stichtag"
ALL = MessageType.values


def a_webhook(club, **said):
    return create_webhook(**{"club": club, "url": URL, "types": ALL, **said})[0]


def told():
    """Return type and data of every message, in their order."""
    return [(each["type"], each["data"]) for each in map(json.loads, bodies())]


def bodies():
    return OutgoingMessage.objects.order_by("pk").values_list("body", flat=True)


def an_author():
    return Author(AuthorKind.MEMBER, a_user("ada").pk)


def test_an_evening_is_told_in_its_order_with_numbers_and_without_names():
    round = a_round(is_open=False)
    event, by = round.event, an_author()
    a_webhook(event.club)
    open_round(round=round, by=by)
    table = round.tables.get()
    write_deal(table)
    request = a_request
    correct_deal(table=table, number=1, record=a_record(declarer=2), revision=1, request=request())
    table.refresh_from_db()
    call_director(table=table, reason="dispute", request=request())
    strike_deal(table=table, number=1, sheet_revision=table.revision, request=request())
    close_round(round=round, even_if_incomplete=True, by=by)
    compute_event_standings(event_id=event.pk)
    found = told()
    assert [kind for kind, _ in found] == [
        *("round.opened", "deal.recorded", "deal.corrected", "director.called", "deal.corrected"),
        *("round.closed", "standings.computed"),
    ]
    place = {"event": event.slug, "round": 1, "table": {"id": str(table.public_id), "number": 1}}
    deal = {"number": 1, "revision": 1, "record": table.entries.order_by("number")[0].record}
    assert found[1][1] == {**place, "change": "recorded", "deal": deal}
    assert found[2][1]["deal"]["revision"] == 2 and found[2][1]["change"] == "corrected"
    assert found[3][1] == {**place, "reason": "dispute"}
    assert found[4][1]["deal"]["record"] is None and found[4][1]["change"] == "struck"
    assert found[0][1] == {"event": event.slug, "change": "round_released", "round": 1}
    names = event.entrants.values_list("player__name", flat=True)
    assert not [name for name in names if f'"{name}"' in "".join(bodies())]


def test_lists_and_sign_off_are_told():
    round = a_round(an_event(deals_per_table={"4": 1}))
    event, by = round.event, an_author()
    write_deal(round.tables.get())
    close_round(round=round)
    a_webhook(event.club, types=["list.published", "event.signed_off"])
    publication = publish_list(event=event, stage="provisional", by=by)
    sign_off(event=event, by=by)
    undo_sign_off(event=event, by=by)
    (_, published), (_, signed), (_, taken_back) = told()
    assert (published["list"], published["digest"]) == (publication.number, publication.digest)
    assert signed["is_signed_off"] and not taken_back["is_signed_off"]


def test_a_refused_deal_and_a_transaction_that_fails_tell_nothing():
    table = a_table()
    a_webhook(table.round.event.club)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        write_deal(table)
        raise ZeroDivisionError
    assert not told()


@pytest.mark.parametrize(
    ("said", "is_told"),
    [
        ({}, True),
        ({"types": ["round.closed"]}, False),
        ({"is_active": False}, False),
        ({"about": "this"}, True),
        ({"about": "another"}, False),
        ({"club": "another"}, False),
    ],
)
def test_a_webhook_is_told_what_it_asks_for(said, is_told):
    table = a_table()
    event = table.round.event
    other = a_round().event
    about = {"this": event, "another": other}.get(said.pop("about", None))
    club = a_club("dov", "Kartenfreunde") if said.pop("club", None) else event.club
    is_active = said.pop("is_active", True)
    if about is other:
        other.club = event.club
        other.save()
    change_webhook(webhook=a_webhook(club, event=about, **said), is_active=is_active)
    write_deal(table)
    assert ("deal.recorded" in [kind for kind, _ in told()]) == is_told


def test_a_deal_costs_one_query_more_where_nobody_listens():
    table = a_table()
    write_deal(table)
    with CaptureQueriesContext(connection) as queries:
        write_deal(table, 2)
    about = [each["sql"] for each in queries if "webhook" in each["sql"]]
    assert len(about) == 1 and not OutgoingMessage.objects.exists()
    plan = connection.cursor().execute(f"EXPLAIN QUERY PLAN {about[0]}").fetchall()
    assert "USING INDEX" in str(plan) or connection.vendor != "sqlite"


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"url": "http://example.org/"}, "url_invalid"),
        ({"url": "ftp://example.org/"}, "url_invalid"),
        ({"url": "https://"}, "url_invalid"),
        ({"url": "https://ada:secret@example.org/"}, "url_invalid"),
        ({"url": "https://example.org:99999/"}, "url_invalid"),
        ({"url": "https://[::1/"}, "url_invalid"),
        ({"url": "https://example.org/a b"}, "url_invalid"),
        ({"url": "https://example.org/\r\nHost: x"}, "url_invalid"),
        ({"url": "https://example.org/" + "a" * 500}, "url_invalid"),
        ({"url": "https://127.0.0.1/"}, "address_private"),
        ({"url": "https://[::ffff:10.0.0.1]/"}, "address_private"),
        ({"url": "https://169.254.169.254/latest"}, "address_private"),
        ({"url": "https://localhost/"}, "address_private"),
        ({"types": []}, "type_unknown"),
        ({"types": ["deal.recorded", "deal.eaten"]}, "type_unknown"),
    ],
)
def test_bad_webhooks_are_refused(facts, code):
    with pytest.raises(NotPossible) as refused:
        a_webhook(a_club(), **facts)
    assert refused.value.code == code and not Webhook.objects.exists()


def test_a_club_has_a_bounded_number_of_webhooks_and_no_event_of_others():
    club = a_club("dov", "Kartenfreunde")
    with pytest.raises(NotPossible) as refused:
        a_webhook(club, event=a_round().event)
    assert refused.value.code == "event_elsewhere"
    for _ in range(MOST_WEBHOOKS):
        a_webhook(club)
    with pytest.raises(NotPossible) as refused:
        a_webhook(club)
    assert refused.value.code == "too_many_webhooks"


def test_a_secret_is_in_no_row_and_a_new_one_differs():
    webhook, secret = create_webhook(club=a_club(), url=URL, types=ALL)
    stored = str(Webhook.objects.values().get())
    assert secret.startswith("whsec_") and secret[6:] not in stored
    assert renew_secret(webhook=webhook) != secret


def test_nothing_is_sent_to_a_webhook_that_is_switched_off():
    webhook = a_webhook(a_club())
    message = send_test(webhook=webhook)
    change_webhook(webhook=webhook, is_active=False)
    for refused_use in (lambda: send_test(webhook=webhook), lambda: resend_message(message=message)):
        message.webhook.refresh_from_db()
        with pytest.raises(NotPossible) as refused:
            refused_use()
        assert refused.value.code == "webhook_inactive"
