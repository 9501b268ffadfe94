"""Send the outbox: each message at least once, with growing pauses over a day; then it is dead.

One process at a time sends to a webhook: it claims it for CLAIM, and a process that was killed loses its
claim by time. A message counts as delivered when its attempt is stored, so a kill between the two sends
it again under the same id.
"""

from datetime import datetime, timedelta
from time import monotonic

from django.conf import settings
from django.db import close_old_connections, transaction
from django.db.models import F, Q
from django.utils import timezone

from tournaments.models import DeliveryAttempt, MessageStatus, OutgoingMessage, Webhook
from tournaments.selectors.webhooks.webhooks import message_id
from tournaments.storage.link_keys import key_fingerprint, signature
from tournaments.storage.outgoing import Unreachable, post

# Between the attempts at one message: with the first at once, ten within 25 hours.
PAUSES = [timedelta(seconds=5), timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30)]
PAUSES += [timedelta(hours=hours) for hours in (1, 2, 4, 7, 10)]
MOST_AGE = sum(PAUSES, timedelta())  # older messages of a webhook that fails are given up together
SHORTEST_REST, LONGEST_REST = timedelta(seconds=5), timedelta(minutes=1)  # of a webhook that failed
CLAIM = timedelta(seconds=90)  # longer than one attempt with a slow name server, and than a rest
MOST_AT_ONCE = 50  # messages of one claim
KEPT = timedelta(days=30)  # finished messages are deleted after that


def webhooks_due() -> list[int]:
    """Return IDs of the unclaimed webhooks with due messages, in random order, so that each gets its turn."""
    now = timezone.now()
    due = OutgoingMessage.objects.filter(is_due(now), status=MessageStatus.WAITING)
    webhooks = Webhook.objects.filter(free_webhooks(now), is_active=True, pk__in=due.values("webhook"))
    return list(webhooks.order_by("?").values_list("pk", flat=True))


def free_webhooks(now: datetime) -> Q:
    """Select webhooks that are not claimed and do not rest; also if the clock was set back since."""
    return ~Q(busy_until__gt=now, busy_until__lte=now + CLAIM)


def is_due(now: datetime) -> Q:
    """Select messages whose moment has come; also if they were made before the clock was set back."""
    made_ahead = Q(attempt_count=0, made_at__gt=now)
    return Q(due_at__lte=now) | Q(due_at__gt=now + max(PAUSES)) | made_ahead


def send_due(*, webhook_id: int) -> int:
    """Send the due messages of a webhook in their order until one fails; return how many were delivered.

    Does nothing while another process sends to it.
    """
    now = timezone.now()
    if not Webhook.objects.filter(free_webhooks(now), pk=webhook_id).update(busy_until=now + CLAIM):
        return 0
    delivered = 0
    while delivered < MOST_AT_ONCE and (message := next_due(webhook_id)):
        if not attempt(message):
            return delivered
        delivered += 1
    Webhook.objects.filter(pk=webhook_id).update(busy_until=None)
    forget_finished(webhook_id)
    return delivered


def next_due(webhook_id: int) -> OutgoingMessage | None:
    """Return the oldest due message of an active webhook."""
    due = OutgoingMessage.objects.filter(
        is_due(timezone.now()),
        webhook_id=webhook_id,
        webhook__is_active=True,
        status=MessageStatus.WAITING,
    )
    return due.select_related("webhook").order_by("due_at", "pk").first()


def attempt(message: OutgoingMessage) -> bool:
    """Attempt to deliver a message and store how it went; return whether it was delivered."""
    Webhook.objects.filter(pk=message.webhook_id).update(busy_until=timezone.now() + CLAIM)
    close_old_connections()  # a receiver that hangs holds no connection of the pool
    began, at = monotonic(), timezone.now()
    status, problem = deliver(message, int(at.timestamp()))
    made = DeliveryAttempt(
        message=message,
        at=at,
        milliseconds=int((monotonic() - began) * 1000),
        status=status,
        problem=problem,
    )
    return store_attempt(message, made)


def deliver(message: OutgoingMessage, timestamp: int) -> tuple[int | None, str]:
    """Post a message; return the status of the answer, or None and the code of the problem."""
    webhook = message.webhook
    if webhook.key_fingerprint != key_fingerprint():
        return None, "key_changed"
    name = message_id(message)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"Stichtag/{settings.VERSION}",
        "webhook-id": name,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(webhook.salt, name, timestamp, message.body),
    }
    try:
        body = message.body.encode()
        return post(webhook.url, body, headers, to_private=settings.WEBHOOKS_TO_PRIVATE), ""
    except Unreachable as error:
        return None, error.code


@transaction.atomic
def store_attempt(message: OutgoingMessage, made: DeliveryAttempt) -> bool:
    """Store an attempt and what follows from it; return whether the message was delivered."""
    stored = OutgoingMessage.objects.select_for_update().filter(pk=message.pk).first()
    if stored is None:
        return True  # deleted meanwhile, with its event or its webhook
    made.save(force_insert=True)
    stored.attempt_count += 1
    is_delivered = made.status is not None and 200 <= made.status < 300
    if is_delivered:
        stored.status = MessageStatus.DELIVERED
        Webhook.objects.filter(pk=stored.webhook_id).update(failures=0)
    else:
        put_off(stored)
    stored.save(update_fields=["attempt_count", "status", "due_at"])
    return is_delivered


def put_off(message: OutgoingMessage) -> None:
    """Put a failed message off, or give it up; let its webhook rest, and give up what is too old."""
    now = timezone.now()
    if message.attempt_count > len(PAUSES) or message.made_at < now - MOST_AGE:
        message.status = MessageStatus.DEAD
    else:
        message.due_at = now + PAUSES[message.attempt_count - 1]
    failures = message.webhook.failures
    rest = min(SHORTEST_REST * 2 ** min(failures, 10), LONGEST_REST)
    Webhook.objects.filter(pk=message.webhook_id).update(failures=F("failures") + 1, busy_until=now + rest)
    old = OutgoingMessage.objects.filter(
        webhook=message.webhook_id, status=MessageStatus.WAITING, made_at__lt=now - MOST_AGE
    )
    old.update(status=MessageStatus.DEAD)


def forget_finished(webhook_id: int) -> None:
    """Delete messages that were finished long ago."""
    old = OutgoingMessage.objects.filter(webhook=webhook_id, made_at__lt=timezone.now() - KEPT)
    old.exclude(status=MessageStatus.WAITING).delete()
