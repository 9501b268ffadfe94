"""Exports of an event: spreadsheet files, a feed, an embeddable table, a preview image."""

from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import condition, require_safe

from tournaments.models import Event
from tournaments.publications.charts.preview import LINES, Leader, draw_preview
from tournaments.publications.feed import entries_of, feed_document
from tournaments.publications.spreadsheets import (
    as_csv,
    as_xlsx,
    headings,
    rounds_table,
    standings_table,
)
from tournaments.selectors.clubs.permissions import get_public_event
from tournaments.selectors.events.event_lists import event_state
from tournaments.selectors.publishing.notes import notes_json, notes_shown
from tournaments.selectors.publishing.publications import Visibility, standings_shown, visibility_of
from tournaments.selectors.publishing.round_results import round_places
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import actor_of, for_spectator
from tournaments.views.pages.table_addresses import base_address
from tournaments.views.pages.visibility import sees_secrets, visibility_for
from tournaments.views.publishing.preview import description_of
from tournaments.views.publishing.wall import in_wanted_language
from tournaments.wording.numbers import amount
from tournaments.wording.whole_numbers import whole_number

CSV, XLSX = "text/csv; charset=utf-8", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ATOM, PNG = "application/atom+xml; charset=utf-8", "image/png"
THEMES = ("", "light", "dark")
OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*"}


def export_etag(request: HttpRequest, slug: str) -> str | None:
    """Return the ETag of an export."""
    event = get_public_event(actor_of(request), slug)
    if event is None:
        return None
    asked = sorted(request.GET.items())
    return tag_of([request.path, asked, *event_state(event), sees_secrets(request, event)])


def exported(view: Any) -> Any:
    """Serve `view(request, event)` read-only to all who may see the event; 304 while unchanged."""
    return require_safe(same_for_all(condition(etag_func=export_etag)(for_spectator(view))))


# Files


@exported
def standings_csv(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the standings as CSV, with the columns of the `standings` command."""
    shown = standings_shown(event, visibility_for(request, event))
    return file_of(
        event, as_csv(standings_table(shown), get_language()), CSV, name_of(shown, "standings.csv")
    )


@exported
def rounds_csv(request: HttpRequest, event: Event) -> HttpResponse:
    """Return every seat of every table as CSV."""
    table = rounds_table(round_places(event, visibility_for(request, event)))
    return file_of(event, as_csv(table, get_language()), CSV, "rounds.csv")


@exported
def standings_xlsx(request: HttpRequest, event: Event) -> HttpResponse:
    """Return standings and rounds as a workbook."""
    visibility = visibility_for(request, event)
    shown = standings_shown(event, visibility)
    tables = {
        gettext("Standings"): standings_table(shown),
        gettext("Rounds"): rounds_table(round_places(event, visibility)),
    }
    book = as_xlsx(event.name, notes_of(event, shown), tables, headings(shown))
    return file_of(event, book, XLSX, name_of(shown, "xlsx"))


@exported
def standings_json(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the standings as JSON."""
    visibility = visibility_for(request, event)
    shown = standings_shown(event, visibility)
    names = ("version", "deals_counted", "state", "rounds", "ranked_by", "ties_broken_by", "list", "rows")
    facts = {"event": event.name, "slug": event.slug, "date": event.date, "club": event.club.name}
    places = list(round_places(event, visibility))
    notes = notes_json(notes_shown(event, visibility))
    told = {**facts, **{name: shown[name] for name in names}, "notes": notes, "seats": places}
    return JsonResponse(told, headers=OPEN_TO_ALL)


def notes_of(event: Event, shown: dict[str, Any]) -> list[str]:
    """Return the notes under the title: date and place, state, version, published list."""
    words = [description_of(event), f"{state_word(shown)}, {version_words(shown)}"]
    return [*words, list_words(shown["list"])] if shown["list"] else words


def state_word(shown: dict[str, Any]) -> str:
    """Return provisional, frozen or final, in the reader's language."""
    words = {"provisional": gettext("provisional"), "frozen": gettext("frozen"), "final": gettext("final")}
    return words[shown["state"]]


def version_words(shown: dict[str, Any]) -> str:
    """Return the version of the standings in words."""
    return gettext("version %(version)s") % {"version": shown["version"]}


def list_words(published: dict[str, Any]) -> str:
    """Return number, time and short hash of a published list."""
    values = {"number": published["number"], "hash": published["hash"]}
    at = date_format(published["at"], "DATETIME_FORMAT")
    return gettext("List %(number)s, hash %(hash)s, published: %(at)s") % {**values, "at": at}


def name_of(shown: dict[str, Any], ending: str) -> str:
    """Return a file name that distinguishes versions and published lists."""
    ending = ending.removeprefix("standings.")
    published = shown["list"]
    mark = f"list-{published['number']}-{published['digest'][:12]}" if published else f"v{shown['version']}"
    return f"standings-{mark}.{ending}"


def file_of(event: Event, content: bytes, kind: str, name: str) -> HttpResponse:
    """Return a download."""
    response = HttpResponse(content, content_type=kind, headers=OPEN_TO_ALL)
    stem = event.slug if event.slug.isascii() else event.public_id.hex[:8]
    response["Content-Disposition"] = f'attachment; filename="{stem}-{name}"'
    return response


# For other sites


@exported
def feed(request: HttpRequest, event: Event) -> HttpResponse:
    """Return published lists and closed rounds as an Atom feed."""
    base = base_address(request)
    own, page = base + request.path, base + reverse("event", args=[event.slug])
    entries = entries_of(event, base, visibility_of(event))
    return HttpResponse(feed_document(event, own, page, entries), content_type=ATOM, headers=OPEN_TO_ALL)


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@in_wanted_language
@exported
def embed(request: HttpRequest, event: Event) -> HttpResponse:
    """Render the table alone, for a frame on the club's own site; always the public's view."""
    theme = request.GET.get("theme", "")
    shown = standings_shown(event, visibility_of(event))
    lines = whole_number(request.GET.get("lines", ""))
    context = {
        "event": event_facts(event),
        "event_address": base_address(request) + reverse("event", args=[event.slug]),
        "standings": {**shown, "rows": shown["rows"][:lines] if lines else shown["rows"]},
        "theme": theme if theme in THEMES else "",
    }
    return render(request, "publishing/embed.html", context)


@exported
def preview(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the leaders as an image, for link previews."""
    picture = draw_preview(event.name, description_of(event), leaders_of(event, visibility_of(event)))
    return HttpResponse(picture, content_type=PNG)


def leaders_of(event: Event, visibility: Visibility) -> list[Leader]:
    """Return the first rows of the standings."""
    shown = standings_shown(event, visibility)
    unit = shown["ranked_by"][0]["unit"]
    return [
        Leader(rank=str(row["rank"] or "–"), name=row["name"], value=amount(row["total"], unit))
        for row in shown["rows"][:LINES]
    ]
