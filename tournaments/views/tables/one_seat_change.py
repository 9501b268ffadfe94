"""Change one seat: a fifth player in turn, or a table that continues with fewer; and undo a seat change."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.not_possible import NotPossible
from tournaments.models import Table
from tournaments.selectors.entry.seats import numbers_by_id
from tournaments.selectors.rounds.past_rounds import Act, is_shown_first
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.selectors.sheets.seat_plan import SeatPlan, places_of, plan_seats, starts_anew
from tournaments.services.tables.rehearsal import rehearse
from tournaments.services.tables.seat_changes import check_seats
from tournaments.services.tables.undo_seat_change import undo_seat_change
from tournaments.views.pages.decisions import SURE, Decision, show_consequences, table_words
from tournaments.views.pages.permissions import (
    MemberRequest,
    by_member,
    referee_required,
    seen_revision,
    table_of,
)
from tournaments.views.tables.director_table import show_table
from tournaments.views.tables.seat_changes import (
    EMPTY,
    done,
    effect_of,
    seats_changed,
    show_seat_changes,
    typed_change,
    who_leaves,
)

of_table = table_of(referee_required)


@require_POST
@of_table
def replace(request: MemberRequest, table: Table) -> HttpResponse:
    """Apply the change at once; show it first in a past round, or if recorded deals would move or a count
    would start anew.
    """
    try:
        typed = seats_typed(request.POST, table)
        change = typed_change(typed, table)
        check_seats(table=table, **change)
        plan = plan_seats(table, **change)
        act = seats_changed(request, table, typed["reason"], change)
        if is_shown_first(Act.REPLACEMENT, table.round, changes_results=is_worth_a_look(plan, table)):
            effect = effect_of(table.round.event, act)
            return show_seat_changes(request, table, plan=plan, typed=typed, effect=effect)
        gone = who_leaves(table, change["places"])
        act()
    except NotPossible as refusal:
        return show_table(request, table, refusal)
    return done(request, table, gone)


def is_worth_a_look(plan: SeatPlan, table: Table) -> bool:
    """Return whether the change has effects beyond the request."""
    return bool(plan.rows or plan.breaks or starts_anew(plan, table.round.event))


def seats_typed(sent: Mapping[str, Any], table: Table) -> dict[str, str]:
    """Return the values that the seats form would send. Raises NotPossible (`nobody_named`)."""
    goes, comes = sent.get("goes", EMPTY), sent.get("comes", EMPTY)
    now = [who for who, _ in places_of(load_parts(table)[-1])]
    number_by_id = numbers_by_id(table.round.event, now)
    seats = [str(number_by_id[who]) for who in now]
    if goes not in (*seats, EMPTY) or goes == comes:
        message = gettext("Choose the player who leaves table %(table)s, or the player who joins it.")
        raise NotPossible("nobody_named", message % {"table": table.number})
    chosen = [comes if number == goes else number for number in seats] + ([comes] if goes == EMPTY else [])
    typed = {f"seat_{at}": number for at, number in enumerate(chosen)}
    return {**typed, "number": sent.get("number", ""), "reason": sent.get("reason", "") or why(goes, comes)}


def why(goes: str, comes: str) -> str:
    """Return a default reason for the change."""
    if comes == EMPTY:
        return gettext("left the table")
    return gettext("joined the table") if goes == EMPTY else gettext("sits out in turn")


@require_POST
@of_table
def undo(request: MemberRequest, table: Table) -> HttpResponse:
    """Undo the last change of seats; the consequences are shown first if there are any."""
    event = table.round.event
    back_url = reverse("director_table", args=[event.slug, table.public_id])
    act = partial(undo_seat_change, table=table, by=by_member(request), seen=seen_revision(request))
    try:
        effect = rehearse(event=event, act=act)
        is_first = is_shown_first(Act.REPLACEMENT, table.round, changes_results=not effect.is_empty)
        if SURE not in request.POST and is_first:
            return show_consequences(request, event, effect, undo_in_words(table, back_url))
        act()
    except NotPossible as refusal:
        return show_table(request, table, refusal)
    messages.success(request, gettext("The seats are as they were before."))
    return redirect("director_table", table.round.event.slug, table.public_id)


def undo_in_words(table: Table, back_url: str) -> Decision:
    """Return the undoing of a change of seats in words."""
    return Decision(
        title=gettext("Undo the change of seats"),
        facts=[table_words(table)],
        button=gettext("Undo"),
        back_url=back_url,
        round=table.round,
    )
