"""Pagination of lists that grow for years; the cost of a page stays constant."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

EVENTS, SERIES, PLAYERS, ENTRANTS = 10, 20, 40, 100  # per page
LONGEST_NAME = 120


def wanted_in(request: HttpRequest) -> str:
    """Return the search text of a list's page."""
    return request.GET.get("name", "").strip()[:LONGEST_NAME]


def page_of(request: HttpRequest, things: Sequence[Any] | QuerySet[Any], size: int) -> Page[Any]:
    """Return the requested page; the nearest one if out of range, the first if not a number."""
    return Paginator(things, size).get_page(request.GET.get("page"))
