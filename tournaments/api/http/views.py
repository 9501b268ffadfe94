"""The base classes of endpoints for programs: who may ask, each key once, pages, changes as seen."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.utils.functional import cached_property
from drf_spectacular.openapi import AutoSchema
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from tournaments.api.http.answering import PRIVATE, JsonView
from tournaments.api.http.bodies import Body, read_as
from tournaments.api.http.description import Description, ResourceDescription
from tournaments.api.http.objects import directed_club, event_for
from tournaments.api.http.pages import Pages
from tournaments.api.http.personal_tokens import HasScope, TokenAuthentication, TokenPace
from tournaments.api.http.reading import MAX_BODY
from tournaments.api.http.writing import by_person, etag_of, once, refuse_unmatched
from tournaments.models import Club, Event, TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.history.sheet_chain import Author


class ProgramView(JsonView):
    """An endpoint for programs with a token; its refusals are problem details.

    A request that writes is carried out once for its key.
    """

    authentication_classes: Sequence[type[BaseAuthentication]] = (TokenAuthentication,)
    permission_classes: Sequence[Any] = (HasScope,)
    throttle_classes = [TokenPace]
    schema: AutoSchema = Description()
    caching = PRIVATE
    tells_problems = True
    reads, writes = TokenScope.READ, TokenScope.DIRECT  # the scopes that a token needs
    is_open = False  # to read without a token
    runs_once = True
    in_portions = False  # of what it stores, and repeated it changes nothing
    longest_body = MAX_BODY

    def initial(self, request: Request, *args: Any, **place: Any) -> None:
        """Check who asks; from here on, a method that writes runs once for its key."""
        super().initial(request, *args, **place)
        method = str(request.method).lower()
        if self.runs_once and method in ("post", "put", "patch", "delete") and hasattr(self, method):
            setattr(self, method, partial(self.carry_out, getattr(self, method)))

    def carry_out(self, handler: Any, request: Request, **place: Any) -> Response:
        """Answer a request that writes; a repeated one gets the stored answer."""
        response = once(
            request, self.longest_body, partial(handler, request, **place), in_portions=self.in_portions
        )
        response.data = self.with_secrets(response.data)
        return response

    def with_secrets(self, answer: Any) -> Any:
        """Return an answer with the secrets and links that are not stored with it."""
        return answer


class OpenView(ProgramView):
    """An endpoint that is public to read and needs a token to write."""

    is_open = True

    @property
    def tells_problems(self) -> bool:  # type: ignore[override]
        """Return whether refusals are problem details; public endpoints keep their own form."""
        return self.request.method not in ("GET", "HEAD")


class ProgramViewSet(ProgramView, GenericViewSet[Any]):
    """Endpoints of a resource. It answers objects as its shape tells them, and lists in pages."""

    pagination_class: Any = Pages
    schema = ResourceDescription()
    lookup_value_converter = "whole"
    ordering = "pk"
    matched: tuple[str, ...] = ()  # the actions that need `If-Match`
    may_try = False

    @property
    def author(self) -> Author:
        """Return the author that the history records: the token's person."""
        return by_person(self.request)

    def sent(self, shape: type[Body]) -> dict[str, Any]:
        """Return the body as this shape. Raises Unreadable (`bad_request`, `body_invalid`)."""
        return read_as(shape, self.request)

    def answer(self, thing: Any, status: int = 200, **headers: str) -> Response:
        """Return an object as its shape tells it."""
        return Response(self.get_serializer(thing).data, status, headers=headers)

    def page(self, rows: Any = None) -> Response:
        """Return the requested page of the rows, by default of all."""
        rows_of_page = self.paginate_queryset(self.get_queryset() if rows is None else rows)
        return self.get_paginated_response(self.get_serializer(rows_of_page, many=True).data)


class Editable(ProgramViewSet):
    """A resource that is changed only as it was seen: `ETag`, and `If-Match` of a change."""

    matched = ("partial_update", "destroy")

    def seen(self, thing: Any = None) -> Any:
        """Return the object to change. Raises Unreadable, NotPossible (`stale`) if it has changed since."""
        thing = thing or self.get_object()
        refuse_unmatched(self.request, self.get_serializer(thing).data)
        return thing

    def answer(self, thing: Any, status: int = 200, **headers: str) -> Response:
        """Return an object with its ETag."""
        response = super().answer(thing, status, **headers)
        response["ETag"] = etag_of(response.data)
        return response


class OfEvent(ProgramViewSet):
    """A resource that belongs to an event."""

    right_to_read, right_to_write = Right.LOOK, Right.DIRECT

    @cached_property
    def event(self) -> Event:
        """Return the event, if the token's person has the right there. Raises Http404."""
        right = self.right_to_read if self.request.method in SAFE_METHODS else self.right_to_write
        return event_for(self.request, self.kwargs["slug"], right)

    def get_queryset(self) -> Any:
        """Return the event's own objects. Raises Http404."""
        return super().get_queryset().filter(event=self.event)


class OfClub(ProgramViewSet):
    """A resource that belongs to a club."""

    find_club: Any = staticmethod(directed_club)

    @cached_property
    def club(self) -> Club:
        """Return the club, if the token's person may do this there. Raises Http404."""
        club: Club = self.find_club(self.request, self.kwargs["slug"])
        return club

    def get_queryset(self) -> Any:
        """Return the club's own objects. Raises Http404."""
        return super().get_queryset().filter(club=self.club)
