"""A club's players across all its events."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format, localize
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from rules.game import Game
from scoring.not_possible import NotPossible
from tournaments.forms.series import REGISTER, PlayerListsForm
from tournaments.models import Club, Player, ShownAs
from tournaments.publications.charts.drawing import NARROW
from tournaments.publications.charts.form import Placed, draw_form
from tournaments.publications.charts.ratings import draw_rating
from tournaments.selectors.clubs.permissions import get_club, get_club_for, is_member
from tournaments.selectors.clubs.register import current_record, get_record
from tournaments.selectors.series.players import (
    ClubYears,
    PlayedEvent,
    club_years,
    companions_of,
    get_player,
    last_game,
    listed_players,
    own_evenings,
    player_rows,
    player_years,
)
from tournaments.selectors.series.rating_method import FIRST, Rating, Step
from tournaments.selectors.series.series_standings import events_with
from tournaments.services.series.lifecycle import list_player
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.descriptions import club_facts
from tournaments.views.pages.paging import EVENTS, PLAYERS, page_of, wanted_in
from tournaments.views.pages.permissions import UNREADABLE, MemberRequest, member_required, or_404
from tournaments.wording.lists import in_a_list
from tournaments.wording.names import public_name
from tournaments.wording.numbers import amount, signed

LEAST_FORM, MOST_FORM = 2, 40  # events in the chart of ranks


@require_safe
@same_for_all
def club_players(request: HttpRequest, slug: str) -> HttpResponse:
    """List everyone who has played a game in the club."""
    club: Club = or_404(get_club(slug))
    years = years_for(request, club)
    words = wanted_in(request)
    context: dict[str, Any] = {
        "club": {**club_facts(club), "slug": club.slug},
        "games": game_links(years),
        "wanted": words,
        "rows": [],
    }
    if years:
        page = page_of(request, listed_players(club, years, words), PLAYERS)
        context |= {"rows": player_rows(list(page), years), "page": page, "game": years.game.key}
    return render(request, "series/club_players.html", context)


@require_safe
@same_for_all
def player(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Show everything the club has on a player; a duplicate leads to the record it was merged into."""
    club: Club = or_404(get_club(slug))
    player: Player = or_404(get_player(club, player_id) or record_for_directors(request, club, player_id))
    if player.merged_into:
        return redirect("player", slug, or_404(get_player(club, current_record(player).pk)).pk)
    return show_player(request, club, player)


