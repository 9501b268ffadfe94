"""The table's own pages: link, pad, sheet. They need no account; the link grants the right to write."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from tournaments.models import CallReason, Table
from tournaments.selectors.clubs.permissions import get_link, tokens_that_open
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.selectors.tables.sheet_context import pad_context
from tournaments.selectors.tables.table_state import table_state
from tournaments.serving.table_cookies import COOKIE_PREFIX, cookie_name, link_of_cookie
from tournaments.views.pages.permissions import COOKIES_LOOKED_AT
from tournaments.wording.first_keys import first_keys

COOKIE_SECONDS = 30 * 24 * 3600


@require_safe
@never_cache
def table_link(request: HttpRequest, token: str) -> HttpResponse:
    """Move the token from the address bar to a cookie, and redirect to the table."""
    link = get_link(token)
    if link is None:
        raise Http404
    response = redirect("table", public_id=link.table.public_id)
    response["Referrer-Policy"] = "no-referrer"
    drop_dead_links(request, response)
    response.set_cookie(
        cookie_name(link.table.public_id),
        token,
        max_age=COOKIE_SECONDS,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def drop_dead_links(request: HttpRequest, response: HttpResponse) -> None:
    """Delete the cookies of invalid links, so that they do not accumulate on a club's phones."""
    names = [name for name in request.COOKIES if name.startswith(COOKIE_PREFIX)][:COOKIES_LOOKED_AT]
    opening = tokens_that_open(request.COOKIES[name] for name in names)
    for name in names:
        if request.COOKIES[name] not in opening:
            response.delete_cookie(name, samesite="Lax")


@require_safe
@never_cache
@ensure_csrf_cookie
def table(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the pad, the totals and the sheet so far."""
    opened = opened_table(request, public_id)
    parts = load_parts(opened)
    state = table_state(opened, parts)
    context: dict[str, Any] = {
        "public_id": public_id,
        "table_state": state,
        "first": first_keys(state),
        "has_german_suits": any(one["picture"] for each in state["fields"] for one in each["choices"]),
        "sheet": pad_context(opened, parts),
        "call_reasons": CallReason.choices,
    }
    event = opened.round.event
    if event.is_published:
        context["event"] = {"name": event.name, "url": reverse("event", args=[event.slug])}
    return render(request, "tables/pad.html", context)


@require_safe
@never_cache
def sheet(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Render the sheet alone, which replaces the old one after a change."""
    opened = opened_table(request, public_id)
    context = {"sheet": pad_context(opened, load_parts(opened))}
    return render(request, "sheets/_sheet.html", context)


def opened_table(request: HttpRequest, public_id: UUID) -> Table:
    """Return the table this browser has a link for. Raises Http404."""
    link = link_of_cookie(request, str(public_id))
    if link is None:
        raise Http404
    return link.table
