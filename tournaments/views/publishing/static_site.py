"""A whole event as static files: every public page as an anonymous visitor sees it, with its assets."""

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

from tournaments.models import Event
from tournaments.publications.calendar import calendar_file
from tournaments.publications.static_pages import NOWHERE, static_page
from tournaments.selectors.draw.draw_audit import public_draws
from tournaments.selectors.entry.check_in import has_lists
from tournaments.selectors.publishing.publications import lists_of, visibility_of
from tournaments.selectors.rounds.progress import released_rounds
from tournaments.views.pages.descriptions import emblem_url

FILES = ("standings_csv", "standings_xlsx", "standings_json", "standings_pdf", "rounds_csv", "preview")


def event_files(event: Event, base_url: str = "") -> dict[str, bytes]:
    """Return every file by its name, in the language of the event."""
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
    """Return the files made in another way, or in place of a page that needs a server, by URL."""
    return {
        reverse("event_calendar", args=[event.slug]): "event.ics",
        reverse("find_seat", args=[event.slug]): "seats.html",
    }


def page_addresses(event: Event, base_url: str) -> Iterator[tuple[str, str]]:
    """Yield the URL of every page with its file name."""
    slug = event.slug
    yield reverse("event", args=[slug]), "index.html"
    yield reverse("embed", args=[slug]), "publishing/embed.html"
    yield reverse("seat_lists", args=[slug]), "seats.html"
    for name in (*FILES, *(["feed"] if base_url else [])):  # a feed has absolute URLs only
        address = reverse(name, args=[slug])
        yield address, address.rsplit("/", 1)[-1]
    yield from entrant_addresses(event)
    if has_lists(event):
        yield reverse("event_teams", args=[slug]), "teams.html"
    yield reverse("charts", args=[slug]), "publishing/charts.html"
    yield from round_addresses(event)
    for draw in public_draws(event):
        yield reverse("draw_certificate", args=[slug, draw.number]), f"draws/{draw.number}.html"
    yield from list_addresses(event)
    yield reverse("game", args=[event.game]), "rules.html"
    if emblem := emblem_url(event.club):
        yield emblem, "emblem.png"


def entrant_addresses(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the pages of every entrant: the evening, and the explanation of the rank."""
    for number in event.entrants.order_by("number").values_list("number", flat=True):
        yield reverse("entrant_evening", args=[event.slug, number]), f"entrants/{number}.html"
        yield reverse("rank_explanation", args=[event.slug, number]), f"entrants/{number}-rank.html"


def list_addresses(event: Event) -> Iterator[tuple[str, str]]:
    """Yield every published list as a page and as the bytes of its digest."""
    for each in lists_of(event).defer("rows"):
        address = reverse("published_list", args=[each.public_id])
        yield address, f"lists/{each.number}.html"
        yield f"{address}?format=json", f"lists/{each.number}.json"


def round_addresses(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the public rounds: their PDFs, and every sheet as a page and a PDF."""
    visibility = visibility_of(event)
    rounds = released_rounds(event).prefetch_related("tables")
    for drawn in [each for each in rounds.order_by("number") if not visibility.hides(each.number)]:
        place, stem = [event.slug, drawn.number], f"rounds/{drawn.number}"
        yield reverse("round_pdf", args=place), f"{stem}.pdf"
        yield reverse("round_sheets_pdf", args=place), f"{stem}-sheets.pdf"
        for table in sorted(drawn.tables.all(), key=lambda each: each.number):
            sheet, name = [event.slug, table.public_id], f"{stem}-table-{table.number}"
            yield reverse("sheet", args=sheet), f"{name}.html"
            yield reverse("sheet_pdf", args=sheet), f"{name}.pdf"


# One page


def fetched(address: str, base_url: str) -> bytes | None:
    """Return the response body for an anonymous visitor; None if the page does not exist."""
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
    """Return the body of a successful response, else None."""
    return response.content if response.status_code == 200 else None


class FileRequest(HttpRequest):
    """An anonymous request as the live site would get it."""

    def __init__(self, path: str, query: str, base_url: str) -> None:
        super().__init__()
        self.live = urlsplit(base_url or NOWHERE)
        self.method, self.path, self.path_info = "GET", path, path
        self.META = {"QUERY_STRING": query}
        self.GET = QueryDict(query)
        self.user = AnonymousUser()

    def get_host(self) -> str:
        """Return the host of the live site, which need not be the name of this machine."""
        return self.live.netloc

    def _get_scheme(self) -> str:
        return self.live.scheme


def as_file(content: bytes, name: str, names: Mapping[str, str], base_url: str) -> bytes:
    """Return a page with its links made relative; other files unchanged."""
    if not name.endswith(".html"):
        return content
    return static_page(content.decode(), name, partial(file_of, names), base_url).encode()


def file_of(names: Mapping[str, str], address: str) -> str | None:
    """Return the file of a URL in any percent-encoding."""
    return names.get(address) or names.get(quote(unquote(address), safe="/?=&"))


def calendar_of(event: Event, base_url: str) -> bytes:
    """Return the event's calendar file without the time of its creation."""
    address = base_url + reverse("event", args=[event.slug]) if base_url else ""
    return calendar_file(event, address, datetime.combine(event.date, time.min, UTC)).encode()


# Assets


def style_paths() -> list[Path]:
    """Return the paths of our style sheets and images in the source tree."""
    folder = Path(str(finders.find("tournaments")))
    return sorted([*folder.glob("*.css"), *folder.glob("*.svg")])


def static_address(path: Path) -> str:
    """Return the static URL of a style sheet or image."""
    return str(staticfiles_storage.url(f"tournaments/{path.name}"))


def needed_styles(pages: bytes) -> dict[str, bytes]:
    """Return the assets that any page refers to."""
    files = {f"static/{path.name}": path for path in style_paths()}
    return {name: path.read_bytes() for name, path in files.items() if name.encode() in pages}
