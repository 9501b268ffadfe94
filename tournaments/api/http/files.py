"""Files that a program sends as multipart/form-data, and the fields beside them."""

from collections.abc import Mapping
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request

from server.streams import CONTENT_TYPE, opening, told
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.reading import bad_request, read_json
from tournaments.storage.uploads.spreadsheets import Upload, take_upload

FLAGS = {"": False, "false": False, "true": True}
MAX_UPLOAD = 2 * 1024 * 1024  # bytes of a body with a file


def file_of(sent: HttpRequest, name: str) -> UploadedFile:
    """Return a file of the request. Raises Unreadable (`file_missing`)."""
    file = sent.FILES.get(name)
    if isinstance(file, UploadedFile):
        return file
    message = gettext("Send the file “%(name)s” as multipart/form-data.")
    raise Unreadable("file_missing", message % {"name": name}, 422)


def upload_of(sent: HttpRequest, name: str) -> Upload:
    """Return a table of the request. Raises Unreadable (`file_missing`), NotPossible (`file_too_large`)."""
    return take_upload(file_of(sent, name))


def flag_of(sent: HttpRequest, name: str) -> bool:
    """Return a field that is true or false; false without it. Raises Unreadable (`bad_request`)."""
    return as_flag(name, sent.POST.get(name, ""))


def as_flag(name: str, typed: str) -> bool:
    """Return the value of a flag. Raises Unreadable (`bad_request`)."""
    if typed not in FLAGS:
        message = gettext("“%(name)s” is true or false, not “%(found)s”.")
        raise bad_request(message % {"name": name, "found": typed[:20]})
    return FLAGS[typed]


def words_of(sent: HttpRequest, name: str) -> dict[str, str] | None:
    """Return a field with a JSON object of texts; null is "". Raises Unreadable (`bad_request`)."""
    typed = sent.POST.get(name, "")
    value: Any = read_json(typed) if typed else None
    if value is None:
        return None
    if isinstance(value, dict) and all(isinstance(each, str | None) for each in value.values()):
        return {key: each or "" for key, each in value.items()}
    raise bad_request(gettext("“%(name)s” must be a JSON object of texts.") % {"name": name})


def stream_piece(
    request: Request, digests: Mapping[str, str], headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """Return what is seen now as one event; none if the listener knows it."""
    text = opening() + told(digests, request.headers.get("Last-Event-ID", ""))
    return HttpResponse(
        text, content_type=CONTENT_TYPE, headers={"Cache-Control": "no-store", **(headers or {})}
    )
