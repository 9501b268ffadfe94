"""Endpoints of draws, their drafts and their constraints."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.draw.shapes import (
    ConstraintShape,
    DrawShape,
    NewConstraint,
    NewDraw,
    Swap,
    Swapped,
    TeamsApart,
)
from tournaments.api.http.objects import entrant_of
from tournaments.api.http.views import OfEvent
from tournaments.models import Draw, DrawConstraint, DrawConstraintKind, Round
from tournaments.services.draw.constraints import add_constraint, keep_teams_apart, remove_constraint
from tournaments.services.draw.drawing import (
    commit_seed,
    discard_draft,
    discard_draw,
    draw_again,
    start_draw,
    stop_draw,
)
from tournaments.services.draw.swaps import swap_places

SEARCHED = {202: DrawShape}


class AnswersDraws(OfEvent):
    """Endpoints that answer a draw with its address."""

    serializer_class = DrawShape

    def answer_draw(self, draw: Draw, status: int) -> Response:
        """Return a draw and its address."""
        return self.answer(draw, status, Location=reverse("api_draw", args=[draw.event.slug, draw.number]))


@extend_schema(tags=["draws"])
class DrawViewSet(AnswersDraws):
    """The draws of an event."""

    queryset = Draw.objects.select_related("event").prefetch_related("rounds")
    lookup_field = ordering = "number"

    @extend_schema(operation_id="draws", responses=DrawShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List the draws, discarded ones too."""
        return self.page()

    @extend_schema(operation_id="draw")
    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """Return the draw; ask until its status is no longer `searching`."""
        return self.answer(self.get_object())

    @extend_schema(operation_id="start_draw", request=NewDraw, responses=SEARCHED)
    def create(self, request: Request, slug: str) -> Response:
        """Start a draw of everyone present; 202 while the tables are being searched."""
        event, body = self.event, self.sent(NewDraw)
        return self.answer_draw(start_draw(event=event, by=self.author, **body), 202)

    @extend_schema(operation_id="discard_draw")
    def destroy(self, request: Request, slug: str, number: int) -> Response:
        """Discard all drafts of the draw."""
        discard_draw(draw=self.get_object(), by=self.author)
        return Response(status=204)

    @extend_schema(responses={201: DrawShape})
    @action(detail=False, methods=["post"], url_path="seed", url_name="seed")
    def commit_seed(self, request: Request, slug: str) -> Response:
        """Commit a secret seed: its hash is published now, and the next draw uses it."""
        return self.answer_draw(commit_seed(event=self.event, by=self.author), 201)

    @extend_schema(responses=SEARCHED)
    @action(detail=True, methods=["post"], url_path="stop", url_name="stop_draw")
    def stop_draw(self, request: Request, slug: str, number: int) -> Response:
        """End the search soon: the best tables so far become the drafts."""
        draw = self.get_object()
        stop_draw(draw=draw)
        return self.answer_draw(draw, 202)


@extend_schema(tags=["draws"])
class DraftViewSet(AnswersDraws):
    """The draft of one round."""

    queryset = Round.objects.select_related("event", "draw")
    lookup_field = "number"

    @extend_schema(responses=SEARCHED)
    @action(detail=True, methods=["post"], url_name="draw_again")
    def draw_again(self, request: Request, slug: str, number: int) -> Response:
        """Discard this draft and those after it, and draw in the same way with a new seed."""
        return self.answer_draw(draw_again(round=self.get_object(), by=self.author), 202)

    @extend_schema(responses={204: None})
    @action(detail=True, methods=["delete"], url_path="draft", url_name="draft")
    def discard_draft(self, request: Request, slug: str, number: int) -> Response:
        """Discard the draft of this round."""
        discard_draft(round=self.get_object(), by=self.author)
        return Response(status=204)

    @extend_schema(request=Swap, responses=Swapped)
    @action(detail=True, methods=["post"], url_path="swap", url_name="swap")
    def swap_places(self, request: Request, slug: str, number: int) -> Response:
        """Let two entrants exchange their seats."""
        round = self.get_object()
        more = swap_places(round=round, by=self.author, **self.sent(Swap))
        return Response({"repeats": more})


@extend_schema(tags=["draws"])
class ConstraintViewSet(OfEvent):
    """The constraints of an event's draws."""

    queryset = DrawConstraint.objects.select_related("entrant", "other")
    serializer_class = ConstraintShape
    lookup_url_kwarg = "constraint_id"

    @extend_schema(operation_id="constraints", responses=ConstraintShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List the constraints."""
        return self.page()

    @extend_schema(operation_id="add_constraint", request=NewConstraint)
    def create(self, request: Request, slug: str) -> Response:
        """Add a constraint to every draw from now on."""
        event, body = self.event, self.sent(NewConstraint)
        for name in {"entrant", "other"} & body.keys():
            body[name] = entrant_of(event, body[name])
        kind = DrawConstraintKind(body.pop("kind"))
        return self.answer(add_constraint(event=event, kind=kind, **body), 201)

    @extend_schema(operation_id="remove_constraint")
    def destroy(self, request: Request, slug: str, constraint_id: int) -> Response:
        """Remove it; rounds that are drawn stay as they are."""
        remove_constraint(constraint=self.get_object())
        return Response(status=204)

    @extend_schema(responses=TeamsApart)
    @action(detail=False, url_path="teams", url_name="teams")
    def teams_apart(self, request: Request, slug: str) -> Response:
        """Return whether the players of one team sit apart in round 1."""
        return Response({"are_apart": self.event.keeps_teams_apart})

    @extend_schema(request=TeamsApart, responses=TeamsApart)
    @teams_apart.mapping.post
    def keep_teams_apart(self, request: Request, slug: str) -> Response:
        """Keep teams apart, or stop doing so."""
        event = keep_teams_apart(event=self.event, **self.sent(TeamsApart))
        return Response({"are_apart": event.keeps_teams_apart})
