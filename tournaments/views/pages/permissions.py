"""Permissions of pages. Objects a visitor may not see and objects that do not exist give the same 404."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tournaments.models import AuthorKind, Event, HelperLink, User
from tournaments.selectors.clubs.permissions import (
    Actor,
    Right,
    get_club_for,
    get_event_and_rights,
    get_helper_link_at,
    get_public_event,
)
from tournaments.selectors.rounds.progress import get_round, get_table
from tournaments.services.history.sheet_chain import Author
from tournaments.wording.whole_numbers import whole_number

T = TypeVar("T")
View = Callable[..., HttpResponse]
SAFE = ("GET", "HEAD")
HELPER_COOKIE = f"{settings.COOKIE_PREFIX}helper_"
COOKIES_LOOKED_AT = 50  # per browser; more events than one helper works at within a day
REFUSED, UNREADABLE = 409, 422  # not possible now; a form that was refused


class MemberRequest(HttpRequest):
    """A request by a signed-in user, or by a helper with a link."""

    user: User
    actor: Actor
    may: Mapping[str, bool]  # what pages may offer: may.cash, may.type, may.rule, may.direct


def actor_of(request: HttpRequest) -> Actor:
    """Return the actor who sends the request."""
    return Actor(request.user, helper_of(request))


def helper_of(request: HttpRequest) -> HelperLink | None:
    """Return the valid helper link this browser opened for the page's event."""
    slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
    tokens = [value for name, value in request.COOKIES.items() if name.startswith(HELPER_COOKIE)]
    return get_helper_link_at(slug, tokens[:COOKIES_LOOKED_AT]) if slug and tokens else None


def by_member(request: MemberRequest) -> Author:
    """Return the author that the history records: the account, else the helper's link."""
    if request.user.is_authenticated:
        return Author(AuthorKind.MEMBER, request.user.pk)
    return Author(AuthorKind.HELPER, request.actor.helper.pk if request.actor.helper else None)


def seen_revision(request: HttpRequest) -> int | None:
    """Return the event's revision when the form was shown; None if the form does not state it."""
    return whole_number(request.POST.get("revision", ""))


def or_404(thing: T | None) -> T:
    """Return the object, or raise Http404 if it is None."""
    if thing is None:
        raise Http404
    return thing


def signed_in(view: View) -> View:
    """Require a login; never cached. A form sent without a login redirects home, as it cannot be resent."""

    @never_cache
    @wraps(view)
    def run(request: HttpRequest, *arguments: Any, **more: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *arguments, **more)
        return to_login(request)

    return run


def for_spectator(view: View) -> View:
    """Call `view(request, event)` with an event the visitor may see."""

    @wraps(view)
    def run(request: HttpRequest, slug: str, **arguments: Any) -> HttpResponse:
        return view(request, or_404(get_public_event(actor_of(request), slug)), **arguments)

    return run


def member_required(view: View) -> View:
    """Call `view(request, club)` with a club the account is a member of."""

    @signed_in
    @wraps(view)
    def run(request: MemberRequest, slug: str, **arguments: Any) -> HttpResponse:
        return view(request, or_404(get_club_for(request.user, slug)), **arguments)

    return run


def turned_away(request: HttpRequest) -> HttpResponse:
    """Redirect to the login; tell a helper that their link is no longer valid."""
    if any(name.startswith(HELPER_COOKIE) for name in request.COOKIES):
        return render(
            request, "clubs/helper_link_ended.html", {"login_url": to_login(request).url}, status=403
        )
    return to_login(request)


def to_login(request: HttpRequest) -> HttpResponseRedirect:
    """Redirect to the login, which returns here; home after a form, as it cannot be resent."""
    return redirect_to_login(request.get_full_path() if request.method in SAFE else "/")


def with_right(right: Right) -> Callable[[View], View]:
    """Call `view(request, event)` if the actor has this right. Never cached, as pages show links."""

    def decorate(view: View) -> View:
        @never_cache
        @wraps(view)
        def run(request: MemberRequest, slug: str, **arguments: Any) -> HttpResponse:
            request.actor = actor_of(request)
            if not request.actor.is_known:
                return turned_away(request)
            event, rights = or_404(get_event_and_rights(request.actor, slug, right))
            request.may = {each.name.lower(): True for each in rights}
            return view(request, event, **arguments)

        return run

    return decorate


helper_required = with_right(Right.LOOK)
cashier_required = with_right(Right.CASH)
scorer_required = with_right(Right.TYPE)
referee_required = with_right(Right.RULE)
director_required = with_right(Right.DIRECT)


def round_of(access: Callable[[View], View]) -> Callable[[View], View]:
    """Call `view(request, round)` with a round of an event that `access` permits."""

    def decorate(view: View) -> View:
        @access
        @wraps(view)
        def run(request: MemberRequest, event: Event, number: int, **arguments: Any) -> HttpResponse:
            return view(request, or_404(get_round(event, number)), **arguments)

        return run

    return decorate


def table_of(access: Callable[[View], View]) -> Callable[[View], View]:
    """Call `view(request, table)` with a table of an event that `access` permits."""

    def decorate(view: View) -> View:
        @access
        @wraps(view)
        def run(request: MemberRequest, event: Event, public_id: Any, **arguments: Any) -> HttpResponse:
            return view(request, or_404(get_table(event, public_id)), **arguments)

        return run

    return decorate


of_round = round_of(director_required)
of_table = table_of(director_required)
