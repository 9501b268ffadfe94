"""The money of an event."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Entrant, Event
from tournaments.models.history import EventChange


class PaymentKind(models.TextChoices):
    """The purpose of a payment."""

    FEE = "fee", _("fee")
    ENTRY = "entry", _("fees of competitions")
    LOST_DEALS = "lost_deals", _("lost deals")
    PRIZE = "prize", _("prize")
    OTHER = "other", _("other")


class Payment(models.Model):
    """Money received (positive) or paid out (negative), in cents; mistakes are reversed, never deleted."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="payments")
    entrant = models.ForeignKey(Entrant, models.PROTECT, null=True, blank=True, related_name="payments")
    kind = models.CharField(_("for"), max_length=12, choices=PaymentKind)
    cents = models.IntegerField(_("amount"))
    note = models.CharField(_("note"), max_length=120, blank=True)
    entry = models.OneToOneField(EventChange, models.PROTECT, related_name="payment")

    class Meta:
        ordering = ("event_id", "id")
        verbose_name = _("payment")
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=PaymentKind.values), name="payment_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.kind} {self.cents}"
