"""A backup to take home."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.one_at_a_time import Taken
from tournaments.selectors.access import may_back_up
from tournaments.services.keeping import back_up_everywhere
from tournaments.views.doors import to_login


@require_POST
@never_cache
def backup(request: HttpRequest) -> HttpResponseBase:
    """Make a backup now, in all places, and download it."""
    if not request.user.is_authenticated:
        return to_login(request)
    if not may_back_up(request.user):
        raise Http404
    try:
        file = back_up_everywhere()
    except Taken:
        messages.info(request, gettext("A backup is being made just now; try again in a moment."))
        return redirect("home")
    if file is None:
        messages.error(request, gettext("No place takes a backup: the board says what to do."))
        return redirect("home")
    return FileResponse(file.open("rb"), as_attachment=True, filename=file.name)
