"""Bodies of published lists."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Flag, text_of
from tournaments.models import EventReason, Stage


class NewList(Body):
    """A list to publish."""

    stage = s.ChoiceField(choices=Stage.values)
    reason = text_of(
        EventReason, "text", required=False, allow_blank=True, help_text="why it replaces a final one"
    )


class PublishedList(s.Serializer[Any]):
    """A published list."""

    number = s.IntegerField()
    stage = s.ChoiceField(choices=Stage.values)
    hash = s.CharField(help_text="SHA-256; see /lists/{id}/")
    id = s.UUIDField()
    at = s.DateTimeField()


class Freeze(Body):
    """Whether the standings are kept secret until prize-giving."""

    is_frozen = Flag()


class Frozen(s.Serializer[Any]):
    """Whether the standings are kept secret."""

    is_frozen = s.BooleanField()


class SignOff(Body):
    """Whether the results are signed off."""

    is_signed_off = Flag()


class SignedOff(s.Serializer[Any]):
    """When the results were signed off; null if they are not."""

    signed_off_at = s.DateTimeField(allow_null=True)
