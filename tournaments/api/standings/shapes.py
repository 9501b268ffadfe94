"""Rulings and adjustments as they are answered, and the bodies of their requests."""

from typing import Any

from rest_framework import serializers as s

from rules.halves import in_halves
from tournaments.api.http.bodies import Points, Whole, text_of
from tournaments.api.http.description import example
from tournaments.api.http.dry_runs import DryRun
from tournaments.api.http.shapes import ModelShape
from tournaments.models import Adjustment, EventReason, Ruling
from tournaments.models.decisions import MOST_POINTS, MOST_RULED
from tournaments.selectors.standings.decisions import reason_of


class Decision(ModelShape):
    """A decision with its reason."""

    reason = s.SerializerMethodField()

    def get_reason(self, decision: Any) -> str:
        return reason_of(decision.entry)


class AdjustmentShape(Decision):
    """A penalty or a bonus that stands."""

    number = s.IntegerField(source="entrant.number")
    round = s.IntegerField(source="round_number", allow_null=True)

    class Meta:
        model = Adjustment
        fields = ["id", "number", "points", "reason", "round"]


@example(number=3, points=-10, reason="Came late")
class NewAdjustment(DryRun):
    """A penalty or a bonus."""

    number = Whole(help_text="the start number")
    points = Whole(min_value=-MOST_POINTS, max_value=MOST_POINTS, help_text="added to the entrant's points")
    reason = text_of(EventReason, "text")
    round = Whole(required=False, source="round_number", help_text="without it, for the whole event")


class StandingRuling(Decision):
    """A ruling that stands."""

    deal = s.IntegerField(source="deal.number")
    points = s.ListField(child=Points())

    class Meta:
        model = Ruling
        fields = ["id", "deal", "points", "reason"]


@example(deal=7, points=[0, 0, 0, 0], reason="Misdeal")
class NewRuling(DryRun):
    """The points that a deal counts instead of those recorded."""

    deal = Whole(min_value=1, source="number", help_text="its row on the sheet")
    points = s.ListField(
        child=Points(min_value=-MOST_RULED, max_value=MOST_RULED),
        help_text="one per seat, whole numbers, or halves if the game has them; all 0 cancels the deal",
    )
    reason = text_of(EventReason, "text")

    def validate_points(self, points: list[float]) -> tuple[Any, ...]:
        """Return the points as they are stored."""
        return in_halves(points)
