"""The objects that a program's address names; what its person may not see is a 404, as what is missing."""

import uuid
from typing import TypeVar

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from rest_framework.request import Request

from tournaments.models import Club, Entrant, Event, PersonalToken, Round, Table, TokenScope, User
from tournaments.selectors.clubs.permissions import (
    Actor,
    Right,
    get_club_for,
    get_event_for,
    get_owned_club,
    get_public_event,
)
from tournaments.selectors.entry.seats import get_entrant_by_number
from tournaments.selectors.rounds.progress import get_round, get_table

T = TypeVar("T")


def or_404(thing: T | None) -> T:
    """Return the object. Raises Http404 if it is None."""
    if thing is None:
        raise Http404
    return thing


def event_for(request: Request, slug: str, right: Right) -> Event:
    """Return the event if the token's person has the right there. Raises Http404."""
    return or_404(get_event_for(Actor(request.user), slug, right))


def visible_event(request: Request, slug: str) -> Event:
    """Return a published event, or one that the token's person may see. Raises Http404."""
    return or_404(get_public_event(reader_of(request), slug))


def reader_of(request: Request) -> User | AnonymousUser:
    """Return the person whose token has the scope to read, or an anonymous user."""
    can_read = isinstance(request.auth, PersonalToken) and TokenScope.READ in request.auth.scopes
    return request.user if can_read else AnonymousUser()


def directed_club(request: Request, slug: str) -> Club:
    """Return the club if the token's person may set up events there. Raises Http404."""
    return or_404(get_club_for(request.user, slug))


def owned_club(request: Request, slug: str) -> Club:
    """Return the club if the token's person owns it. Raises Http404."""
    return or_404(get_owned_club(request.user, slug))


def entrant_of(event: Event, number: int) -> Entrant:
    """Return the entrant by the start number. Raises Http404."""
    return or_404(get_entrant_by_number(event, number))


def round_of(event: Event, number: int) -> Round:
    """Return the round. Raises Http404."""
    return or_404(get_round(event, number))


def table_of(event: Event, public_id: uuid.UUID) -> Table:
    """Return the table. Raises Http404."""
    return or_404(get_table(event, public_id))
