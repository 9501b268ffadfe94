"""Sending to a real receiver: signatures, pauses, claims, and receivers that mean no good."""

import base64
import hmac
import json
import socket
import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import a_club
from tests.processes import PATIENCE, wait_until
from tests.tournaments.receivers import receiving, say
from tournaments.models import DeliveryAttempt, MessageStatus, OutgoingMessage, Webhook
from tournaments.selectors.webhooks.webhooks import message_id
from tournaments.services.webhooks import sending
from tournaments.services.webhooks.lifecycle import create_webhook, resend_message, send_test
from tournaments.storage import outgoing
from tournaments.storage.background import EachOnce
from tournaments.storage.outgoing import Unreachable, is_public, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver(settings):
    settings.WEBHOOKS_TO_PRIVATE = True
    with receiving() as receiver:
        yield receiver


def a_webhook(receiver):
    return create_webhook(
        club=a_club(),
        url=receiver.url,
        types=["deal.recorded"],
    )


def make_due(webhook):
    OutgoingMessage.objects.filter(webhook=webhook).update(due_at=timezone.now())
    Webhook.objects.filter(pk=webhook.pk).update(busy_until=None)


def test_a_message_is_signed_as_standard_webhooks_says(receiver):
    webhook, secret = a_webhook(receiver)
    message = send_test(webhook=webhook)
    assert sending.webhooks_due() == [webhook.pk] and sending.send_due(webhook_id=webhook.pk) == 1
    ((headers, body),) = receiver.requests
    key = base64.b64decode(secret.removeprefix("whsec_"))
    name, at = headers["webhook-id"], headers["webhook-timestamp"]
    digest = hmac.digest(key, f"{name}.{at}.{body}".encode(), "sha256")
    assert headers["webhook-signature"] == "v1," + base64.b64encode(digest).decode()
    assert headers["content-type"] == "application/json"
    assert abs(int(at) - timezone.now().timestamp()) < 60
    sent = json.loads(body)
    assert sent["type"] == "webhook.tested" and set(sent) == {"type", "timestamp", "data"}
    message.refresh_from_db()
    made = message.attempts.get()
    assert message.status == MessageStatus.DELIVERED and (made.status, made.problem) == (204, "")
    assert not sending.webhooks_due() and not sending.send_due(webhook_id=webhook.pk)


@pytest.mark.parametrize("status", [200, 299, 301, 302, 307, 400, 410, 500, 503])
def test_only_2xx_counts_and_no_redirect_is_followed(receiver, status):
    webhook, _ = a_webhook(receiver)
    send_test(webhook=webhook)
    receiver.answer = lambda handler: say(handler, status, Location=receiver.url)
    delivered = sending.send_due(webhook_id=webhook.pk)
    assert delivered == (status < 300) and len(receiver.requests) == 1
    assert DeliveryAttempt.objects.get().status == status


def test_a_message_is_tried_ten_times_over_a_day_under_one_id_then_it_is_dead_until_it_is_sent_again(
    receiver,
):
    webhook, _ = a_webhook(receiver)
    message = send_test(webhook=webhook)
    receiver.answer = lambda handler: say(handler, 500)
    pauses = []
    for _ in range(len(sending.PAUSES)):
        before = timezone.now()
        sending.send_due(webhook_id=webhook.pk)
        message.refresh_from_db()
        assert message.status == MessageStatus.WAITING and not sending.webhooks_due()
        pauses.append(message.due_at - before)
        make_due(webhook)
    assert pauses == sorted(pauses) and timedelta(hours=24) < sum(pauses, timedelta()) < timedelta(hours=26)
    sending.send_due(webhook_id=webhook.pk)
    message.refresh_from_db()
    assert message.status == MessageStatus.DEAD and message.attempts.count() == 10
    assert set(receiver.ids) == {message_id(message)}
    receiver.answer = lambda handler: say(handler, 200)
    make_due(webhook)
    assert not sending.send_due(webhook_id=webhook.pk)
    resend_message(message=OutgoingMessage.objects.select_related("webhook").get())
    assert sending.send_due(webhook_id=webhook.pk) == 1 and len(set(receiver.ids)) == 1


