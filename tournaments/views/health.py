"""For whoever watches over an installation: the process answers, it is ready, how it is doing."""

import ipaddress

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.selectors.health import OK, figures, readiness
from tournaments.views.errors import SECONDS_FOR_REPAIRS

PREFIX, TEXT = "stichtag_", "text/plain; version=0.0.4; charset=utf-8"


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers; asks nobody else."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether it can do its work, check by check; 503 if one fails. The sentences are for who runs it."""
    checks = readiness()
    is_ready = all(said == OK for said in checks.values())
    if not may_watch(request):
        checks = {name: said if said == OK else "failed" for name, said in checks.items()}
    response = JsonResponse({"ready": is_ready, "checks": checks}, status=200 if is_ready else 503)
    if not is_ready:
        response["Retry-After"] = SECONDS_FOR_REPAIRS
    return response


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Numbers in the text format of Prometheus, for this machine and for holders of METRICS_TOKEN."""
    if not may_watch(request):
        raise Http404
    lines = [f"# TYPE {PREFIX}{name} gauge\n{PREFIX}{name} {value:g}" for name, value in figures().items()]
    return HttpResponse("\n".join([*lines, ""]), content_type=TEXT)


def may_watch(request: HttpRequest) -> bool:
    """Whether somebody asks from this machine itself, with no proxy in between, or shows METRICS_TOKEN."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if settings.METRICS_TOKEN and constant_time_compare(token, settings.METRICS_TOKEN):
        return True
    return "X-Forwarded-For" not in request.headers and is_loopback(request.META.get("REMOTE_ADDR", ""))


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
