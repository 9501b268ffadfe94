"""Schafkopf with cards: the called ace, games for two and for one, and the resulting record."""

from rules import schafkopf
from simulation.games.schafkopf.cards import begin, cards_refusal, ignored, is_over, shape
from simulation.games.schafkopf.declaring import declare
from simulation.games.schafkopf.habits import card_refusal, choose_card
from simulation.games.schafkopf.record import derive, facts_shown, written
from simulation.play import Play

PLAY = Play(
    game=schafkopf.GAME,
    shape=shape,
    begin=begin,
    is_over=is_over,
    derive=derive,
    written=written,
    declare=declare,
    choose=choose_card,
    derived=("partner", "result", "level", "laufende", "card_points", "virgins"),
    ignored=ignored,
    exchange_refusal=cards_refusal,
    refusal=card_refusal,
    facts=facts_shown,
)
