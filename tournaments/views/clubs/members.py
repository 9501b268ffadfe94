"""The members of a club with their roles, its name and its emblem."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.not_possible import NotPossible
from tournaments.forms.clubs import ClubForm, EmblemForm, MemberForm
from tournaments.models import Club, Role
from tournaments.selectors.clubs.members import get_member, member_history, members_of
from tournaments.selectors.clubs.permissions import get_owned_club
from tournaments.selectors.clubs.register import club_history
from tournaments.services.clubs.accounts import make_password_link
from tournaments.services.clubs.members import add_member, change_role, remove_member, rename_club
from tournaments.views.pages.descriptions import club_facts, emblem_url
from tournaments.views.pages.permissions import REFUSED, UNREADABLE, MemberRequest, or_404, signed_in
from tournaments.views.pages.table_addresses import base_address


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def members(request: MemberRequest, slug: str) -> HttpResponse:
    """List the accounts of a club and their roles."""
    club: Club = or_404(get_owned_club(request.user, slug))
    form = MemberForm(request.POST or None)
    if form.is_valid():
        try:
            add_member(club=club, **form.cleaned_data)
            return redirect("members", slug)
        except NotPossible as refusal:
            form.add_error("username", refusal.message)
    return show_members(request, club, form, UNREADABLE if form.is_bound else 200)


def show_members(
    request: MemberRequest,
    club: Club,
    form: MemberForm | None = None,
    status: int = 200,
    refusal: NotPossible | None = None,
    made_link: dict[str, str] | None = None,
    club_form: ClubForm | None = None,
    emblem_form: EmblemForm | None = None,
) -> HttpResponse:
    """Render the members page."""
    context = {
        **members_context(club),
        "form": form or MemberForm(),
        "refusal": refusal,
        "made_link": made_link,
        "club_form": club_form or ClubForm(initial={"name": club.name}, auto_id="club_%s"),
        "emblem_form": emblem_form or EmblemForm(auto_id="emblem_%s"),
    }
    return render(request, "clubs/members.html", context, status=status)


def members_context(club: Club) -> dict[str, Any]:
    """Return a club's name and emblem, its members with their roles, and what changed."""
    return {
        "club": club_facts(club),
        "slug": club.slug,
        "members": members_of(club),
        "roles": [{"value": role.value, "label": role.label} for role in Role],
        "history": member_history(club),
        "emblem": emblem_url(club),
        "club_history": club_history(club),
    }


@require_POST
@signed_in
def change_member(request: MemberRequest, slug: str, member_id: int) -> HttpResponse:
    """Change or remove a member's role."""
    club: Club = or_404(get_owned_club(request.user, slug))
    member = or_404(get_member(club, member_id))
    try:
        if request.POST.get("remove"):
            remove_member(member=member)
        else:
            change_role(member=member, role=request.POST.get("role", ""))
    except NotPossible as refusal:
        return show_members(request, club, MemberForm(), REFUSED, refusal)
    return redirect("members", slug) if get_owned_club(request.user, slug) else redirect("club", slug)


@require_POST
@signed_in
@never_cache
def member_password(request: MemberRequest, slug: str, member_id: int) -> HttpResponse:
    """Create a one-time link with which a member sets a new password; the link is shown only once."""
    club: Club = or_404(get_owned_club(request.user, slug))
    member = or_404(get_member(club, member_id))
    try:
        token = make_password_link(member=member, by=request.user)
    except NotPossible as refusal:
        return show_members(request, club, MemberForm(), REFUSED, refusal)
    address = base_address(request) + reverse("password_link", args=[token])
    return show_members(
        request, club, MemberForm(), 200, made_link={"name": member.user.username, "url": address}
    )


@require_POST
@signed_in
def rename(request: MemberRequest, slug: str) -> HttpResponse:
    """Rename the club."""
    club: Club = or_404(get_owned_club(request.user, slug))
    form = ClubForm(request.POST, auto_id="club_%s")
    if not form.is_valid():
        return show_members(request, club, MemberForm(), UNREADABLE, club_form=form)
    renamed = rename_club(club=club, name=form.cleaned_data["name"], by=request.user)
    messages.success(request, gettext("The club is called %(name)s now.") % {"name": renamed.name})
    return redirect("members", slug)
