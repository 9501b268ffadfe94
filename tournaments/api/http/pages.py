"""Pages of long lists: `{"results": [...], "next": url or null}`."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.errors import Unreadable
from tournaments.wording.whole_numbers import ascii_number

USUAL, MOST = 100, 500


class Pages(CursorPagination):
    """Pages of 100, or of `?limit=` up to 500, that neither skip nor repeat a row while rows are added."""

    page_size = USUAL
    page_size_query_param = "limit"
    page_size_query_description = f"Rows of a page, 1 to {MOST}; {USUAL} without it."
    cursor_query_description = "The place of a page, from “next”."
    max_page_size = MOST

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        """Return the order of the view's lists."""
        return (view.ordering,)

    def get_paginated_response(self, data: Any) -> Response:
        """Return a page as the answer."""
        return Response({"results": data, "next": self.get_next_link()})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return the description of a page."""
        following = {"type": ["string", "null"], "format": "uri", "description": "the next page"}
        parts = {"results": schema, "next": following}
        return {"type": "object", "properties": parts, "required": sorted(parts)}

    def get_page_size(self, request: Request) -> int:
        """Return the rows of a page. Raises Unreadable (`bad_request`)."""
        typed = request.query_params.get("limit")
        size = USUAL if typed is None else ascii_number(typed)
        if not size or size > MOST:
            message = gettext("“limit” must be a whole number from 1 to %(most)s.") % {"most": MOST}
            raise Unreadable("bad_request", message)
        return size

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return the place of the page. Raises Unreadable (`cursor_invalid`)."""
        try:
            return super().decode_cursor(request)
        except NotFound as error:
            message = gettext("This cursor is not one of ours; follow “next” from the first page.")
            raise Unreadable("cursor_invalid", message) from error


def page_of(
    view: Any, request: Request, rows: QuerySet[Any], by: str, shape: Callable[[Any], dict[str, Any]]
) -> Response:
    """Return the requested page of rows in the order of a field, each as it is told."""
    pages, view.ordering = Pages(), by
    page = pages.paginate_queryset(rows, request, view) or ()
    return pages.get_paginated_response([shape(each) for each in page])
