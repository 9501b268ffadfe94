"""Webhooks of clubs, and the outbox of messages to them (docs/api.md)."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.clubs import Club
from tournaments.models.constraints import one_of
from tournaments.models.event import Event


class MessageType(models.TextChoices):
    """The kind of change that a message reports."""

    DEAL_RECORDED = "deal.recorded", _("a table recorded a deal")
    DEAL_CORRECTED = "deal.corrected", _("a deal was corrected or struck out")
    ROUND_OPENED = "round.opened", _("a round was opened")
    ROUND_CLOSED = "round.closed", _("a round was closed")
    STANDINGS_COMPUTED = "standings.computed", _("the standings were computed")
    LIST_PUBLISHED = "list.published", _("a list was published")
    EVENT_SIGNED_OFF = "event.signed_off", _("the results were signed off")
    HALL_CHANGED = "hall.changed", _("a banner, the timetable, the door or the Wi-Fi changed")
    DIRECTOR_CALLED = "director.called", _("a table called the director")


class Webhook(models.Model):
    """An address of another program that gets a message about each change in a club, or in one event of it.

    The secret that signs messages is derived from `salt` and SECRET_KEY (storage/link_keys.py), so no copy
    of the database has it; `key_fingerprint` names the key. `busy_until` is the claim of the process that
    sends now, or the pause after a failure; `failures` counts those since the last success.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="webhooks")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="webhooks")
    url = models.CharField(_("address"), max_length=500)
    types = models.JSONField(default=list)
    is_active = models.BooleanField(default=True)
    salt = models.CharField(max_length=32)
    key_fingerprint = models.CharField(max_length=16)
    made_at = models.DateTimeField(auto_now_add=True)
    busy_until = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("club_id", "id")
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return f"{self.club}, webhook {self.url}"


class MessageStatus(models.TextChoices):
    """How far a message is."""

    WAITING = "waiting", pgettext_lazy("message", "waiting")
    DELIVERED = "delivered", pgettext_lazy("message", "delivered")
    DEAD = "dead", pgettext_lazy("message", "not delivered")


class OutgoingMessage(models.Model):
    """A message to one webhook, written in the transaction of the change that it reports.

    `public_id` is the `webhook-id` of every attempt, and `body` the exact text that is signed and sent.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="messages")
    event = models.ForeignKey(Event, models.CASCADE, null=True, related_name="outgoing_messages")
    type = models.CharField(max_length=40)
    body = models.TextField()
    made_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=MessageStatus, default=MessageStatus.WAITING)
    due_at = models.DateTimeField()
    attempt_count = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("webhook", "id")
        verbose_name = _("outgoing message")
        verbose_name_plural = _("outgoing messages")
        constraints = [one_of("status", MessageStatus, "message_status_known", _("This status is unknown."))]
        indexes = [
            models.Index(fields=["webhook", "due_at"], name="message_due", condition=Q(status="waiting")),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.public_id}"


class DeliveryAttempt(models.Model):
    """One attempt to deliver a message: the HTTP status, or the problem if there was no answer."""

    message = models.ForeignKey(OutgoingMessage, models.CASCADE, related_name="attempts")
    at = models.DateTimeField()
    milliseconds = models.PositiveIntegerField()
    status = models.PositiveIntegerField(null=True)
    problem = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ("message", "id")
        verbose_name = _("delivery attempt")
        verbose_name_plural = _("delivery attempts")

    def __str__(self) -> str:
        return f"{self.message}: {self.status or self.problem}"
