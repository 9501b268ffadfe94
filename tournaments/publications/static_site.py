"""A whole event as static files: every public page as an anonymous visitor sees it, with its assets."""

from collections.abc import Iterator
from datetime import UTC, datetime, time
from pathlib import Path
from urllib.parse import quote, unquote, urlencode, urlsplit

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
from tournaments.selectors.clubs.emblems import emblem_digest
from tournaments.selectors.draw.draw_audit import public_draws
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.rounds.progress import tables_in

FILES = ("standings_csv", "standings_xlsx", "standings_json", "standings_pdf", "rounds_csv", "preview")


def event_files(event: Event, base_url: str = "") -> dict[str, bytes]:
    """Return every file by its name, in the language of the event."""
    with translation.override(event.language or settings.LANGUAGE_CODE):
        pages = dict(page_addresses(PublicEvent(event), base_url))
        contents = {name: fetched(address, base_url) for address, name in pages.items()}
    folder = Path(str(finders.find("tournaments")))
    assets = {f"static/{path.name}": path for path in sorted([*folder.glob("*.css"), *folder.glob("*.svg")])}
    names = {
        **pages,
        **{staticfiles_storage.url(f"tournaments/{path.name}"): name for name, path in assets.items()},
        reverse("event_calendar", args=[event.slug]): "event.ics",
        reverse("find_seat", args=[event.slug]): "seats.html",  # in place of a page that needs a server
    }

    def file_of(address: str) -> str | None:
        """Return the file of a URL in any percent-encoding."""
        return names.get(address) or names.get(quote(unquote(address), safe="/?=&"))

    files = {name: content for name, content in contents.items() if content is not None}
    for name in [name for name in files if name.endswith(".html")]:
        files[name] = static_page(files[name].decode(), name, file_of, base_url).encode()
    address = base_url + reverse("event", args=[event.slug]) if base_url else ""
    files["event.ics"] = calendar_file(event, address, datetime.combine(event.date, time.min, UTC)).encode()
    everything = b"".join(files.values())
    needed = {name: path.read_bytes() for name, path in assets.items() if name.encode() in everything}
    return {**files, **needed}


def page_addresses(shown: PublicEvent, base_url: str) -> Iterator[tuple[str, str]]:
    """Yield the URL of every page with its file name."""
    event, slug = shown.event, shown.event.slug
    yield reverse("event", args=[slug]), "index.html"
    yield reverse("embed", args=[slug]), "publishing/embed.html"
    yield reverse("seat_lists", args=[slug]), "seats.html"
    for name in (*FILES, *(["feed"] if base_url else [])):  # a feed has absolute URLs only
        address = reverse(name, args=[slug])
        yield address, address.rsplit("/", 1)[-1]
    for number in shown.names:
        yield reverse("entrant_evening", args=[slug, number]), f"entrants/{number}.html"
        yield reverse("rank_explanation", args=[slug, number]), f"entrants/{number}-rank.html"
    if shown.has_competitions:
        yield reverse("event_teams", args=[slug]), "teams.html"
        for at, competition in enumerate(shown.competitions, start=1):
            asked = urlencode({"competition": competition["key"]})
            yield f"{reverse('standings_csv', args=[slug])}?{asked}", f"competition-{at}.csv"
            yield f"{reverse('standings_pdf', args=[slug])}?{asked}", f"competition-{at}.pdf"
    yield reverse("charts", args=[slug]), "publishing/charts.html"
    yield from round_addresses(shown)
    for draw in public_draws(event):
        yield reverse("draw_certificate", args=[slug, draw.number]), f"draws/{draw.number}.html"
    for each in shown.lists:
        address = reverse("published_list", args=[each.public_id])
        yield address, f"lists/{each.number}.html"
        yield f"{address}?format=json", f"lists/{each.number}.json"
    yield reverse("game", args=[event.game]), "rules.html"
    if emblem := emblem_digest(event.club):
        yield reverse("emblem", args=[event.club.slug, emblem]), "emblem.png"


def round_addresses(shown: PublicEvent) -> Iterator[tuple[str, str]]:
    """Yield the public rounds: their PDFs, and every sheet as a page and a PDF."""
    slug = shown.event.slug
    for round in shown.visible:
        place, stem = [slug, round.number], f"rounds/{round.number}"
        yield reverse("round_pdf", args=place), f"{stem}.pdf"
        yield reverse("round_sheets_pdf", args=place), f"{stem}-sheets.pdf"
        for table in tables_in(round):
            sheet, name = [slug, table.public_id], f"{stem}-table-{table.number}"
            yield reverse("sheet", args=sheet), f"{name}.html"
            yield reverse("sheet_pdf", args=sheet), f"{name}.pdf"


# One page


def fetched(address: str, base_url: str) -> bytes | None:
    """Return the response body for an anonymous visitor; None if the page does not exist."""
    parts = urlsplit(address)
    request = FileRequest(unquote(parts.path), parts.query, base_url)
    match = request.resolver_match = resolve(request.path)
    try:
        response: HttpResponse = match.func(request, *match.args, **match.kwargs)
    except Http404:
        return None
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
