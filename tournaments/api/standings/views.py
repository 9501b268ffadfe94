"""Endpoints of adjustments and rulings, as the pages of the director make and undo them."""

from functools import partial
from typing import Any
from uuid import UUID

from django.utils.functional import cached_property
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.dry_runs import rehearsal_of, undone
from tournaments.api.http.objects import entrant_of, table_of
from tournaments.api.http.views import OfEvent
from tournaments.api.standings.shapes import AdjustmentShape, NewAdjustment, NewRuling, StandingRuling
from tournaments.models import Table
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.standings.decisions import adjustments_for, rulings_at
from tournaments.services.standings.decisions import adjust_points, rule_on_deal, undo_decision


class DecisionViewSet(OfEvent):
    """Decisions of the director, which may be tried first."""

    right_to_write = Right.RULE
    may_try = True

    def decide(self, act: Any, is_dry: bool) -> Response:
        """Take a decision, or answer what it would change; then nothing is stored."""
        return rehearsal_of(self.event, act) if is_dry else self.answer(act(), 201)

    def undo(self) -> Response:
        """Undo a decision, or answer what that would change."""
        act = partial(undo_decision, decision=self.get_object(), by=self.author)
        return undone(self.request, self.event, act)


@extend_schema(tags=["rulings"])
class AdjustmentViewSet(DecisionViewSet):
    """Penalties and bonuses of an event."""

    serializer_class = AdjustmentShape
    lookup_url_kwarg = "adjustment_id"

    def get_queryset(self) -> Any:
        """Return the adjustments of the event, undone or not."""
        return adjustments_for(self.event)

    @extend_schema(operation_id="adjustments", responses=AdjustmentShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List those that stand."""
        return self.page(self.get_queryset().filter(is_undone=False))

    @extend_schema(operation_id="adjust_points", request=NewAdjustment)
    def create(self, request: Request, slug: str) -> Response:
        """Add points to an entrant, or take some away."""
        event, body = self.event, self.sent(NewAdjustment)
        entrant, is_dry = entrant_of(event, body.pop("number")), body.pop("dry_run", False)
        return self.decide(partial(adjust_points, entrant=entrant, by=self.author, **body), is_dry)

    @extend_schema(operation_id="take_back_adjustment")
    def destroy(self, request: Request, slug: str, adjustment_id: int) -> Response:
        """Undo it."""
        return self.undo()


@extend_schema(tags=["rulings"])
class RulingViewSet(DecisionViewSet):
    """Rulings on the deals of one table."""

    serializer_class = StandingRuling
    lookup_url_kwarg = "ruling_id"

    @cached_property
    def table(self) -> Table:
        """Return the table. Raises Http404."""
        return table_of(self.event, self.kwargs["public_id"])

    def get_queryset(self) -> Any:
        """Return the rulings on the table's deals, undone or not."""
        return rulings_at(self.table)

    @extend_schema(operation_id="rulings", responses=StandingRuling(many=True))
    def list(self, request: Request, slug: str, public_id: UUID) -> Response:
        """List those that stand."""
        return self.page(self.get_queryset().filter(is_undone=False, deal__number__isnull=False))

    @extend_schema(operation_id="rule_on_deal", request=NewRuling)
    def create(self, request: Request, slug: str, public_id: UUID) -> Response:
        """Let a deal count other points than recorded, or none."""
        table, body = self.table, self.sent(NewRuling)
        is_dry = body.pop("dry_run", False)
        return self.decide(partial(rule_on_deal, table=table, by=self.author, **body), is_dry)

    @extend_schema(operation_id="take_back_ruling")
    def destroy(self, request: Request, slug: str, public_id: UUID, ruling_id: int) -> Response:
        """Undo it: the deal counts as recorded."""
        return self.undo()
