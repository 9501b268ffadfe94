"""Links with a secret. The answers that have one are stored without it, and get it when they are sent."""

from django.urls import reverse
from rest_framework.request import Request

from server.networks import public_url


def link_to(request: Request, name: str, token: str) -> str:
    """Return the whole address of a page that a token opens."""
    site = public_url() or request.build_absolute_uri("/").rstrip("/")
    return f"{site}{reverse(name, args=[token])}"
