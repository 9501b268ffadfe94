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
    Page,
    as_csv,
    as_xlsx,
    headings,
    rounds_table,
    standings_table,
)
from tournaments.selectors.clubs.permissions import get_public_event
from tournaments.selectors.competitions.shown import as_standings
from tournaments.selectors.events.marks import mark_of
from tournaments.selectors.publishing.public_event import PublicEvent, notes_json
from tournaments.selectors.publishing.round_results import round_places
from tournaments.selectors.sheets.agreements import game_of
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import actor_of, for_spectator, or_404
from tournaments.views.pages.table_addresses import base_address
from tournaments.views.pages.visibility import seen_by, sees_secrets
from tournaments.views.pages.wanted_language import in_wanted_language
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
    query = sorted(request.GET.items())
    return tag_of([request.path, query, mark_of(event), sees_secrets(request, event)])


def export_view(view: Any) -> Any:
    """Serve `view(request, event)` read-only to all who may see the event; 304 while unchanged."""
    return require_safe(same_for_all(condition(etag_func=export_etag)(for_spectator(view))))


# Files


@export_view
def standings_csv(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the standings, or a competition, as CSV, with the columns of the `standings` command."""
    standings = wanted_standings(request, seen_by(request, event))
    content = as_csv(standings_table(standings), get_language())
    return file_of(event, content, CSV, name_of(standings, "csv"))


def wanted_standings(request: HttpRequest, public: PublicEvent) -> dict[str, Any]:
    """Return the standings, or the competition that `?competition=` names; 404 for an unknown one."""
    standings: dict[str, Any] = or_404(public.standings_of(request.GET.get("competition")))
    return standings


@export_view
def rounds_csv(request: HttpRequest, event: Event) -> HttpResponse:
    """Return every seat of every table as CSV."""
    table = rounds_table(round_places(seen_by(request, event)))
    return file_of(event, as_csv(table, get_language()), CSV, "rounds.csv")


@export_view
def standings_xlsx(request: HttpRequest, event: Event) -> HttpResponse:
    """Return standings and rounds as a workbook; below the title: place, state, version, published list."""
    public = seen_by(request, event)
    standings, published = public.standings, public.standings["list"]
    states = {"provisional": gettext("provisional"), "frozen": gettext("frozen"), "final": gettext("final")}
    version = gettext("version %(version)s") % {"version": standings["version"]}
    notes = [description_of(event), f"{states[standings['state']]}, {version}"]
    if published:
        at = date_format(published["at"], "DATETIME_FORMAT")
        values = {"number": published["number"], "hash": published["hash"], "at": at}
        notes.append(gettext("List %(number)s, hash %(hash)s, published: %(at)s") % values)
    words, others = headings(standings), [as_standings(each, standings) for each in public.competitions]
    pages = [
        Page(gettext("Standings"), standings_table(standings), words),
        Page(gettext("Rounds"), rounds_table(round_places(public)), words),
        *(Page(each["title"], standings_table(each), headings(each)) for each in others),
    ]
    book = as_xlsx(event.name, notes, pages)
    return file_of(event, book, XLSX, name_of(standings, "xlsx"))


@export_view
def standings_json(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the standings as JSON."""
    public = seen_by(request, event)
    names = ("version", "deals_counted", "state", "rounds", "ranked_by", "ties_broken_by", "list", "rows")
    facts = {
        **{"event": event.name, "slug": event.slug, "date": event.date, "club": event.club.name},
        **{name: public.standings[name] for name in names},
        "notes": notes_json(public.notes),
        "competitions": public.competitions,
        "seats": list(round_places(public)),
    }
    return JsonResponse(facts, headers=OPEN_TO_ALL)


def name_of(standings: dict[str, Any], ending: str) -> str:
    """Return a file name that distinguishes versions and published lists."""
    published = standings["list"]
    if standings.get("title"):
        return f"competition.{ending}"
    if published:
        return f"standings-list-{published['number']}-{published['digest'][:12]}.{ending}"
    return f"standings-v{standings['version']}.{ending}"


def file_of(event: Event, content: bytes, kind: str, name: str) -> HttpResponse:
    """Return a download."""
    stem = event.slug if event.slug.isascii() else event.public_id.hex[:8]
    headers = {**OPEN_TO_ALL, "Content-Disposition": f'attachment; filename="{stem}-{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)


# For other sites


@export_view
def feed(request: HttpRequest, event: Event) -> HttpResponse:
    """Return published lists and closed rounds as an Atom feed."""
    base = base_address(request)
    own, page = base + request.path, base + reverse("event", args=[event.slug])
    entries = entries_of(PublicEvent(event), base)
    return HttpResponse(feed_document(event, own, page, entries), content_type=ATOM, headers=OPEN_TO_ALL)


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@in_wanted_language
@export_view
def embed(request: HttpRequest, event: Event) -> HttpResponse:
    """Render the table alone, for a frame on the club's own site; always the public's view."""
    theme = request.GET.get("theme", "")
    standings = PublicEvent(event).standings
    lines = whole_number(request.GET.get("lines", ""))
    context = {
        "event": event_facts(event),
        "event_address": base_address(request) + reverse("event", args=[event.slug]),
        "standings": {**standings, "rows": standings["rows"][:lines] if lines else standings["rows"]},
        "theme": theme if theme in THEMES else "",
    }
    return render(request, "publishing/embed.html", context)


@export_view
def preview(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the leaders as an image, for link previews."""
    standings = PublicEvent(event).standings
    unit = standings["ranked_by"][0]["unit"]
    leaders = [
        Leader(rank=str(row["rank"] or "–"), name=row["name"], value=amount(row["total"], unit))
        for row in standings["rows"][:LINES]
    ]
    return HttpResponse(draw_preview(event.name, description_of(event), leaders), content_type=PNG)


def preview_facts(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return the preview's texts and absolute URLs; empty for an unpublished event."""
    if not event.is_published:
        return {"preview": None}
    base = base_address(request)
    return {
        "preview": {
            "title": event.name,
            "description": description_of(event),
            "url": base + reverse("event", args=[event.slug]),
            "picture_url": base + reverse("preview", args=[event.slug]),
        }
    }


def description_of(event: Event) -> str:
    """Return the event in one line."""
    facts = [gettext(game_of(event).name), date_format(event.date), event.place, event.club.name]
    return " · ".join(fact for fact in facts if fact)
