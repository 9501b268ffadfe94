"""Photographs of marked sheets, sent by a program."""

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.bodies import read_form
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.objects import event_for
from tournaments.api.http.reading import read_key
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import person_of
from tournaments.api.paper import schema, shapes
from tournaments.models import TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.paper.photos import read_photographs
from tournaments.services.paper.photo_rows import store_reading
from tournaments.services.paper.photos import File, read_files
from tournaments.wording.photos import photo_json

MOST_FILES = 8  # photographs of one request
YES = ("1", "true", "yes")


class Photos(ProgramView):
    """Photographs of marked sheets."""

    parser_classes = [MultiPartParser]
    writes = TokenScope.WRITE
    runs_once = False  # a photograph that is sent again stores nothing again, whatever its key

    @extend_schema(**schema.PHOTOS)
    def post(self, request: Request, slug: str) -> Response:
        """Read photographs and store the rows before the first doubt of each table."""
        event = event_for(request, slug, Right.TYPE)
        read_key(request)
        sent = read_form(shapes.PhotosSent, request)
        files = photos_in(sent)
        reading = read_photographs(
            event, read_files(event, [File(file.name or "", file.read) for file in files])
        )
        answer: dict[str, Any] = {"photos": [photo_json(event.slug, each) for each in reading.photos]}
        if sent.POST.get("dry_run", "").lower() not in YES:
            stored = store_reading(event=event, reading=reading, by=person_of(request).pk)
            answer |= {"stored": stored.written, "known": stored.known, "conflicts": stored.conflicts}
        return Response(answer)


def photos_in(sent: HttpRequest) -> list[UploadedFile]:
    """Return the photographs of a request. Raises Unreadable (`bad_request`) for none or too many."""
    files = sent.FILES.getlist("photos")
    if not 0 < len(files) <= MOST_FILES:
        message = gettext("Send 1 to %(most)s files as “photos”, not %(found)s.")
        raise Unreadable("bad_request", message % {"most": MOST_FILES, "found": len(files)})
    return files
