"""How each game is played with cards. `rules.flunk` is played by the `PLAY` in `simulation.games.flunk`."""

from importlib import import_module

from rules import GAMES
from rules.game import Game, Violation, text
from rules.reading import Refused, json_name
from simulation.play import Play


def play_of(game: Game) -> Play:
    """Return the play of a game, from the module named after the game's own. Raises LookupError."""
    name = game.settle.__module__.removesuffix(".settle").replace("rules", __name__, 1)
    values = vars(import_module(name)).values()
    plays = [each for each in values if isinstance(each, Play) and each.game is game]
    if not plays:
        raise LookupError(f"{name} has no Play of {game.key}.")
    return plays[0]


PLAYS: dict[str, Play] = {game.key: play_of(game) for game in GAMES}


def find_play(game_key: str) -> Play:
    """Return the play of a game. Raises Refused (`game_unknown`)."""
    if game_key in PLAYS:
        return PLAYS[game_key]
    message = text("No game “{key}” can be simulated.")
    raise Refused([Violation("game_unknown", "game", message, {"key": json_name(game_key)})])
