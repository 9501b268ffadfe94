"""The archive of an event: download it, and import one into a club after a look at what it holds."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from rules import get_game
from scoring.not_possible import NotPossible
from tournaments.models import ArchiveImport, Club, Event
from tournaments.selectors.installation.chosen_archives import archives_ahead, chosen_archive
from tournaments.services.installation.chosen_archives import choose_archive, discard_archive, store_chosen
from tournaments.services.installation.event_export import export_event, refuse_unready
from tournaments.storage.uploads.spreadsheets import take_upload
from tournaments.views.pages.descriptions import club_facts, event_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    director_required,
    member_required,
)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def event_archive(request: MemberRequest, event: Event) -> HttpResponse:
    """Say what an archive has; make and download one."""
    refusal = None
    if request.method == "POST":
        try:
            refuse_unready(event)
            return download_of(event, with_private="with_private" in request.POST)
        except NotPossible as found:
            refusal = found
    context = {"event": event_facts(event), "refusal": refusal}
    return render(request, "installation/event_archive.html", context, status=REFUSED if refusal else 200)


def download_of(event: Event, *, with_private: bool) -> HttpResponse:
    """Return the archive as a file to save."""
    name = f"stichtag-{event.slug}.zip"
    with TemporaryDirectory() as folder:
        content = export_event(
            event=event, file=Path(folder, name), with_private=with_private
        ).file.read_bytes()
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type="application/zip", headers=headers)


# Into a club


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def import_page(request: MemberRequest, club: Club) -> HttpResponse:
    """Take a file; show how far it is, what it has, or why it is refused."""
    if request.method == "POST":
        return take(request, club)
    chosen = chosen_archive(club, request.user)
    if chosen is None:
        return show_import(request, club)
    if chosen.refusal:
        discard_archive(club=club, by=request.user)
        return show_import(request, club, refusal=chosen.refusal["said"], slug=chosen.refusal["slug"])
    if chosen.slug and chosen.found:
        discard_archive(club=club, by=request.user)
        messages.success(request, gettext("%(event)s is imported.") % {"event": chosen.found["name"]})
        return redirect("dashboard", chosen.slug)
    if chosen.waits:
        return show_import(request, club, chosen=chosen)
    return show_import(request, club, archive=preview(chosen))


def take(request: MemberRequest, club: Club) -> HttpResponse:
    """Keep the uploaded file, to be checked."""
    file = request.FILES.get("file")
    if file is None:
        return show_import(request, club, refusal=gettext("Choose the file of an archive."))
    try:
        upload = take_upload(file)
    except NotPossible:
        return show_import(
            request, club, refusal=gettext("This file is larger than the archive of any event (5 MB).")
        )
    choose_archive(club=club, by=request.user, name=upload.name, content=upload.content)
    return redirect("import_event", club.slug)


@require_POST
@member_required
def store_archive(request: MemberRequest, club: Club) -> HttpResponse:
    """Have the file imported that was looked at."""
    chosen = chosen_archive(club, request.user)
    if chosen is None:
        messages.error(request, gettext("The file is no longer available; choose it again."))
    else:
        store_chosen(chosen=chosen)
    return redirect("import_event", club.slug)


@require_POST
@member_required
def discard_archive_page(request: MemberRequest, club: Club) -> HttpResponse:
    """Delete the uploaded file."""
    discard_archive(club=club, by=request.user)
    return redirect("import_event", club.slug)


def show_import(
    request: MemberRequest,
    club: Club,
    *,
    chosen: ArchiveImport | None = None,
    archive: Mapping[str, Any] | None = None,
    refusal: str = "",
    slug: str = "",
) -> HttpResponse:
    """Render the page; `slug` is that of the event which is here already."""
    context = {
        "club": {**club_facts(club), "slug": club.slug},
        "chosen": chosen,
        "ahead": archives_ahead(chosen) if chosen else None,
        "archive": archive,
        "refusal": refusal,
        "slug": slug,
    }
    return render(request, "installation/import_event.html", context, status=UNREADABLE if refusal else 200)


def preview(chosen: ArchiveImport) -> dict[str, Any]:
    """Return what an archive has, as the page shows it."""
    facts_of_archive: dict[str, Any] = chosen.found or {}
    facts = {
        "name": facts_of_archive["name"],
        "place": facts_of_archive["place"],
        "date": date.fromisoformat(facts_of_archive["date"]),
    }
    return {
        "file": chosen.name,
        "event": {**facts, "game_name": gettext(get_game(facts_of_archive["game"]).name)},
        "came_from": facts_of_archive["came_from"],
        "counts": counts_of(facts_of_archive["rows"]),
        "found": facts_of_archive["found"],
        "new": facts_of_archive["new"],
    }


def counts_of(rows: Mapping[str, int]) -> list[str]:
    """Return how much an archive has of what an organiser knows, as far as it has any."""
    entries = rows["sheet_changes"] + rows["event_changes"]
    numbers = {
        ngettext("%(number)s player", "%(number)s players", rows["entrants"]): rows["entrants"],
        ngettext("%(number)s round", "%(number)s rounds", rows["rounds"]): rows["rounds"],
        ngettext("%(number)s sheet", "%(number)s sheets", rows["tables"]): rows["tables"],
        ngettext("%(number)s deal", "%(number)s deals", rows["deals"]): rows["deals"],
        ngettext("%(number)s payment", "%(number)s payments", rows["payments"]): rows["payments"],
        ngettext("%(number)s published list", "%(number)s published lists", rows["publications"]): rows[
            "publications"
        ],
        ngettext("%(number)s entry of the history", "%(number)s entries of the history", entries): entries,
    }
    return [text % {"number": number} for text, number in numbers.items() if number]
