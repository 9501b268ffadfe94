"""Card play with the five cards of a Fipsen hand: one declarer against all others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from rules.cards import SHORT_RANKS, SUITS
from rules.tricks import cards_of
from simulation.habits import (
    height,
    highest,
    is_master,
    lead_from_strength,
    lowest,
    unseen,
    win_cheaply,
    winning_place,
)
from simulation.play import Position

HAND_SIZE = 5
STEEPNESS = 2.2  # how sharply the chance rises around the tricks needed


def choose_card(position: Position, cards: Sequence[str]) -> str:
    """Follow a habit: the declarer tries for every trick.

    A defender does not take one from another defender.
    """
    if not position.on_table:
        return lead(position, cards)
    if is_safe_with_us(position):
        return lowest(position, cards)
    return win_cheaply(position, cards)


def lead(position: Position, cards: Sequence[str]) -> str:
    """Follow a habit: the declarer draws trumps while any are out and they hold some.

    Defenders lead from strength.
    """
    if position.place != position.deal.declarer:
        return lead_from_strength(position, cards)
    trumps = cards_of(cards, position.trump)
    if len(trumps) > 1 and trumps_out(position):
        return highest(position, trumps)
    masters = plain_masters(position, cards)
    if masters:
        return min(masters, key=lambda card: height(position, card))
    return lead_from_strength(position, cards)


def plain_masters(position: Position, cards: Sequence[str]) -> list[str]:
    """Return plain cards that are the highest left of their suits."""
    return [card for card in cards if card[0] != position.trump and is_master(position, card)]


def trumps_out(position: Position) -> list[str]:
    """Return the trumps that other players may still hold."""
    return unseen(position, position.trump) if position.trump else []


def is_safe_with_us(position: Position) -> bool:
    """Return whether a defender holds the trick and the declarer has already played to it."""
    declarer = position.deal.declarer
    if declarer is None or declarer == position.place:
        return False
    has_played = declarer not in places_to_come(position)
    return has_played and winning_place(position) != declarer


def places_to_come(position: Position) -> list[int]:
    """Return the places that still play to this trick after the current one."""
    number = len(position.order)
    to_come = number - len(position.on_table)
    return [position.order[(position.turn + step) % number] for step in range(1, to_come)]


def will_win_the_rest(position: Position) -> bool:
    """Return whether every card left is the highest of its suit and no trump is out against plain ones."""
    hand = position.hand
    are_safe = not trumps_out(position) or all(card[0] == position.trump for card in hand)
    return bool(hand) and are_safe and all(is_master(position, card) for card in hand)


# What a hand is worth


@dataclass(frozen=True, slots=True)
class Weights:
    """Hundredths of a trick: for being declarer, for a trump and its rank, and for side cards by rank."""

    base: int
    trump: int
    trump_ranks: Mapping[str, int]
    side_ranks: Mapping[str, int]
    guarded_king: int  # a side king with its ace


def weigh(hand: Sequence[str], trump: str, weights: Weights) -> float:
    """Return the expected tricks with this hand and these trumps."""
    total = weights.base
    for card in hand:
        suit, rank = card[0], card[1]
        if suit == trump:
            total += weights.trump + weights.trump_ranks.get(rank, 0)
        elif rank == "K" and suit + "A" in hand:
            total += weights.guarded_king
        else:
            total += weights.side_ranks.get(rank, 0)
    return total / 100


def chance(expected: float, needed: int) -> float:
    """Return the chance of at least this many tricks."""
    return 1 / (1 + exp(-STEEPNESS * (expected - needed + 0.5)))


def keep_best(cards: Sequence[str], trump: str) -> list[str]:
    """Return the five cards to keep: trumps, then aces, then kings with their ace, then the highest."""

    def preference(card: str) -> tuple[bool, bool, int]:
        is_guarded = card[1] == "K" and card[0] + "A" in cards
        return (card[0] != trump, card[1] != "A" and not is_guarded, SHORT_RANKS.index(card[1]))

    return sorted(cards, key=preference)[:HAND_SIZE]


def best_keeps(cards: Sequence[str]) -> dict[str, list[str]]:
    """Return the five cards to keep for every suit as trumps."""
    return {trump: keep_best(cards, trump) for trump in SUITS}
