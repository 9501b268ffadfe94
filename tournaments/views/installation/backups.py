"""Download a backup."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.selectors.clubs.permissions import may_back_up
from tournaments.services.installation.automatic_backups import back_up_everywhere
from tournaments.storage.lock import Taken
from tournaments.views.pages.permissions import to_login


@require_POST
@never_cache
def backup(request: HttpRequest) -> HttpResponseBase:
    """Make a backup now, in all configured places, and download it."""
    if not request.user.is_authenticated:
        return to_login(request)
    if not may_back_up(request.user):
        raise Http404
    try:
        file = back_up_everywhere()
    except Taken:
        messages.info(request, gettext("A backup is in progress; try again in a moment."))
        return redirect("home")
    if file is None:
        messages.error(request, gettext("No place accepts a backup: see the dashboard."))
        return redirect("home")
    return FileResponse(file.open("rb"), as_attachment=True, filename=file.name)
