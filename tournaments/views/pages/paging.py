"""Pagination of lists that grow for years; the cost of a page stays constant."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

from tournaments.models import Player
from tournaments.models.lengths import longest

EVENTS, SERIES, PLAYERS, ENTRANTS = 10, 20, 40, 100  # per page
MOST_PREVIEWED = 200  # rows of a file before it is stored
LONGEST_NAME = longest(Player, "name")


def wanted_in(request: HttpRequest) -> str:
    """Return the name or start number searched for."""
    return request.GET.get("name", "").replace("\0", "").strip()[:LONGEST_NAME]


def page_of(request: HttpRequest, things: Sequence[Any] | QuerySet[Any], size: int) -> Page[Any]:
    """Return the requested page; the nearest one if out of range, the first if not a number."""
    return Paginator(things, size).get_page(request.GET.get("page"))
