"""A club: its first page, and its emblem."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.not_possible import NotPossible
from tournaments.forms.clubs import ClubForm, EmblemForm
from tournaments.models import Club
from tournaments.selectors.clubs.members import get_emblem
from tournaments.selectors.clubs.permissions import get_owned_club
from tournaments.services.clubs.lifecycle import create_club, remove_emblem, set_emblem
from tournaments.views.clubs.members import show_members
from tournaments.views.pages.permissions import UNREADABLE, MemberRequest, or_404, signed_in

FOR_EVER = "public, max-age=31536000, immutable"  # the address has the digest of the picture


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_club(request: MemberRequest) -> HttpResponse:
    """Create a club."""
    form = ClubForm(request.POST or None)
    if form.is_valid():
        club = create_club(name=form.cleaned_data["name"], owner=request.user)
        return redirect("new_event", club.slug)
    return render(request, "clubs/club_new.html", {"form": form}, status=UNREADABLE if form.is_bound else 200)


@require_safe
def emblem(request: HttpRequest, slug: str, emblem: str) -> HttpResponse:
    """Return the picture with this digest."""
    picture = get_emblem(slug, emblem)
    if picture is None:
        raise Http404
    return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": FOR_EVER})


@require_POST
@signed_in
def change_emblem(request: MemberRequest, slug: str) -> HttpResponse:
    """Store an uploaded emblem, or remove the present one."""
    club: Club = or_404(get_owned_club(request.user, slug))
    if request.POST.get("remove"):
        remove_emblem(club=club)
        return to_emblem(slug)
    form = EmblemForm(request.POST, request.FILES, auto_id="emblem_%s")
    if form.is_valid():
        try:
            set_emblem(club=club, content=form.cleaned_data["picture"].read())
            return to_emblem(slug)
        except NotPossible as refusal:
            form.add_error("picture", refusal.message)
    return show_members(request, club, status=UNREADABLE, emblem_form=form)


def to_emblem(slug: str) -> HttpResponse:
    """Return to the emblem on the page of the club's settings."""
    return redirect(reverse("members", args=[slug]) + "#emblem")
