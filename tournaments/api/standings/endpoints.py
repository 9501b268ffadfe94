"""Endpoints of adjustments and rulings, as the pages of the director make and take them back."""

from functools import partial
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from rules.halves import in_halves
from tournaments.api.http.bodies import read_as
from tournaments.api.http.dry_runs import rehearsed, undone
from tournaments.api.http.objects import entrant_of, event_for, found, table_of
from tournaments.api.http.pages import page_answer, page_of
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person
from tournaments.api.standings import schema, shapes
from tournaments.models import Adjustment, Ruling
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.standings.rulings import adjustments_for, reason_of
from tournaments.services.standings.decisions import adjust_points, rule_on_deal, undo_decision


class Adjustments(ProgramView):
    """Penalties and bonuses of an event."""

    @extend_schema(**schema.ADJUSTMENTS)
    def get(self, request: Request, slug: str) -> Response:
        """List those that stand."""
        standing = adjustments_for(event_for(request, slug, Right.LOOK)).filter(is_undone=False)
        rows, following = page_of(self, request, standing, "pk")
        return page_answer([adjustment_json(each) for each in rows], following)

    @extend_schema(**schema.ADJUST)
    def post(self, request: Request, slug: str) -> Response:
        """Add points to an entrant, or take some away."""
        event = event_for(request, slug, Right.RULE)
        body = read_as(shapes.NewAdjustment, request)
        act = partial(
            adjust_points,
            entrant=entrant_of(event, body["number"]),
            points=body["points"],
            reason=body["reason"],
            round_number=body.get("round"),
            by=by_person(request),
        )
        return rehearsed(event, act) if body.get("dry_run") else Response(adjustment_json(act()), 201)


class OneAdjustment(ProgramView):
    """One penalty or bonus."""

    @extend_schema(**schema.UNDO_ADJUSTMENT)
    def delete(self, request: Request, slug: str, adjustment_id: int) -> Response:
        """Take it back."""
        event = event_for(request, slug, Right.RULE)
        adjustment = found(adjustments_for(event).filter(pk=adjustment_id).first())
        return undone(request, event, partial(undo_decision, decision=adjustment, by=by_person(request)))


class Rulings(ProgramView):
    """Rulings on the deals of one table."""

    @extend_schema(**schema.RULINGS)
    def get(self, request: Request, slug: str, public_id: UUID) -> Response:
        """List those that stand."""
        table = table_of(event_for(request, slug, Right.LOOK), public_id)
        standing = Ruling.objects.filter(deal__table=table, is_undone=False, deal__number__isnull=False)
        rows, following = page_of(self, request, standing.select_related("deal", "entry__reason"), "pk")
        return page_answer([ruling_json(each) for each in rows], following)

    @extend_schema(**schema.RULE)
    def post(self, request: Request, slug: str, public_id: UUID) -> Response:
        """Let a deal count other points than recorded, or none."""
        table = table_of(event_for(request, slug, Right.RULE), public_id)
        body = read_as(shapes.NewRuling, request)
        points = in_halves(body["points"])
        about: dict[str, Any] = {
            "table": table,
            "number": body["deal"],
            "points": points,
            "reason": body["reason"],
        }
        act = partial(rule_on_deal, **about, by=by_person(request))
        return rehearsed(table.round.event, act) if body.get("dry_run") else Response(ruling_json(act()), 201)


class OneRuling(ProgramView):
    """One ruling."""

    @extend_schema(**schema.UNDO_RULING)
    def delete(self, request: Request, slug: str, public_id: UUID, ruling_id: int) -> Response:
        """Take it back: the deal counts as recorded."""
        table = table_of(event_for(request, slug, Right.RULE), public_id)
        ruling = found(Ruling.objects.filter(deal__table=table, pk=ruling_id).first())
        act = partial(undo_decision, decision=ruling, by=by_person(request))
        return undone(request, table.round.event, act)


def adjustment_json(adjustment: Adjustment) -> dict[str, Any]:
    """Return a penalty or a bonus."""
    return {
        "id": adjustment.pk,
        "number": adjustment.entrant.number,
        "points": adjustment.points,
        "reason": reason_of(adjustment.entry),
        "round": adjustment.round_number,
    }


def ruling_json(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling."""
    return {
        "id": ruling.pk,
        "deal": ruling.deal.number,
        "points": ruling.points,
        "reason": reason_of(ruling.entry),
    }
