"""Whom to tell about a hole in this installation (RFC 9116)."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

VALID = timedelta(days=180)  # the RFC asks for less than a year


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
