"""Bodies of rulings and adjustments."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.bodies import Points, Whole, text_of
from tournaments.api.http.dry_runs import DryRun
from tournaments.models import EventReason
from tournaments.models.evening import MOST_POINTS, MOST_RULED


class NewAdjustment(DryRun):
    """A penalty or a bonus."""

    number = Whole(help_text="the start number")
    points = Whole(min_value=-MOST_POINTS, max_value=MOST_POINTS, help_text="added to the entrant's points")
    reason = text_of(EventReason, "text")
    round = Whole(required=False, help_text="without it, for the whole event")


class AdjustmentShape(s.Serializer[Any]):
    """A penalty or a bonus that stands."""

    id = s.IntegerField()
    number = s.IntegerField()
    points = s.IntegerField()
    reason = s.CharField(allow_blank=True)
    round = s.IntegerField(allow_null=True)


class NewRuling(DryRun):
    """The points that a deal counts instead of those recorded."""

    deal = Whole(min_value=1, help_text="its row on the sheet")
    points = s.ListField(
        child=Points(min_value=-MOST_RULED, max_value=MOST_RULED),
        help_text="one per seat, whole numbers, or halves if the game has them; all 0 cancels the deal",
    )
    reason = text_of(EventReason, "text")


class StandingRuling(s.Serializer[Any]):
    """A ruling that stands."""

    id = s.IntegerField()
    deal = s.IntegerField()
    points = s.ListField(child=s.FloatField())
    reason = s.CharField(allow_blank=True)
