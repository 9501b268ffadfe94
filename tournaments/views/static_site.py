"""A whole event as plain files: every public page of it as a stranger sees it, with what the pages need."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, time
from functools import partial
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import resolve, reverse
from django.utils import translation

from tournaments.calendars import calendar_file
from tournaments.models import Event
from tournaments.selectors.certificates import public_draws
from tournaments.selectors.publications import lists_of, sight_of
from tournaments.selectors.rounds import released_rounds
from tournaments.selectors.series import has_lists
from tournaments.static_pages import NOWHERE, static_page

FILES = ("standings_csv", "standings_xlsx", "standings_json", "standings_pdf", "rounds_csv", "preview")


def event_files(event: Event, base_url: str = "") -> dict[str, bytes]:
    """Every file by its name, in the language of the event."""
    with translation.override(event.language or settings.LANGUAGE_CODE):
        pages = dict(page_addresses(event, base_url))
        styles = {static_address(path): f"static/{path.name}" for path in style_paths()}
        names = {**pages, **styles, **stand_ins(event)}
        files = {name: fetched(address, base_url) for address, name in pages.items()}
    files["event.ics"] = calendar_of(event, base_url)
    there = {name: content for name, content in files.items() if content is not None}
    shown = {name: as_file(content, name, names, base_url) for name, content in there.items()}
    return {**shown, **needed_styles(b"".join(shown.values()))}


def stand_ins(event: Event) -> dict[str, str]:
    """Files that are made otherwise, or stand for a page that needs a server: by address."""
    return {
        reverse("event_calendar", args=[event.slug]): "event.ics",
        reverse("find_seat", args=[event.slug]): "seats.html",
    }


def page_addresses(event: Event, base_url: str) -> Iterator[tuple[str, str]]:
    """The address of every page, and the name of its file."""
    slug = event.slug
    yield reverse("event", args=[slug]), "index.html"
    yield reverse("embed", args=[slug]), "embed.html"
    yield reverse("seat_lists", args=[slug]), "seats.html"
    for name in (*FILES, *(["feed"] if base_url else [])):  # a feed has whole addresses only
        address = reverse(name, args=[slug])
        yield address, address.rsplit("/", 1)[-1]
    for number in event.entrants.order_by("number").values_list("number", flat=True):
        yield reverse("entrant_evening", args=[slug, number]), f"entrants/{number}.html"
        yield reverse("why", args=[slug, number]), f"entrants/{number}-why.html"
    if has_lists(event):
        yield reverse("event_teams", args=[slug]), "teams.html"
    yield reverse("pictures", args=[slug]), "pictures.html"
    yield from round_addresses(event)
    for draw in public_draws(event):
        yield reverse("draw_certificate", args=[slug, draw.number]), f"draws/{draw.number}.html"
    for each in lists_of(event).defer("rows"):
        address = reverse("published_list", args=[each.public_id])
        yield address, f"lists/{each.number}.html"
        yield f"{address}?format=json", f"lists/{each.number}.json"
    yield reverse("game", args=[event.game]), "rules.html"


def round_addresses(event: Event) -> Iterator[tuple[str, str]]:
    """The rounds everybody may see: their papers, and every sheet as a page and on paper."""
    sight = sight_of(event)
    rounds = released_rounds(event).prefetch_related("tables")
    for drawn in [each for each in rounds.order_by("number") if not sight.hides(each.number)]:
        place, stem = [event.slug, drawn.number], f"rounds/{drawn.number}"
        yield reverse("round_pdf", args=place), f"{stem}.pdf"
        yield reverse("round_sheets_pdf", args=place), f"{stem}-sheets.pdf"
        for table in sorted(drawn.tables.all(), key=lambda each: each.number):
            sheet, name = [event.slug, table.public_id], f"{stem}-table-{table.number}"
            yield reverse("sheet", args=sheet), f"{name}.html"
            yield reverse("sheet_pdf", args=sheet), f"{name}.pdf"


# One page


def fetched(address: str, base_url: str) -> bytes | None:
    """What a stranger is answered; None for a page there is not."""
    parts = urlsplit(address)
    request = FileRequest(unquote(parts.path), parts.query, base_url)
    found = resolve(request.path)
    request.resolver_match = found
    try:
        response = found.func(request, *found.args, **found.kwargs)
    except Http404:
        return None
    return content_of(response)


def content_of(response: HttpResponse) -> bytes | None:
    """The body, if there is one."""
    return response.content if response.status_code == 200 else None


class FileRequest(HttpRequest):
    """A request of nobody in particular, as the live site would get it."""

    def __init__(self, path: str, query: str, base_url: str) -> None:
        super().__init__()
        self.live = urlsplit(base_url or NOWHERE)
        self.method, self.path, self.path_info = "GET", path, path
        self.META = {"QUERY_STRING": query}
        self.GET = QueryDict(query)
        self.user = AnonymousUser()

    def get_host(self) -> str:
        """That of the live site, whatever this machine is called."""
        return self.live.netloc

    def _get_scheme(self) -> str:
        return self.live.scheme


def as_file(content: bytes, name: str, names: Mapping[str, str], base_url: str) -> bytes:
    """A page with its links made relative; other files as they are."""
    if not name.endswith(".html"):
        return content
    return static_page(content.decode(), name, partial(file_of, names), base_url).encode()


def file_of(names: Mapping[str, str], address: str) -> str | None:
    """The file of an address, however its letters are written."""
    return names.get(address) or names.get(quote(unquote(address), safe="/?=&"))


def calendar_of(event: Event, base_url: str) -> bytes:
    """The event for a calendar, without the moment at which the file was made."""
    address = base_url + reverse("event", args=[event.slug]) if base_url else ""
    return calendar_file(event, address, datetime.combine(event.date, time.min, UTC)).encode()


# What the pages need


def style_paths() -> list[Path]:
    """Our style sheets and drawn pictures, where they lie in the source."""
    folder = Path(str(finders.find("tournaments")))
    return sorted([*folder.glob("*.css"), *folder.glob("*.svg")])


def static_address(path: Path) -> str:
    """Where pages find a style sheet or picture."""
    return str(staticfiles_storage.url(f"tournaments/{path.name}"))


def needed_styles(pages: bytes) -> dict[str, bytes]:
    """Those that any page names."""
    files = {f"static/{path.name}": path for path in style_paths()}
    return {name: path.read_bytes() for name, path in files.items() if name.encode() in pages}
