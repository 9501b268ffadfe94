"""A whole event as static files: every public page as an anonymous visitor sees it, with its assets."""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, relpath
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
from tournaments.selectors.clubs.members import emblem_digest
from tournaments.selectors.draw.draw_audit import public_draws
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.rounds.progress import tables_in

FILES = ("standings_csv", "standings_xlsx", "standings_json", "standings_pdf", "rounds_csv", "preview")

DROPPED = frozenset({"script", "form", "noscript"})
EMPTY = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
LINKS = ("href", "src")
LIVE = ("data-live", "data-stream")
NOWHERE = "http://files.invalid"  # stands for the live site while its URL is not known
Attributes = list[tuple[str, str | None]]
Find = Callable[[str], str | None]

CONTENTS = "stichtag-files.json"


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of a run, by file name."""

    written: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)


def event_files(event: Event, base_url: str = "") -> dict[str, bytes]:
    """Return every file by its name, in the language of the event."""
    with translation.override(event.language or settings.LANGUAGE_CODE):
        pages = dict(page_addresses(PublicEvent(event), base_url))
        contents = {name: body_at(address, base_url) for address, name in pages.items()}
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


def page_addresses(public: PublicEvent, base_url: str) -> Iterator[tuple[str, str]]:
    """Yield the URL of every page with its file name."""
    event, slug = public.event, public.event.slug
    yield reverse("event", args=[slug]), "index.html"
    yield reverse("embed", args=[slug]), "publishing/embed.html"
    yield reverse("seat_lists", args=[slug]), "seats.html"
    for name in (*FILES, *(["feed"] if base_url else [])):  # a feed has absolute URLs only
        address = reverse(name, args=[slug])
        yield address, address.rsplit("/", 1)[-1]
    for number in public.names:
        yield reverse("entrant_evening", args=[slug, number]), f"entrants/{number}.html"
        yield reverse("rank_explanation", args=[slug, number]), f"entrants/{number}-rank.html"
    if public.has_competitions:
        yield reverse("event_teams", args=[slug]), "teams.html"
        for at, competition in enumerate(public.competitions, start=1):
            query = urlencode({"competition": competition["key"]})
            yield f"{reverse('standings_csv', args=[slug])}?{query}", f"competition-{at}.csv"
            yield f"{reverse('standings_pdf', args=[slug])}?{query}", f"competition-{at}.pdf"
    yield reverse("charts", args=[slug]), "publishing/charts.html"
    yield from round_addresses(public)
    for draw in public_draws(event):
        yield reverse("draw_audit", args=[slug, draw.number]), f"draws/{draw.number}.html"
    for each in public.lists:
        address = reverse("published_list", args=[each.public_id])
        yield address, f"lists/{each.number}.html"
        yield f"{address}?format=json", f"lists/{each.number}.json"
    yield reverse("game", args=[event.game]), "rules.html"
    if emblem := emblem_digest(event.club):
        yield reverse("emblem", args=[event.club.slug, emblem]), "emblem.png"


def round_addresses(public: PublicEvent) -> Iterator[tuple[str, str]]:
    """Yield the public rounds: their PDFs, and every sheet as a page and a PDF."""
    slug = public.event.slug
    for round in public.visible:
        place, stem = [slug, round.number], f"rounds/{round.number}"
        yield reverse("round_pdf", args=place), f"{stem}.pdf"
        yield reverse("round_sheets_pdf", args=place), f"{stem}-sheets.pdf"
        for table in tables_in(round):
            sheet, name = [slug, table.public_id], f"{stem}-table-{table.number}"
            yield reverse("sheet", args=sheet), f"{name}.html"
            yield reverse("sheet_pdf", args=sheet), f"{name}.pdf"


# One page


def body_at(address: str, base_url: str) -> bytes | None:
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


# Pages as static files: links become relative; scripts, forms and other parts of the server are dropped


def relative(target: str, page: str) -> str:
    """Return the relative path from one file of the set to another."""
    return relpath(target, dirname(page) or ".")


def static_page(html: str, page: str, find: Find, base_url: str = "") -> str:
    """Return a page as the file `page`; `find` returns the file of one of our URLs, None if there is none.

    Without a live site, the page's absolute URL is removed.
    """
    writer = PageWriter(page, find, base_url)
    writer.feed(html)
    writer.close()
    return "".join(writer.out)


class PageWriter(HTMLParser):
    """Writes the tags it parses, with changes."""

    def __init__(self, page: str, find: Find, base_url: str) -> None:
        super().__init__(convert_charrefs=False)
        self.page, self.find_file, self.base_url = page, find, base_url
        self.out: list[str] = []
        self.dropping: list[str] = []
        self.unlinked = 0

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if self.dropping or tag in DROPPED or is_for_servers(tag, attrs):
            self.dropping += [tag] * (tag not in EMPTY)
        else:
            self.write_tag(tag, attrs)

    def write_tag(self, tag: str, attrs: Attributes) -> None:
        """Write a tag with its links changed; a link without a target becomes plain text."""
        changed = [(name, self.link(value or "") if name in LINKS else value) for name, value in attrs]
        if tag == "a" and dict(changed).get("href", "") is None:
            self.out.append(f"<span{plain_class(attrs)}>")
            self.unlinked += 1
            return
        if any(name in LINKS and value is None for name, value in changed):
            return
        attributes = [(name, value) for name, value in changed if name not in LIVE]
        self.out.append(f"<{tag}{''.join(attribute(name, value) for name, value in attributes)}>")

    def handle_endtag(self, tag: str) -> None:
        if self.dropping:
            if tag in self.dropping:
                while self.dropping.pop() != tag:
                    pass
        elif tag == "a" and self.unlinked:
            self.out.append("</span>")
            self.unlinked -= 1
        else:
            self.out.append(f"</{tag}>")

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self.handle_starttag(tag, attrs)
        if self.dropping and tag not in EMPTY:
            self.dropping.pop()
        elif not self.dropping and tag not in EMPTY:
            self.out.append(f"</{tag}>")

    def link(self, address: str) -> str | None:
        """Return the target of a link in the file; None for no target."""
        address = address.removeprefix(self.base_url or NOWHERE)
        if not address.startswith("/") or address.startswith("//"):
            return address
        path, mark, fragment = address.partition("#")
        target = self.find_file(path)
        if target is not None:
            return relative(target, self.page) + mark + fragment
        return self.base_url + address if self.base_url else None

    def handle_data(self, data: str) -> None:
        self.keep(data)

    def handle_entityref(self, name: str) -> None:
        self.keep(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.keep(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self.keep(f"<!{decl}>")

    def keep(self, text: str) -> None:
        """Write text unchanged, unless it is inside a dropped element."""
        if not self.dropping:
            self.out.append(text)


def attribute(name: str, value: str | None) -> str:
    """Return an attribute."""
    return f" {name}" if value is None else f' {name}="{escape(value)}"'


def plain_class(attrs: Attributes) -> str:
    """Return the class of a link without target: unchanged, unless it looked like a button."""
    classes = dict(attrs).get("class") or ""
    return attribute("class", classes) if classes and "button" not in classes.split() else ""


def is_for_servers(tag: str, attrs: Attributes) -> bool:
    """Return whether a tag is useless in a file: the account, a live note, an unknown absolute URL."""
    values = dict(attrs)
    if tag == "meta" and (values.get("content") or "").startswith(NOWHERE):
        return True
    classes = (values.get("class") or "").split()
    return (tag == "nav" and "who" in classes) or "data-live-note" in values or "needs-server" in classes


# The folder: each file is written atomically; only files on the list stored with them are ever removed


def write_files(folder: Path, files: Mapping[str, bytes]) -> Changes:
    """Update the folder to these files. Raises OSError if one cannot be written; each file stays complete."""
    folder.mkdir(parents=True, exist_ok=True)
    before, changes = read_contents(folder), Changes()
    for name, content in sorted(files.items()):
        file = folder / name
        if not file.exists():
            changes.written.append(name)
        elif file.read_bytes() == content:
            changes.unchanged.append(name)
            continue
        else:
            changes.replaced.append(name)
        write_whole(file, content)
    for name in sorted(set(before) - set(files)):
        remove(folder, name, changes)
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    write_whole(folder / CONTENTS, json.dumps(digests, indent=1).encode())
    return changes


def read_contents(folder: Path) -> Mapping[str, str]:
    """Return the files written last time; empty for a new folder."""
    listed = folder / CONTENTS
    return dict(json.loads(listed.read_text())) if listed.exists() else {}


def write_whole(path: Path, content: bytes) -> None:
    """Write to a temporary file and rename it: readers get the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def remove(folder: Path, name: str, changes: Changes) -> None:
    """Remove a file of the last run; a name that leads out of the folder is ignored."""
    path = folder / name
    if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
        path.unlink()
        changes.removed.append(name)
