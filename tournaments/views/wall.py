"""The screen in the hall: standings and seats in pages that turn by themselves, to be read from the back row.

The pages are cut here, so that a television without scripts shows the same ones, one at a time.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any
from unicodedata import east_asian_width
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import condition, require_safe

from tournaments.models import Event
from tournaments.selectors.access import get_public_event
from tournaments.selectors.board import events_beside
from tournaments.selectors.clock import clocks_of
from tournaments.selectors.places import RoundPlaces, fresh_rounds, places_now, places_state
from tournaments.selectors.publications import sight_of, standings_shown
from tournaments.snapshots import same_for_all
from tournaments.typed_numbers import whole_number
from tournaments.views.addresses import base_address, is_loopback, qr_svg
from tournaments.views.doors import actor_of, for_spectator
from tournaments.views.public import tag_of
from tournaments.views.showing import event_facts

ROWS, ROWS_OF_LONG, FEWEST, COLUMNS = 13, 10, 6, 2  # as many lines as the back row can read
SECONDS = 10  # until the next page
LONGEST = {"standings": 30, "seats": 17, "event": 32}  # letters that fit a line
LONGEST_TIGHT = {"standings": 35, "seats": 20, "event": 32}  # in the smaller size; beyond it two lines
LEADERS = 3  # ranks that stand out
MOST_BESIDE = 20  # events of one evening
SHOWN = ("both", "standings", "seats")
GROUNDS = ("dark", "light")
View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True, kw_only=True)
class WallPage:
    """What the screen shows at a time; `of` counts the pages of its kind, lines come in columns."""

    kind: str
    number: int
    of: int
    columns: Sequence[Sequence[Any]]
    standings: dict[str, Any]
    round: RoundPlaces | None = None
    event: str = ""  # its name, where the screen shows several
    slug: str = ""
    is_fresh: bool = False  # seats of a round that was released a moment ago

    @property
    def rows(self) -> int:
        """How many lines share the height of the screen; few stay apart."""
        return max(FEWEST, *map(len, self.columns))

    @property
    def is_tight(self) -> bool:
        """Whether all names of the page are set smaller, so that each stands on one line."""
        names = (name_of(line) for column in self.columns for line in column)
        return any(width_of(name) > LONGEST[self.kind] for name in names)

    @property
    def key(self) -> str:
        """The same page after news have come."""
        return f"{self.slug}{self.kind}-{self.round.number if self.round else 0}-{self.number}"


def in_wanted_language(view: View) -> View:
    """In the language of the address, for a television has nobody to choose one."""

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
    """The whole screen; `?show=seats|standings|both`, `?lang=`, `?ground=dark|light`, `?with=slug`."""
    shown = wall_context(request, event)
    seats = base_address(request) + reverse("find_seat", args=[event.slug])
    context = {
        **shown,
        "event": event_facts(event),
        "ground": one_of(GROUNDS, request.GET.get("ground")),
        "seconds": SECONDS,
        "live_url": address_with(request, "wall_live", event),
        "next_url": address_with(request, "wall", event, page=shown["at"] + 1),
        "is_long": is_long(event.name, "event"),
        "seats_address": seats.split("//")[-1],
        "seats_code": "" if is_loopback(request) else qr_svg(seats),
    }
    return render(request, "wall.html", context)


def wall_etag(request: HttpRequest, slug: str) -> str | None:
    """Equal tags mean equal pages."""
    event = get_public_event(actor_of(request), slug)
    if event is None:
        return None
    states = [places_state(each) for each in events_on_wall(request, event)]
    return tag_of([states, request.GET.get("show")])


@require_safe
@same_for_all
@in_wanted_language
@condition(etag_func=wall_etag)
@for_spectator
def wall_live(request: HttpRequest, event: Event) -> HttpResponse:
    """The pages of the screen anew."""
    return render(request, "_wall_pages.html", wall_context(request, event))


def wall_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """All pages, and which one is shown without a script; other events of the evening come after, whoever
    looks for a seat comes first.
    """
    events, show = events_on_wall(request, event), one_of(SHOWN, request.GET.get("show"))
    found = (page for each in events for page in pages_of(each, show, is_alone=len(events) == 1))
    pages = sorted(found, key=lambda page: not page.is_fresh)
    at = whole_number(request.GET.get("page", "")) or 0
    return {
        "pages": pages,
        "at": at % max(1, len(pages)),
        "clocks": [clock for each in events for clock in clocks_of(each)],
    }


def events_on_wall(request: HttpRequest, event: Event) -> list[Event]:
    """The event, and those that `?with=` names of what the club plays on that evening for everybody."""
    wanted = request.GET.getlist("with")[:MOST_BESIDE]
    if not wanted:
        return [event]
    return [event, *(each for each in events_beside(event) if each.is_published and each.slug in wanted)]


def pages_of(event: Event, show: str, *, is_alone: bool) -> list[WallPage]:
    """The pages of one event; with its name, where it is not alone."""
    sight = sight_of(event)
    standings, fresh = standings_shown(event, sight), fresh_rounds(event, sight)
    pages = wall_pages(show, standings, places_now(event), fresh)
    if is_alone:
        return list(pages)
    return [replace(page, event=event.name, slug=f"{event.slug}-") for page in pages]


def one_of(choices: Sequence[str], typed: str | None) -> str:
    """What was typed, or the first choice."""
    return typed if typed and typed in choices else choices[0]


def address_with(request: HttpRequest, name: str, event: Event, **changes: Any) -> str:
    """An address of the wall with the choices of this one."""
    kept = {key: request.GET.getlist(key) for key in ("show", "lang", "ground", "with") if key in request.GET}
    return f"{reverse(name, args=[event.slug])}?{urlencode({**kept, **changes}, doseq=True)}"


# Cutting pages


def wall_pages(
    show: str, standings: dict[str, Any], rounds: Sequence[RoundPlaces], fresh: Collection[int] = ()
) -> Iterator[WallPage]:
    """Who leads, once anything was played, then who sits where; rounds with `fresh` numbers are marked."""
    if show == "standings" or (show == "both" and standings["deals_counted"]):
        yield from standings_pages(standings)
    if show != "standings":
        for drawn in rounds:
            yield from seat_pages(drawn, standings, is_fresh=drawn.number in fresh)


def standings_pages(standings: dict[str, Any]) -> Iterator[WallPage]:
    """The standings by so many lines."""
    lines = [
        {
            **row,
            "is_long": is_long(row["name"], "standings"),
            "now": row["rounds"][-1:],
            "leads": row["rank"] is not None and row["rank"] <= LEADERS,
        }
        for row in standings["rows"]
    ]
    pages = cut(lines, rows_for(lines))
    for number, page in enumerate(pages, start=1):
        yield WallPage(kind="standings", number=number, of=len(pages), columns=[page], standings=standings)


def seat_pages(drawn: RoundPlaces, standings: dict[str, Any], *, is_fresh: bool) -> Iterator[WallPage]:
    """Everybody by name, down the first column and then down the second."""
    lines = [{"place": place, "is_long": is_long(place.name, "seats")} for place in drawn.places]
    pages = cut(lines, rows_for(lines) * COLUMNS)
    for number, page in enumerate(pages, start=1):
        shown: dict[str, Any] = {"columns": halves(page), "round": drawn, "standings": standings}
        yield WallPage(kind="seats", number=number, of=len(pages), is_fresh=is_fresh, **shown)


def rows_for(lines: Sequence[dict[str, Any]]) -> int:
    """How many lines fit below each other; fewer where a name may need two."""
    return ROWS_OF_LONG if any(line["is_long"] for line in lines) else ROWS


def halves(lines: Sequence[Any]) -> list[Sequence[Any]]:
    """The columns of a page; the first is the longer one."""
    half = -(-len(lines) // COLUMNS)
    return [lines[:half], lines[half:]]


def cut(lines: Sequence[Any], most: int) -> list[Sequence[Any]]:
    """As few pieces of at most so many lines as can be, all about as long."""
    pieces = -(-len(lines) // most)
    ends = [len(lines) * piece // pieces for piece in range(1, pieces + 1)]
    return [lines[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def is_long(name: str, kind: str) -> bool:
    """Whether a name needs two lines, however small."""
    return width_of(name) > LONGEST_TIGHT[kind]


def name_of(line: dict[str, Any]) -> str:
    """Whose line it is, in the standings or among the seats."""
    return str(line["place"].name if "place" in line else line["name"])


def width_of(name: str) -> int:
    """Places that a name takes; Japanese letters take two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name)
