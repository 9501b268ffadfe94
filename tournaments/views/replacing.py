"""One goes, another comes: a fifth player in turn, a table that plays on with fewer; and taking that back."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournaments.errors import NotPossible
from tournaments.models import Table
from tournaments.selectors.seats import SeatPlan, places_of, plan_seats, starts_anew
from tournaments.selectors.sheets import load_parts
from tournaments.services.reseating import change_seats, check_seats
from tournaments.services.taking_back import take_back_seats
from tournaments.views.doors import MemberRequest, by_member, for_referee, seen_revision, table_of
from tournaments.views.reseating import EMPTY, done, show_seats, typed_change, who_leaves
from tournaments.views.rulings import show_table

of_table = table_of(for_referee)


@require_POST
@of_table
def replace(request: MemberRequest, table: Table) -> HttpResponse:
    """Done at once; shown first where deals that are written would move or something would start anew."""
    try:
        typed = seats_typed(request.POST, table)
        asked = typed_change(typed, table)
        check_seats(table=table, **asked)
        plan = plan_seats(table, **asked)
        if is_worth_a_look(plan, table):
            return show_seats(request, table, plan=plan, typed=typed)
        about: dict[str, Any] = {"by": by_member(request), "seen": seen_revision(request)}
        gone = who_leaves(table, asked["places"])
        change_seats(table=table, reason=typed["reason"], **about, **asked)
    except NotPossible as refusal:
        return show_table(request, table, refusal)
    return done(request, table, gone)


def is_worth_a_look(plan: SeatPlan, table: Table) -> bool:
    """Whether the change does more than the director said."""
    return bool(plan.rows or plan.breaks or starts_anew(plan, table.round.event))


def seats_typed(sent: Mapping[str, Any], table: Table) -> dict[str, str]:
    """The same as the page of the seats would send it. Raises NotPossible (`nobody_named`)."""
    goes, comes = sent.get("goes", EMPTY), sent.get("comes", EMPTY)
    now = [who for who, _ in places_of(load_parts(table)[-1])]
    number_by_id = dict(table.round.event.entrants.filter(pk__in=now).values_list("pk", "number"))
    seats = [str(number_by_id[who]) for who in now]
    if goes not in (*seats, EMPTY) or goes == comes:
        message = gettext("Choose who of table %(table)s goes, or who comes to it.")
        raise NotPossible("nobody_named", message % {"table": table.number})
    chosen = [comes if number == goes else number for number in seats] + ([comes] if goes == EMPTY else [])
    typed = {f"seat_{at}": number for at, number in enumerate(chosen)}
    return {**typed, "number": sent.get("number", ""), "reason": sent.get("reason", "") or why(goes, comes)}


def why(goes: str, comes: str) -> str:
    """The reason where nobody typed one."""
    if comes == EMPTY:
        return gettext("left the table")
    return gettext("came to the table") if goes == EMPTY else gettext("sits out in turn")


@require_POST
@of_table
def undo(request: MemberRequest, table: Table) -> HttpResponse:
    """The seats as they were."""
    try:
        take_back_seats(table=table, by=by_member(request), seen=seen_revision(request))
    except NotPossible as refusal:
        return show_table(request, table, refusal)
    messages.success(request, gettext("The seats are as they were before."))
    return redirect("table_desk", table.round.event.slug, table.public_id)