def test_messages_come_in_their_order_and_a_failure_lets_the_webhook_rest(receiver):
    webhook, _ = a_webhook(receiver)
    names = [message_id(send_test(webhook=webhook)) for _ in range(3)]
    receiver.answer = lambda handler: say(handler, 500)
    sending.send_due(webhook_id=webhook.pk)
    webhook.refresh_from_db()
    assert receiver.ids == names[:1] and webhook.busy_until > timezone.now() and webhook.failures == 1
    receiver.answer = lambda handler: say(handler, 200)
    make_due(webhook)
    assert sending.send_due(webhook_id=webhook.pk) == 3 and receiver.ids[1:] == names
    webhook.refresh_from_db()
    assert webhook.busy_until is None and webhook.failures == 0


def test_a_failure_gives_up_every_message_that_is_older_than_a_day(receiver):
    webhook, _ = a_webhook(receiver)
    for _ in range(3):
        send_test(webhook=webhook)
    OutgoingMessage.objects.update(made_at=timezone.now() - sending.MOST_AGE - timedelta(minutes=1))
    young = send_test(webhook=webhook)
    receiver.answer = lambda handler: say(handler, 500)
    sending.send_due(webhook_id=webhook.pk)
    assert OutgoingMessage.objects.filter(status=MessageStatus.DEAD).count() == 3
    assert OutgoingMessage.objects.get(status=MessageStatus.WAITING) == young


def test_finished_messages_are_deleted_after_a_month(receiver):
    webhook, _ = a_webhook(receiver)
    send_test(webhook=webhook)
    sending.send_due(webhook_id=webhook.pk)
    OutgoingMessage.objects.update(made_at=timezone.now() - sending.KEPT - timedelta(minutes=1))
    kept = send_test(webhook=webhook)
    sending.send_due(webhook_id=webhook.pk)
    assert OutgoingMessage.objects.get() == kept


def test_one_process_sends_to_a_webhook_and_loses_its_claim_by_time(receiver):
    webhook, _ = a_webhook(receiver)
    send_test(webhook=webhook)
    Webhook.objects.update(busy_until=timezone.now() + sending.CLAIM)
    assert not sending.webhooks_due() and not sending.send_due(webhook_id=webhook.pk)
    Webhook.objects.update(busy_until=timezone.now() - timedelta(seconds=1))
    assert sending.webhooks_due() == [webhook.pk] and sending.send_due(webhook_id=webhook.pk) == 1


def test_a_secret_of_another_key_signs_nothing(receiver, settings):
    webhook, _ = a_webhook(receiver)
    send_test(webhook=webhook)
    settings.SECRET_KEY = "another" * 10
    sending.send_due(webhook_id=webhook.pk)
    assert DeliveryAttempt.objects.get().problem == "key_changed" and not receiver.requests


def test_a_receiver_that_hangs_costs_no_other_anything():
    hang, others = threading.Event(), []
    senders = EachOnce(
        "test", lambda name: hang.wait(PATIENCE) if name == "hangs" else others.append(name), most=2
    )
    assert senders.start(name="hangs") and not senders.start(name="hangs")
    for name in ("one", "two"):
        assert senders.start(name=name)
        wait_until(lambda: len(senders.busy) == 1, "the other is done")
    assert others == ["one", "two"]
    hang.set()
    wait_until(lambda: not senders.busy, "all are done")


def test_a_full_house_starts_no_more_threads():
    hang = threading.Event()
    senders = EachOnce("test", lambda number: hang.wait(PATIENCE), most=2)
    assert [senders.start(number=number) for number in range(4)] == [True, True, False, False]
    hang.set()
    wait_until(lambda: not senders.busy, "all are done")


# Receivers that mean no good


