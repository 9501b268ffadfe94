"""Sensible card play: win cheaply, duck, discard, lead from strength.

Ranks run from high to low, so a card with a small index is a high one.
"""

from collections import Counter
from collections.abc import Sequence

from rules.tricks import beats, height_in_play
from simulation.play import Position, winning_step


def height(position: Position, card: str) -> int:
    """Return how low a card is: 0 for the highest rank."""
    return height_in_play(card, position.ranks, position.above)


def lowest(position: Position, cards: Sequence[str]) -> str:
    """Return the least valuable card: no trump if possible, then the lowest rank."""
    return max(cards, key=lambda card: (position.suit_of(card) != position.trump, height(position, card)))


def highest(position: Position, cards: Sequence[str]) -> str:
    """Return the most valuable card: the highest rank, no trump if possible."""
    return min(cards, key=lambda card: (position.suit_of(card) != position.trump, height(position, card)))


def winning_card(position: Position) -> str:
    """Return the card that holds the trick now."""
    return position.on_table[winning_step(position)]


def winning_place(position: Position) -> int:
    """Return the place that holds the trick now."""
    first = position.turn - len(position.on_table)
    return position.order[(first + winning_step(position)) % len(position.order)]


def winners(position: Position, cards: Sequence[str]) -> list[str]:
    """Return the cards that would take the trick."""
    best = winning_card(position)
    table = (position.ranks, position.trump, position.above)
    return [card for card in cards if beats(card, best, *table)]


def is_last(position: Position) -> bool:
    """Return whether no other place plays to this trick afterwards."""
    return len(position.on_table) == len(position.order) - 1


def unseen(position: Position, suit: str) -> list[str]:
    """Return the cards of a suit not yet played and not in this hand, as far as this player knows."""
    played = [card for trick in position.tricks for card in trick.cards]
    out = Counter(position.deal.pack) - Counter([*played, *position.hand, *position.on_table])
    return [card for card in out.elements() if position.suit_of(card) == suit]


def is_master(position: Position, card: str) -> bool:
    """Return whether no higher card of the suit is still out."""
    own = height(position, card)
    return not any(height(position, other) < own for other in unseen(position, position.suit_of(card)))


def win_cheaply(position: Position, cards: Sequence[str]) -> str:
    """Return the lowest sure winner, a high winner if others may still beat it, else the lowest card."""
    winning = winners(position, cards)
    if not winning:
        return lowest(position, cards)
    return lowest(position, winning) if is_last(position) else likely_winner(position, winning)


def likely_winner(position: Position, winning: Sequence[str]) -> str:
    """Return the highest of the suit led, with others still to play, but the lowest trump."""
    led = [card for card in winning if position.suit_of(card) == position.led]
    return highest(position, led) if led else lowest(position, winning)


def lead_from_strength(position: Position, cards: Sequence[str]) -> str:
    """Lead a master trump, else a master, else a low card of the longest suit."""
    masters = [card for card in cards if is_master(position, card)]
    if masters:
        return highest(position, masters)
    return lowest(position, longest_suit(cards))


def longest_suit(cards: Sequence[str]) -> list[str]:
    """Return the cards of the longest suit; the first such suit of the hand."""
    suits = [card[0] for card in cards]
    suit = max(suits, key=suits.count)
    return [card for card in cards if card[0] == suit]


def duck(position: Position, cards: Sequence[str]) -> str:
    """Return the highest card that loses the trick; if none, the highest when last, else the lowest."""
    winning = winners(position, cards)
    losing = [card for card in cards if card not in winning]
    if losing:
        return highest(position, losing)
    return highest(position, cards) if is_last(position) else lowest(position, cards)
