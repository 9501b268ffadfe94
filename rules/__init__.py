"""What each card game says. The list of games is explicit: adding one is a module and a line here."""

from rules.fipsen import prisdorf
from rules.game import Game
from rules.reading import find_game

GAMES: tuple[Game, ...] = (prisdorf.GAME,)


def get_game(key: object) -> Game:
    """The game of a key. Raises rules.reading.Refused (`game_unknown`)."""
    return find_game(GAMES, key)
