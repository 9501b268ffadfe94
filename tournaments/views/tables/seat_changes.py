"""Change the players of a table during play; the effects are shown before the change is made."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.not_possible import NotPossible
from tournaments.models import Entrant, Event, Table
from tournaments.selectors.entry.seats import entrants_by_number, present_among
from tournaments.selectors.rounds.past_rounds import past_round
from tournaments.selectors.rounds.progress import get_numbered_table
from tournaments.selectors.sheets.agreements import sizes_allowed
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.selectors.sheets.seat_plan import (
    Places,
    SeatPlan,
    deal_of_row,
    deals_to_play,
    next_row_of,
    places_of,
    plan_seats,
    starts_anew,
    tables_now,
)
from tournaments.selectors.tables.consequences import Consequences
from tournaments.services.tables.rehearsal import rehearse
from tournaments.services.tables.seat_changes import (
    change_seats,
    check_seats,
    check_swap,
    known_row,
    swap_players,
)
from tournaments.views.pages.decisions import SURE, consequence_facts
from tournaments.views.pages.descriptions import event_facts, locked_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    MemberRequest,
    by_member,
    referee_required,
    seen_revision,
    table_of,
)
from tournaments.views.pages.typed_numbers import typed_entrant, whole
from tournaments.wording.names import name_of

NO_REASON_YET = "–"  # stored nowhere: a rehearsal leaves nothing behind
REPLACED = "replaced"  # the points go to the account of the replaced player
EMPTY = ""  # the seat is removed
of_table = table_of(referee_required)


@require_http_methods(["GET", "HEAD", "POST"])
@of_table
def seat_changes(request: MemberRequest, table: Table) -> HttpResponse:
    """Change who sits here from a given deal on; the effects are shown first."""
    if request.method != "POST":
        return show_seat_changes(request, table)
    try:
        change = typed_change(request.POST, table)
        act = seats_changed(request, table, typed_reason(request.POST), change)
        if SURE not in request.POST:
            check_seats(table=table, **change)
            effect = effect_of(table.round.event, act)
            return show_seat_changes(request, table, plan=plan_seats(table, **change), effect=effect)
        gone = who_leaves(table, change["places"])
        act()
    except NotPossible as refusal:
        return show_seat_changes(request, table, refusal)
    return done(request, table, gone)


@require_POST
@of_table
def swap_seats(request: MemberRequest, table: Table) -> HttpResponse:
    """Swap two players, for all deals or from a given deal on; the effects are shown first."""
    event, typed = table.round.event, request.POST
    try:
        one, two = (typed_entrant(event, typed.get(name, "")) for name in ("one", "two"))
        numbers = typed_numbers(typed, table, one, two) if typed.get("which") == "some" else None
        about: dict[str, Any] = {"reason": typed_reason(typed), "by": by_member(request)}
        about["seen"] = seen_revision(request)
        about |= {"round": table.round, "one": one, "two": two, "numbers": numbers}
        if SURE not in typed:
            effect = effect_of(event, partial(swap_players, **about))
            return show_seat_changes(request, table, swap=check_swap(**about), effect=effect)
        swap_players(**about)
    except NotPossible as refusal:
        return show_seat_changes(request, table, refusal)
    return done(request, table)


def seats_changed(
    request: MemberRequest, table: Table, reason: str, change: Mapping[str, Any]
) -> Callable[[], object]:
    """Return the change of seats as a call without arguments."""
    by, seen = by_member(request), seen_revision(request)
    return partial(change_seats, table=table, reason=reason, by=by, seen=seen, **change)


def effect_of(event: Event, act: Callable[[], object]) -> Consequences | None:
    """Return the consequences of a change of seats; None if it would be refused: its plan says why."""
    try:
        return rehearse(event=event, act=act)
    except NotPossible:
        return None


def who_leaves(table: Table, places: Places) -> list[Entrant]:
    """Return the players who lose their seat when the table continues with fewer."""
    now = [who for who, _ in places_of(load_parts(table)[-1])]
    gone = set(now).difference(who for who, _ in places) if len(places) < len(now) else set()
    return present_among(table.round.event, gone)


def done(request: MemberRequest, table: Table, gone: Sequence[Entrant] = ()) -> HttpResponse:
    """Redirect to the table with a message; and with another about players who may have left for good."""
    messages.success(request, gettext("The seats are changed; the phones show this automatically."))
    for each in gone:
        text = gettext("%(name)s still counts as present for the next draw.") % {"name": name_of(each)}
        messages.info(request, format_html("{} {}", text, leaving_link(request, each)))
    return redirect("director_table", table.round.event.slug, table.public_id)


def leaving_link(request: MemberRequest, entrant: Entrant) -> str:
    """Return a link to the page for leaving early; only directors may follow it."""
    url = reverse("entrant", args=[entrant.event.slug, entrant.pk])
    return format_html('<a href="{}">{}</a>', url, gettext("Leaves early")) if "direct" in request.may else ""


# Parse the request


def typed_reason(typed: Mapping[str, Any]) -> str:
    """Return the reason; the effects are shown without one, which the second step asks."""
    reason = str(typed.get("reason", ""))
    return reason if SURE in typed else reason or NO_REASON_YET


def typed_change(typed: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """Return the seats, the row they begin with and the dealer. Raises NotPossible for an invalid number."""
    number, dealer = typed.get("number", "").strip(), typed.get("first_dealer", "").strip()
    return {
        "places": typed_places(typed, table),
        "number": typed_row(table, number) if number else None,
        "first_dealer": whole(dealer, gettext("The dealer")) - 1 if dealer else None,
    }


def typed_places(typed: Mapping[str, Any], table: Table) -> Places:
    """Return the entrant chosen for every seat; an empty seat is dropped, the extra line adds a seat."""
    event, now = table.round.event, places_of(load_parts(table)[-1])
    places: list[tuple[int, int]] = []
    for at in range(len(now) + 1):
        number = typed.get(f"seat_{at}", EMPTY)
        if number != EMPTY:
            entrant = typed_entrant(event, number).pk
            stays = at < len(now) and now[at][0] == entrant
            is_replacing = at < len(now) and typed.get(f"account_{at}") == REPLACED
            places.append((entrant, now[at][1] if stays or is_replacing else entrant))
    return tuple(places)


def typed_numbers(typed: Mapping[str, Any], table: Table, *players: Entrant) -> dict[int, int]:
    """Return the first affected deal by table number; tables without input are left out."""
    tables = tables_now(table.round_id)
    row_by_table: dict[int, int] = {}
    for name, entrant in zip(("from_one", "from_two"), players, strict=True):
        number = typed.get(name, "").strip()
        if number and entrant.pk in tables:
            at = get_numbered_table(table.round, tables[entrant.pk])
            row_by_table.setdefault(at.number, typed_row(at, number))
    return row_by_table


def typed_row(table: Table, typed: str) -> int:
    """Return the row of a deal, numbered as on the sheet. Raises NotPossible: `not_whole`, `deal_unknown`."""
    return known_row(table, whole(typed, gettext("Dealing")))


# Show the page


def show_seat_changes(
    request: MemberRequest,
    table: Table,
    refusal: NotPossible | None = None,
    plan: SeatPlan | None = None,
    typed: Mapping[str, Any] | None = None,
    swap: Sequence[SeatPlan] = (),
    effect: Consequences | None = None,
) -> HttpResponse:
    """Render the page: current seats, input, refusal, or the effects of the change."""
    event = table.round.event
    entrants = list(entrants_by_number(event))
    context = {
        **seats_context(table, entrants, typed or request.POST),
        "plan": plan_facts(table, plan, entrants) if plan else None,
        "swap": [plan_facts(each.moved.part.table, each, entrants) for each in swap],
        **consequence_facts(request, event, effect),
        "refusal": refusal,
    }
    return render(request, "tables/seat_changes.html", context, status=REFUSED if refusal else 200)


def seats_context(table: Table, entrants: list[Entrant], typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return who sits here, as stored or as typed, and who could sit here."""
    event, parts = table.round.event, load_parts(table)
    return {
        "event": event_facts(event),
        "round": {"number": table.round.number},
        **locked_facts(event),
        "past": past_round(table.round),
        "table": table,
        "seats": seat_lines(typed, entrants, places_of(parts[-1]), max(sizes_allowed(event))),
        "entrants": entrants,
        "seated": seated_here_first(table, entrants),
        "next_deal": deal_of_row(parts, next_row_of(parts)),
        "typed": typed,
        "page_url": reverse("seat_changes", args=[event.slug, table.public_id]),
    }


