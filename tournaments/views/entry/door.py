"""The door: people check themselves in, on a tablet at the door or their own phone; the desk opens it."""

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.not_possible import NotPossible
from tournaments.models import Event
from tournaments.selectors.cash.cash_desk import get_account
from tournaments.selectors.clubs.permissions import Right, rights_at
from tournaments.selectors.entry.door import is_door_open, people_called, phones_at_door
from tournaments.services.clubs.throttling import network_of
from tournaments.services.entry.door import (
    LETTERS,
    arrive,
    chosen_of,
    refuse_crowd,
    set_door,
    undo_phone,
)
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.paging import LONGEST_NAME, wanted_in
from tournaments.views.pages.permissions import (
    REFUSED,
    MemberRequest,
    actor_of,
    by_member,
    cashier_required,
    for_spectator,
)
from tournaments.views.pages.table_addresses import base_address, is_loopback, qr_svg
from tournaments.wording.names import name_of
from tournaments.wording.whole_numbers import whole_number

TOO_MANY, A_DAY = 429, 24 * 3600
PHONE = "arrival"  # the cookie by which a phone's check-ins are undone


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@for_spectator
def check_in_oneself(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask for the surname, then “Erna Müller? Yes”, then say that they are checked in."""
    phone = request.COOKIES.get(PHONE, "")[:LETTERS] or secrets.token_hex(LETTERS // 2)
    is_at_desk = Right.CASH in rights_at(actor_of(request), event)
    typed = request.POST.get("name", "")[:LONGEST_NAME] if request.method == "POST" else wanted_in(request)
    is_open = is_door_open(event)
    people = people_called(event, typed) if is_open else []
    context: dict[str, Any] = {
        "event": event_facts(event),
        "is_cancelled": event.is_cancelled,
        "is_open": is_open,
        "is_at_desk": is_at_desk,
        "typed": typed,
        "people": [{"id": each.pk, "name": name_of(each), "is_here": each.is_present} for each in people],
    }
    status = 200
    if request.method == "POST":
        try:
            if not is_at_desk:
                refuse_crowd(event, network_of(request.META["REMOTE_ADDR"]))
            entrant = chosen_of(people, whole_number(request.POST.get("entrant", "")))
            was_away = arrive(entrant=entrant, phone=phone, is_at_desk=is_at_desk)
            due = get_account(event, entrant).door_missing
            context |= {"here": name_of(entrant), "was_away": was_away, "due": due}
        except NotPossible as refusal:
            status = TOO_MANY if refusal.code == "too_fast" else REFUSED
            context["refusal"] = refusal
    answer = render(request, "entry/door.html", context, status=status)
    is_safe = request.is_secure()  # the browser keeps the number by which its check-ins are counted
    answer.set_cookie(PHONE, phone, max_age=A_DAY, secure=is_safe, httponly=True, samesite="Lax")
    return answer


# At the desk


def door_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return whether the door is open, its address and code, and the phones that checked people in."""
    address = base_address(request) + reverse("arrive", args=[event.slug])
    is_open = is_door_open(event)
    return {
        "is_door_open": is_open,
        "door_url": address,
        "door_code": qr_svg(address) if is_open and not is_loopback(request) else "",
        "phones": [{"phone": phone, "people": len(ids)} for phone, ids in phones_at_door(event).items()],
    }


@require_POST
@cashier_required
def door(request: MemberRequest, event: Event) -> HttpResponse:
    """Open or close the door."""
    try:
        set_door(event=event, is_open=request.POST.get("is_open") == "yes", by=by_member(request))
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return redirect("check_in_list", event.slug)


@require_POST
@cashier_required
def undo_arrivals(request: MemberRequest, event: Event) -> HttpResponse:
    """Undo all check-ins of a phone."""
    try:
        undo_phone(event=event, phone=request.POST.get("phone", "")[:LETTERS], by=by_member(request))
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return redirect("check_in_list", event.slug)
