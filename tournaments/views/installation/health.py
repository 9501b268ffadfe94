"""Monitoring of an installation: liveness, readiness and metrics."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.selectors.installation.health import FIGURES, OK, figures, readiness
from tournaments.views.pages.errors import SECONDS_FOR_REPAIRS
from tournaments.views.pages.machine import is_loopback

PREFIX, TEXT = "stichtag_", "text/plain; version=0.0.4; charset=utf-8"


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
