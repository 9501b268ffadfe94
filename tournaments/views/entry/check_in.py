"""Check-in: presence, fees, late entries, no-shows, start cards. Several helpers may work at once:
each request states the wanted value and never toggles.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import condition, require_POST, require_safe

from scoring.not_possible import NotPossible
from tournaments.forms.names import NameForm, NewNameForm
from tournaments.models import Entrant, Event
from tournaments.selectors.clubs.permissions import Right, get_event_for
from tournaments.selectors.competitions.teams import members_together
from tournaments.selectors.entry.check_in import (
    CheckInLine,
    check_in_state,
    check_of,
    is_released,
    load_check_in_list,
    missing_people,
    moved_up,
    next_draw,
    unticked_together,
)
from tournaments.selectors.entry.registration import names_to_offer
from tournaments.selectors.entry.seats import get_entrant_by_number
from tournaments.selectors.events.event_lists import get_entrant
from tournaments.selectors.tables.dashboard import desks_beside, events_beside
from tournaments.services.cash.payments import pay_at_door
from tournaments.services.entry.check_in import (
    check_in_people,
    drop_no_shows,
    tick_again,
    undo_no_shows,
    untick_all,
)
from tournaments.services.entry.entrants import add_late
from tournaments.services.entry.waiting_list import admit
from tournaments.services.sheets.pins import pin_of
from tournaments.views.entry.door import door_context
from tournaments.views.pages.descriptions import emblem_url, event_facts, locked_facts
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.paging import LONGEST_NAME, wanted_in
from tournaments.views.pages.permissions import (
    UNREADABLE,
    MemberRequest,
    actor_of,
    by_member,
    cashier_required,
    director_required,
    or_404,
)
from tournaments.views.pages.table_addresses import base_address, loopback_hint, qr_svg
from tournaments.wording.names import name_of
from tournaments.wording.whole_numbers import whole_number


@require_safe
@cashier_required
def check_in_list(request: MemberRequest, event: Event) -> HttpResponse:
    """List everyone expected and who is present."""
    return show_check_in(request, event)


def show_check_in(request: MemberRequest, event: Event, form: NameForm | None = None) -> HttpResponse:
    """Render the page; a refused late entry keeps its name."""
    query = wanted_in(request)
    context = {
        **list_context(event, query, desks_beside(event, request.actor)),
        "event": event_facts(event),
        **locked_facts(event),
        "form": form or NewNameForm(club=event.club),
        "regulars": names_to_offer(event),
        "added": added_just_now(request, event),
        "is_released": is_released(event),
        "next_draw": next_draw(event) if request.may.get("direct") else None,
        **door_context(request, event),
        "unticked": len(unticked_together(event)),
        "live_url": f"{reverse('check_in_live', args=[event.slug])}?{urlencode({'name': query})}",
        "page_url": reverse("check_in_list", args=[event.slug]),
    }
    return render(request, "entry/check_in.html", context, status=UNREADABLE if form else 200)


def added_just_now(request: HttpRequest, event: Event) -> Entrant | None:
    """Return the entrant who was just added, by the start number in the URL."""
    number = whole_number(request.GET.get("added", ""))
    return None if number is None else get_entrant_by_number(event, number)


def list_context(event: Event, query: str, beside: Sequence[Event]) -> dict[str, Any]:
    """Return the context of the list, filtered by the query if there is one; who is missing comes first.

    What people owe in the events `beside` is paid at the same desk.
    """
    people, now = load_check_in_list(event, beside), timezone.now()
    coming = [each for each in people.rows if each.answers(query)]
    return {
        "people": people,
        "awaited": sorted(
            (each for each in coming if not each.is_done(now)), key=lambda each: each.has_come(now)
        ),
        "arrived": [each for each in coming if each.is_done(now)],
        "waiting": [each for each in people.waiting if each.answers(query)],
        "gone": [each for each in people.gone if each.answers(query)],
        "moved": moved_up(event),
        "query": query,
        "slug": event.slug,
        "fee": event.fee_cents,
        "places": event.places,
    }


def check_in_etag(request: HttpRequest, slug: str) -> str | None:
    """Return the ETag of the list."""
    event = get_event_for(actor_of(request), slug, Right.CASH)
    if event is None:
        return None
    beside = [each.head for each in events_beside(event)]
    return tag_of([*check_in_state(event), beside, wanted_in(request)])


@require_safe
@condition(etag_func=check_in_etag)
@cashier_required
def check_in_live(request: MemberRequest, event: Event) -> HttpResponse:
    """Render the fragment of the page that changes."""
    context = list_context(event, wanted_in(request), desks_beside(event, request.actor))
    return render(request, "entry/_check_in_list.html", context)


@require_safe
@cashier_required
def missing(request: MemberRequest, event: Event) -> HttpResponse:
    """List who is missing over all events of the evening that the reader may check people in for."""
    events = [event, *desks_beside(event, request.actor)]
    people, expected = missing_people(events)
    context = {
        "event": event_facts(event),
        "events": [each.name for each in events],
        "people": [{"name": each.name, "missing": list(map(missing_facts, each.lines))} for each in people],
        "expected": expected,
    }
    return render(request, "entry/missing.html", context)


def missing_facts(line: CheckInLine) -> dict[str, Any]:
    """Return in which event a person is missing, and the fee that is due there, in cents."""
    entrant = line.entrant
    event = {"slug": entrant.event.slug, "event": entrant.event.name}
    return {**event, "id": entrant.pk, "number": entrant.number, "due": line.account.door_missing}


FIRST_PAGE = "1"
HERE, PAID = "yes", "paid"
TEAM, TEAM_PAID = "team", "team_paid"  # with all members of the entrant's team


def back_to(request: MemberRequest, event: Event, entrant: Entrant | None = None) -> HttpResponse:
    """Redirect to the list with its filter, at the entrant that was changed."""
    sent = {"name": request.POST.get("q", "")[:LONGEST_NAME], "page": request.POST.get("page", "")[:10]}
    filters = {name: value for name, value in sent.items() if value and value != FIRST_PAGE}
    query = f"?{urlencode(filters)}" if filters else ""
    line = f"#entrant-{entrant.number}" if entrant else ""
    back = request.POST.get("back_to", "")
    page = back if back in ("players", "missing") else "check_in_list"
    return redirect(f"{reverse(page, args=[event.slug])}{query}{line}")


@require_POST
@cashier_required
def set_presence(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Set an entrant present or absent, or their team present; `paid` is present, with the fee in hand, which
    pays for all that they enter this evening.
    """
    entrant: Entrant = or_404(get_entrant(event, entrant_id))
    presence = request.POST.get("present")
    is_team, is_present = presence in (TEAM, TEAM_PAID), presence in (HERE, PAID, TEAM, TEAM_PAID)
    try:
        changed = check_in_people(
            event=event,
            entrants=members_together(entrant) if is_team else [entrant],
            is_present=is_present,
            pays=presence in (PAID, TEAM_PAID),
            beside=desks_beside(event, request.actor),
            by=by_member(request),
        )
        if is_present and not changed and not is_team:
            messages.info(request, already_here(event, entrant))
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return back_to(request, event, entrant)


