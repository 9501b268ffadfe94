"""An event for other programs: files for spreadsheets, a feed, a table for the club's own site, a picture."""

from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import condition, require_safe

from tournaments.exporting import as_csv, as_xlsx, rounds_table, standings_table
from tournaments.feeds import entries_of, feed_document
from tournaments.models import Event
from tournaments.pictures.preview import LINES, Leader, draw_preview
from tournaments.selectors.access import get_public_event
from tournaments.selectors.events import event_state
from tournaments.selectors.publications import Sight, sight_of, standings_shown
from tournaments.selectors.round_results import round_places
from tournaments.selectors.rulings import notes_json, notes_shown
from tournaments.snapshots import same_for_all
from tournaments.templatetags.stichtag import amount
from tournaments.typed_numbers import whole_number
from tournaments.views.addresses import base_address
from tournaments.views.doors import actor_of, for_spectator
from tournaments.views.previewing import description_of
from tournaments.views.public import sees_secrets, sight_for, tag_of
from tournaments.views.showing import event_facts
from tournaments.views.wall import in_wanted_language

CSV, XLSX = "text/csv; charset=utf-8", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ATOM, PNG = "application/atom+xml; charset=utf-8", "image/png"
THEMES = ("", "light", "dark")
OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*"}


def export_etag(request: HttpRequest, slug: str) -> str | None:
    """Equal tags mean an equal file."""
    event = get_public_event(actor_of(request), slug)
    if event is None:
        return None
    asked = sorted(request.GET.items())
    return tag_of([request.path, asked, *event_state(event), sees_secrets(request, event)])


def exported(view: Any) -> Any:
    """`view(request, event)`: read only, for whoever may look at the event, 304 while it is the same."""
    return require_safe(same_for_all(condition(etag_func=export_etag)(for_spectator(view))))


# Files


@exported
def standings_csv(request: HttpRequest, event: Event) -> HttpResponse:
    """The standings; the columns of the command `standings`."""
    shown = standings_shown(event, sight_for(request, event))
    return file_of(event, as_csv(standings_table(shown)), CSV, name_of(shown, "standings.csv"))


@exported
def rounds_csv(request: HttpRequest, event: Event) -> HttpResponse:
    """Every seat of every table."""
    table = rounds_table(round_places(event, sight_for(request, event)))
    return file_of(event, as_csv(table), CSV, "rounds.csv")


@exported
def standings_xlsx(request: HttpRequest, event: Event) -> HttpResponse:
    """Standings and rounds as a workbook."""
    sight = sight_for(request, event)
    shown = standings_shown(event, sight)
    tables = {
        gettext("Standings"): standings_table(shown),
        gettext("Rounds"): rounds_table(round_places(event, sight)),
    }
    return file_of(event, as_xlsx(event.name, notes_of(event, shown), tables), XLSX, name_of(shown, "xlsx"))


@exported
def standings_json(request: HttpRequest, event: Event) -> HttpResponse:
    """The same for programs."""
    sight = sight_for(request, event)
    shown = standings_shown(event, sight)
    names = ("version", "deals_counted", "state", "rounds", "ranked_by", "ties_broken_by", "list", "rows")
    facts = {"event": event.name, "slug": event.slug, "date": event.date, "club": event.club.name}
    places = list(round_places(event, sight))
    notes = notes_json(notes_shown(event, sight))
    told = {**facts, **{name: shown[name] for name in names}, "notes": notes, "seats": places}
    return JsonResponse(told, headers=OPEN_TO_ALL)


def notes_of(event: Event, shown: dict[str, Any]) -> list[str]:
    """What stands under the title: when and where, how far, which version, which list."""
    words = [description_of(event), f"{state_word(shown)}, {version_words(shown)}"]
    return [*words, list_words(shown["list"])] if shown["list"] else words


def state_word(shown: dict[str, Any]) -> str:
    """Provisional, frozen or final, in the reader's language."""
    words = {"provisional": gettext("provisional"), "frozen": gettext("frozen"), "final": gettext("final")}
    return words[shown["state"]]


def version_words(shown: dict[str, Any]) -> str:
    """The version of the standings."""
    return gettext("version %(version)s") % {"version": shown["version"]}


def list_words(published: dict[str, Any]) -> str:
    """Number, time and short hash of a list."""
    values = {"number": published["number"], "hash": published["hash"]}
    at = date_format(published["at"], "DATETIME_FORMAT")
    return gettext("List %(number)s, hash %(hash)s, published: %(at)s") % {**values, "at": at}


def name_of(shown: dict[str, Any], ending: str) -> str:
    """A file name that tells versions and lists apart."""
    ending = ending.removeprefix("standings.")
    published = shown["list"]
    mark = f"list-{published['number']}-{published['digest'][:12]}" if published else f"v{shown['version']}"
    return f"standings-{mark}.{ending}"


def file_of(event: Event, content: bytes, kind: str, name: str) -> HttpResponse:
    """A download."""
    response = HttpResponse(content, content_type=kind, headers=OPEN_TO_ALL)
    stem = event.slug if event.slug.isascii() else event.public_id.hex[:8]
    response["Content-Disposition"] = f'attachment; filename="{stem}-{name}"'
    return response


# For other sites


@exported
def feed(request: HttpRequest, event: Event) -> HttpResponse:
    """Published lists and closed rounds as an Atom feed."""
    base = base_address(request)
    own, page = base + request.path, base + reverse("event", args=[event.slug])
    entries = entries_of(event, base, sight_of(event))
    return HttpResponse(feed_document(event, own, page, entries), content_type=ATOM, headers=OPEN_TO_ALL)


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@in_wanted_language
@exported
def embed(request: HttpRequest, event: Event) -> HttpResponse:
    """The table alone, for a frame on the club's own site; the public's view whoever looks."""
    theme = request.GET.get("theme", "")
    shown = standings_shown(event, sight_of(event))
    lines = whole_number(request.GET.get("lines", ""))
    context = {
        "event": event_facts(event),
        "event_address": base_address(request) + reverse("event", args=[event.slug]),
        "standings": {**shown, "rows": shown["rows"][:lines] if lines else shown["rows"]},
        "theme": theme if theme in THEMES else "",
    }
    return render(request, "embed.html", context)


@exported
def preview(request: HttpRequest, event: Event) -> HttpResponse:
    """The leaders as a picture, for previews of links."""
    picture = draw_preview(event.name, description_of(event), leaders_of(event, sight_of(event)))
    return HttpResponse(picture, content_type=PNG)


def leaders_of(event: Event, sight: Sight) -> list[Leader]:
    """The first lines of the list."""
    shown = standings_shown(event, sight)
    unit = shown["ranked_by"][0]["unit"]
    return [
        Leader(rank=str(row["rank"] or "–"), name=row["name"], value=amount(row["total"], unit))
        for row in shown["rows"][:LINES]
    ]
