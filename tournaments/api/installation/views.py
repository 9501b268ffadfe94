"""Endpoints of the archive of one event: the file of `export_event`, and its import into a club."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.not_possible import NotPossible
from tournaments.api.http.bodies import read_form
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.files import MAX_UPLOAD
from tournaments.api.http.objects import directed_club, event_for, or_404
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import person_of
from tournaments.api.installation import schema
from tournaments.models import ArchiveImport, TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.installation.chosen_archives import archives_ahead, sent_archive
from tournaments.services.installation.chosen_archives import (
    SMALL,
    import_checked,
    rehearse_apart,
    send_archive,
)
from tournaments.services.installation.event_export import export_event

ZIP = "application/zip"
BROKEN, REFUSED = "archive_broken", "archive_refused"  # to the service and to programs
LATER = "respond-async"  # RFC 7240


class EventArchive(ProgramView):
    """The archive of one event."""

    reads = TokenScope.DIRECT

    @extend_schema(**schema.EXPORT)
    def get(self, request: Request, slug: str) -> Any:
        """Return the file of `export_event`."""
        event = event_for(request, slug, Right.DIRECT)
        name = f"stichtag-{event.slug}.zip"
        with TemporaryDirectory() as folder:
            content = export_event(event=event, file=Path(folder, name)).file.read_bytes()
        headers = {
            "Content-Disposition": f'attachment; filename="{name}"',
        }
        return HttpResponse(content, content_type=ZIP, headers=headers)


class Archives(ProgramView):
    """Archives to import."""

    longest_body = MAX_UPLOAD
    in_portions = True

    @extend_schema(**schema.IMPORT)
    def post(self, request: Request) -> Response:
        """Import an event into a club, hidden until it is shown.

        By a worker with `Prefer: respond-async`, and if the file has more than 100 KB.
        """
        sent = read_form(schema.ArchiveSent, request)
        slug, file = sent.POST.get("club", ""), sent.FILES.get("file")
        if file is None or not slug:
            message = gettext("Send “club” and “file” as multipart/form-data.")
            raise Unreadable("file_missing", message, 422)
        club, name = directed_club(request, slug), file.name or "archive.zip"
        if LATER in request.headers.get("Prefer", "") or (file.size or 0) > SMALL:
            waiting = send_archive(club=club, by=person_of(request), name=name, content=file.read())
            place = reverse("api_sent_archive", args=[club.slug, waiting.pk])
            return Response(as_told(waiting), 202, headers={"Location": place})
        with TemporaryDirectory() as folder:
            archive = Path(folder, "archive.zip")
            archive.write_bytes(file.read())
            try:
                rehearse_apart(club, archive, name)
                done = import_checked(club=club, file=archive, name=name)
            except NotPossible as refusal:
                if refusal.code != BROKEN:
                    raise
                raise Unreadable(REFUSED, refusal.message, 422) from refusal
        place = reverse("api_event", args=[done.slug])
        return Response({"slug": done.slug, "name": done.name}, 201, headers={"Location": place})


class SentArchive(ProgramView):
    """An archive that a worker imports."""

    reads = TokenScope.DIRECT

    @extend_schema(**schema.SENT)
    def get(self, request: Request, slug: str, archive_id: int) -> Response:
        """Return how far it is; ask until `phase` is `imported` or `refused`."""
        return Response(as_told(or_404(sent_archive(directed_club(request, slug), archive_id))))


def as_told(sent: ArchiveImport) -> dict[str, Any]:
    """Return an archive that was sent, as its shape tells it."""
    refusal = sent.refusal or {}
    ahead = archives_ahead(sent) if sent.waits else None
    return {
        "id": sent.pk,
        "phase": phase_of(sent, ahead),
        "ahead": ahead,
        "done": sent.done,
        "all": sent.all,
        "slug": sent.slug or refusal.get("slug", ""),
        "name": (sent.found or {}).get("name", ""),
        "code": REFUSED if refusal.get("code") == BROKEN else refusal.get("code"),
        "detail": refusal.get("said"),
    }


def phase_of(sent: ArchiveImport, ahead: int | None) -> str:
    """Return what happens to an archive; `ahead` is None where it does not wait for its turn."""
    if not sent.waits:
        return "refused" if sent.refusal else "imported"
    if ahead is not None:
        return "waiting"
    return "importing" if sent.is_wanted else "checking"
