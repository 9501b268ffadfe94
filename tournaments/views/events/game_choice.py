"""Which games a club is asked about first: its last one, those its name says, those its language suggests."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language_from_request, gettext

from rules import all_games
from rules.game import Game
from tournaments.models import Club
from tournaments.views.pages.descriptions import game_url

FIRST = 3  # keys before all other games
SUGGESTED = {  # by language, and by the region that a browser names
    "de": ("skat", "doppelkopf", "schafkopf"),
    "de-ch": ("jass", "skat", "doppelkopf"),
    "de-at": ("schafkopf", "skat", "doppelkopf"),
    "ja": ("fipsen-prisdorf", "skat", "points"),
}
ELSEWHERE = ("skat", "doppelkopf", "points")


def first_games(request: HttpRequest, club: Club) -> list[Game]:
    """Return the games of the large keys, the likeliest first."""
    last = club.events.order_by("-date", "-pk").values_list("game", flat=True).first()
    known = {game.key: game for game in all_games()}
    own = [game.key for game in all_games() if is_in_name(game, club.name)]
    likely = dict.fromkeys([last, *own, *suggested(request)])
    return [known[key] for key in likely if key in known][:FIRST]


def is_in_name(game: Game, name: str) -> bool:
    """Return whether a club names itself after a game: Skatfreunde, Kölner Doppelkopfrunde."""
    return gettext(game.name).casefold() in name.casefold()


def suggested(request: HttpRequest) -> tuple[str, ...]:
    """Return the games of the reader's language, and of the region if the browser says one."""
    language = get_language_from_request(request)
    wanted = [each.split(";")[0].strip() for each in request.headers.get("Accept-Language", "").split(",")]
    region = next((each.lower() for each in wanted if each.lower().startswith(f"{language}-")), "")
    return SUGGESTED.get(region) or SUGGESTED.get(language) or ELSEWHERE


def game_keys(first: list[Game], chosen: Game) -> dict[str, Any]:
    """Return the large keys, the chosen game among them, and the games behind them."""
    shown = first if chosen in first else [chosen, *first][:FIRST]
    others = [game for game in all_games() if game not in shown]
    return {
        "first_games": [game_facts(game, chosen) for game in shown],
        "other_games": [game_facts(game, chosen) for game in others],
        "game_facts": game_facts(chosen, chosen),
    }


def game_facts(game: Game, chosen: Game) -> dict[str, Any]:
    """Return a game as a key shows it."""
    return {
        "key": game.key,
        "name": gettext(game.name),
        "title": gettext(game.title),
        "url": game_url(game),
        "is_chosen": game == chosen,
    }


def usual_name(game: Game) -> str:
    """Return the name of an evening of a game before anybody has typed one."""
    return gettext(game.evenings[0].name) if game.evenings else gettext(game.name)


def chosen_game(key: str | None, first: list[Game]) -> Game:
    """Return the game with this key, else the likeliest one."""
    return next((game for game in all_games() if game.key == key), None) or first[0]
