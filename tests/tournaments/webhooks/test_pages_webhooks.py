"""The pages of webhooks: an owner adds one, sees its secret once, tests it, and sends dead messages again."""

import re

import pytest

from tests.builders import a_club, a_round
from tests.tournaments.visitors import ada, dov, text_of
from tournaments.models import MessageStatus, OutgoingMessage, Webhook
from tournaments.services.webhooks import sending
from tournaments.services.webhooks.lifecycle import create_webhook, send_test
from tournaments.storage.link_keys import webhook_secret

pytestmark = pytest.mark.django_db

URL = "https://example.org/stichtag"
NEW = {"url": URL, "types": ["deal.recorded"], "event": ""}
SECRET = re.compile(r"whsec_[A-Za-z0-9+/]{43}=")


def page_of(club, webhook=None):
    return f"/clubs/{club.slug}/webhooks/" + (f"{webhook.public_id}/" if webhook else "")


def a_webhook(club):
    return create_webhook(club=club, url=URL, types=["deal.recorded"])[0]


def test_an_owner_adds_a_webhook_and_sees_its_secret_once():
    club, visitor = a_club(), ada()
    page = text_of(visitor.post(page_of(club), NEW))
    webhook = Webhook.objects.get()
    assert SECRET.findall(page) == [webhook_secret(webhook.salt)]
    for path in (page_of(club), page_of(club, webhook)):
        assert URL in text_of(visitor.get(path)) and not SECRET.search(text_of(visitor.get(path)))
    renewed = SECRET.search(text_of(visitor.post(page_of(club, webhook), {"act": "renew"})))
    assert renewed and renewed[0] != webhook_secret(webhook.salt)


def test_a_refused_address_keeps_what_was_typed():
    club, event = a_club(), a_round().event
    answer = ada().post(page_of(club), {**NEW, "url": "https://10.0.0.1/x"})
    assert answer.status_code == 422 and "private network" in text_of(answer)
    assert 'value="https://10.0.0.1/x"' in answer.content.decode() and not Webhook.objects.exists()
    assert ada().post(page_of(club), {**NEW, "event": event.pk}).status_code == 422


def test_an_owner_tests_switches_and_deletes():
    club, visitor = a_club(), ada()
    webhook = a_webhook(club)
    page = text_of(visitor.post(page_of(club, webhook), {"act": "test"}, follow=True))
    assert "on its way" in page and "test message" in page and OutgoingMessage.objects.count() == 1
    assert "switched off" in text_of(visitor.post(page_of(club, webhook), {"act": "off"}, follow=True))
    assert "Switch it on first" in text_of(visitor.post(page_of(club, webhook), {"act": "test"}, follow=True))
    assert OutgoingMessage.objects.count() == 1
    visitor.post(page_of(club, webhook), {"act": "nonsense"})
    visitor.post(page_of(club, webhook), {"act": "delete"})
    assert not Webhook.objects.exists()


def test_a_dead_message_is_shown_with_its_attempts_and_sent_again():
    club, visitor = a_club(), ada()
    webhook = a_webhook(club)
    message = send_test(webhook=webhook)
    Webhook.objects.update(key_fingerprint="another")
    sending.send_due(webhook_id=webhook.pk)
    OutgoingMessage.objects.update(status=MessageStatus.DEAD)
    page = text_of(visitor.get(page_of(club, webhook)))
    assert "Not delivered" in page and "1 message not delivered" in page and "renew the secret" in page
    again = f"{page_of(club, webhook)}deliveries/msg_{message.public_id.hex}/resend/"
    assert "on its way again" in text_of(visitor.post(again, follow=True))
    assert OutgoingMessage.objects.get().status == MessageStatus.WAITING


def test_others_do_not_reach_the_pages():
    club = a_club()
    webhook = a_webhook(club)
    for path in (page_of(club), page_of(club, webhook)):
        assert dov().get(path).status_code == 404


def test_the_page_of_many_messages_asks_few_queries(django_assert_max_num_queries):
    club, visitor = a_club(), ada()
    webhook = a_webhook(club)
    for _ in range(20):
        send_test(webhook=webhook)
    visitor.get(page_of(club, webhook))
    with django_assert_max_num_queries(12):
        visitor.get(page_of(club, webhook))
