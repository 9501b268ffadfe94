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

from scoring.sheet.refusals import NotPossible
from tournaments.api.http.bodies import read_form
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.objects import directed_club, event_for
from tournaments.api.http.views import ProgramView
from tournaments.api.installation import schema
from tournaments.models import TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.installation.chosen_archives import checked, import_checked
from tournaments.services.installation.event_export import export_event

LONGEST = 2 * 1024 * 1024
ZIP = "application/zip"


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

    longest_body = LONGEST
    in_portions = True

    @extend_schema(**schema.IMPORT)
    def post(self, request: Request) -> Response:
        """Import an event into a club, hidden until it is shown."""
        sent = read_form(schema.ArchiveSent, request)
        slug, file = sent.POST.get("club", ""), sent.FILES.get("file")
        if file is None or not slug:
            message = gettext("Send “club” and “file” as multipart/form-data.")
            raise Unreadable("file_missing", message, 422)
        club = directed_club(request, slug)
        with TemporaryDirectory() as folder:
            kept = Path(folder, "archive.zip")
            kept.write_bytes(file.read())
            name = file.name or "archive.zip"
            try:
                checked(club, kept, name)
                done = import_checked(club=club, file=kept, name=name)
            except NotPossible as refusal:
                if refusal.code != "archive_broken":
                    raise
                raise Unreadable("archive_refused", refusal.message, 422) from refusal
        place = reverse("api_event", args=[done.slug])
        return Response({"slug": done.slug, "name": done.name}, 201, headers={"Location": place})
