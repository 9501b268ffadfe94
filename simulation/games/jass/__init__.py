"""Jass with cards: 36 cards, trumps that need not follow, no undertrumping, slalom."""

from rules import jass
from simulation.games.jass.cards import begin, declaration_refusal, derive, refusal, shape, stoeck_refusal
from simulation.games.jass.people import choose, declare, written
from simulation.play import Play

PLAY = Play(
    game=jass.GAME,
    shape=shape,
    begin=begin,
    derive=derive,
    written=written,
    declare=declare,
    choose=choose,
    derived=("points", "match"),
    declaration_refusal=declaration_refusal,
    exchange_refusal=stoeck_refusal,
    refusal=refusal,
)
