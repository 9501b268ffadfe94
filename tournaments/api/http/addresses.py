"""Links with a secret. The answers that have one are stored without it, and get it when they are sent."""

from django.conf import settings
from django.urls import reverse
from rest_framework.request import Request


def link_to(request: Request, name: str, token: str) -> str:
    """Return the whole address of a page that a token opens."""
    site = settings.PUBLIC_URL or request.build_absolute_uri("/").rstrip("/")
    return f"{site}{reverse(name, args=[token])}"
