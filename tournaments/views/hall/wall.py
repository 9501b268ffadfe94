"""Screens in the hall: pages that turn by themselves, legible from the back row.

A screen has a name, a short address and its own settings (`screen`); the wall is one without a name, whose
settings stand in its address (`wall`). The server makes the pages, so that a television without scripts shows
the same ones, one at a time.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from csp.constants import SELF
from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import condition, require_POST, require_safe

from tournaments.models import Event, Screen
from tournaments.selectors.clubs.permissions import get_public_event
from tournaments.selectors.entry.seats import fresh_rounds
from tournaments.selectors.events.marks import mark_of
from tournaments.selectors.hall.screens import (
    OF_RESULTS,
    banner_facts,
    banners_on,
    get_screen,
    picture_of,
    results_mark,
    scene_on,
    scenes_in_turn,
    screen_mark,
    screens_state,
    wifi_beside,
)
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.rounds.running_tables import hall_progress
from tournaments.selectors.tables.dashboard import events_beside
from tournaments.services.hall.screens import tell_alive
from tournaments.serving.caching import same_for_all
from tournaments.views.hall.scenes import CEREMONY, pages_of, pages_of_scene
from tournaments.views.hall.wall_pages import Setting, WallPage
from tournaments.views.pages.descriptions import emblem_url, event_facts
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import actor_of, for_spectator, or_404
from tournaments.views.pages.table_addresses import base_address, is_loopback, qr_svg, wifi_svg
from tournaments.views.pages.visibility import seen_by, sees_secrets, stream_url
from tournaments.views.pages.wanted_language import View, in_language, in_wanted_language
from tournaments.wording.screen_layout import LAYOUTS, seconds_for, width_of
from tournaments.wording.whole_numbers import whole_number

LONGEST_NAME = 18  # of the event in one line, in sizes of its letters
MOST_BESIDE = 20  # events of one evening
SHOWN = {
    "both": ("standings", "seats"),
    "standings": ("standings",),
    "seats": ("seats",),
    "competitions": ("competitions",),
    "prizes": ("prizes",),
    CEREMONY: (CEREMONY,),
}
GROUNDS = ("dark", "light")
LINES = [str(each.lines) for each in LAYOUTS[:-1]]


# The wall, whose settings stand in its address


@require_safe
@same_for_all
@in_wanted_language
@for_spectator
def wall(request: HttpRequest, event: Event) -> HttpResponse:
    """Render the whole screen; `?show=seats|standings|both|competitions|prizes|ceremony`,
    `?lines=6|8|10|14|21`, `?lang=`, `?ground=dark|light`, `?with=slug`.
    """
    shown, lines = wall_context(request, event), request.GET.get("lines", "")
    choices = [("", gettext("as many as needed")), *((each, each) for each in LINES)]
    context = {
        **shown,
        **frame_of(request, event, one_of(GROUNDS, request.GET.get("ground"))),
        "choices": [
            (
                label,
                address_with(request, "wall", event, lines=each),
                each == (lines if lines in LINES else ""),
            )
            for each, label in choices
        ],
        "live_url": address_with(request, "wall_live", event),
        "stream_url": "" if "with" in request.GET else stream_url(request, event),
        "next_url": address_with(request, "wall", event, page=shown["at"] + 1),
    }
    return render(request, "hall/wall.html", context)


def wall_etag(request: HttpRequest, slug: str) -> str | None:
    """Return the ETag of the pages."""
    event = get_public_event(actor_of(request), slug)
    if event is None:
        return None
    states = [mark_of(each) for each in events_on_wall(request, event)]
    visitor = sees_secrets(request, event)
    return tag_of([states, visitor, request.GET.get("show"), request.GET.get("lines")])


@require_safe
@same_for_all
@in_wanted_language
@condition(etag_func=wall_etag)
@for_spectator
def wall_live(request: HttpRequest, event: Event) -> HttpResponse:
    """Render the updated pages."""
    return render(request, "hall/_wall_pages.html", wall_context(request, event))


def wall_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return all pages and the one shown without a script; other events of the evening follow,
    and new seats come before everything else.
    """
    show = one_of([*SHOWN], request.GET.get("show"))
    is_ceremony = show == CEREMONY
    events = [
        seen_by(request, each) if is_ceremony else PublicEvent(each)
        for each in events_on_wall(request, event)
    ]
    lines = request.GET.get("lines", "")
    setting = Setting(show=SHOWN[show], lines=int(lines) if lines in LINES else 0)
    pages = [page for each in events for page in pages_of(each, setting, is_alone=len(events) == 1)]
    ordered = sorted(pages, key=lambda page: not page.is_fresh)
    halls = [] if is_ceremony else [hall for each in events for hall in hall_progress(each.rounds)]
    return {**pages_context(request, events, ordered), "is_ceremony": is_ceremony, "halls": halls}


def events_on_wall(request: HttpRequest, event: Event) -> list[Event]:
    """Return the event and the public events of the club on that day named by `?with=`."""
    slugs = request.GET.getlist("with")[:MOST_BESIDE]
    if not slugs:
        return [event]
    return [event, *(each for each in events_beside(event) if each.is_published and each.slug in slugs)]


def address_with(request: HttpRequest, name: str, event: Event, **changes: Any) -> str:
    """Return a wall URL with the settings of this one."""
    settings_kept = ("show", "lines", "lang", "ground", "with")
    own = {key: request.GET.getlist(key) for key in settings_kept if key in request.GET}
    return f"{reverse(name, args=[event.slug])}?{urlencode({**own, **changes}, doseq=True)}"


