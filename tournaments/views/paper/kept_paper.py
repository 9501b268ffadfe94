"""The files of the paper import between upload and decision: kept for one session and event."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournaments.models import Event
from tournaments.selectors.sheets.agreements import game_of
from tournaments.services.paper import PaperFiles, with_likely_sheets
from tournaments.views.pages.kept_uploads import KeptUploads
from tournaments.views.pages.permissions import MemberRequest


def files_needed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a view the kept files; without them, ask for them again."""

    @wraps(view)
    def with_files(request: MemberRequest, event: Event, *args: Any) -> HttpResponse:
        files = chosen_files(request, event)
        if files is None:
            messages.error(request, gettext("The files are no longer available; choose them again."))
            return redirect("paper_import", event.slug)
        return view(request, event, files, *args)

    return with_files


def chosen_files(request: MemberRequest, event: Event) -> PaperFiles | None:
    """Return the files that this session chose for the event, if they still exist."""
    uploads = paper_uploads(request, event).find()
    return PaperFiles(**uploads) if uploads else None


def keep_files(request: MemberRequest, event: Event, files: PaperFiles) -> None:
    """Keep these files, each read once, in place of those kept before."""
    paper_uploads(request, event).keep(with_likely_sheets(game_of(event), files).by_part())


def paper_uploads(request: MemberRequest, event: Event) -> KeptUploads:
    """Return what this session keeps for the event."""
    return KeptUploads(request, f"paper-{event.pk}")
