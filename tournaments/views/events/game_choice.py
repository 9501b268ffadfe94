"""Which games a club is asked about first: its last one, those its name says, those its language suggests."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from rules import all_games
from rules.game import Game
from tournaments.models import Club
from tournaments.selectors.events.event_lists import last_game
from tournaments.views.pages.descriptions import game_url
from tournaments.views.pages.suggested_games import suggested_games

FIRST = 3  # keys before all other games


def first_games(request: HttpRequest, club: Club) -> list[Game]:
    """Return the games of the large keys, the likeliest first."""
    known = {game.key: game for game in all_games()}
    own = [game.key for game in all_games() if is_in_name(game, club.name)]
    likely = dict.fromkeys([last_game(club), *own, *suggested_games(request)])
    return [known[key] for key in likely if key in known][:FIRST]


def is_in_name(game: Game, name: str) -> bool:
    """Return whether a club names itself after a game: Skatfreunde, Kölner Doppelkopfrunde."""
    return gettext(game.name).casefold() in name.casefold()


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
