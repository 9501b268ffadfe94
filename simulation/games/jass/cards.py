"""The cards of Jass: order and points of every kind, and what may be played."""

from collections.abc import Sequence
from typing import Any

from rules.cards import make_pack
from rules.jass.record import (
    DEAL_POINTS,
    DOWN_POINTS,
    LAST_TRICK,
    NELL,
    PLAIN_POINTS,
    SIDES,
    SLALOM_OBENABE,
    SLALOM_UNDENUFE,
    SUIT_KINDS,
    TRUMP_POINTS,
    UNDENUFE,
    UNDER,
    UP_POINTS,
    sides,
)
from rules.tricks import cards_of, has_suit, height_in_play
from simulation.dealing import Deal, Shape
from simulation.play import Position, count_by_seat, not_exchanged, start

DOWN, UP = "AKQJT9876", "6789TJQKA"  # obenabe and undenufe, high to low
PACK_36 = make_pack(DOWN)
HAND_SIZE = 9


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Return nine cards each (§ Table)."""
    return Shape(PACK_36, (HAND_SIZE,) * seats)


def begin(deal: Deal) -> Position:
    """Let forehand lead in every game (§ Table)."""
    contract = deal.contract or ""
    goes_up = contract in (UNDENUFE, SLALOM_UNDENUFE)
    ranks = UP if goes_up else DOWN
    trump = contract if contract in SUIT_KINDS else None
    position = start(deal, leader=deal.dealer + 1, ranks=ranks, trump=trump)
    position.above = (contract + UNDER, contract + NELL) if trump else ()
    if contract in (SLALOM_OBENABE, SLALOM_UNDENUFE):
        position.turned_ranks = DOWN if goes_up else UP
    return position


def points_in(contract: str, cards: Sequence[str]) -> int:
    """Return the points of some cards: 152 are in the pack in every kind (§ Kinds)."""
    return sum(card_points(contract, card) for card in cards)


def card_points(contract: str, card: str) -> int:
    """Return the points of a card; a slalom counts all through as it began."""
    if contract in SUIT_KINDS:
        return (TRUMP_POINTS if card[0] == contract else PLAIN_POINTS).get(card[1], 0)
    return (UP_POINTS if contract in (UNDENUFE, SLALOM_UNDENUFE) else DOWN_POINTS).get(card[1], 0)


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return the points of both sides, and whether 157 are a match."""
    contract = position.deal.contract or ""
    worths = [points_in(contract, trick.cards) for trick in position.tricks]
    worths[-1] += LAST_TRICK
    points, tricks = by_side(count_by_seat(position, worths)), by_side(position.tricks_by_seat)
    if DEAL_POINTS not in points:
        return {"points": points}
    return {"points": points, "match": tricks[points.index(DEAL_POINTS)] == HAND_SIZE}


def by_side(counts: Sequence[int]) -> list[int]:
    """Add up the counts of partners."""
    return [sum(counts[side::SIDES]) for side in range(SIDES)]


# What may be played


def refusal(position: Position, card: str) -> str | None:
    """Return the rule that a card breaks (§ Play)."""
    led, trump, hand = position.led, position.trump, position.hand
    if led is None:
        return None
    if led == trump:
        return follow_trumps_refusal(position, card)
    if card[0] == trump:
        return "must_not_undertrump" if is_undertrump(position, card) else None
    return "must_follow_suit" if card[0] != led and has_suit(hand, led) else None


def follow_trumps_refusal(position: Position, card: str) -> str | None:
    """Return trumps led, a trump is due; the Under of trumps need not be given (§ Play 2)."""
    trumps = cards_of(position.hand, position.trump)
    is_free = all(each[1] == UNDER for each in trumps)
    return None if is_free or card in trumps else "must_follow_suit"


def is_undertrump(position: Position, card: str) -> bool:
    """Return whether a trump is lower than one in the trick, and the hand has more than trumps (§ Play 3)."""
    if all(each[0] == position.trump for each in position.hand):
        return False
    table = (position.ranks, position.above)
    heights = [height_in_play(each, *table) for each in cards_of(position.on_table, position.trump)]
    return bool(heights) and height_in_play(card, *table) > min(heights)


# The declaration


def declaration_refusal(deal: Deal) -> str | None:
    """Return without the kind the cards say nothing."""
    return "contract_required" if deal.contract is None else None


def stoeck_refusal(deal: Deal) -> str | None:
    """Return king and Ober of trumps must lie in one hand of the side that writes them (§ Score)."""
    if code := not_exchanged(deal):
        return code
    written = deal.declaration.get("stoeck") or ()
    for side, seats in enumerate(sides(deal.seats)):
        if any(written[side : side + 1]) and not set(seats) & set(stoeck_seats(deal)):
            return "stoeck_not_in_hand"
    return None


def stoeck_seats(deal: Deal) -> list[int]:
    """Return the player with king and Ober of trumps, if one has both."""
    both = {f"{deal.contract}K", f"{deal.contract}Q"}
    return [seat for seat, hand in enumerate(deal.hands) if both <= set(hand)]
