"""Lists that grow for years are shown page by page; what a page costs stays."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

EVENTS, PLAYERS = 10, 40  # on a page


def page_of(request: HttpRequest, things: Sequence[Any] | QuerySet[Any], size: int) -> Page[Any]:
    """The page somebody asks for; the nearest there is for any other number, the first for what is none."""
    return Paginator(things, size).get_page(request.GET.get("page"))
