"""Webhooks of a club: add, change, renew the secret, delete, test, and send a message again."""

import ipaddress
import secrets
from collections.abc import Collection
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from server.wake_ups import WEBHOOKS
from tournaments.models import Club, Event, MessageStatus, MessageType, OutgoingMessage, Webhook
from tournaments.models.lengths import longest
from tournaments.services.webhooks.outbox import write_messages
from tournaments.storage.link_keys import key_fingerprint, webhook_secret
from tournaments.storage.outgoing import is_public
from tournaments.wording.lists import in_a_list

MOST_WEBHOOKS = 10  # of a club
URL_LENGTH = longest(Webhook, "url")
TEST = "webhook.tested"  # the type of a test message, whatever types the webhook asks for


@transaction.atomic
def create_webhook(
    *, club: Club, url: str, types: Collection[str], event: Event | None = None
) -> tuple[Webhook, str]:
    """Add a webhook; return it with its secret, which is shown once.

    Raises NotPossible: as `read_url`, `read_types`; `too_many_webhooks`; `event_elsewhere`.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    webhook = Webhook(club=club, event=event, url=read_url(url), types=read_types(types))
    if event and event.club_id != club.pk:
        raise NotPossible("event_elsewhere", gettext("This event belongs to another club."), field="event")
    if club.webhooks.count() >= MOST_WEBHOOKS:
        message = gettext("A club has at most %(most)s webhooks. Delete one that is not used any more.")
        raise NotPossible("too_many_webhooks", message % {"most": MOST_WEBHOOKS})
    secret = set_secret(webhook)
    webhook.save(force_insert=True)
    return webhook, secret


@transaction.atomic
def change_webhook(*, webhook: Webhook, **changes: Any) -> Webhook:
    """Change `url`, `types` or `is_active`. Raises NotPossible as `read_url` and `read_types`."""
    if "url" in changes:
        webhook.url = read_url(changes["url"])
    if "types" in changes:
        webhook.types = read_types(changes["types"])
    webhook.is_active = changes.get("is_active", webhook.is_active)
    webhook.busy_until, webhook.failures = None, 0
    webhook.save(update_fields=["url", "types", "is_active", "busy_until", "failures"])
    WEBHOOKS.send_after_commit()
    return webhook


@transaction.atomic
def renew_secret(*, webhook: Webhook) -> str:
    """Give a webhook a new secret; return it. The next attempt of each message is signed with it."""
    secret = set_secret(webhook)
    webhook.save(update_fields=["salt", "key_fingerprint"])
    return secret


@transaction.atomic
def delete_webhook(*, webhook: Webhook) -> None:
    """Delete a webhook with its messages."""
    webhook.delete()


@transaction.atomic
def send_test(*, webhook: Webhook) -> OutgoingMessage:
    """Send a test message. Raises NotPossible (`webhook_inactive`)."""
    refuse_inactive(webhook)
    return write_messages([webhook], None, TEST, {"webhook": str(webhook.public_id)}, timezone.now())[0]


@transaction.atomic
def resend_message(*, message: OutgoingMessage) -> OutgoingMessage:
    """Send a message again under its id. Raises NotPossible (`webhook_inactive`)."""
    refuse_inactive(message.webhook)
    Webhook.objects.filter(pk=message.webhook_id, failures__gt=0).update(busy_until=None, failures=0)
    message.status, message.due_at, message.attempt_count = MessageStatus.WAITING, timezone.now(), 0
    message.save(update_fields=["status", "due_at", "attempt_count"])
    WEBHOOKS.send_after_commit()
    return message


def set_secret(webhook: Webhook) -> str:
    """Set a new salt, not saved; return the secret that follows from it."""
    webhook.salt, webhook.key_fingerprint = secrets.token_hex(16), key_fingerprint()
    return webhook_secret(webhook.salt)


def refuse_inactive(webhook: Webhook) -> None:
    """Raise NotPossible (`webhook_inactive`)."""
    if not webhook.is_active:
        message = gettext("This webhook is switched off, so nothing is sent to it. Switch it on first.")
        raise NotPossible("webhook_inactive", message)


def read_types(types: Collection[str]) -> list[str]:
    """Return the types in our order.

    Raises NotPossible (`type_unknown`) for an unknown type, or none at all.
    """
    unknown = [each for each in types if each not in MessageType.values]
    if unknown or not types:
        message = gettext("A webhook needs one or more of these types: %(known)s; not “%(found)s”.")
        values = {"known": in_a_list(MessageType.values), "found": in_a_list(unknown)[:80]}
        raise NotPossible("type_unknown", message % values, field="types")
    return [each for each in MessageType.values if each in types]


def read_url(url: str) -> str:
    """Return the address. Raises NotPossible (`url_invalid`, `address_private`)."""
    url = url.strip()
    parts = split(url)
    schemes = ("https", "http") if settings.WEBHOOKS_TO_PRIVATE else ("https",)
    if parts is None or parts.scheme not in schemes or len(url) > URL_LENGTH:
        message = gettext(
            "A webhook needs an address such as https://example.org/stichtag: it begins with %(schemes)s, "
            "has no password, and at most %(most)s characters. “%(url)s” is not one."
        )
        values = {"schemes": in_a_list(schemes), "most": URL_LENGTH, "url": url[:80]}
        raise NotPossible("url_invalid", message % values, field="url")
    if not settings.WEBHOOKS_TO_PRIVATE and is_private_literal(parts.hostname or ""):
        message = gettext(
            "“%(host)s” is an address of a private network; messages go to public addresses only."
        )
        raise NotPossible("address_private", message % {"host": parts.hostname}, field="url")
    return url


def split(url: str) -> SplitResult | None:
    """Return the parts of a plain ASCII address with a host; None for any other."""
    try:
        parts = urlsplit(url)
        is_plain = url.isascii() and url.isprintable() and " " not in url
        is_usable = (
            bool(parts.hostname) and parts.port != 0 and "@" not in parts.netloc and not parts.fragment
        )
    except ValueError:
        return None
    return parts if is_plain and is_usable else None


def is_private_literal(host: str) -> bool:
    """Return whether a host is written as an address that is not public.

    A name is checked when it is resolved.
    """
    try:
        return not is_public(str(ipaddress.ip_address(host)))
    except ValueError:
        return host == "localhost"
