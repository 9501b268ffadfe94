"""The value of a Skat hand to a declarer: a chance to win, fitted once on many simulated deals."""

from collections.abc import Mapping, Sequence
from math import exp

from rules.cards import SHORT_RANKS, SUITS
from rules.skat.record import GRAND
from simulation.games.skat.cards import JACKS, trumps_of

# By feature: trumps, the two top jacks, all jacks, ace and ten of trumps, other aces, tens with their ace,
# void suits, other plain cards.
BEFORE_THE_SKAT = {
    False: (0.35, 0.24, 0.38, 0.59, 0.41, -0.13, 0.12, -0.67),
    True: (0.44, 0.25, 0.44, 0.0, 0.67, 0.10, -0.05, -0.48),
}
AS_PLAYED = {
    False: (0.25, 0.36, 0.50, 0.89, 0.40, -0.47, 0.61, -1.04),
    True: (0.44, 0.30, 0.44, 0.0, 0.64, 0.01, 0.29, -0.63),
}
"""Logistic weights, of a suit game (False) and a grand (True), for ten cards dealt and ten cards played."""


def features(hand: Sequence[str], contract: str) -> list[float]:
    """Return the features of a suit game or grand, in the order of the weights."""
    trumps = [card for card in hand if card in trumps_of(contract)]
    plain = [card for card in hand if card not in trumps]
    suits = [suit for suit in SUITS if suit != contract]
    aces = [card for card in plain if card[1] == "A"]
    tens = [card for card in plain if card[1] == "T" and card[0] + "A" in plain]
    return [
        len(trumps),
        (JACKS[0] in hand) + (JACKS[1] in hand),
        sum(card in hand for card in JACKS),
        sum(contract + rank in hand for rank in "AT") if contract != GRAND else 0,
        len(aces),
        len(tens),
        sum(not any(card[0] == suit for card in plain) for suit in suits),
        len(plain) - len(aces) - len(tens),
    ]


def chance_with_skat(hand: Sequence[str], contract: str) -> float:
    """Return the chance to win with these ten cards once the skat is taken."""
    return chance(hand, contract, BEFORE_THE_SKAT)


def chance(hand: Sequence[str], contract: str, weights: Mapping[bool, Sequence[float]] = AS_PLAYED) -> float:
    """Return the chance to win a suit game or grand played with these ten cards."""
    counted = zip(weights[contract == GRAND], features(hand, contract), strict=True)
    return 1 / (1 + exp(-sum(weight * each for weight, each in counted)))


def danger(hand: Sequence[str]) -> int:
    """Return how many cards of a null are above their safe height; 0 cannot be lost."""
    return sum(danger_of(sorted(heights_of(hand, suit))) for suit in SUITS)


def heights_of(hand: Sequence[str], suit: str) -> list[int]:
    """Return the heights of the cards of a suit in a null: 0 for the seven."""
    return [len(SHORT_RANKS) - 1 - SHORT_RANKS.index(card[1]) for card in hand if card[0] == suit]


def danger_of(heights: Sequence[int]) -> int:
    """Return the cards of a suit, from the lowest, that are above their safe height."""
    return sum(height > 2 * place for place, height in enumerate(heights))
