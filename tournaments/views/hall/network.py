"""The way into the hall's network: its Wi-Fi, this computer's addresses in it, and a sheet for the door."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.not_possible import NotPossible
from tournaments.forms.screens import WifiForm
from tournaments.models import Event
from tournaments.selectors.entry.door import is_door_open
from tournaments.selectors.hall.screens import wifi_of
from tournaments.services.hall.hall import set_wifi
from tournaments.views.pages.descriptions import emblem_url, event_facts
from tournaments.views.pages.permissions import (
    UNREADABLE,
    MemberRequest,
    by_member,
    cashier_required,
    director_required,
)
from tournaments.views.pages.table_addresses import (
    base_address,
    hall_wifi,
    is_loopback,
    loopback_hint,
    networks_shown,
    qr_svg,
)

FIELDS = {"wifi_name_wrong": "network", "wifi_password_wrong": "password"}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@director_required
def network(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the Wi-Fi and this computer's networks with their codes; store the Wi-Fi."""
    form = WifiForm(request.POST or None, wifi=wifi_of(event.club))
    if form.is_valid():
        try:
            set_wifi(event=event, by=by_member(request), **form.settings())
            return redirect("network", event.slug)
        except NotPossible as refusal:
            form.add_error(FIELDS[refusal.code], refusal.message)
    address = base_address(request) + reverse("event", args=[event.slug])
    context = {
        "event": event_facts(event),
        "form": form,
        "wifi": hall_wifi(event.club),
        "address": address,
        "qr_svg": "" if is_loopback(request) else qr_svg(address),
        "networks": networks_shown(),
        "loopback_hint": loopback_hint(request),
    }
    return render(request, "hall/network.html", context, status=UNREADABLE if form.is_bound else 200)


@require_safe
@never_cache
@cashier_required
def door_sheet(request: MemberRequest, event: Event) -> HttpResponse:
    """Render a sheet for the door: first the Wi-Fi, then the check-in while it is open, else the event."""
    name = "arrive" if is_door_open(event) else "event"
    address = base_address(request) + reverse(name, args=[event.slug])
    context = {
        "event": event_facts(event),
        "wifi": hall_wifi(event.club),
        "address": address,
        "is_door_open": name == "arrive",
        "qr_svg": "" if is_loopback(request) else qr_svg(address),
        "emblem": emblem_url(event.club),
    }
    return render(request, "hall/door_sheet.html", context)
