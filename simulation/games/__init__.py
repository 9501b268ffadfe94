"""How each game is played with cards: one module per game, and a line here."""

from rules.game import Violation, text
from rules.reading import Refused, json_name
from simulation.games import briscola, doppelkopf, flunk, frepe, points, rifki
from simulation.games.fipsen import grossenaspe, mecklenburg, prisdorf, thedinghausen
from simulation.games.skat import playing as skat
from simulation.play import Play

PLAYS: dict[str, Play] = {
    play.game.key: play
    for play in (
        prisdorf.PLAY,
        grossenaspe.PLAY,
        thedinghausen.PLAY,
        mecklenburg.ANSEGER_PLAY,
        mecklenburg.DUTT_PLAY,
        briscola.PLAY,
        briscola.SCARNE_PLAY,
        flunk.PLAY,
        frepe.PLAY,
        rifki.PLAY,
        skat.PLAY,
        doppelkopf.PLAY,
        points.PLAY,
    )
}


def find_play(game_key: str) -> Play:
    """How a game is played. Raises Refused (`game_unknown`)."""
    if game_key in PLAYS:
        return PLAYS[game_key]
    message = text("There is no game “{key}” to play.")
    raise Refused([Violation("game_unknown", "game", message, {"key": json_name(game_key)})])
