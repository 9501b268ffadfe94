"""The archive of an event: download it, and import one into a club after a look at what it holds."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.sheet.refusals import NotPossible
from tournaments.models import Club, Event
from tournaments.services.installation.event_export import export_event, refuse_unready
from tournaments.services.installation.event_import import Imported, import_event
from tournaments.storage.archive import BrokenBackup
from tournaments.storage.uploads.spreadsheets import take_upload
from tournaments.views.pages.descriptions import club_facts, event_facts
from tournaments.views.pages.kept_uploads import KeptUploads
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    director_required,
    member_required,
)
from tournaments.wording.archives import archive_differs, archive_refused

PART = "archive"
LONGEST_NAME = 100


class Kept(NamedTuple):
    """An uploaded archive: its file, and the name that it had."""

    path: Path
    name: str


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def event_archive(request: MemberRequest, event: Event) -> HttpResponse:
    """Say what an archive has; make and download one."""
    refusal = None
    if request.method == "POST":
        try:
            refuse_unready(event)
            return downloaded(event, with_private="with_private" in request.POST)
        except NotPossible as found:
            refusal = found
    context = {"event": event_facts(event), "refusal": refusal}
    return render(request, "installation/event_archive.html", context, status=REFUSED if refusal else 200)


def downloaded(event: Event, *, with_private: bool) -> HttpResponse:
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
    """Take a file; then show what it has, after a rehearsal of its import."""
    if request.method != "POST":
        kept = kept_archive(request, club)
        return tried(request, club, kept) if kept else show_import(request, club)
    chosen = request.FILES.get("file")
    if chosen is None:
        return show_import(request, club, refusal=gettext("Choose the file of an archive."))
    try:
        upload = take_upload(chosen)
    except NotPossible:
        return show_import(
            request, club, refusal=gettext("This file is larger than the archive of any event (5 MB).")
        )
    kept_for(request, club).keep({PART: upload}, name=upload.name[-LONGEST_NAME:])
    return redirect("import_event", club.slug)


def tried(request: MemberRequest, club: Club, kept: Kept) -> HttpResponse:
    """Rehearse the import and show its result; a file that is refused is not kept."""
    try:
        return show_import(request, club, archive=preview(stored(club, kept, is_rehearsal=True), kept.name))
    except NotPossible as refusal:
        kept_for(request, club).drop()
        return show_import(request, club, refusal=refusal.message, slug=refusal.details.get("slug", ""))


@require_POST
@member_required
def store_archive(request: MemberRequest, club: Club) -> HttpResponse:
    """Import the file that was looked at."""
    kept = kept_archive(request, club)
    if kept is None:
        messages.error(request, gettext("The file is no longer available; choose it again."))
        return redirect("import_event", club.slug)
    try:
        done = stored(club, kept)
    except NotPossible as refusal:
        kept_for(request, club).drop()
        return show_import(request, club, refusal=refusal.message, slug=refusal.details.get("slug", ""))
    kept_for(request, club).drop()
    messages.success(request, gettext("%(event)s is imported.") % {"event": done.event.name})
    return redirect("dashboard", done.event.slug)


@require_POST
@member_required
def discard_archive(request: MemberRequest, club: Club) -> HttpResponse:
    """Delete the uploaded file."""
    kept_for(request, club).drop()
    return redirect("import_event", club.slug)


def stored(club: Club, kept: Kept, *, is_rehearsal: bool = False) -> Imported:
    """Import the file. Raises NotPossible, with a sentence in the reader's language for every reason."""
    try:
        return import_event(file=kept.path, club=club, is_rehearsal=is_rehearsal)
    except BrokenBackup as refusal:
        raise NotPossible("archive_broken", archive_refused(refusal, kept.name)) from refusal
    except NotPossible as refusal:
        if refusal.code != "archive_altered":
            raise
        said = archive_differs(str(refusal.details["difference"]), kept.name)
        raise NotPossible("archive_altered", said) from refusal


def show_import(
    request: MemberRequest,
    club: Club,
    *,
    archive: Mapping[str, Any] | None = None,
    refusal: str = "",
    slug: str = "",
) -> HttpResponse:
    """Render the page; `slug` is that of the event which is here already."""
    context = {
        "club": {**club_facts(club), "slug": club.slug},
        "archive": archive,
        "refusal": refusal,
        "slug": slug,
    }
    return render(request, "installation/import_event.html", context, status=UNREADABLE if refusal else 200)


def preview(done: Imported, name: str) -> dict[str, Any]:
    """Return what an archive has, as the page shows it."""
    return {
        "file": name,
        "event": {**event_facts(done.event), "date": done.event.date},
        "came_from": done.came_from,
        "counts": counts_of(done.rows),
        "found": [each.name for each in done.found],
        "new": list(done.new),
    }


def counts_of(rows: Mapping[str, int]) -> list[str]:
    """Return how much an archive has of what an organiser knows, as far as it has any."""
    entries = rows["sheet_changes"] + rows["event_changes"]
    said = {
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
    return [text % {"number": number} for text, number in said.items() if number]


def kept_archive(request: MemberRequest, club: Club) -> Kept | None:
    """Return the file that this session chose for the club, if it still exists."""
    kept = kept_for(request, club)
    path = kept.path(PART)
    return Kept(path, kept.said["name"]) if path else None


def kept_for(request: MemberRequest, club: Club) -> KeptUploads:
    """Return what this session keeps for the club."""
    return KeptUploads(request, f"archive-{club.pk}")
