"""Invitations to a role in a club: the owners' page with links and codes, and the page that a link opens."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.not_possible import NotPossible
from tournaments.forms.clubs import InvitationForm
from tournaments.models import Club, Invitation
from tournaments.selectors.clubs.members import accepted_invitation, get_invitation
from tournaments.selectors.clubs.permissions import get_owned_club, is_member
from tournaments.selectors.clubs.register import ended_invitations, open_invitations
from tournaments.services.clubs.joining import (
    EVENING_LASTS,
    accept_invitation,
    find_invitation,
    invitation_token,
    invite_member,
    revoke_invitation,
)
from tournaments.serving.sign_in import INVITATION, welcome
from tournaments.storage.link_keys import digest_of
from tournaments.views.pages.descriptions import club_facts
from tournaments.views.pages.permissions import REFUSED, UNREADABLE, MemberRequest, or_404, signed_in
from tournaments.views.pages.table_addresses import base_address, loopback_hint, qr_svg

HOURS = EVENING_LASTS.total_seconds() // 3600


# Owners


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def invitations(request: MemberRequest, slug: str) -> HttpResponse:
    """Create an invitation, and list the open and the ended ones."""
    club: Club = or_404(get_owned_club(request.user, slug))
    form = InvitationForm(request.POST or None)
    if form.is_valid():
        try:
            invite_member(club=club, by=request.user, **form.service_arguments())
            return redirect("invitations", slug)
        except NotPossible as refusal:
            form.add_error("lasts", refusal.message)
    return show_invitations(request, club, form, UNREADABLE if form.is_bound else 200)


def show_invitations(
    request: HttpRequest,
    club: Club,
    form: InvitationForm,
    status: int = 200,
    refusal: NotPossible | None = None,
) -> HttpResponse:
    """Render the owners' page."""
    context = {
        "club": club_facts(club),
        "slug": club.slug,
        "form": form,
        "open": [invitation_facts(request, each) for each in open_invitations(club)],
        "ended": ended_invitations(club),
        "hours": round(HOURS),
        "loopback_hint": loopback_hint(request),
        "refusal": refusal,
    }
    return render(request, "clubs/invitations.html", context, status=status)


def invitation_facts(request: HttpRequest, invitation: Invitation) -> dict[str, Any]:
    """Return an open invitation with its address, which only owners see."""
    address = base_address(request) + reverse("invitation_link", args=[invitation_token(invitation)])
    return {"row": invitation, "url": address, "qr_svg": qr_svg(address)}


@require_POST
@signed_in
def revoke(request: MemberRequest, slug: str, invitation_id: int) -> HttpResponse:
    """Revoke an invitation."""
    club: Club = or_404(get_owned_club(request.user, slug))
    invitation = or_404(get_invitation(club, invitation_id))
    try:
        revoke_invitation(invitation=invitation, by=request.user)
    except NotPossible as refusal:
        return show_invitations(request, club, InvitationForm(), REFUSED, refusal)
    return redirect("invitations", slug)


# The invited person


@require_safe
@never_cache
def invitation_link(request: HttpRequest, token: str) -> HttpResponse:
    """Move the token from the address bar to the session, and lead to the page of the invitation."""
    digest = digest_of(token)
    try:
        find_invitation(digest)
    except NotPossible as refusal:
        return invitation_ended(request, digest, refusal)
    request.session[INVITATION] = digest
    answer = redirect("invitation")
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invitation(request: HttpRequest) -> HttpResponse:
    """Show the invitation this browser opened; a signed-in account accepts it with a button."""
    digest = request.session.get(INVITATION, "")
    try:
        invited = find_invitation(digest)
    except NotPossible as refusal:
        return invitation_ended(request, digest, refusal)
    if request.method != "POST" or not request.user.is_authenticated:
        return show_invitation(request, invited)
    try:
        member = accept_invitation(token_digest=digest, user=request.user)
    except NotPossible as refusal:
        if refusal.code == "invitation_ended":  # somebody was faster, perhaps a second tab of this browser
            return invitation_ended(request, digest, refusal)
        return show_invitation(request, invited, refusal)
    welcome(request, member)
    return redirect("club", invited.club.slug)


def show_invitation(
    request: HttpRequest, invited: Invitation, refusal: NotPossible | None = None
) -> HttpResponse:
    """Render the page of an invitation that can be accepted."""
    context = {
        "invitation": invited,
        "club": club_facts(invited.club),
        "hours": round(HOURS),
        "refusal": refusal,
    }
    return render(request, "clubs/invitation.html", context, status=REFUSED if refusal else 200)


def invitation_ended(request: HttpRequest, digest: str, refusal: NotPossible) -> HttpResponse:
    """Say why an invitation cannot be accepted; lead its holder to the club they joined with it."""
    own = accepted_invitation(digest, request.user) if request.user.is_authenticated else None
    if own and is_member(request.user, own.club):
        return redirect("club", own.club.slug)
    return render(request, "clubs/invitation_ended.html", {"refusal": refusal}, status=404)
