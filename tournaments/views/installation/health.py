"""Monitoring of an installation, backups to download, and whom to tell about a hole."""

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.selectors.clubs.permissions import may_back_up
from tournaments.selectors.installation.health import FIGURES, OK, figures, readiness
from tournaments.services.installation.automatic_backups import back_up_everywhere
from tournaments.storage.lock import Taken
from tournaments.views.pages.errors import SECONDS_FOR_REPAIRS
from tournaments.views.pages.machine import is_loopback
from tournaments.views.pages.permissions import to_login

PREFIX, TEXT = "stichtag_", "text/plain; version=0.0.4; charset=utf-8"
VALID = timedelta(days=180)  # the RFC asks for less than a year


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200 if the process answers; no other component is asked."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Run every readiness check; 503 if one fails. Only operators see the sentences."""
    checks = readiness()
    is_ready = all(answer == OK for answer in checks.values())
    if not may_watch(request):
        checks = {name: answer if answer == OK else "failed" for name, answer in checks.items()}
    response = JsonResponse({"ready": is_ready, "checks": checks}, status=200 if is_ready else 503)
    if not is_ready:
        response["Retry-After"] = SECONDS_FOR_REPAIRS
    return response


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Return metrics in the Prometheus text format, for this machine and for holders of METRICS_TOKEN."""
    if not may_watch(request):
        raise Http404
    lines = [
        f"# HELP {PREFIX}{name} {FIGURES[name]}\n# TYPE {PREFIX}{name} gauge\n{PREFIX}{name} {value:g}"
        for name, value in figures().items()
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type=TEXT)


def may_watch(request: HttpRequest) -> bool:
    """Return whether the request comes from this machine without a proxy, or carries METRICS_TOKEN."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if settings.METRICS_TOKEN and constant_time_compare(token, settings.METRICS_TOKEN):
        return True
    return "X-Forwarded-For" not in request.headers and is_loopback(request.META.get("REMOTE_ADDR", ""))


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


@require_safe
@never_cache
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the contact that the operator has filled in; without one there is no such page."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + VALID).strftime("%Y-%m-%dT%H:%M:%SZ")
    fields = {"Contact": settings.SECURITY_CONTACT, "Expires": expires, "Preferred-Languages": "de, en, ja"}
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
