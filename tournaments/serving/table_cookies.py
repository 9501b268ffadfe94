"""The cookie by which a browser knows the link of a table that was opened in it."""

import uuid

from django.conf import settings
from django.http import HttpRequest

from tournaments.models import TableLink
from tournaments.selectors.clubs.permissions import get_link

COOKIE_PREFIX = f"{settings.COOKIE_PREFIX}table_"


def link_of_cookie(request: HttpRequest, public_id: str) -> TableLink | None:
    """Return the link this browser has for a table, if it is valid for that table."""
    try:
        table_id = uuid.UUID(public_id)
    except ValueError:
        return None
    link = get_link(request.COOKIES.get(cookie_name(table_id), ""))
    return link if link and link.table.public_id == table_id else None


def cookie_name(public_id: uuid.UUID) -> str:
    """Return the cookie name of a table."""
    return f"{COOKIE_PREFIX}{public_id}"
