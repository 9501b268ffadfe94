"""The rules of each card game. The list of games is explicit: a new game is a module and a line here.

A module says its source first. One that ends in `.txt` is a Japanese description that the maintainers hold;
it belongs to its author, so the repository has no copy, but its rules in words of our own (`prose.py` of the
game) and cases worked out by hand (`tests/data/golden/`).
"""

from rules import briscola, doppelkopf, flunk, frepe, jass, points, rifki, schafkopf, skat
from rules.fipsen import grossenaspe, mecklenburg, prisdorf, thedinghausen
from rules.game import Game
from rules.reading import find_game

GAMES: tuple[Game, ...] = (
    prisdorf.GAME,
    grossenaspe.GAME,
    thedinghausen.GAME,
    mecklenburg.ANSEGER_GAME,
    mecklenburg.DUTT_GAME,
    briscola.GAME,
    briscola.SCARNE_GAME,
    flunk.GAME,
    frepe.GAME,
    rifki.GAME,
    skat.GAME,
    doppelkopf.GAME,
    schafkopf.GAME,
    jass.GAME,
    points.GAME,
)


def all_games() -> tuple[Game, ...]:
    """Return every game, in the order of the list; all listing and lookup uses this function."""
    return GAMES


def get_game(key: object) -> Game:
    """Return the game of a key. Raises rules.reading.Refused (`game_unknown`)."""
    return find_game(all_games(), key)
