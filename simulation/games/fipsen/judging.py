"""The value of a Fipsen hand: a declarer's expected tricks, fitted once on many simulated deals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from rules.cards import SHORT_RANKS, SUITS

HAND_SIZE = 5
STEEPNESS = 2.2  # how sharply the chance rises around the tricks needed


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