@pytest.mark.parametrize(
    "answer", [b"", b"HTTP/1.1 2", b"hello\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 200]
)
def test_a_receiver_that_drips_or_says_nonsense_is_no_answer(monkeypatch, answer):
    # It stays connected without a whole answer, so only our own limit ends it.
    monkeypatch.setattr(outgoing, "TOTAL_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        held = []

        def accept():
            held.append(server.accept()[0])
            held[0].sendall(answer)

        threading.Thread(target=accept, daemon=True).start()
        with pytest.raises(Unreachable) as refused:
            post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {}, to_private=True)
        held[0].close()
    assert refused.value.code == "no_answer"


def test_a_long_answer_is_not_read_to_its_end(receiver):
    def chatter(handler):
        handler.send_response(200)
        handler.end_headers()
        with pytest.raises(OSError):
            while True:
                handler.wfile.write(b"a" * 65536)

    receiver.answer = chatter
    assert post(receiver.url, b"{}", {}, to_private=True) == 200


@pytest.mark.parametrize(
    ("address", "public"),
    [
        *((address, False) for address in ("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1")),
        *((address, False) for address in ("169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1")),
        *((address, False) for address in ("::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1")),
        *((address, False) for address in ("64:ff9b::a00:1", "2002:a00:1::", "::", "ff02::1")),
        *((address, False) for address in ("::7f00:1", "::a00:1", "64:ff9b:1::1", "fec0::1", "100::1")),
        *((address, False) for address in ("2001:db8::1", "3fff::1", "5f00::1", "2001::1", "2002:909:909::")),
        *(
            (address, False)
            for address in ("2001:20::1", "2001:10::1", "1234::1", "e000::1", "::ffff:0:1.2.3.4")
        ),
        *(
            (address, False)
            for address in ("192.0.0.8", "192.88.99.1", "198.18.0.1", "203.0.113.1", "240.0.0.1")
        ),
        *((address, True) for address in ("9.9.9.9", "2606:4700::1111", "64:ff9b::909:909")),
        *((address, True) for address in ("2a00:1450::1", "::ffff:9.9.9.9", "2001:4860::1")),
    ],
)
def test_private_addresses_are_known_in_every_dress(address, public):
    assert is_public(address) == public


def test_the_address_that_is_connected_to_is_checked_whatever_the_name_said_before(receiver, monkeypatch):
    # A name server that answers with a public address first, and with ours afterwards, gains nothing.
    port = int(receiver.url.split(":")[2].split("/")[0])
    answers = iter(["9.9.9.9", "127.0.0.1", "9.9.9.9"])
    asked = []

    def resolve(host, port, **more):
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    next(answers)
    with pytest.raises(Unreachable) as refused:
        post(f"http://rebinding.example:{port}/", b"{}", {}, to_private=False)
    assert refused.value.code == "address_private" and len(asked) == 1 and not receiver.requests


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://no-such-name.invalid/", "name_unknown"),
        ("http://127.0.0.1:1/", "no_connection"),
    ],
)
def test_an_address_without_a_receiver_is_named_as_such(url, code):
    with pytest.raises(Unreachable) as refused:
        post(url, b"{}", {}, to_private=True)
    assert refused.value.code == code


def test_a_receiver_without_a_certificate_is_not_talked_to(receiver):
    with pytest.raises(Unreachable) as refused:
        post(receiver.url.replace("http:", "https:"), b"{}", {}, to_private=True)
    assert refused.value.code == "tls_failed" and not receiver.requests


def test_old_messages_are_deleted_once_they_are_finished_and_wait_as_long_as_they_wait(receiver):
    webhook, _ = a_webhook(receiver)
    month_ago = timezone.now() - sending.KEPT - timedelta(days=1)
    for status in MessageStatus.values:
        for made_at in (month_ago, timezone.now()):
            message = send_test(webhook=webhook)
            OutgoingMessage.objects.filter(pk=message.pk).update(status=status, made_at=made_at)
    sending.forget_finished(webhook.pk)
    old = OutgoingMessage.objects.filter(made_at__lte=month_ago)
    assert [each.status for each in old] == [MessageStatus.WAITING]
    assert OutgoingMessage.objects.count() == len(MessageStatus.values) + 1
