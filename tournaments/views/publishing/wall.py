"""The wall screen: standings and seats in pages that advance automatically, legible from the back row.

The server makes the pages, so that a television without scripts shows the same ones, one at a time.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import condition, require_safe

from tournaments.models import Event
from tournaments.selectors.cash.prize_plan import winners_shown
from tournaments.selectors.clubs.permissions import get_public_event
from tournaments.selectors.entry.seats import fresh_rounds, places_now, places_state
from tournaments.selectors.publishing.podium import ceremony_of, podium_of
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.rounds.hall_progress import hall_progress
from tournaments.selectors.tables.dashboard import events_beside
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.descriptions import emblem_url, event_facts
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import actor_of, for_spectator
from tournaments.views.pages.table_addresses import base_address, is_loopback, qr_svg
from tournaments.views.pages.visibility import seen_by, sees_secrets, stream_url
from tournaments.views.publishing.wall_pages import (
    LINES,
    SECONDS,
    WallPage,
    podium_page,
    wall_pages,
    width_of,
)
from tournaments.wording.whole_numbers import whole_number

LONGEST_NAME = 18  # of the event in one line, in sizes of its letters
MOST_BESIDE = 20  # events of one evening
CEREMONY = "ceremony"  # the winners, one after the other
SHOWN = ("both", "standings", "seats", CEREMONY)
GROUNDS = ("dark", "light")
View = Callable[..., HttpResponse]


def in_wanted_language(view: View) -> View:
    """Use the language in the URL, as a television has no user to choose one."""

    @wraps(view)
    def run(request: HttpRequest, *arguments: Any, **more: Any) -> HttpResponse:
        wanted = request.GET.get("lang", "")
        if wanted not in dict(settings.LANGUAGES):
            return view(request, *arguments, **more)
        with translation.override(wanted):
            response = view(request, *arguments, **more)
        response.headers["Content-Language"] = wanted
        return response

    return run


@require_safe
@same_for_all
@in_wanted_language
@for_spectator
def wall(request: HttpRequest, event: Event) -> HttpResponse:
    """Render the whole screen; `?show=seats|standings|both|ceremony`, `?lines=6|8|10`, `?lang=`,
    `?ground=dark|light`, `?with=slug`.
    """
    shown = wall_context(request, event)
    seats = base_address(request) + reverse("find_seat", args=[event.slug])
    context = {
        **shown,
        "event": event_facts(event),
        "emblem": emblem_url(event.club),
        "ground": one_of(GROUNDS, request.GET.get("ground")),
        "seconds": SECONDS[shown["lines"]],
        "choices": [(each, address_with(request, "wall", event, lines=each)) for each in LINES],
        "live_url": address_with(request, "wall_live", event),
        "stream_url": "" if "with" in request.GET else stream_url(request, event),
        "next_url": address_with(request, "wall", event, page=shown["at"] + 1),
        "is_long": width_of(event.name) > LONGEST_NAME,
        "seats_code": "" if is_loopback(request) else qr_svg(seats),
    }
    return render(request, "publishing/wall.html", context)


def wall_etag(request: HttpRequest, slug: str) -> str | None:
    """Return the ETag of the pages."""
    event = get_public_event(actor_of(request), slug)
    if event is None:
        return None
    states = [places_state(each) for each in events_on_wall(request, event)]
    visitor = (event.signed_off_at, sees_secrets(request, event))
    return tag_of([states, visitor, request.GET.get("show"), request.GET.get("lines")])


@require_safe
@same_for_all
@in_wanted_language
@condition(etag_func=wall_etag)
@for_spectator
def wall_live(request: HttpRequest, event: Event) -> HttpResponse:
    """Render the updated pages."""
    return render(request, "publishing/_wall_pages.html", wall_context(request, event))


def wall_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return all pages and the one shown without a script; other events of the evening follow,
    and new seats come before everything else.
    """
    show = one_of(SHOWN, request.GET.get("show"))
    is_ceremony = show == CEREMONY
    events = [
        seen_by(request, each) if is_ceremony else PublicEvent(each)
        for each in events_on_wall(request, event)
    ]
    lines = int(one_of([*map(str, LINES)], request.GET.get("lines")))
    found = (page for each in events for page in pages_of(each, show, lines, is_alone=len(events) == 1))
    pages = sorted(found, key=lambda page: not page.is_fresh)
    at = whole_number(request.GET.get("page", "")) or 0
    return {
        "pages": pages,
        "is_ceremony": is_ceremony,
        "lines": lines,
        "at": at % max(1, len(pages)),
        "clocks": [clock for each in events for clock in each.clocks],
        "halls": [] if is_ceremony else [hall for each in events for hall in hall_progress(each.rounds)],
    }


def events_on_wall(request: HttpRequest, event: Event) -> list[Event]:
    """Return the event and the public events of the club on that day named by `?with=`."""
    wanted = request.GET.getlist("with")[:MOST_BESIDE]
    if not wanted:
        return [event]
    return [event, *(each for each in events_beside(event) if each.is_published and each.slug in wanted)]


def pages_of(shown: PublicEvent, show: str, lines: int, *, is_alone: bool) -> list[WallPage]:
    """Return the pages of one event; with its name, if there are several events. Winners come first."""
    winners = winners_shown(shown.event, shown.standings["rows"])
    if show == CEREMONY:
        pages = [podium_page(shown.standings, ceremony_of(shown, winners), lines)]
    else:
        podium = podium_of(shown.standings, winners) if show != "seats" else []
        pages = [podium_page(shown.standings, podium, lines)] if podium else []
        pages += wall_pages(show, shown.standings, places_now(shown), fresh_rounds(shown), lines=lines)
    if is_alone:
        return pages
    return [replace(page, event=shown.event.name, slug=f"{shown.event.slug}-") for page in pages]


def one_of(choices: Sequence[str], typed: str | None) -> str:
    """Return the given value if it is a choice, else the first choice."""
    return typed if typed and typed in choices else choices[0]


def address_with(request: HttpRequest, name: str, event: Event, **changes: Any) -> str:
    """Return a wall URL with the settings of this one."""
    settings_kept = ("show", "lines", "lang", "ground", "with")
    kept = {key: request.GET.getlist(key) for key in settings_kept if key in request.GET}
    return f"{reverse(name, args=[event.slug])}?{urlencode({**kept, **changes}, doseq=True)}"