def already_here(event: Event, entrant: Entrant) -> str:
    """Say which helper checked the entrant in first."""
    check = check_of(event, entrant)
    if check is None:
        return gettext("%(name)s is already checked in.") % {"name": name_of(entrant)}
    values = {"name": name_of(entrant), "time": time_format(localtime(check.at), "H:i"), "who": check.who}
    return gettext("%(name)s was already checked in at %(time)s by %(who)s.") % values


@require_POST
@cashier_required
def take_fee(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Book the fee, those of competitions and of other events of the evening, or the rest; a second tap
    books nothing.
    """
    entrant: Entrant = or_404(get_entrant(event, entrant_id))
    try:
        beside, by = desks_beside(event, request.actor), by_member(request)
        if not pay_at_door(event=event, entrants=[entrant], beside=beside, by=by):
            text = gettext("%(name)s has already paid; nothing was booked.")
            messages.info(request, text % {"name": name_of(entrant)})
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return back_to(request, event, entrant)


@require_POST
@cashier_required
def add_late_player(request: MemberRequest, event: Event) -> HttpResponse:
    """Enter a player who did not register and check them in, in one step."""
    form = NewNameForm(request.POST, club=event.club)
    if form.is_valid():
        try:
            name, by = form.cleaned_data["name"], by_member(request)
            readings, choices = {name: form.typed_reading()}, form.choices()
            (entrant,) = add_late(event=event, names=[name], readings=readings, choices=choices, by=by)
            return redirect(f"{reverse('check_in_list', args=[event.slug])}?added={entrant.number}#late")
        except NotPossible as refusal:
            form.ask(refusal)
    return show_check_in(request, event, form)


@require_POST
@cashier_required
def admit_waiting(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Give an entrant on the waiting list a place."""
    entrant: Entrant = or_404(get_entrant(event, entrant_id))
    try:
        admit(entrant=entrant, by=by_member(request))
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return back_to(request, event, entrant)


@require_POST
@director_required
def untick(request: MemberRequest, event: Event) -> HttpResponse:
    """Start the check-in with everyone absent, or undo that."""
    by = by_member(request)
    try:
        if request.POST.get("undo"):
            number = tick_again(event=event, by=by)
            text = ngettext("%(number)s player is back in.", "%(number)s players are back in.", number)
        else:
            number = untick_all(event=event, by=by)
            text = ngettext(
                "%(number)s player marked as not here.", "%(number)s players marked as not here.", number
            )
        messages.success(request, text % {"number": number})
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return back_to(request, event)


@require_POST
@cashier_required
def no_shows(request: MemberRequest, event: Event) -> HttpResponse:
    """Mark the absent entrants as no-shows, or expect them again."""
    by = by_member(request)
    try:
        if request.POST.get("undo"):
            number = undo_no_shows(event=event, by=by)
            text = ngettext("%(number)s player is expected.", "%(number)s players are expected.", number)
        else:
            number = drop_no_shows(event=event, by=by)
            text = ngettext("%(number)s no-show removed.", "%(number)s no-shows removed.", number)
        messages.success(request, text % {"number": number})
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return back_to(request, event)


@require_safe
@cashier_required
def start_cards(request: MemberRequest, event: Event) -> HttpResponse:
    """Render a card per entrant to print: start number, name, PIN, and how to find the seat."""
    address = base_address(request) + reverse("find_seat", args=[event.slug])
    coming = load_check_in_list(event, desks_beside(event, request.actor)).coming
    context = {
        "event": event_facts(event),
        "cards": [card_facts(line) for line in sorted(coming, key=lambda each: each.entrant.number)],
        "address": address,
        "qr_svg": qr_svg(address),
        "emblem": emblem_url(event.club),
        "loopback_hint": loopback_hint(request),
    }
    return render(request, "entry/start_cards.html", context)


def card_facts(line: CheckInLine) -> dict[str, Any]:
    """Return what a start card says: of other events of the evening, too, so that each needs one card."""
    entrant = line.entrant
    others = [
        {"event": each.entrant.event.name, "number": each.entrant.number, "pin": pin_of(each.entrant)}
        for each in line.beside
    ]
    return {
        "number": entrant.number,
        "name": name_of(entrant),
        "team": entrant.team,
        "pin": pin_of(entrant),
        "others": others,
    }
