"""Any other game: no cards, only points as the event's options allow them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules import points
from rules.points_numbers import sums_of
from simulation.dealing import Deal, Shape
from simulation.people import Person
from simulation.play import Play, Position, start

USUAL = 100  # points are drawn between minus and plus this if the options set no bounds


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Return no cards: nothing is dealt."""
    return Shape((), (0,) * seats)


def begin(deal: Deal) -> Position:
    """Return an empty position: nothing is played."""
    return start(deal, leader=deal.dealer + 1, ranks="", trump=None)


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return nothing: no cards determine the points."""
    return {}


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Return random points that the options allow."""
    low, high = bounds(deal.options)
    places = points.sides(deal.options, deal.seats)
    drawn = [rng.randint(low, high) for _ in places]
    sums = (0,) if deal.options.zero_sum else sums_of(deal.options)
    if sums:
        level_out(drawn, sums[0] if len(sums) == 1 else rng.choice(sums), low, high)
    deal.declaration = {"points": drawn}
    return []


def bounds(options: Any) -> tuple[int, int]:
    """Return the lowest and highest points of a seat."""
    low = options.min if options.min is not None else min(-USUAL, (options.max or 0) - USUAL)
    high = options.max if options.max is not None else max(USUAL, low + USUAL)
    return low, high


def level_out(points: list[int], total: int, low: int, high: int) -> None:
    """Change as little as needed, seat by seat, until the points have the wanted sum."""
    for seat, value in enumerate(points):
        missing = total - sum(points)
        points[seat] = min(max(value + missing, low), high)


def choose(position: Position, cards: Sequence[str]) -> str:
    """Refuse to choose: there are no cards."""
    raise ValueError("no cards are played")


PLAY = Play(
    game=points.GAME,
    shape=shape,
    begin=begin,
    derive=derive,
    declare=declare,
    choose=choose,
    derived=(),
    has_replay=False,
)
