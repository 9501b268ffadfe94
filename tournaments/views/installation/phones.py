"""How phones get in: whoever looks after this computer lets them in by a key, from the next start on too."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from server.hall import may_start_again
from server.networks import networks
from tournaments.selectors.clubs.permissions import may_back_up
from tournaments.services.installation.phones import let_phones_in
from tournaments.views.pages.machine import may_let_phones_in
from tournaments.views.pages.permissions import REFUSED, signed_in
from tournaments.views.pages.table_addresses import base_address, is_loopback, networks_shown, qr_svg

IN, OUT, STARTED = "in", "out", "started"


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def phones(request: HttpRequest) -> HttpResponse:
    """Say whether phones reach this computer, at which address; POST lets them in or keeps them out.

    Redirect whoever has just let them in to the page they came from, if there is nothing to choose here.
    """
    decision = OUT if request.POST.get("phones") == OUT else IN
    if request.method == "POST":
        if not may_back_up(request.user):
            raise Http404
        if may_let_phones_in(request):
            let_phones_in(is_in=decision == IN)
            return render(request, "installation/new_start.html", {"decision": decision})
    way_on = request.GET.get("next", "")
    may_go_on = url_has_allowed_host_and_scheme(way_on, None)
    is_reached = not is_loopback(request)
    if STARTED in request.GET and may_go_on and is_reached and len(networks()) == 1:
        messages.success(request, gettext("Phones in the same Wi-Fi get in now."))
        return redirect(way_on)
    context = {
        "is_open": settings.IN_HALL or is_reached,
        "has_network": bool(networks()),
        "may_decide": may_let_phones_in(request),
        "may_start_again": may_start_again(),
        "networks": networks_shown(),
        "address": f"{base_address(request)}/",
        "qr_svg": qr_svg(f"{base_address(request)}/") if is_reached else "",
        "next_url": way_on if may_go_on else reverse("home"),
    }
    status = REFUSED if request.method == "POST" else 200
    return render(request, "installation/phones.html", context, status=status)
