"""Decisions that a program may try first: what would change, and nothing is stored."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.bodies import Body, Flag
from tournaments.api.http.files import as_flag
from tournaments.models import Event
from tournaments.selectors.tables.consequences import Consequences
from tournaments.services.tables.rehearsal import rehearse


class DryRun(Body):
    """A body whose request may be tried first."""

    dry_run = Flag(required=False, help_text="store nothing and answer what would change")


def rehearsal_of(event: Event, act: Callable[[], object]) -> Response:
    """Answer what a decision would change; nothing is stored. Raises as `act` does."""
    return answer_consequences(rehearse(event=event, act=act))


def undone(request: Request, event: Event, act: Callable[[], object]) -> Response:
    """Take a decision back, or answer what that would change. Raises as `act` does."""
    if is_dry(request):
        return rehearsal_of(event, act)
    act()
    return Response(status=204)


def answer_consequences(consequences: Consequences, **more: Any) -> Response:
    """Answer consequences."""
    return Response({**more, "consequences": ConsequencesShape(consequences).data})


def is_dry(request: Request) -> bool:
    """Return `?dry_run=` of a request without a body. Raises Unreadable (`bad_request`)."""
    return as_flag("dry_run", request.query_params.get("dry_run", ""))


# Shapes of the consequences


class RankMoved(s.Serializer[Any]):
    """A row of the standings before and after."""

    number = s.IntegerField()
    name = s.CharField(allow_blank=True)
    rank_before = s.IntegerField(help_text="without a rank, the position in the list")
    rank_after = s.IntegerField(help_text="without a rank, the position in the list")
    is_ranked_before = s.BooleanField()
    is_ranked_after = s.BooleanField()
    total_before = s.JSONField()
    total_after = s.JSONField()


class ValueMoved(s.Serializer[Any]):
    """A value of one person before and after, in words."""

    name = s.CharField(allow_blank=True)
    before = s.CharField(allow_blank=True)
    after = s.CharField(allow_blank=True)


class ConsequencesShape(s.Serializer[Any]):
    """The consequences of a decision; every list is empty if it changes nothing."""

    ranks = RankMoved(many=True)
    prizes = ValueMoved(many=True)
    money = ValueMoved(many=True, help_text="what lost deals cost")
    ratings = ValueMoved(many=True)
    notes = s.ListField(child=s.CharField(), help_text="about draws, lists and prizes made before")


class Tried(s.Serializer[Any]):
    """The answer with `dry_run`: nothing was stored."""

    consequences = ConsequencesShape()
