"""Endpoints of draws: request one, watch it, change or discard its drafts."""

import re
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from seating.fairness import commitment
from tournaments.api.draw import schema, shapes
from tournaments.api.http.bodies import read_as
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.objects import draw_of, event_for, round_of
from tournaments.api.http.pages import page_answer, page_of
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person
from tournaments.models import Draw, DrawStatus
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.draw.draws import is_outdated
from tournaments.services.draw.drawing import (
    commit_seed,
    discard_draft,
    discard_draw,
    draw_again,
    draw_instead,
    start_draw,
    stop_draw,
)
from tournaments.services.draw.swaps import swap_places

SEED = re.compile(r"[0-9a-f]{32}")


class Draws(ProgramView):
    """The draws of an event."""

    @extend_schema(**schema.DRAWS)
    def get(self, request: Request, slug: str) -> Response:
        """List the draws, discarded ones too."""
        draws = event_for(request, slug, Right.LOOK).draws.prefetch_related("rounds")
        rows, following = page_of(self, request, draws, "number")
        return page_answer([draw_json(each) for each in rows], following)

    @extend_schema(**schema.START)
    def post(self, request: Request, slug: str) -> Response:
        """Start a draw of everyone present; 202 while the tables are being searched."""
        event = event_for(request, slug, Right.DIRECT)
        body = read_as(shapes.NewDraw, request)
        refuse_seed(body.get("seed", ""))
        ask = draw_instead if body.pop("instead", False) else start_draw
        return draw_answer(ask(event=event, by=by_person(request), **body), 202)


class Seed(ProgramView):
    """The seed of the next draw."""

    @extend_schema(**schema.COMMIT_SEED)
    def post(self, request: Request, slug: str) -> Response:
        """Commit a secret seed: its hash is published now, and the next draw uses it."""
        event = event_for(request, slug, Right.DIRECT)
        return draw_answer(commit_seed(event=event, by=by_person(request)), 201)


class OneDraw(ProgramView):
    """One draw."""

    @extend_schema(**schema.DRAW)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the draw; ask until its status is no longer `searching`."""
        draw = draw_of(event_for(request, slug, Right.LOOK), number)
        return Response(draw_json(draw))

    @extend_schema(**schema.DISCARD)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Discard all drafts of the draw."""
        draw = draw_of(event_for(request, slug, Right.DIRECT), number)
        discard_draw(draw=draw, by=by_person(request))
        return Response(status=204)


class Stop(ProgramView):
    """The end of a search."""

    @extend_schema(**schema.STOP)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """End the search soon: the best tables so far become the drafts."""
        draw = draw_of(event_for(request, slug, Right.DIRECT), number)
        stop_draw(draw=draw)
        return draw_answer(draw, 202)


class Again(ProgramView):
    """Another draw in place of a draft."""

    @extend_schema(**schema.AGAIN)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Discard this draft and those after it, and draw in the same way with a new seed."""
        drawn = round_of(event_for(request, slug, Right.DIRECT), number)
        return draw_answer(draw_again(round=drawn, by=by_person(request)), 202)


class Draft(ProgramView):
    """The draft of one round."""

    @extend_schema(**schema.DISCARD_DRAFT)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Discard the draft of this round."""
        drawn = round_of(event_for(request, slug, Right.DIRECT), number)
        discard_draft(round=drawn, by=by_person(request))
        return Response(status=204)


class Swaps(ProgramView):
    """Changes of a draft by hand."""

    @extend_schema(**schema.SWAP)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Let two entrants exchange their seats."""
        drawn = round_of(event_for(request, slug, Right.DIRECT), number)
        more = swap_places(round=drawn, by=by_person(request), **read_as(shapes.Swap, request))
        return Response({"repeats": more})


def refuse_seed(seed: str) -> None:
    """Raise Unreadable (`seed_invalid`) unless the seed is empty or 32 hexadecimal digits."""
    if seed and not SEED.fullmatch(seed):
        message = gettext("A seed has 32 digits from 0 to 9 and a to f; found “%(seed)s”.")
        raise Unreadable("seed_invalid", message % {"seed": seed[:40]}, 422)


def draw_answer(draw: Draw, status: int) -> Response:
    """Return a draw and its address."""
    place = reverse("api_draw", args=[draw.event.slug, draw.number])
    return Response(draw_json(draw), status, headers={"Location": place})


def draw_json(draw: Draw) -> dict[str, Any]:
    """Return a draw as its organisers see it."""
    return {
        "number": draw.number,
        "status": draw.status,
        "mode": draw.mode,
        "rounds": sorted(each.number for each in draw.rounds.all()),
        "repeats": draw.repeats if draw.status == DrawStatus.DONE else None,
        "problem": draw.problem,
        "seed_hash": commitment(bytes.fromhex(draw.seed)),
        "is_outdated": any(map(is_outdated, draw.rounds.all())),
    }
