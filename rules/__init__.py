"""What each card game says. The list of games is explicit: adding one is a module and a line here."""

from rules import briscola, doppelkopf, flunk, frepe, points, rifki, skat
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
    points.GAME,
)


def all_games() -> tuple[Game, ...]:
    """Every game there is, in the order of the list; whoever lists or looks up games asks here."""
    return GAMES


def get_game(key: object) -> Game:
    """The game of a key. Raises rules.reading.Refused (`game_unknown`)."""
    return find_game(all_games(), key)
