"""The rules of the games: a list, and a page per game generated from the game's own data."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules import get_game
from rules.reading import Refused
from tournaments.serving.caching import same_for_all
from tournaments.views.games.rulebook import game_facts, rules_facts
from tournaments.views.games.situations import situation_facts
from tournaments.views.pages.permissions import found


@require_safe
@same_for_all
def games(request: HttpRequest) -> HttpResponse:
    """List the games."""
    return render(request, "games/games.html", {"games": game_facts()})


@require_safe
@same_for_all
def game(request: HttpRequest, key: str) -> HttpResponse:
    """Show how a game is played and scored."""
    try:
        shown = get_game(key)
    except Refused:
        shown = None
    game = found(shown)
    situations = [situation_facts(game, each) for each in game.page.situations]
    return render(request, "games/game.html", {"game": rules_facts(game), "situations": situations})
