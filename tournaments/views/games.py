"""The rules of the games: a list, and a page for each, made from what the game says of itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules import get_game
from rules.reading import Refused
from tournaments.snapshots import same_for_all
from tournaments.views.doors import found
from tournaments.views.rulebook import game_facts, rules_facts


@require_safe
@same_for_all
def games(request: HttpRequest) -> HttpResponse:
    """Which games there are."""
    return render(request, "games.html", {"games": game_facts()})


@require_safe
@same_for_all
def game(request: HttpRequest, key: str) -> HttpResponse:
    """How a game is played and scored here."""
    try:
        shown = get_game(key)
    except Refused:
        shown = None
    return render(request, "game.html", {"game": rules_facts(found(shown))})
