"""Helpers: links (QR codes) that grant a role for one event."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.clubs import HelperForm
from tournaments.models import Event, HelperLink, Role
from tournaments.selectors.clubs.members import get_link_in_use, links_in_use, revoked_links
from tournaments.selectors.clubs.permissions import RIGHTS, Right, get_helper_link
from tournaments.services.clubs.joining import helper_token, invite_helper, revoke_helper
from tournaments.services.sheets.link_rotation import renew_earlier_keys
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import (
    HELPER_COOKIE,
    UNREADABLE,
    MemberRequest,
    by_member,
    director_required,
    or_404,
)
from tournaments.views.pages.table_addresses import base_address, loopback_hint, qr_svg

A_DAY_AND_A_NIGHT = 36 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def helpers(request: MemberRequest, event: Event) -> HttpResponse:
    """Create a helper link with a role, and list the existing links."""
    form = HelperForm(request.POST or None)
    if form.is_valid():
        role, name = Role(form.cleaned_data["role"]), form.cleaned_data["name"]
        invite_helper(event=event, role=role, name=name, by=by_member(request))
        return redirect("helpers", event.slug)
    renew_earlier_keys(event=event)
    context = {
        "event": event_facts(event),
        "form": form,
        "links": [link_facts(request, link) for link in links_in_use(event)],
        "revoked": [
            {"name": link.name, "role": link.get_role_display(), "at": at}
            for link, at in revoked_links(event)
        ],
        "loopback_hint": loopback_hint(request),
    }
    return render(request, "clubs/helpers.html", context, status=UNREADABLE if form.is_bound else 200)


def link_facts(request: HttpRequest, link: HelperLink) -> dict[str, Any]:
    """Return a link with its address, which only directors see."""
    address = base_address(request) + reverse("helper_link", args=[helper_token(link)])
    return {
        "id": link.pk,
        "name": link.name,
        "role": link.get_role_display(),
        "url": address,
        "qr_svg": qr_svg(address),
    }


@require_POST
@director_required
def revoke(request: MemberRequest, event: Event, link_id: int) -> HttpResponse:
    """Revoke a link: it grants no further access."""
    link = or_404(get_link_in_use(event, link_id))
    revoke_helper(link=link, by=by_member(request))
    return redirect("helpers", event.slug)


@require_safe
@never_cache
def helper_link(request: HttpRequest, token: str) -> HttpResponse:
    """Grant this browser the link's role and redirect to the page for that role."""
    link = get_helper_link(token)
    if link is None:
        return render(request, "clubs/helper_link_ended.html", status=404)
    page = "check_in_list" if Right.CASH in RIGHTS[link.role] else "dashboard"
    answer = redirect(page, link.event.slug)
    answer.set_cookie(
        f"{HELPER_COOKIE}{link.event.public_id}",
        token,
        max_age=A_DAY_AND_A_NIGHT,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    answer["Referrer-Policy"] = "no-referrer"
    return answer
