"""What the director decides of results: rulings on deals, adjustments of entrants."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.constraints import within
from tournaments.models.event import Entrant, Event
from tournaments.models.history import EventChange
from tournaments.models.sheet import Deal

MOST_POINTS = 1_000_000
MOST_RULED = 10**8 - 1  # points of a seat in a ruling: eight digits


class Adjustment(models.Model):
    """A penalty or bonus for an entrant, in a round or the whole event; the reason is with its entry."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="adjustments")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="adjustments")
    round_number = models.PositiveIntegerField(_("round"), null=True, blank=True)
    points = models.IntegerField(_("points"))
    entry = models.OneToOneField(EventChange, models.PROTECT, related_name="adjustment")
    is_undone = models.BooleanField(default=False)

    class Meta:
        ordering = ("event_id", "id")
        verbose_name = _("adjustment")
        constraints = [
            models.CheckConstraint(
                condition=Q(points__gte=-MOST_POINTS, points__lte=MOST_POINTS) & ~Q(points=0),
                name="adjustment_points_possible",
                violation_error_message=_(
                    "An adjustment is a whole number of points above or below zero, a million at most."
                ),
            ),
            within(
                "round_number",
                1,
                None,
                "adjustment_round_from_one",
                _("Rounds count from 1; leave the round empty to adjust the whole event."),
                or_null=True,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.points:+}"


class Ruling(models.Model):
    """The points a deal counts instead of those recorded: `points` per seat, all 0 if it is cancelled."""

    deal = models.ForeignKey(Deal, models.PROTECT, related_name="rulings")
    points = models.JSONField()
    entry = models.OneToOneField(EventChange, models.PROTECT, related_name="ruling")
    is_undone = models.BooleanField(default=False)

    class Meta:
        ordering = ("deal", "id")
        verbose_name = _("ruling")
        constraints = [
            models.UniqueConstraint(
                fields=("deal",), condition=Q(is_undone=False), name="one_ruling_per_deal_stands"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal}, ruled {self.points}"