def one_of(choices: Sequence[str], typed: str | None) -> str:
    """Return the given value if it is a choice, else the first choice."""
    return typed if typed and typed in choices else choices[0]


# A screen with a name


def for_screen(view: View) -> View:
    """Call `view(request, screen)` with a public screen, in its language, for everybody alike."""

    @wraps(view)
    def run(request: HttpRequest, code: str) -> HttpResponse:
        screen = or_404(get_screen(code))
        return in_language(screen.language or screen.event.language, view, request, screen)

    return run


@xframe_options_sameorigin
@csp_replace({"frame-ancestors": [SELF]})
@require_safe
@same_for_all
@for_screen
def screen(request: HttpRequest, screen: Screen) -> HttpResponse:
    """Render a screen by its short address; `?small=` is its still picture on the dashboard."""
    shown = screen_context(request, screen)
    context = {
        **shown,
        **frame_of(request, screen.event, GROUNDS[screen.is_light]),
        "screen": screen,
        "wifi_code": wifi_svg(beside) if (beside := wifi_beside(screen)) else "",
        "is_small": "small" in request.GET,
        "live_url": reverse("screen_live", args=[screen.code]),
        "seen_url": reverse("screen_seen", args=[screen.code]),
        "stream_url": f"{reverse('api_event_stream', args=[screen.event.slug])}?screen={screen.code}",
        "next_url": f"?{urlencode({'page': shown['at'] + 1})}",
    }
    return render(request, "hall/wall.html", context)


def screen_etag(request: HttpRequest, code: str) -> str | None:
    """Return the ETag of a screen's pages: only what it shows, so that others' changes cost it nothing."""
    screen = get_screen(code)
    if screen is None:
        return None
    public = PublicEvent(screen.event)
    fresh = fresh_rounds(public)
    scene = scene_on(screen, public, is_fresh=bool(fresh))
    banner = banner_facts(banners_on(screen.event, screen))
    results = results_mark(public, scene)
    return tag_of([*screen_mark(screen), scene, sorted(fresh), banner, *results, base_address(request)])


@require_safe
@same_for_all
@condition(etag_func=screen_etag)
@for_screen
def screen_live(request: HttpRequest, screen: Screen) -> HttpResponse:
    """Render the updated pages of a screen."""
    return render(request, "hall/_wall_pages.html", screen_context(request, screen))


@csrf_exempt
@require_POST
def screen_seen(request: HttpRequest, code: str) -> HttpResponse:
    """Note that a screen is there. Anybody may say so: it is shown to the director and decides nothing."""
    or_404(get_screen(code))
    tell_alive(code=code)
    return HttpResponse(status=204)


@require_safe
@same_for_all
def screen_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Return the picture of a screen."""
    picture = picture_of(code)
    if picture is None:
        raise Http404
    return HttpResponse(picture, content_type="image/png")


def screen_context(request: HttpRequest, screen: Screen) -> dict[str, Any]:
    """Return the pages of a screen and how its frame looks; a page with another look loads itself anew."""
    public = PublicEvent(screen.event)
    fresh = fresh_rounds(public)
    scene = scene_on(screen, public, is_fresh=bool(fresh))
    tried = (pages_of_scene(request, screen, public, each, fresh) for each in scenes_in_turn(scene, public))
    pages = next(filter(None, tried), [])
    beside = wifi_beside(screen)
    look = [screen.name, screen.is_light, get_language(), beside and beside.name, base_address(request)]
    return {
        **pages_context(request, [public], pages, screen),
        "look": "-".join(map(str, look)),
        "of_screen": screen,
        "halls": hall_progress(public.rounds) if scene in OF_RESULTS else [],
    }


@require_safe
@same_for_all
@for_spectator
def screens_mark(request: HttpRequest, event: Event) -> HttpResponse:
    """Return a digest of what directors do to the screens, which the stream of the event watches."""
    return JsonResponse({"mark": tag_of([screens_state(event)]).strip('"')})


# What both share


def pages_context(
    request: HttpRequest,
    events: Sequence[PublicEvent],
    pages: Sequence[WallPage],
    screen: Screen | None = None,
) -> dict[str, Any]:
    """Return the pages with the time that each stays, the clocks and the banner."""
    at = whole_number(request.GET.get("page", "")) or 0
    timed = [replace(page, seconds=seconds_for(len(pages), page.layout)) for page in pages]
    at %= max(1, len(timed))
    has_code = not is_loopback(request)
    frame = timed[at].frame if timed and (has_code or timed[at].is_dense) else ""
    banner = next((each for shown in events if (each := banner_facts(banners_on(shown.event, screen)))), None)
    return {
        "pages": timed,
        "at": at,
        "frame": frame,
        "has_code": has_code,
        "clocks": [clock for each in events for clock in each.clocks],
        "banner": banner,
    }


def frame_of(request: HttpRequest, event: Event, ground: str) -> dict[str, Any]:
    """Return what stands around the pages: the event, its emblem, and the code of its seats."""
    seats = base_address(request) + reverse("find_seat", args=[event.slug])
    return {
        "event": event_facts(event),
        "emblem": emblem_url(event.club),
        "ground": ground,
        "is_long": width_of(event.name) > LONGEST_NAME,
        "seats_code": "" if is_loopback(request) else qr_svg(seats),
    }
