"""The webhooks of a club, their messages, and how each attempt went."""

import uuid

from django.db.models import Count, Q, QuerySet

from tournaments.models import Club, MessageStatus, OutgoingMessage, Webhook
from tournaments.storage.link_keys import webhook_secret

PREFIX = "msg_"  # of the id of a message, as its receiver reads it


def webhooks_in(club: Club) -> QuerySet[Webhook]:
    """Return the webhooks of a club with their events and the numbers of their `waiting` and `dead`
    messages.
    """
    numbers = {
        status: Count("messages", filter=Q(messages__status=status))
        for status in (MessageStatus.WAITING.value, MessageStatus.DEAD.value)
    }
    return club.webhooks.select_related("event").annotate(**numbers).order_by("pk")


def get_webhook(club: Club, public_id: uuid.UUID) -> Webhook | None:
    """Return a webhook of the club."""
    return webhooks_in(club).filter(public_id=public_id).first()


def messages_of(webhook: Webhook, status: str = "") -> QuerySet[OutgoingMessage]:
    """Return the messages to a webhook with their attempts, newest first.

    Those with this status, if it is given.
    """
    chosen = webhook.messages.prefetch_related("attempts").order_by("-pk")
    return chosen.filter(status=status) if status else chosen


def messages_sent_or_waiting(webhook: Webhook) -> QuerySet[OutgoingMessage]:
    """Return the messages to a webhook that are not dead, newest first."""
    return messages_of(webhook).exclude(status=MessageStatus.DEAD)


def message_id(message: OutgoingMessage) -> str:
    """Return the `webhook-id` of a message."""
    return f"{PREFIX}{message.public_id.hex}"


def get_message(webhook: Webhook, name: str) -> OutgoingMessage | None:
    """Return a message to the webhook by its `webhook-id`."""
    try:
        public_id = uuid.UUID(hex=name.removeprefix(PREFIX))
    except ValueError:
        return None
    return webhook.messages.select_related("webhook").filter(public_id=public_id).first()


def secret_of(webhook: Webhook) -> str:
    """Return the secret of a webhook, for the answer that makes it."""
    return webhook_secret(webhook.salt)