def seated_here_first(table: Table, entrants: list[Entrant]) -> list[Entrant]:
    """Return all entrants seated in the round, this table's players first."""
    tables = tables_now(table.round_id)
    seated = [each for each in entrants if each.pk in tables]
    return sorted(seated, key=lambda each: (tables[each.pk] != table.number, each.number))


def seat_lines(
    typed: Mapping[str, Any], entrants: list[Entrant], now: Places, most: int
) -> list[dict[str, Any]]:
    """Return a line per seat, and one for a player who joins if there is room."""
    numbers = {each.pk: each.number for each in entrants}
    chosen = [str(numbers[who]) for who, _ in now] + ([EMPTY] if len(now) < most else [])
    return [
        {
            "at": at,
            "seat": at + 1,
            "chosen": typed.get(f"seat_{at}", number),
            "is_replaced": typed.get(f"account_{at}") == REPLACED,
            "is_new": at >= len(now),
        }
        for at, number in enumerate(chosen)
    ]


def plan_facts(table: Table, plan: SeatPlan, entrants: list[Entrant]) -> dict[str, Any]:
    """Return the effects of a change in words."""
    counted, expected = deals_to_play(table.round.event, plan)
    deals = {row.number: row.deal for row in plan.sheet.rows}
    return {
        "table": table.number,
        **people_in(plan, {each.pk: each.player.name for each in entrants}),
        "number": deal_of_row(plan.before, plan.number),
        "rows": len(plan.rows) if plan.opens_part else sum(len(part.deals) for part in plan.before),
        "opens_part": plan.opens_part,
        "starts_anew": starts_anew(plan, table.round.event),
        "breaks": [deals[number] for number in plan.breaks],
        "counted": counted,
        "expected": expected if len(plan.places) != len(places_of(plan.moved)) else None,
    }


def people_in(plan: SeatPlan, names: Mapping[int, str]) -> dict[str, Any]:
    """Return who sits here before and after a change, for whose account, and who deals first."""
    after = [(names[who], names[whose] if whose != who else "") for who, whose in plan.places]
    return {
        "before": [names[who] for who, _ in places_of(plan.moved)],
        "after": [{"name": name, "account": account} for name, account in after],
        "dealer": names[plan.places[plan.first_dealer][0]],
    }
