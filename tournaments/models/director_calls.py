"""Calls of tables for the director."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.sheet import Table


class CallReason(models.TextChoices):
    """Why a table calls the director."""

    DISPUTE = "dispute", _("we do not agree on a deal")
    SCORE = "score", _("help with writing down")
    RULES = "rules", _("a question on the rules")
    PLAYER = "player", _("a player is missing or leaves")
    OTHER = "other", _("something else")


class DirectorCall(models.Model):
    """A table's call for the director, and when it was answered."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    reason = models.CharField(_("reason"), max_length=10, choices=CallReason)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("table_id", "id")
        verbose_name = _("call for the director")
        constraints = [
            models.CheckConstraint(condition=Q(reason__in=CallReason.values), name="call_reason_known"),
        ]

    def __str__(self) -> str:
        return f"{self.table} calls: {self.reason}"
