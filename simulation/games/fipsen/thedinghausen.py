"""Fipsen (Thedinghausen) with cards: each player alone, a turned-up card for trumps, five tricks."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.cards import PACK_32, SHORT_RANKS
from rules.fipsen import thedinghausen
from rules.fipsen.thedinghausen.record import TRICKS_TO_WIN
from rules.tricks import is_revoke, is_trump_refused
from simulation.dealing import Deal, Shape
from simulation.games.fipsen.exchange import HAND_SIZE
from simulation.habits import lead_from_strength, win_cheaply
from simulation.people import Person
from simulation.play import Play, Position, start


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Return five cards each, one turned up, six stay undealt."""
    return Shape(PACK_32, (HAND_SIZE,) * seats, turnup=1)


def exchange_refusal(deal: Deal) -> str | None:
    """Return why a swap is refused: the seven of trumps may be swapped for a turned-up ace."""
    if deal.discards or deal.drawn:
        return "exchange_not_allowed"
    return "swap_not_allowed" if deal.swap and not may_swap(deal) else None


def may_swap(deal: Deal) -> bool:
    """Return whether the ace is turned up and a player holds the seven."""
    assert deal.turnup is not None
    return deal.turnup[1] == "A" and seat_of(deal, trump_seven(deal)) is not None


def trump_seven(deal: Deal) -> str:
    """Return the card that may be swapped for the ace."""
    assert deal.turnup is not None
    return deal.turnup[0] + "7"


def seat_of(deal: Deal, card: str) -> int | None:
    """Return the seat that was dealt a card."""
    return next((seat for seat, hand in enumerate(deal.hands) if card in hand), None)


def begin(deal: Deal) -> Position:
    """Return the first position: the dealer's left leads; a swapped ace is in hand."""
    assert deal.turnup is not None
    position = start(deal, leader=deal.dealer + 1, ranks=SHORT_RANKS, trump=deal.turnup[0])
    if deal.swap:
        seven = trump_seven(deal)
        for hand in position.hands:
            hand[:] = [deal.turnup if card == seven else card for card in hand]
    return position


def refusal(position: Position, card: str) -> str | None:
    """Refuse a card: players follow suit; by house rule a void player must trump."""
    if is_revoke(position.hand, position.led, card):
        return "must_follow_suit"
    must_trump = position.deal.options.must_trump
    if must_trump and is_trump_refused(position.hand, position.led, card, position.trump):
        return "must_trump"
    return None


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return the tricks of every seat, and the first player to ten if the record asks for it."""
    tricks = position.tricks_by_seat
    before = list(thedinghausen.GAME.extra(state)["game_tricks"])
    at_ten = [seat for seat in range(len(tricks)) if before[seat] + tricks[seat] >= TRICKS_TO_WIN]
    return {"tricks": tricks, **({"first_to_ten": first_to_ten(position, before)} if len(at_ten) > 1 else {})}


def first_to_ten(position: Position, tricks: list[int]) -> int:
    """Return the player who took a tenth trick first."""
    for trick in position.tricks:
        tricks[trick.winner] += 1
        if tricks[trick.winner] == TRICKS_TO_WIN:
            return trick.winner
    raise ValueError("nobody has ten tricks")


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Return what the player who may swap does; there is no bidding."""
    deal.swap = may_swap(deal)
    return []


def choose(position: Position, cards: Sequence[str]) -> str:
    """Return the card to play: every player tries for tricks."""
    return win_cheaply(position, cards) if position.on_table else lead_from_strength(position, cards)


PLAY = Play(
    game=thedinghausen.GAME,
    shape=shape,
    exchange_refusal=exchange_refusal,
    begin=begin,
    refusal=refusal,
    derive=derive,
    declare=declare,
    choose=choose,
    derived=("tricks", "first_to_ten"),
)
