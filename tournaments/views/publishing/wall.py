"""The wall screen: standings and seats in pages that advance automatically, legible from the back row.

The server makes the pages, so that a television without scripts shows the same ones, one at a time.
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
from tournaments.selectors.clubs.permissions import get_public_event
from tournaments.selectors.entry.seat_assignments import RoundSeats, fresh_rounds, places_now, places_state
from tournaments.selectors.publishing.publications import standings_shown, visibility_of
from tournaments.selectors.rounds.clock import clocks_of
from tournaments.selectors.tables.dashboard import events_beside
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import actor_of, for_spectator
from tournaments.views.pages.table_addresses import base_address, is_loopback, qr_svg
from tournaments.wording.whole_numbers import whole_number

ROWS, ROWS_OF_LONG, FEWEST, COLUMNS = 13, 10, 6, 2  # as many lines as the back row can read
SECONDS = 10  # until the next page
LONGEST = {"standings": 30, "seats": 17, "event": 32}  # letters that fit a line
LONGEST_TIGHT = {"standings": 35, "seats": 20, "event": 32}  # when set smaller; longer names take two lines
LEADERS = 3  # ranks that are highlighted
MOST_BESIDE = 20  # events of one evening
SHOWN = ("both", "standings", "seats")
GROUNDS = ("dark", "light")
View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True, kw_only=True)
class WallPage:
    """One page of the screen; `of` counts the pages of its kind, lines are split into columns."""

    kind: str
    number: int
    of: int
    columns: Sequence[Sequence[Any]]
    standings: dict[str, Any]
    round: RoundSeats | None = None
    event: str = ""  # the event's name, if the screen shows several
    slug: str = ""
    is_fresh: bool = False  # seats of a round that was released a moment ago

    @property
    def rows(self) -> int:
        """Return how many lines share the height of the screen; at least FEWEST."""
        return max(FEWEST, *map(len, self.columns))

    @property
    def is_tight(self) -> bool:
        """Return whether the page's names are set smaller, so that each takes one line."""
        names = (name_of(line) for column in self.columns for line in column)
        return any(width_of(name) > LONGEST[self.kind] for name in names)

    @property
    def key(self) -> str:
        """Return a key that identifies the page after an update."""
        return f"{self.slug}{self.kind}-{self.round.number if self.round else 0}-{self.number}"


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
    """Render the whole screen; `?show=seats|standings|both`, `?lang=`, `?ground=dark|light`, `?with=slug`."""
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
    return render(request, "publishing/wall.html", context)


def wall_etag(request: HttpRequest, slug: str) -> str | None:
    """Return the ETag of the pages."""
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
    """Render the updated pages."""
    return render(request, "publishing/_wall_pages.html", wall_context(request, event))


def wall_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return all pages and the one shown without a script; other events of the evening follow,
    and new seats come before everything else.
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
    """Return the event and the public events of the club on that day named by `?with=`."""
    wanted = request.GET.getlist("with")[:MOST_BESIDE]
    if not wanted:
        return [event]
    return [event, *(each for each in events_beside(event) if each.is_published and each.slug in wanted)]


def pages_of(event: Event, show: str, *, is_alone: bool) -> list[WallPage]:
    """Return the pages of one event; with its name, if there are several events."""
    visibility = visibility_of(event)
    standings, fresh = standings_shown(event, visibility), fresh_rounds(event, visibility)
    pages = wall_pages(show, standings, places_now(event), fresh)
    if is_alone:
        return list(pages)
    return [replace(page, event=event.name, slug=f"{event.slug}-") for page in pages]


def one_of(choices: Sequence[str], typed: str | None) -> str:
    """Return the given value if it is a choice, else the first choice."""
    return typed if typed and typed in choices else choices[0]


def address_with(request: HttpRequest, name: str, event: Event, **changes: Any) -> str:
    """Return a wall URL with the settings of this one."""
    kept = {key: request.GET.getlist(key) for key in ("show", "lang", "ground", "with") if key in request.GET}
    return f"{reverse(name, args=[event.slug])}?{urlencode({**kept, **changes}, doseq=True)}"


# Pagination


def wall_pages(
    show: str, standings: dict[str, Any], rounds: Sequence[RoundSeats], fresh: Collection[int] = ()
) -> Iterator[WallPage]:
    """Return the standings, once anything is played, then the seats; rounds in `fresh` are marked."""
    if show == "standings" or (show == "both" and standings["deals_counted"]):
        yield from standings_pages(standings)
    if show != "standings":
        for drawn in rounds:
            yield from seat_pages(drawn, standings, is_fresh=drawn.number in fresh)


def standings_pages(standings: dict[str, Any]) -> Iterator[WallPage]:
    """Yield the pages of the standings."""
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


def seat_pages(drawn: RoundSeats, standings: dict[str, Any], *, is_fresh: bool) -> Iterator[WallPage]:
    """Yield the seats by name, column after column."""
    lines = [{"place": place, "is_long": is_long(place.name, "seats")} for place in drawn.places]
    pages = cut(lines, rows_for(lines) * COLUMNS)
    for number, page in enumerate(pages, start=1):
        shown: dict[str, Any] = {"columns": halves(page), "round": drawn, "standings": standings}
        yield WallPage(kind="seats", number=number, of=len(pages), is_fresh=is_fresh, **shown)


def rows_for(lines: Sequence[dict[str, Any]]) -> int:
    """Return how many lines fit in a column; fewer if a name may need two."""
    return ROWS_OF_LONG if any(line["is_long"] for line in lines) else ROWS


def halves(lines: Sequence[Any]) -> list[Sequence[Any]]:
    """Split a page's lines into columns; the first is the longer one."""
    half = -(-len(lines) // COLUMNS)
    return [lines[:half], lines[half:]]


def cut(lines: Sequence[Any], most: int) -> list[Sequence[Any]]:
    """Split into the fewest parts of at most `most` lines, with about equal lengths."""
    pieces = -(-len(lines) // most)
    ends = [len(lines) * piece // pieces for piece in range(1, pieces + 1)]
    return [lines[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def is_long(name: str, kind: str) -> bool:
    """Return whether a name needs two lines even in the smaller size."""
    return width_of(name) > LONGEST_TIGHT[kind]


def name_of(line: dict[str, Any]) -> str:
    """Return the name on a line of the standings or the seats."""
    return str(line["place"].name if "place" in line else line["name"])


def width_of(name: str) -> int:
    """Return a name's width in letters; Japanese letters count two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name)
