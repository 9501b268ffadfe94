"""Prizes: the key, what it gives as it stands, and giving the prizes out."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.competitions.awards import FEE, LOST_DEALS, WHOLE
from scoring.not_possible import NotPossible
from scoring.standings.agreements import read_prizes
from tournaments.forms.cash import PrizeForm, ready_keys
from tournaments.models import Event
from tournaments.selectors.cash.prize_plan import prize_plan
from tournaments.selectors.cash.prize_tables import tables_seen
from tournaments.selectors.events.event_lists import attendance_of
from tournaments.selectors.tables.dashboard import ending_of
from tournaments.services.cash.prizes import UnreadableKey, change_prizes, give_prizes, parse_key, take_thing
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    director_required,
    seen_revision,
)
from tournaments.wording.prizes import key_text, prize_line
from tournaments.wording.whole_numbers import whole_number


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def prizes(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the prize key and the prizes by the current standings, or what typed rows would give."""
    form = PrizeForm(with_ready_rows(event, request.POST) or None, initial=prizes_typed(event.prizes))
    if form.is_valid() and ("preview" in request.POST or "ready" in request.POST):
        return preview_prizes(request, event, form)
    if form.is_valid():
        cleaned = form.cleaned_data
        try:
            by, seen = by_member(request), seen_revision(request)
            change_prizes(event=event, typed=cleaned["key"], by=by, seen=seen, **form.service_arguments())
            messages.success(request, gettext("The prize list is saved."))
            return redirect("prizes", event.slug)
        except UnreadableKey as refusal:
            form.add_error("key", refusal.details["problems"])
        except NotPossible as refusal:
            return show_prizes(request, event, form, refusal)
    return show_prizes(request, event, form)


def with_ready_rows(event: Event, posted: QueryDict) -> QueryDict:
    """Return the submitted form with the rows of the ready-made key that is asked for, if any is."""
    if "ready" not in posted:
        return posted
    name = posted["ready"]
    key = next((each for each in ready_keys(attendance_of(event).entered) if each.name == name), None)
    if key is None:
        return posted
    filled = posted.copy()
    filled.setlist("places", [row.places for row in key.rows])
    filled.setlist("prize", [row.prize for row in key.rows])
    return filled


def preview_prizes(request: MemberRequest, event: Event, form: PrizeForm) -> HttpResponse:
    """Show the prizes that the typed rows, or a ready-made key, would give now; nothing is stored."""
    typed: str = form.cleaned_data["key"]
    if "ready" in request.POST:  # where nothing is to be won yet, the club types what
        typed = "\n".join(line for line in typed.splitlines() if not line.endswith(":"))
    try:
        event.prizes = parse_key(typed, **form.service_arguments())
    except UnreadableKey as refusal:
        form.add_error("key", refusal.details["problems"])
    return show_prizes(request, event, form, is_preview=True)


def prizes_typed(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored prize key as initial form values."""
    key = read_prizes(stored)
    shares = {kind: share for kind, share in key.sources.items() if share != WHOLE}
    return {
        "key": key_text(key),
        "ties": key.ties,
        "pot": list(key.sources),
        "fee_share": shares.get(FEE),
        "lost_share": shares.get(LOST_DEALS),
        "best_of_lists": key.best_of_lists or None,
        "one_prize_each": key.is_one_each,
    }


def show_prizes(
    request: MemberRequest,
    event: Event,
    form: PrizeForm | None = None,
    refusal: NotPossible | None = None,
    *,
    is_preview: bool = False,
) -> HttpResponse:
    """Render the prizes page; a preview has the prizes of a key that is not stored."""
    form = form or PrizeForm(initial=prizes_typed(event.prizes))
    key, plan = read_prizes(event.prizes), prize_plan(event)
    context = {
        "is_preview": is_preview,
        "form": form,
        "refusal": refusal,
        "event": event_facts(event),
        "ready_keys": list(ready_keys(attendance_of(event).entered)),
        "plan": plan,
        "tables": tables_seen(plan.tables, plan.titles, plan.names),
        "series": key.series,
        "lines": [prize_line(prize) for prize in key.prizes],
        "step": ending_of(event),
    }
    status = REFUSED if refusal else UNREADABLE if form.is_bound and not is_preview else 200
    return render(request, "cash/prizes.html", context, status=status)


@require_POST
@director_required
def take(request: MemberRequest, event: Event) -> HttpResponse:
    """Tick what somebody takes from the prize table."""
    number, thing = whole_number(request.POST.get("number", "")), request.POST.get("thing", "")
    try:
        take_thing(event=event, number=number or 0, thing=thing, by=by_member(request))
    except NotPossible as refusal:
        return show_prizes(request, event, refusal=refusal)
    return redirect(f"{reverse('prizes', args=[event.slug])}#prize-table")


@require_POST
@director_required
def give(request: MemberRequest, event: Event) -> HttpResponse:
    """Book all prizes that have not been paid out."""
    try:
        added = whole_number(request.POST.get("added", "")) or 0
        given = give_prizes(event=event, by=by_member(request), seen=request.POST.get("plan"), added=added)
    except NotPossible as refusal:
        return show_prizes(request, event, refusal=refusal)
    text = ngettext("%(number)s prize booked.", "%(number)s prizes booked.", len(given))
    messages.success(request, text % {"number": len(given)})
    return redirect("prizes", event.slug)
