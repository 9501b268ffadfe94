"""Published lists, the freeze and the sign-off as they are answered, and the bodies of their requests."""

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Flag, Whole, text_of
from tournaments.api.http.description import example
from tournaments.api.http.shapes import ModelShape
from tournaments.models import Event, EventReason, Publication, Stage


class PublishedList(ModelShape):
    """A published list."""

    hash = s.CharField(source="digest", help_text="SHA-256; see /lists/{id}/")
    id = s.UUIDField(source="public_id")

    class Meta:
        model = Publication
        fields = ["number", "stage", "hash", "id", "at"]


@example(seen=7)
class FinalList(Body):
    """The list that is published as final."""

    reason = text_of(
        EventReason, "text", required=False, allow_blank=True, help_text="why it replaces a final one"
    )
    seen = Whole(required=False, help_text="the version of the standings that were looked at")


@example(stage="provisional")
class NewList(FinalList):
    """A list to publish."""

    stage = s.ChoiceField(choices=Stage.values)


class Frozen(ModelShape):
    """Whether the standings are kept secret."""

    class Meta:
        model = Event
        fields = ["is_frozen"]


@example(is_frozen=True)
class Freeze(Body):
    """Whether the standings are kept secret until prize-giving."""

    is_frozen = Flag()


class SignedOff(ModelShape):
    """When the results were signed off; null if they are not."""

    class Meta:
        model = Event
        fields = ["signed_off_at"]


@example(is_signed_off=True)
class SignOff(Body):
    """Whether the results are signed off."""

    is_signed_off = Flag()
