"""The register of a club's players, for its members."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.models import Club, Player
from tournaments.selectors.clubs.register import records_called
from tournaments.views.pages.descriptions import club_facts
from tournaments.views.pages.paging import PLAYERS, page_of, wanted_in
from tournaments.views.pages.permissions import MemberRequest, member_required
from tournaments.wording.lists import in_a_list


@require_safe
@member_required
def member_register(request: MemberRequest, club: Club) -> HttpResponse:
    """List all players of the club, with their entries in the member register."""
    words = wanted_in(request)
    page = page_of(request, records_called(club, words), PLAYERS)
    context = {
        "club": {**club_facts(club), "slug": club.slug},
        "wanted": words,
        "page": page,
        "people": [{"player": each, "details": register_words(each)} for each in page],
    }
    return render(request, "clubs/member_register.html", context)


def register_words(player: Player) -> list[str]:
    """Return what the register has on a player, in words."""
    number, birth = gettext("No. %(number)s"), gettext("born %(year)s")
    return [
        *filter(None, [player.reading, player.member_number and number % {"number": player.member_number}]),
        *filter(None, [player.federation_number, player.home_club, player.email]),
        *([birth % {"year": player.birth_year}] if player.birth_year else []),
        *([in_a_list(player.categories)] if player.categories else []),
        *([gettext("guest")] if player.is_guest else []),
    ]
