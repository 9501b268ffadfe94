"""Hopfen without cards: any record. A game of tricks: see flunk.py."""

from collections.abc import Sequence
from random import Random
from typing import Any

from simulation.dealing import Deal, Shape
from simulation.people import Person
from simulation.play import Play, Position, start
from tests.made_up_game import hopfen
from tests.made_up_game.hopfen.record import COLOUR_CHOICES, MOST_HOPS


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Deal nothing."""
    return Shape((), (0,) * seats)


def begin(deal: Deal) -> Position:
    """Play nothing."""
    return start(deal, leader=deal.dealer + 1, ranks="", trump=None)


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Derive nothing: no fact follows from the cards."""
    return {}


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Return any record that the rules allow; there are no calls."""
    colour = rng.choice(COLOUR_CHOICES).value
    deal.declaration = {"colour": colour, "hops": rng.randint(0, MOST_HOPS)}
    return []


def choose(position: Position, cards: Sequence[str]) -> str:
    """Choose nothing: there are no cards."""
    raise ValueError("no cards are played")


PLAY = Play(
    game=hopfen.GAME,
    shape=shape,
    begin=begin,
    derive=derive,
    declare=declare,
    choose=choose,
    derived=(),
    has_replay=False,
)
