"""The clock of a round: one form with a button for everything that can be done to it."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournaments.errors import NotPossible
from tournaments.models import Round, Table
from tournaments.services.clock import (
    announce_last_deal,
    extend_clock,
    extend_table,
    pause_clock,
    reset_clock,
    start_clock,
)
from tournaments.typed_numbers import whole_number
from tournaments.views.doors import MemberRequest, by_member, found, of_round, of_table
from tournaments.views.events import show_board

MOST_DIGITS = 5
ACTS: dict[str, Callable[[int | None], tuple[Callable[..., Round], dict[str, Any]]]] = {
    "start": lambda minutes: (start_clock, {"minutes": minutes}),
    "pause": lambda minutes: (pause_clock, {}),
    "more": lambda minutes: (extend_clock, {"by_minutes": minutes or 0}),
    "less": lambda minutes: (extend_clock, {"by_minutes": -(minutes or 0)}),
    "last": lambda minutes: (announce_last_deal, {"is_last": True}),
    "not_last": lambda minutes: (announce_last_deal, {"is_last": False}),
    "reset": lambda minutes: (reset_clock, {}),
}


@require_POST
@of_round
def clock(request: MemberRequest, drawn: Round) -> HttpResponse:
    """Start, pause, give more time or less, announce the last deal, put the clock away."""
    prepare = found(ACTS.get(request.POST.get("act", "")))
    try:
        act, arguments = prepare(typed_minutes(request))
        act(round=drawn, by=by_member(request), **arguments)
    except NotPossible as refusal:
        return show_board(request, drawn.event, refusal)
    return redirect("board", drawn.event.slug)


@require_POST
@of_table
def extra(request: MemberRequest, table: Table) -> HttpResponse:
    """Extra minutes for one table."""
    try:
        extend_table(table=table, minutes=typed_minutes(request) or 0, by=by_member(request))
    except NotPossible as refusal:
        return show_board(request, table.round.event, refusal)
    return redirect("table_desk", table.round.event.slug, table.public_id)


def typed_minutes(request: MemberRequest) -> int | None:
    """Minutes as they were typed; None for nothing. Raises NotPossible (`no_minutes`) for no number."""
    typed = request.POST.get("minutes", "").strip()
    minutes = whole_number(typed, MOST_DIGITS)
    if typed and minutes is None:
        message = gettext("Minutes are a whole number such as 10, not “%(found)s”.")
        raise NotPossible("no_minutes", message % {"found": typed[:20]})
    return minutes
