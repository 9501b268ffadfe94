"""The page on which an account creates a club."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.forms.clubs import ClubForm
from tournaments.services.clubs.lifecycle import create_club
from tournaments.views.pages.permissions import UNREADABLE, MemberRequest, signed_in


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_club(request: MemberRequest) -> HttpResponse:
    """Create a club."""
    form = ClubForm(request.POST or None)
    if form.is_valid():
        club = create_club(name=form.cleaned_data["name"], owner=request.user)
        return redirect("new_event", club.slug)
    return render(request, "clubs/club_new.html", {"form": form}, status=UNREADABLE if form.is_bound else 200)
