"""Who comes in. What somebody may not see does not exist for him: everything else is one and the same 404."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tournaments.models import AuthorKind, Event, HelperLink, User
from tournaments.selectors.access import (
    Actor,
    Right,
    get_club_for,
    get_event_for,
    get_helper_link_at,
    get_public_event,
    rights_at,
)
from tournaments.selectors.rounds import get_round, get_table
from tournaments.services.history import Author
from tournaments.typed_numbers import whole_number

T = TypeVar("T")
View = Callable[..., HttpResponse]
SAFE = ("GET", "HEAD")
HELPER_COOKIE = f"{settings.COOKIE_PREFIX}helper_"
COOKIES_LOOKED_AT = 50  # of a browser; more than anybody helps at within a day and a night
REFUSED, UNREADABLE = 409, 422  # not possible now; a form that cannot be taken as it is


class MemberRequest(HttpRequest):
    """A request of somebody who signed in, or of a helper who came by a link."""

    user: User
    actor: Actor
    may: Mapping[str, bool]  # what pages may offer: may.door, may.type, may.rule, may.direct


def actor_of(request: HttpRequest) -> Actor:
    """Who asks."""
    return Actor(request.user, helper_of(request))


def helper_of(request: HttpRequest) -> HelperLink | None:
    """The link this browser came in by for the event whose page it is, while it lets anybody in."""
    slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
    tokens = [value for name, value in request.COOKIES.items() if name.startswith(HELPER_COOKIE)]
    return get_helper_link_at(slug, tokens[:COOKIES_LOOKED_AT]) if slug and tokens else None


def by_member(request: MemberRequest) -> Author:
    """Who the history says it was: the account, else the helper's link."""
    if request.user.is_authenticated:
        return Author(AuthorKind.MEMBER, request.user.pk)
    return Author(AuthorKind.HELPER, request.actor.helper.pk if request.actor.helper else None)


def seen_revision(request: HttpRequest) -> int | None:
    """The event's revision when the form was shown; None where the form does not say."""
    return whole_number(request.POST.get("revision", ""))


def found(thing: T | None) -> T:
    """The thing, or the 404 page."""
    if thing is None:
        raise Http404
    return thing


def signed_in(view: View) -> View:
    """Behind the login, and in no cache. A form sent without one leads home: it cannot be sent again."""

    @never_cache
    @wraps(view)
    def run(request: HttpRequest, *arguments: Any, **more: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *arguments, **more)
        return to_login(request)

    return run


def for_spectator(view: View) -> View:
    """`view(request, event)`: an event the visitor may look at."""

    @wraps(view)
    def run(request: HttpRequest, slug: str, **arguments: Any) -> HttpResponse:
        return view(request, found(get_public_event(actor_of(request), slug)), **arguments)

    return run


def for_member(view: View) -> View:
    """`view(request, club)`: a club the account is a member of."""

    @signed_in
    @wraps(view)
    def run(request: MemberRequest, slug: str, **arguments: Any) -> HttpResponse:
        return view(request, found(get_club_for(request.user, slug)), **arguments)

    return run


def turned_away(request: HttpRequest) -> HttpResponse:
    """To the login; a helper's browser is told that its code works no longer."""
    if any(name.startswith(HELPER_COOKIE) for name in request.COOKIES):
        return render(request, "helper_link_ended.html", {"login_url": to_login(request).url}, status=403)
    return to_login(request)


def to_login(request: HttpRequest) -> HttpResponseRedirect:
    """The login, which leads back; home after a form, which cannot be sent again."""
    return redirect_to_login(request.get_full_path() if request.method in SAFE else "/")


def with_right(right: Right) -> Callable[[View], View]:
    """`view(request, event)`: an event at which the actor has this right. Never cached: pages show links."""

    def decorate(view: View) -> View:
        @never_cache
        @wraps(view)
        def run(request: MemberRequest, slug: str, **arguments: Any) -> HttpResponse:
            request.actor = actor_of(request)
            if not request.actor.is_known:
                return turned_away(request)
            event = found(get_event_for(request.actor, slug, right))
            request.may = {each.name.lower(): True for each in rights_at(request.actor, event)}
            return view(request, event, **arguments)

        return run

    return decorate


for_staff = with_right(Right.LOOK)
for_door = with_right(Right.DOOR)
for_scorer = with_right(Right.TYPE)
for_referee = with_right(Right.RULE)
for_director = with_right(Right.DIRECT)


def round_of(door: Callable[[View], View]) -> Callable[[View], View]:
    """`view(request, round)`: a round of an event behind this door."""

    def decorate(view: View) -> View:
        @door
        @wraps(view)
        def run(request: MemberRequest, event: Event, number: int, **arguments: Any) -> HttpResponse:
            return view(request, found(get_round(event, number)), **arguments)

        return run

    return decorate


def table_of(door: Callable[[View], View]) -> Callable[[View], View]:
    """`view(request, table)`: a table of an event behind this door."""

    def decorate(view: View) -> View:
        @door
        @wraps(view)
        def run(request: MemberRequest, event: Event, public_id: Any, **arguments: Any) -> HttpResponse:
            return view(request, found(get_table(event, public_id)), **arguments)

        return run

    return decorate


of_round = round_of(for_director)
of_table = table_of(for_director)
