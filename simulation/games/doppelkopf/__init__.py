"""Doppelkopf with cards: four players, two sides, announcements during the play."""

from rules import doppelkopf
from simulation.games.doppelkopf.calls import announcement_refusal
from simulation.games.doppelkopf.cards import begin, declaration_refusal, derive, facts_shown, shape
from simulation.games.doppelkopf.people import announce, choose, declare
from simulation.play import Play

PLAY = Play(
    game=doppelkopf.GAME,
    shape=shape,
    begin=begin,
    derive=derive,
    declare=declare,
    choose=choose,
    derived=tuple(each.name for each in doppelkopf.GAME.fields),
    declared_too=("contract", "declarer"),
    declaration_refusal=declaration_refusal,
    announcement_refusal=announcement_refusal,
    announce=announce,
    facts=facts_shown,
    has_announcements=True,
)
