"""At the door: who is here, the fee, late players, no-shows, start cards. Several helpers may do it at once:
every tap says what shall be, and never turns something round."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import condition, require_POST, require_safe

from tournaments.errors import NotPossible
from tournaments.evening_forms import LateForm
from tournaments.models import Entrant, Event, PaymentKind
from tournaments.money import money_text
from tournaments.selectors.access import Right, get_event_for
from tournaments.selectors.cash import get_account
from tournaments.selectors.door import (
    check_of,
    door_list,
    door_state,
    is_released,
    moved_up,
    name_of,
    unticked_together,
)
from tournaments.selectors.events import get_entrant
from tournaments.selectors.places import get_entrant_by_number
from tournaments.services.checking_in import check_in, drop_no_shows, take_back_no_shows, tick_again
from tournaments.services.checking_in import untick_all as untick_everybody
from tournaments.services.payments import pay_due
from tournaments.services.people import enter_players
from tournaments.services.pins import pin_of
from tournaments.services.waiting import admit as give_place
from tournaments.typed_numbers import whole_number
from tournaments.views.addresses import base_address, loopback_hint, qr_svg
from tournaments.views.doors import (
    UNREADABLE,
    MemberRequest,
    actor_of,
    by_member,
    for_director,
    for_door,
    found,
)
from tournaments.views.public import tag_of
from tournaments.views.seating import query_of
from tournaments.views.showing import event_facts


@require_safe
@for_door
def door(request: MemberRequest, event: Event) -> HttpResponse:
    """Everybody who is expected, and who is here."""
    return show_door(request, event)


def show_door(request: MemberRequest, event: Event, form: LateForm | None = None) -> HttpResponse:
    """The page, with the name that was refused as it was typed."""
    query = query_of(request)
    context = {
        **list_context(event, query),
        "event": event_facts(event),
        "form": form or LateForm(),
        "added": added_just_now(request, event),
        "is_released": is_released(event),
        "unticked": len(unticked_together(event)),
        "live_url": f"{reverse('door_live', args=[event.slug])}?{urlencode({'name': query})}",
        "page_url": reverse("door", args=[event.slug]),
    }
    return render(request, "organise/door.html", context, status=UNREADABLE if form else 200)


def added_just_now(request: HttpRequest, event: Event) -> Entrant | None:
    """Who was entered a moment ago, by the start number in the address."""
    number = whole_number(request.GET.get("added", ""))
    return None if number is None else get_entrant_by_number(event, number)


def list_context(event: Event, query: str) -> dict[str, Any]:
    """The list; only who answers the query, everybody without one."""
    people = door_list(event)
    return {
        "people": people,
        "coming": [each for each in people.coming if each.answers(query)],
        "waiting": [each for each in people.waiting if each.answers(query)],
        "gone": [each for each in people.gone if each.answers(query)],
        "moved": moved_up(event),
        "query": query,
        "slug": event.slug,
        "fee": event.fee_cents,
        "places": event.places,
    }


def door_etag(request: HttpRequest, slug: str) -> str | None:
    """Equal tags mean an equal list."""
    event = get_event_for(actor_of(request), slug, Right.DOOR)
    return tag_of([*door_state(event), query_of(request)]) if event else None


@require_safe
@condition(etag_func=door_etag)
@for_door
def door_live(request: MemberRequest, event: Event) -> HttpResponse:
    """The part of that page that changes."""
    return render(request, "organise/_door_list.html", list_context(event, query_of(request)))


def back_to(request: MemberRequest, event: Event, entrant: Entrant | None = None) -> HttpResponse:
    """The list again, as it was narrowed, at the line that was touched."""
    typed = request.POST.get("q", "")[:120]
    query = f"?{urlencode({'name': typed})}" if typed else ""
    line = f"#entrant-{entrant.number}" if entrant else ""
    return redirect(f"{reverse('door', args=[event.slug])}{query}{line}")


@require_POST
@for_door
def here(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Somebody is here, or is not after all."""
    entrant: Entrant = found(get_entrant(event, entrant_id))
    is_present = request.POST.get("present") == "yes"
    try:
        if not check_in(entrant=entrant, is_present=is_present, by=by_member(request)) and is_present:
            messages.info(request, already_here(event, entrant))
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return back_to(request, event, entrant)


