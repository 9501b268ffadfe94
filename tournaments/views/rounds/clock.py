"""The clock of a round."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.not_possible import NotPossible
from tournaments.models import Round, Table
from tournaments.services.rounds.clock import (
    announce_last_deal,
    extend_clock,
    extend_table,
    pause_clock,
    reset_clock,
    start_clock,
)
from tournaments.views.events.organising import show_dashboard
from tournaments.views.pages.permissions import (
    MemberRequest,
    by_member,
    of_round,
    of_table,
    or_404,
)
from tournaments.wording.whole_numbers import whole_number

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
def clock(request: MemberRequest, round: Round) -> HttpResponse:
    """Start or pause the clock, add or remove minutes, announce the last deal, or remove the clock."""
    prepare = or_404(ACTS.get(request.POST.get("act", "")))
    try:
        act, arguments = prepare(typed_minutes(request))
        act(round=round, by=by_member(request), **arguments)
    except NotPossible as refusal:
        return show_dashboard(request, round.event, refusal)
    return redirect("dashboard", round.event.slug)


@require_POST
@of_table
def extra(request: MemberRequest, table: Table) -> HttpResponse:
    """Give one table extra minutes."""
    try:
        extend_table(table=table, minutes=typed_minutes(request) or 0, by=by_member(request))
    except NotPossible as refusal:
        return show_dashboard(request, table.round.event, refusal)
    return redirect("director_table", table.round.event.slug, table.public_id)


def typed_minutes(request: MemberRequest) -> int | None:
    """Return the usual minutes that were pressed, or those typed; None if empty.

    Raises NotPossible (`no_minutes`) if they are not a number.
    """
    typed = (request.POST.get("usual") or request.POST.get("minutes", "")).strip()
    minutes = whole_number(typed, MOST_DIGITS)
    if typed and minutes is None:
        message = gettext("Minutes must be a whole number such as 10, not “%(found)s”.")
        raise NotPossible("no_minutes", message % {"found": typed[:20]})
    return minutes
