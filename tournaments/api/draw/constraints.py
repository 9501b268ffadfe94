"""Endpoints of the constraints of every draw, and of teams that are kept apart."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.draw import schema, shapes
from tournaments.api.http.bodies import read_as
from tournaments.api.http.objects import entrant_of, event_for, found
from tournaments.api.http.pages import page_answer, page_of
from tournaments.api.http.views import ProgramView
from tournaments.models import DrawConstraint, DrawConstraintKind
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.draw.constraints import add_constraint, keep_teams_apart, remove_constraint

PLAYERS = ("entrant", "other")


class Constraints(ProgramView):
    """The constraints of an event's draws."""

    @extend_schema(**schema.CONSTRAINTS)
    def get(self, request: Request, slug: str) -> Response:
        """List the constraints."""
        constraints = event_for(request, slug, Right.LOOK).wishes.select_related(*PLAYERS)
        rows, following = page_of(self, request, constraints, "pk")
        return page_answer([constraint_json(each) for each in rows], following)

    @extend_schema(**schema.ADD_CONSTRAINT)
    def post(self, request: Request, slug: str) -> Response:
        """Add a constraint to every draw from now on."""
        event = event_for(request, slug, Right.DIRECT)
        body = read_as(shapes.NewConstraint, request)
        named = {name: entrant_of(event, body[name]) for name in PLAYERS if name in body}
        kind = DrawConstraintKind(body.pop("kind"))
        return Response(constraint_json(add_constraint(event=event, kind=kind, **body | named)), 201)


class OneConstraint(ProgramView):
    """One constraint."""

    @extend_schema(**schema.REMOVE_CONSTRAINT)
    def delete(self, request: Request, slug: str, constraint_id: int) -> Response:
        """Remove it; rounds that are drawn stay as they are."""
        constraints = event_for(request, slug, Right.DIRECT).wishes
        remove_constraint(constraint=found(constraints.filter(pk=constraint_id).first()))
        return Response(status=204)


class Teams(ProgramView):
    """Whether the players of one team sit apart."""

    @extend_schema(**schema.TEAMS)
    def get(self, request: Request, slug: str) -> Response:
        """Return whether they do."""
        event = event_for(request, slug, Right.LOOK)
        return Response({"are_apart": event.keeps_teams_apart})

    @extend_schema(**schema.KEEP_APART)
    def post(self, request: Request, slug: str) -> Response:
        """Keep teams apart, or stop doing so."""
        event = event_for(request, slug, Right.DIRECT)
        event = keep_teams_apart(event=event, **read_as(shapes.TeamsApart, request))
        return Response({"are_apart": event.keeps_teams_apart})


def constraint_json(constraint: DrawConstraint) -> dict[str, Any]:
    """Return a constraint; players by start number."""
    return {
        "id": constraint.pk,
        "kind": constraint.kind,
        "entrant": constraint.entrant.number if constraint.entrant else None,
        "other": constraint.other.number if constraint.other else None,
        "table": constraint.table,
        "number": constraint.number,
    }
