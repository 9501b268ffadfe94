"""Endpoints that publish: lists, the freeze before prize-giving, the sign-off."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.bodies import read_as
from tournaments.api.http.objects import event_for
from tournaments.api.http.pages import page_answer, page_of
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person
from tournaments.api.publishing import schema, shapes
from tournaments.models import Publication
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.publishing.publication import freeze_event, publish_list
from tournaments.services.rounds.sign_off import sign_off, take_back_sign_off


class Lists(ProgramView):
    """The published lists of an event."""

    @extend_schema(**schema.LISTS)
    def get(self, request: Request, slug: str) -> Response:
        """List them in the order of their numbers."""
        lists = event_for(request, slug, Right.LOOK).publications.all()
        rows, following = page_of(self, request, lists, "number")
        return page_answer([list_json(each) for each in rows], following)

    @extend_schema(**schema.PUBLISH)
    def post(self, request: Request, slug: str) -> Response:
        """Publish the standings as they are now."""
        event = event_for(request, slug, Right.DIRECT)
        body = read_as(shapes.NewList, request)
        return Response(list_json(publish_list(event=event, by=by_person(request), **body)), 201)


class Freeze(ProgramView):
    """The freeze."""

    @extend_schema(**schema.FREEZE)
    def post(self, request: Request, slug: str) -> Response:
        """Keep the standings secret until prize-giving, or show them again."""
        event = event_for(request, slug, Right.DIRECT)
        body = read_as(shapes.Freeze, request)
        return Response({"is_frozen": freeze_event(event=event, by=by_person(request), **body).is_frozen})


class SignOff(ProgramView):
    """The sign-off."""

    @extend_schema(**schema.SIGN_OFF)
    def post(self, request: Request, slug: str) -> Response:
        """Sign the results off as complete and correct, or take that back."""
        event = event_for(request, slug, Right.DIRECT)
        is_signed_off = read_as(shapes.SignOff, request)["is_signed_off"]
        signed = (sign_off if is_signed_off else take_back_sign_off)(event=event, by=by_person(request))
        return Response({"signed_off_at": signed.signed_off_at and signed.signed_off_at.isoformat()})


def list_json(publication: Publication) -> dict[str, Any]:
    """Return a published list, without its rows."""
    return {
        "number": publication.number,
        "stage": publication.stage,
        "hash": publication.digest,
        "id": str(publication.public_id),
        "at": publication.at.isoformat(),
    }
