"""All decisions about points: rulings on deals, penalties and bonuses."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from rules.halves import has_halves
from scoring.not_possible import NotPossible
from tournaments.models import Adjustment, Event, Round, Ruling, Table
from tournaments.selectors.entry.seats import entrants_by_number
from tournaments.selectors.rounds.progress import get_round, last_round
from tournaments.selectors.sheets.agreements import game_of, options_of
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.selectors.standings.decisions import (
    adjustment_name,
    decisions_of,
    get_adjustment,
    get_ruling,
    names_at_deal,
)
from tournaments.selectors.standings.ranking_rules import method_of, more_wins
from tournaments.selectors.tables.sheet_context import sheet_context
from tournaments.services.standings.decisions import (
    adjust_points,
    points_to_add,
    rule_on_deal,
    undo_decision,
)
from tournaments.views.pages.decisions import EDIT, Decision, decide, table_words
from tournaments.views.pages.descriptions import event_facts, locked_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    MemberRequest,
    by_member,
    or_404,
    referee_required,
    seen_revision,
    table_of,
)
from tournaments.views.pages.typed_numbers import typed_entrant, whole, whole_or_half
from tournaments.views.tables.director_table import director_table_url, show_table
from tournaments.wording.lists import labelled
from tournaments.wording.names import name_of
from tournaments.wording.numbers import signed


@require_http_methods(["GET", "HEAD", "POST"])
@referee_required
def rulings(request: MemberRequest, event: Event) -> HttpResponse:
    """List every decision with its undo button; POST adds a penalty or bonus."""
    if request.method != "POST" or EDIT in request.POST:
        return show_rulings(request, event)
    try:
        typed = typed_adjustment(request.POST, event)
        act = partial(adjust_points, **typed, by=by_member(request), seen=seen_revision(request))
        shown = decide(request, event, act, adjustment_decided(event, typed))
    except NotPossible as refusal:
        return show_rulings(request, event, refusal)
    return shown or redirect("rulings", event.slug)


def typed_adjustment(typed: Mapping[str, Any], event: Event) -> dict[str, Any]:
    """Return a typed penalty or bonus. Raises NotPossible for an entry that cannot be read."""
    return {
        "entrant": typed_entrant(event, typed.get("number", "")),
        "points": whole(typed.get("points", ""), gettext("Points")),
        "way": typed.get("way", ""),
        "round_number": typed_round(typed.get("round", "")),
        "reason": typed.get("reason", ""),
    }


def adjustment_decided(event: Event, typed: Mapping[str, Any]) -> Decision:
    """Return a typed penalty or bonus in words. Raises NotPossible as `points_to_add`."""
    points, number = points_to_add(event, typed["points"], typed["way"]), typed["round_number"]
    where = gettext("Round %(round)s") % {"round": number} if number else ""
    return Decision(
        title=adjustment_name(event, points),
        facts=[labelled(name_of(typed["entrant"]), signed(points)), *filter(None, [where, typed["reason"]])],
        button=gettext("Adjust the points"),
        back_url=reverse("rulings", args=[event.slug]),
        round=round_adjusted(event, number),
        may_edit=True,
    )


def show_rulings(request: MemberRequest, event: Event, refusal: NotPossible | None = None) -> HttpResponse:
    """Render the page with the refusal and the input kept."""
    adjustments, rulings = decisions_of(event)
    context = {
        "event": event_facts(event),
        "adjustments": adjustments,
        "rulings": rulings,
        "ranked_by": gettext(method_of(event).rankings[0].label),
        "more_wins": more_wins(event),
        "entrants": entrants_by_number(event),
        **locked_facts(event),
        "typed": request.POST,
        "refusal": refusal,
        "page_url": reverse("rulings", args=[event.slug]),
    }
    return render(request, "standings/rulings.html", context, status=REFUSED if refusal else 200)


def typed_round(typed: str) -> int | None:
    """Return a typed round; None for the whole event."""
    return whole(typed, gettext("The round")) if typed.strip() else None


@require_POST
@referee_required
def undo_adjustment(request: MemberRequest, event: Event, adjustment_id: int) -> HttpResponse:
    """Undo a penalty or a bonus."""
    adjustment = or_404(get_adjustment(event, adjustment_id))
    return undo(request, event, adjustment, labelled(name_of(adjustment.entrant), signed(adjustment.points)))


@require_POST
@referee_required
def undo_ruling(request: MemberRequest, event: Event, ruling_id: int) -> HttpResponse:
    """Undo a ruling: the deal counts as recorded again."""
    ruling = or_404(get_ruling(event, ruling_id))
    return undo(request, event, ruling, table_words(ruling.deal.table))


def undo(request: MemberRequest, event: Event, decision: Adjustment | Ruling, what: str) -> HttpResponse:
    """Undo an earlier decision, whose consequences are shown first."""
    act = partial(undo_decision, decision=decision, by=by_member(request))
    undoing = Decision(
        title=gettext("Undo a decision"),
        facts=[what],
        button=gettext("Undo"),
        back_url=reverse("rulings", args=[event.slug]),
        round=round_decided(decision),
    )
    try:
        shown = decide(request, event, act, undoing)
    except NotPossible as refusal:
        return show_rulings(request, event, refusal)
    return shown or redirect("rulings", event.slug)


def round_decided(decision: Adjustment | Ruling) -> Round | None:
    """Return the round that a decision is about."""
    if isinstance(decision, Ruling):
        return decision.deal.table.round
    return round_adjusted(decision.event, decision.round_number)


def round_adjusted(event: Event, number: int | None) -> Round | None:
    """Return the round that a penalty or bonus names; the last one if it is of the whole event."""
    return get_round(event, number) if number else last_round(event)


# A ruling on a deal


@require_POST
@table_of(referee_required)
def rule(request: MemberRequest, table: Table) -> HttpResponse:
    """Rule that a deal counts with other points than recorded, or not at all."""
    if EDIT in request.POST:
        return show_table(request, table)
    try:
        typed = typed_ruling(request, table)
        act = partial(rule_on_deal, table=table, **typed, by=by_member(request))
        shown = decide(request, table.round.event, act, ruling_decided(table, typed))
    except NotPossible as refusal:
        return show_table(request, table, refusal)
    return shown or redirect("director_table", table.round.event.slug, table.public_id)


def typed_ruling(request: MemberRequest, table: Table) -> dict[str, Any]:
    """Return a typed ruling. Raises NotPossible for an entry that cannot be read."""
    number, row = typed_deal(request.POST.get("deal", ""))
    points = typed_points(request, table, number)
    return {"number": number, "row": row, "points": points, "reason": request.POST.get("reason", "")}


def ruling_decided(table: Table, typed: Mapping[str, Any]) -> Decision:
    """Return a typed ruling in words, with the deal as the sheet shows it."""
    sheet, sentence = sheet_context(table, load_parts(table)), gettext("Deal %(number)s: %(line)s")
    rows = [(part["seats"], row) for part in sheet["parts"] for row in part["rows"]]
    ruled = [(seats, row) for seats, row in rows if row["number"] == typed["number"]]
    deals = [sentence % {"number": row["deal"], "line": row["line"]} for _, row in ruled]
    points = [
        labelled(seat["name"], f"{signed(written)} → {signed(counts)}")
        for seats, row in ruled
        for seat, counts, written in zip(seats, typed["points"], row["deltas"], strict=False)
    ]
    return Decision(
        title=gettext("A ruling"),
        facts=[table_words(table), *deals, *points, *filter(None, [typed["reason"]])],
        button=gettext("Apply ruling"),
        back_url=director_table_url(table),
        round=table.round,
        may_edit=True,
    )


def typed_deal(typed: str) -> tuple[int, int | None]:
    """Parse a deal's number and its row id, if given: `17/4711`. Raises NotPossible."""
    number, _, row = typed.partition("/")
    what = gettext("Dealing")
    return whole(number, what), whole(row, what) if row else None


def typed_points(request: MemberRequest, table: Table, number: int) -> list[Any]:
    """Return the points of every seat in the deal's part; zeros if it is cancelled. Raises NotPossible."""
    names = names_at_deal(table, number)
    if "cancel" in request.POST:
        return [0 for _ in names]
    typed = [(request.POST.get(f"points_{seat}") or "0", name) for seat, name in enumerate(names)]
    event = table.round.event
    read = whole_or_half if has_halves(game_of(event), options_of(event)) else whole
    return [read(each, name) for each, name in typed]
