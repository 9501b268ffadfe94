"""Help: six short pages for organisers and scorers, one question each."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules import all_games
from rules.game import Game
from tournaments.serving.caching import same_for_all
from tournaments.views.help.pad_picture import has_picture, pad_picture
from tournaments.views.pages.descriptions import game_url
from tournaments.views.pages.permissions import or_404
from tournaments.views.pages.suggested_games import suggested_games
from tournaments.wording.help import HELP
from tournaments.wording.sheet_json import translate


@require_safe
@same_for_all
def index(request: HttpRequest) -> HttpResponse:
    """List the questions."""
    pages = list(HELP.values())
    context = {"pages": pages, "program": settings.VERSION, "asked_game": asked_game(request)}
    return render(request, "help/index.html", context)


@require_safe
@same_for_all
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Answer one question."""
    shown = or_404(HELP.get(key))
    others = [each for each in HELP.values() if each is not shown]
    context: dict[str, Any] = {"page": shown, "pages": others, "asked_game": asked_game(request)}
    if shown.key == "table":
        game = pictured_game(request)
        context["picture"] = pad_picture(game, game.standard_seats)
        context["game"] = {"name": translate(game.name), "url": game_url(game)}
    return render(request, f"help/{shown.key}.html", context)


def asked_game(request: HttpRequest) -> str:
    """Return the key of the game from whose page the reader comes; "" if there is none with a picture."""
    key = request.GET.get("game", "")
    return key if any(game.key == key and has_picture(game) for game in all_games()) else ""


def pictured_game(request: HttpRequest) -> Game:
    """Return the game whose table asks for help, else the likeliest one that has a picture."""
    games = {game.key: game for game in all_games() if has_picture(game)}
    keys = (asked_game(request), *suggested_games(request))
    return next(games[key] for key in keys if key in games)