@require_http_methods(["POST"])
@member_required
def player_lists(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """Set a player's categories and whether they are a guest."""
    player: Player = or_404(get_record(club, player_id))
    form = PlayerListsForm(request.POST)
    if form.is_valid():
        try:
            is_guest = form.cleaned_data["is_guest"]
            list_player(player=player, categories=form.keys(), is_guest=is_guest, **form.register())
            messages.success(request, gettext("Saved: %(name)s.") % {"name": player.name})
            return redirect("player", club.slug, player_id)
        except NotPossible as refusal:
            field = "birth_year" if refusal.code == "fact_invalid" else "categories"
            form.add_error(field, refusal.message)
    return show_player(request, club, player, form, UNREADABLE)


def record_for_directors(request: HttpRequest, club: Club, player_id: int) -> Player | None:
    """Return for directors a player without a public page, so that they can keep the register."""
    return get_record(club, player_id) if get_club_for(request.user, club.slug) else None


def show_player(
    request: HttpRequest, club: Club, player: Player, form: PlayerListsForm | None = None, status: int = 200
) -> HttpResponse:
    """Render the page; a refused form keeps its input."""
    played = last_game(player, with_unpublished=is_member(request.user, club))
    years = years_for(request, club, played)
    context: dict[str, Any] = {
        "club": {**club_facts(club), "slug": club.slug},
        "player": player_facts(player),
        "games": game_links(years),
    }
    if years:
        context |= games_context(request, player, years)
    if get_club_for(request.user, club.slug):
        context |= register_context(club, player, form)
    return render(request, "series/player.html", context, status=status)


def player_facts(player: Player) -> dict[str, Any]:
    """Return the player's name and categories."""
    is_hidden = player.shown_as == ShownAs.NUMBER  # directors alone come here then
    name = player.name if is_hidden else public_name(player)
    return {"id": player.pk, "name": name, "categories": player.categories}


def games_context(request: HttpRequest, player: Player, years: ClubYears) -> dict[str, Any]:
    """Return what the player did in the chosen game and years, with one page of the events."""
    page = page_of(request, own_evenings(player, years), EVENTS)
    own = player_years(player, years, list(page))
    return {
        "years": own,
        "evenings": [evening_line(each) for each in own.shown],
        "page": page,
        "game": years.game.key,
        "unit": years.game.ranks_by[0].unit,
        "picture": rating_chart(own.rating),
        "form_figure": form_chart(player, years),
        "companions": companions_of(player, [each.event_id for each in own_evenings(player, years)]),
    }


def form_chart(player: Player, years: ClubYears) -> dict[str, Any] | None:
    """Return the ranks of the newest events as bars with their table; None before the second one."""
    ranked = [each for each in own_evenings(player, years)[:MOST_FORM] if each.rank is not None][::-1]
    dates = {event.pk: event.date for event in events_with([each.event_id for each in ranked])}
    if len(ranked) < LEAST_FORM:
        return None
    days = [date_format(dates[each.event_id], "SHORT_DATE_FORMAT") for each in ranked]
    placed = [Placed(each.rank or 0, each.of, day) for each, day in zip(ranked, days, strict=True)]
    title, unit = gettext("Ranks over the events"), years.game.ranks_by[0].unit
    description = gettext("The higher the bar, the more players were left behind.")
    rows = [
        [day, str(each.rank), str(each.of), amount(each.total, unit) or "0"]
        for each, day in zip(ranked, days, strict=True)
    ]
    head = [gettext("Event"), gettext("Rank"), gettext("Players"), gettext("Total")]
    return {
        "picture": draw_form(placed=placed, key="form", title=title, description=description),
        "narrow": draw_form(
            placed=placed, key="form-narrow", title=title, description=description, width=NARROW
        ),
        "data": {"head": head, "rows": rows[::-1]},
    }


def register_context(club: Club, player: Player, form: PlayerListsForm | None) -> dict[str, Any]:
    """Return the form of the club's register, filled with what is stored unless one was refused."""
    register = {name: getattr(player, name) for name in REGISTER}
    initial = {"categories": ", ".join(player.categories), "is_guest": player.is_guest, **register}
    return {
        "form": form or PlayerListsForm(initial=initial),
        "lists_url": reverse("player_lists", args=[club.slug, player.pk]),
    }


def evening_line(played: PlayedEvent) -> dict[str, Any]:
    """Return an event of the list with its date, rank and change of the rating in words."""
    evening, step = played.evening, played.step
    rank = gettext("rank %(rank)s of %(of)s") % {"rank": evening.rank, "of": evening.of}
    words = [
        date_format(played.event.date, "DATE_FORMAT"),
        rank if evening.rank else gettext("not ranked"),
        *([step_words(step)] if step else []),
    ]
    return {"event": played.event, "evening": evening, "words": words}


def step_words(step: Step) -> str:
    """Return what an event did to a rating, in words."""
    words = ngettext(
        "rating %(change)s to %(after)s: place %(places)s at the table, expected %(expected)s",
        "rating %(change)s to %(after)s: places %(places)s at the tables, expected %(expected)s on average",
        len(step.places),
    )
    return words % {
        "change": signed(step.change),
        "after": step.after,
        "places": in_a_list(step.places),
        "expected": localize(step.expected),
    }


def years_for(request: HttpRequest, club: Club, usual: str = "") -> ClubYears | None:
    """Return what this visitor may see of the club's events in the requested game, else in the usual one."""
    with_unpublished = is_member(request.user, club)
    return club_years(club, request.GET.get("game") or usual, with_unpublished=with_unpublished)


def game_links(years: ClubYears | None) -> list[dict[str, Any]]:
    """Return the club's games as links, the shown one marked."""
    games: list[Game] = list(years.games) if years else []
    return [
        {"key": game.key, "name": gettext(game.name), "is_chosen": bool(years and game == years.game)}
        for game in games
    ]


def rating_chart(rating: Rating) -> Any:
    """Return the chart of a rating over the events; None with too few points for a line."""
    points = [FIRST, *(step.after for step in rating.steps)]
    return draw_rating(points) if len(points) > 2 else None
