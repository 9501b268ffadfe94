"""Webhooks and their messages as they are answered, and the bodies of their requests."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Flag, Text, text_of
from tournaments.api.http.description import example
from tournaments.api.http.shapes import ModelShape
from tournaments.models import DeliveryAttempt, MessageStatus, MessageType, OutgoingMessage, Webhook
from tournaments.selectors.webhooks.webhooks import message_id

TYPES = f"one or more of {', '.join(MessageType.values)}"


class WebhookShape(ModelShape):
    """A webhook."""

    id = s.UUIDField(source="public_id")
    types = s.ListField(child=s.CharField())
    event = s.CharField(
        source="event.slug", allow_null=True, help_text="the slug of its event; null for all of the club"
    )

    class Meta:
        model = Webhook
        fields = ["id", "url", "types", "event", "is_active", "made_at"]


class WebhookWithSecret(WebhookShape):
    """A new webhook, or one with a new secret."""

    secret = s.CharField(help_text="`whsec_...`, in this answer only")

    class Meta(WebhookShape.Meta):
        fields = [*WebhookShape.Meta.fields, "secret"]


@example(url="https://example.org/stichtag", types=["deal.recorded", "standings.computed"])
class NewWebhook(Body):
    """A webhook to add."""

    url = text_of(Webhook, "url")
    types = s.ListField(child=text_of(OutgoingMessage, "type"), max_length=len(MessageType), help_text=TYPES)
    event = Text(
        required=False, allow_null=True, help_text="the slug of one event; without it, all events of the club"
    )


@example(is_active=False)
class WebhookChanges(Body):
    """Fields of a webhook to change."""

    url = text_of(Webhook, "url", required=False)
    types = s.ListField(
        child=text_of(OutgoingMessage, "type"),
        required=False,
        max_length=len(MessageType),
        help_text=TYPES,
    )
    is_active = Flag(required=False)


class AttemptShape(ModelShape):
    """One attempt to deliver a message."""

    class Meta:
        model = DeliveryAttempt
        fields = ["at", "milliseconds", "status", "problem"]
        extra_kwargs = {
            "status": {"help_text": "of the answer; null without one"},
            "problem": {"help_text": "why no answer came, such as `name_unknown` or `no_answer`; else empty"},
        }


class Delivery(ModelShape):
    """A message and its attempts."""

    id = s.SerializerMethodField(help_text="the `webhook-id` of every attempt")
    type = s.CharField()
    next_at = s.SerializerMethodField(help_text="of the next attempt, while it is waiting")
    attempts = AttemptShape(many=True)

    class Meta:
        model = OutgoingMessage
        fields = ["id", "type", "made_at", "status", "next_at", "attempts", "body"]
        extra_kwargs = {"body": {"help_text": "the text that is signed and sent"}}

    def get_id(self, message: OutgoingMessage) -> str:
        return message_id(message)

    @extend_schema_field(s.DateTimeField(allow_null=True))
    def get_next_at(self, message: OutgoingMessage) -> str | None:
        return message.due_at.isoformat() if message.status == MessageStatus.WAITING else None
