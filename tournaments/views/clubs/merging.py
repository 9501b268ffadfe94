"""The page on which directors make two records of one person one, and undo it."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.not_possible import NotPossible
from tournaments.models import Club, Player, ShownAs
from tournaments.selectors.clubs.register import (
    get_merge,
    get_player,
    get_record,
    likely_duplicates,
    newest_entries,
    standing_merges,
)
from tournaments.services.clubs.merging import changes_of, merge_players, undo_merge
from tournaments.views.pages.descriptions import club_facts
from tournaments.views.pages.permissions import REFUSED, MemberRequest, member_required, or_404
from tournaments.wording.lists import in_a_list
from tournaments.wording.whole_numbers import whole_number

MOST_EVENTS = 10  # of each record, the newest


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def merge(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """Choose a duplicate of a player, see what becomes of both, and merge them."""
    record: Player = or_404(get_record(club, player_id))
    if request.method != "POST":
        other = chosen_player(club, request.GET.get("other"))
        return show_merge(request, club, record, other if other != record else None)
    if not request.POST.get("other"):
        nobody = NotPossible("nobody_chosen", gettext("Choose the other record of this person first."))
        return show_merge(request, club, record, None, nobody)
    duplicate: Player = or_404(chosen_player(club, request.POST.get("other")))
    try:
        merge_players(player=record, duplicate=duplicate, by=request.user)
    except NotPossible as refusal:
        return show_merge(request, club, record, duplicate, refusal)
    sentence = gettext("%(other)s is now part of %(name)s.")
    messages.success(request, sentence % {"other": duplicate.name, "name": record.name})
    return redirect("merge_players", club.slug, record.pk)


@require_POST
@member_required
def undo(request: MemberRequest, club: Club, player_id: int, merge_id: int) -> HttpResponse:
    """Undo a merge into a player."""
    record: Player = or_404(get_player(club, player_id))
    undone = or_404(get_merge(record, merge_id))
    try:
        undo_merge(merge=undone, by=request.user)
    except NotPossible as refusal:
        return show_merge(request, club, record, None, refusal)
    sentence = gettext("%(name)s and %(other)s are two players again.")
    messages.success(request, sentence % {"name": record.name, "other": undone.duplicate.name})
    return redirect("merge_players", club.slug, record.pk)


def chosen_player(club: Club, number: str | None) -> Player | None:
    """Return the club's player with this number, else None; a duplicate is one, so that it can be refused."""
    key = whole_number(number or "")
    return get_player(club, key) if key is not None else None


def show_merge(
    request: MemberRequest,
    club: Club,
    record: Player,
    other: Player | None,
    refusal: NotPossible | None = None,
) -> HttpResponse:
    """Render the page; a refusal keeps the chosen player."""
    words = request.GET.get("name", "").strip()
    context = {
        "club": {**club_facts(club), "slug": club.slug},
        "kept": player_facts(record),
        "other": player_facts(other) if other else None,
        "filled": filled_details(record, other) if other else [],
        "likely": likely_duplicates(record, words),
        "wanted": words,
        "merges": standing_merges(record),
        "refusal": refusal,
    }
    return render(request, "clubs/merge.html", context, status=REFUSED if refusal else 200)


def player_facts(player: Player) -> dict[str, Any]:
    """Return a player with the details that tell people apart."""
    details = (player.member_number, player.federation_number, player.home_club, player.birth_year)
    entries = newest_entries(player)
    return {
        "id": player.pk,
        "name": player.name,
        "has_page": player.shown_as != ShownAs.NUMBER,
        "details": [str(each) for each in details if each],
        "count": len(entries),
        "events": entries[:MOST_EVENTS],
    }


def filled_details(record: Player, other: Player) -> list[dict[str, Any]]:
    """Return the details that the merge would change in the kept record."""
    changes = {name: after for name, (_before, after) in changes_of(record, other).items()}
    return [
        {"label": Player._meta.get_field(name).verbose_name, "value": value_words(name, value)}  # type: ignore[union-attr]
        for name, value in changes.items()
    ]


def value_words(name: str, value: Any) -> str:
    """Return a detail of a player in words."""
    if name == "shown_as":
        return str(ShownAs(value).label)
    if name == "is_guest":
        return gettext("yes") if value else gettext("no")
    return in_a_list(value) if isinstance(value, list) else str(value)