def already_here(event: Event, entrant: Entrant) -> str:
    """Who was faster."""
    check = check_of(event, entrant)
    if check is None:
        return gettext("%(name)s is checked in already.") % {"name": name_of(entrant)}
    values = {"name": name_of(entrant), "time": time_format(localtime(check.at), "H:i"), "who": check.who}
    return gettext("%(name)s was checked in at %(time)s by %(who)s already.") % values


@require_POST
@for_door
def take_fee(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """The fee, or what is missing of it; a second tap takes nothing."""
    entrant: Entrant = found(get_entrant(event, entrant_id))
    due = get_account(event, entrant).fee_due
    payment = pay_due(entrant=entrant, kind=PaymentKind.FEE, due=due, by=by_member(request))
    values = {"name": name_of(entrant), "amount": money_text(payment.cents if payment else due)}
    if payment:
        messages.success(request, gettext("%(name)s paid %(amount)s.") % values)
    else:
        messages.info(request, gettext("%(name)s has paid already; nothing was booked.") % values)
    return back_to(request, event, entrant)


@require_POST
@for_door
def add_late(request: MemberRequest, event: Event) -> HttpResponse:
    """Somebody unannounced: entered and here in one line."""
    form = LateForm(request.POST)
    if form.is_valid():
        try:
            names = [form.cleaned_data["name"]]
            (entrant,) = enter_players(event=event, names=names, are_present=False, by=by_member(request))
            check_in(entrant=entrant, is_present=True, by=by_member(request))
            return redirect(f"{reverse('door', args=[event.slug])}?added={entrant.number}#late")
        except NotPossible as refusal:
            form.add_error("name", refusal.message)
    return show_door(request, event, form)


@require_POST
@for_door
def admit(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """A place for somebody on the waiting list."""
    entrant: Entrant = found(get_entrant(event, entrant_id))
    give_place(entrant=entrant, by=by_member(request))
    return back_to(request, event, entrant)


@require_POST
@for_director
def untick_all(request: MemberRequest, event: Event) -> HttpResponse:
    """The check-in begins: nobody is here yet; or that was a mistake."""
    by = by_member(request)
    try:
        if request.POST.get("undo"):
            number = tick_again(event=event, by=by)
            text = ngettext("%(number)s player is here again.", "%(number)s players are here again.", number)
        else:
            number = untick_everybody(event=event, by=by)
            text = ngettext("%(number)s player unticked.", "%(number)s players unticked.", number)
        messages.success(request, text % {"number": number})
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return back_to(request, event)


@require_POST
@for_door
def no_shows(request: MemberRequest, event: Event) -> HttpResponse:
    """Whoever did not come does not play; or is expected again after all."""
    if request.POST.get("undo"):
        number = take_back_no_shows(event=event, by=by_member(request))
        text = ngettext("%(number)s player is expected.", "%(number)s players are expected.", number)
    else:
        number = drop_no_shows(event=event, by=by_member(request))
        text = ngettext("%(number)s player dropped.", "%(number)s players dropped.", number)
    messages.success(request, text % {"number": number})
    return back_to(request, event)


@require_safe
@for_door
def start_cards(request: MemberRequest, event: Event) -> HttpResponse:
    """A card for everybody: start number, name, PIN, and where to find one's seat."""
    address = base_address(request) + reverse("find_seat", args=[event.slug])
    people = door_list(event)
    numbered = sorted(people.coming, key=lambda each: each.entrant.number)
    cards = [
        {
            "number": each.entrant.number,
            "name": each.name,
            "team": each.entrant.team,
            "pin": pin_of(each.entrant),
        }
        for each in numbered
    ]
    context = {
        "event": event_facts(event),
        "cards": cards,
        "address": address,
        "qr_svg": qr_svg(address),
        "loopback_hint": loopback_hint(request),
    }
    return render(request, "organise/start_cards.html", context)
