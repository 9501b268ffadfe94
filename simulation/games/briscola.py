"""Briscola with cards: draw from the stock after every trick; no duty to follow until it is empty."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from rules import briscola
from rules.briscola.record import CARD_POINTS, PAIRED_SEATS, PAIRS
from rules.cards import ITALIAN_RANKS, PACK_40
from rules.tricks import is_revoke
from simulation.dealing import Deal, Shape
from simulation.habits import height, is_last, lowest, winners, winning_card, winning_place
from simulation.people import Person
from simulation.play import Play, Position, count_by_seat, start

HAND_SIZE = 3
SEATS_WITHOUT_A_TWO = 3
WORTH_A_TRUMP = 10  # points in a trick that justify spending a trump


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Return three cards each, one turned up, the rest is the stock; with three players a two is left out."""
    left_out = "2" if seats == SEATS_WITHOUT_A_TWO else None
    stock = len(PACK_40) - bool(left_out) - HAND_SIZE * seats - 1
    return Shape(PACK_40, (HAND_SIZE,) * seats, turnup=1, stock=stock, left_out=left_out)


def begin(deal: Deal) -> Position:
    """Return the first position: the dealer's right leads, and the turned-up card is drawn last."""
    assert deal.turnup is not None
    position = start(deal, leader=deal.dealer + 1, ranks=ITALIAN_RANKS, trump=deal.turnup[0])
    position.stock = [*deal.stock, deal.turnup]
    return position


def refusal(position: Position, card: str) -> str | None:
    """Refuse a card: players follow suit only in the last three tricks, when the stock is empty."""
    if position.stock or not position.deal.options.follow_last_three:
        return None
    return "must_follow_suit" if is_revoke(position.hand, position.led, card) else None


def anything_goes(position: Position, card: str) -> None:
    """Allow every card: in Scarne's game players never have to follow suit."""


def side_of(seat: int, seats: int) -> int:
    """Return the side of a seat: partners sit opposite each other at a table of four."""
    return seat % PAIRS if seats == PAIRED_SEATS else seat


def points_in(cards: Sequence[str]) -> int:
    """Return the card points."""
    return sum(CARD_POINTS.get(card[1], 0) for card in cards)


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return the card points of every side."""
    seats = position.deal.seats
    by_seat = count_by_seat(position, [points_in(trick.cards) for trick in position.tricks])
    points = [0] * (PAIRS if seats == PAIRED_SEATS else seats)
    for seat, taken in enumerate(by_seat):
        points[side_of(seat, seats)] += taken
    return {"points": points}


# Simulated players


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Return no declaration: there is none before the play."""
    return []


def choose(position: Position, cards: Sequence[str]) -> str:
    """Lead the cheapest card, give points to the partner, take points cheaply."""
    if not position.on_table:
        return cheapest(position, cards)
    is_partners = side_of(winning_place(position), position.deal.seats) == side_of(
        position.place, position.deal.seats
    )
    if is_partners and is_last(position):
        return most_points(position, cards)
    if not is_partners and (taking := worth_taking(position, cards)):
        return taking
    return cheapest(position, cards)


def cheapest(position: Position, cards: Sequence[str]) -> str:
    """Return the cheapest card: no trump, few points, low."""
    return min(
        cards, key=lambda card: (card[0] == position.trump, points_in([card]), -height(position, card))
    )


def most_points(position: Position, cards: Sequence[str]) -> str:
    """Return most points for the partner, but no trump."""
    return max(cards, key=lambda card: (card[0] != position.trump, points_in([card])))


def worth_taking(position: Position, cards: Sequence[str]) -> str | None:
    """Return a plain card that wins with its points, or a low trump if the trick has points."""
    winning = winners(position, cards)
    plain = [card for card in winning if card[0] != position.trump]
    if plain and winning_card(position)[0] != position.trump:
        return max(plain, key=lambda card: points_in([card]))
    if winning and points_in(position.on_table) >= WORTH_A_TRUMP:
        return lowest(position, winning)
    return None


PLAY = Play(
    game=briscola.GAME,
    shape=shape,
    begin=begin,
    refusal=refusal,
    derive=derive,
    declare=declare,
    choose=choose,
    derived=("points", "claim"),
)
SCARNE_PLAY = replace(PLAY, game=briscola.SCARNE_GAME, refusal=anything_goes)
