"""Bodies of requests and responses of webhooks."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Flag, Text, text_of
from tournaments.models import MessageStatus, MessageType, Webhook

EXAMPLE = {"url": "https://example.org/stichtag", "types": ["deal.recorded", "standings.computed"]}
TYPES = f"one or more of {', '.join(MessageType.values)}"


class NewWebhook(Body):
    """A webhook to add."""

    url = text_of(Webhook, "url")
    types = s.ListField(child=Text(max_length=40), max_length=len(MessageType), help_text=TYPES)
    event = Text(
        required=False, allow_null=True, help_text="the slug of one event; without it, all events of the club"
    )


class WebhookChanges(Body):
    """Fields of a webhook to change."""

    url = text_of(Webhook, "url", required=False)
    types = s.ListField(
        child=Text(max_length=40), required=False, max_length=len(MessageType), help_text=TYPES
    )
    is_active = Flag(required=False)


class WebhookShape(s.Serializer[Any]):
    """A webhook."""

    id = s.UUIDField()
    url = s.CharField()
    types = s.ListField(child=s.CharField())
    event = s.CharField(allow_null=True, help_text="the slug of its event; null for all of the club")
    is_active = s.BooleanField()
    made_at = s.DateTimeField()


class WebhookWithSecret(WebhookShape):
    """A new webhook, or one with a new secret."""

    secret = s.CharField(help_text="`whsec_...`, in this answer only")


class Attempt(s.Serializer[Any]):
    """One attempt to deliver a message."""

    at = s.DateTimeField()
    milliseconds = s.IntegerField()
    status = s.IntegerField(allow_null=True, help_text="of the answer; null without one")
    problem = s.CharField(
        allow_blank=True,
        help_text="why no answer came, such as `name_unknown` or `no_answer`; else empty",
    )


class Delivery(s.Serializer[Any]):
    """A message and its attempts."""

    id = s.CharField(help_text="the `webhook-id` of every attempt")
    type = s.CharField()
    made_at = s.DateTimeField()
    status = s.ChoiceField(choices=MessageStatus.values)
    next_at = s.DateTimeField(allow_null=True, help_text="of the next attempt, while it is waiting")
    attempts = Attempt(many=True)
    body = s.CharField(help_text="the text that is signed and sent")
