"""Helpers of an event: people with a role there and without an account."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Role
from tournaments.models.constraints import within
from tournaments.models.event import Event


class HelperLink(models.Model):
    """A link that grants one role at one event without an account, until it is revoked or the event closes.

    Its token is derived like a table link's; only its SHA-256 is stored.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="helper_links")
    role = models.CharField(_("role"), max_length=20, choices=Role)
    name = models.CharField(_("for whom"), max_length=80, blank=True)
    generation = models.PositiveIntegerField(default=1)
    token_digest = models.CharField(max_length=64, unique=True, null=True)  # noqa: DJ001 null until the id is known
    key_fingerprint = models.CharField(max_length=16, blank=True)  # of the token's key; empty: unknown
    is_revoked = models.BooleanField(default=False)

    class Meta:
        ordering = ("event_id", "id")
        verbose_name = _("helper link")
        constraints = [
            models.CheckConstraint(condition=Q(role__in=Role.values), name="helper_role_known"),
            within("generation", 1, None, "helper_link_from_one", _("The tokens of a link count from 1.")),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.event}"
