"""Pagination of lists that grow for years; the cost of a page stays constant."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

EVENTS, PLAYERS = 10, 40  # per page


def page_of(request: HttpRequest, things: Sequence[Any] | QuerySet[Any], size: int) -> Page[Any]:
    """Return the requested page; the nearest one if out of range, the first if not a number."""
    return Paginator(things, size).get_page(request.GET.get("page"))
