"""The director's page of one table, where its conflicts are settled."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from rules.game import Game
from scoring.not_possible import NotPossible
from scoring.sheet.sheet import IllegalDeal
from tournaments.models import PendingDeal, Table
from tournaments.selectors.rounds.past_rounds import past_round
from tournaments.selectors.rounds.progress import get_pending_deal
from tournaments.selectors.sheets.agreements import deals_expected, game_of, sizes_allowed
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.selectors.tables.deal_versions import struck_deals
from tournaments.selectors.tables.last_seat_change import last_change, who_could_come
from tournaments.selectors.tables.pending_versions import conflicts_shown
from tournaments.selectors.tables.sheet_context import sheet_context
from tournaments.views.pages.decisions import decide_version
from tournaments.views.pages.descriptions import event_facts, locked_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    MemberRequest,
    or_404,
    referee_required,
    table_of,
)
from tournaments.wording.deals import seats_named
from tournaments.wording.lists import in_a_list
from tournaments.wording.refusals import as_refusal

of_table = table_of(referee_required)


@require_safe
@of_table
def table(request: MemberRequest, table: Table) -> HttpResponse:
    """Show what the director can do about one table."""
    return show_table(request, table)


def show_table(request: MemberRequest, table: Table, refusal: NotPossible | None = None) -> HttpResponse:
    """Render the table's page with the refusal and the input kept."""
    sheet = sheet_context(table, load_parts(table))
    context = {
        **table_facts(table),
        "sheet": sheet,
        "has_ruling": any(row["ruling"] for part in sheet["parts"] for row in part["rows"]),
        "seats": sheet["parts"][-1]["seats"],
        "ruled_parts": ruled_parts(game_of(table.round.event), request.POST, sheet["parts"]),
        **people_facts(table, sheet["parts"][-1]["seats"]),
        "typed": request.POST,
        "refusal": refusal,
    }
    return render(request, "tables/director_table.html", context, status=REFUSED if refusal else 200)


def table_facts(table: Table) -> dict[str, Any]:
    """Return a table's place, its deals in doubt, and whether anything about it may still change."""
    event = table.round.event
    return {
        "event": event_facts(event),
        "round": {"number": table.round.number, "status": table.round.status},
        "table": table,
        "struck": struck_deals(table),
        "conflicts": conflicts_shown(table),
        **locked_facts(event),
        "past": past_round(table.round),
        "page_url": reverse("director_table", args=[event.slug, table.public_id]),
    }


def ruled_parts(
    game: Game, typed: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return what `_rule_form.html` needs for the deals of every part, newest first. The part with input
    is open, else the newest.
    """
    number = typed.get("deal", "").partition("/")[0]
    written = [part for part in reversed(parts) if part["rows"]]
    has_deal = [number in [str(row["number"]) for row in part["rows"]] for part in written]
    opened = has_deal.index(True) if True in has_deal else 0
    return [ruled_part(game, part, at, at == opened, typed) for at, part in enumerate(written)]


def ruled_part(
    game: Game, part: Mapping[str, Any], at: int, is_open: bool, typed: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the deals and seats of one part, with the input about one of its deals."""
    own = typed if is_open and "deal" in typed else {}
    names = [seat["name"] for seat in part["seats"]]
    return {
        "at": at,
        "is_open": is_open,
        "names": in_a_list(names),
        "rows": [
            {
                **row,
                "choice": f"{row['number']}/{row['row']}",
                "who": seats_named(game, names, row["record"]),
            }
            for row in reversed(part["rows"])
        ],
        "seats": [{"name": each, "typed": own.get(f"points_{seat}", "")} for seat, each in enumerate(names)],
        "typed": own,
    }


def people_facts(table: Table, seats: Sequence[Any]) -> dict[str, Any]:
    """Return who could join the table, whether it may grow or shrink, and the change that can be undone."""
    event = table.round.event
    allowed, size = sizes_allowed(event), len(seats)
    return {
        "comers": who_could_come(table),
        "may_grow": size + 1 in allowed,
        "may_shrink": size - 1 in allowed,
        "deals_with_fewer": deals_expected(event, size - 1),
        "change": last_change(table),
    }


def director_table_url(table: Table) -> str:
    """Return the address of the director's page of a table."""
    return reverse("director_table", args=[table.round.event.slug, table.public_id])


@require_POST
@of_table
def settle(request: MemberRequest, table: Table, conflict_id: int) -> HttpResponse:
    """Settle a conflict: choose one of two versions of a deal."""
    pending: PendingDeal = or_404(get_pending_deal(table, conflict_id))
    try:
        shown = decide_version(request, pending, director_table_url(table))
    except (NotPossible, IllegalDeal) as refusal:
        return show_table(request, table, as_refusal(refusal))
    return shown or redirect("director_table", table.round.event.slug, table.public_id)
