"""Who comes in. What somebody may not see does not exist for him: everything else is one and the same 404."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from tournaments.models import Event, User
from tournaments.selectors.access import get_club_for, get_event_for, get_public_event
from tournaments.selectors.rounds import get_round, get_table

T = TypeVar("T")
View = Callable[..., HttpResponse]
SAFE = ("GET", "HEAD")
REFUSED, UNREADABLE = 409, 422  # not possible now; a form that cannot be taken as it is


class MemberRequest(HttpRequest):
    """A request of somebody who signed in."""

    user: User


def found(thing: T | None) -> T:
    """The thing, or the 404 page."""
    if thing is None:
        raise Http404
    return thing


def signed_in(view: View) -> View:
    """Behind the login. A form sent without one leads home afterwards: it cannot be sent again."""

    @wraps(view)
    def run(request: HttpRequest, *arguments: Any, **more: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *arguments, **more)
        return redirect_to_login(request.get_full_path() if request.method in SAFE else "/")

    return run


def for_spectator(view: View) -> View:
    """`view(request, event)`: an event the visitor may look at."""

    @wraps(view)
    def run(request: HttpRequest, slug: str, **arguments: Any) -> HttpResponse:
        return view(request, found(get_public_event(request.user, slug)), **arguments)

    return run


def for_member(view: View) -> View:
    """`view(request, club)`: a club the account is a member of."""

    @signed_in
    @never_cache
    @wraps(view)
    def run(request: MemberRequest, slug: str, **arguments: Any) -> HttpResponse:
        return view(request, found(get_club_for(request.user, slug)), **arguments)

    return run


def for_director(view: View) -> View:
    """`view(request, event)`: an event the account may direct. Never cached: such pages show links."""

    @signed_in
    @never_cache
    @wraps(view)
    def run(request: MemberRequest, slug: str, **arguments: Any) -> HttpResponse:
        return view(request, found(get_event_for(request.user, slug)), **arguments)

    return run


def of_round(view: View) -> View:
    """`view(request, round)`: a round of an event the account may direct."""

    @for_director
    @wraps(view)
    def run(request: MemberRequest, event: Event, number: int, **arguments: Any) -> HttpResponse:
        return view(request, found(get_round(event, number)), **arguments)

    return run


def of_table(view: View) -> View:
    """`view(request, table)`: a table of an event the account may direct."""

    @for_director
    @wraps(view)
    def run(request: MemberRequest, event: Event, public_id: Any, **arguments: Any) -> HttpResponse:
        return view(request, found(get_table(event, public_id)), **arguments)

    return run
