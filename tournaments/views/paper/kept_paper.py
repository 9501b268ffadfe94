"""The files of the paper import between upload and decision: kept for one session and event."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournaments.models import Event
from tournaments.services.paper import PaperFiles
from tournaments.storage.uploads.kept_files import drop_uploads, find_uploads, store_uploads
from tournaments.storage.uploads.spreadsheets import Upload
from tournaments.views.pages.permissions import MemberRequest


def files_needed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a view the kept files; without them, ask for them again."""

    @wraps(view)
    def with_files(request: MemberRequest, event: Event, *args: Any) -> HttpResponse:
        files = kept_files(request, event)
        if files is None:
            messages.error(request, gettext("The files are no longer available; choose them again."))
            return redirect("paper_import", event.slug)
        return view(request, event, files, *args)

    return with_files


def kept_files(request: MemberRequest, event: Event) -> PaperFiles | None:
    """Return the files that this session chose for the event, if they still exist."""
    uploads = find_uploads(kept_key(request, event))
    return PaperFiles(**uploads) if uploads else None


def keep_files(request: MemberRequest, event: Event, uploads: Mapping[str, Upload]) -> None:
    """Keep these files in place of those kept before."""
    before = kept_key(request, event)
    request.session[session_name(event)] = store_uploads(uploads)
    drop_uploads(before)


def drop_files(request: MemberRequest, event: Event) -> None:
    """Delete the files."""
    drop_uploads(kept_key(request, event))
    request.session.pop(session_name(event), None)


def session_name(event: Event) -> str:
    """Return the session key for an event's files."""
    return f"paper-{event.pk}"


def kept_key(request: MemberRequest, event: Event) -> str:
    """Return the key of the files this session uploaded for the event; "" if none."""
    return str(request.session.get(session_name(event), ""))
