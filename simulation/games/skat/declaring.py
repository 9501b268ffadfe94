"""Simulated bidding, taking of the skat, discarding and declaring."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from rules import skat
from rules.auction import BID, HOLD, PASS, Call
from rules.cards import SHORT_RANKS, SUITS
from rules.skat.record import BASES, GRAND, LADDER_OF_BIDS, NO, NULL, NULL_VALUES, OUVERT, PASSED, SCHNEIDER
from simulation.auctions import hold_auction
from simulation.dealing import Deal
from simulation.games.skat.cards import JACKS, SKAT_SIZE, cards_before, matadors, points_in, trumps_of
from simulation.people import Person

CONTRACTS = (*SUITS, GRAND)
ENOUGH = 0.62  # the chance that justifies a bid
BOLDNESS = 0.10
MOOD = 0.06
HAND_GAME = 0.88  # the chance that justifies leaving the skat
SCHNEIDER_SURE = 0.985
NULL_DANGER = 2  # cards that the skat may still repair
KONTRA_RATE = 0.05

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


@dataclass(frozen=True, slots=True)
class Plan:
    """A player's intended game with ten cards, and the bidding limit."""

    limit: int = 0
    contract: str = PASSED
    hand: bool = False


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Simulate auction, skat and declaration of a deal; return the calls."""
    auction = skat.GAME.auction
    plans = [make_plan(hand, person, rng) for hand, person in zip(deal.hands, people, strict=True)]
    opening = auction.opening(deal.options, deal.seats, deal.dealer)
    calls, result = hold_auction(auction, opening, lambda now: answer(now, plans))
    if result["declarer"] is None:
        deal.declaration = {"contract": PASSED}
        return calls
    seat = result["declarer"]
    deal.declaration = {"declarer": seat, "bid": result["bid"]}
    deal.declaration |= hand_game(deal, seat, plans[seat]) if plans[seat].hand else open_game(deal, seat)
    if deal.options.kontra and rng.random() < KONTRA_RATE:
        deal.declaration["kontra"] = 1
    return calls


def make_plan(hand: Sequence[str], person: Person, rng: Random) -> Plan:
    """Return the most valuable game with enough chance; the player who sits out has no cards and no plan."""
    if not hand:
        return Plan()
    needed = ENOUGH - BOLDNESS * person.boldness + rng.gauss(0, MOOD)
    plans = [plan_for(hand, contract, needed) for contract in CONTRACTS]
    return max([*plans, plan_for_null(hand)], key=lambda plan: (plan.limit, plan.hand))


def plan_for(hand: Sequence[str], contract: str, needed: float) -> Plan:
    """Return the limit of a suit game or grand, by hand if the chance is high enough."""
    factor = abs(matadors(hand, contract)) + 1
    if chance(hand, contract) >= HAND_GAME:
        return Plan((factor + 1) * BASES[contract], contract, hand=True)
    if chance_with_skat(hand, contract) >= needed:
        return Plan(factor * BASES[contract], contract)
    return Plan()


def plan_for_null(hand: Sequence[str]) -> Plan:
    """Follow a habit: a null that cannot be lost is played by hand; one weak card may be discarded."""
    risk = danger(hand)
    if risk == 0:
        return Plan(NULL_VALUES[True, False], NULL, hand=True)
    return Plan(NULL_VALUES[False, False], NULL) if risk <= NULL_DANGER else Plan()


def answer(state: Any, plans: Sequence[Plan]) -> Call:
    """Hold or name the next number up to the limit, else pass."""
    seat, standing = state.turn, state.standing.bid if state.standing else 0
    limit = plans[seat].limit
    if state.is_asked:
        return Call(seat, HOLD if standing <= limit else PASS)
    bid = next((bid for bid in LADDER_OF_BIDS if standing < bid <= limit), None)
    return Call(seat, PASS) if bid is None else Call(seat, BID, None, bid)


# The game


def hand_game(deal: Deal, seat: int, plan: Plan) -> dict[str, Any]:
    """Return the planned game, announced higher if the chance is high enough."""
    hand = deal.hands[seat]
    if plan.contract == NULL:
        return {"contract": NULL, "hand": True, "announced": OUVERT}
    is_sure = chance(hand, plan.contract) >= SCHNEIDER_SURE
    return {"contract": plan.contract, "hand": True, "announced": SCHNEIDER if is_sure else NO}


def open_game(deal: Deal, seat: int) -> dict[str, Any]:
    """Return the best game of twelve cards that reaches the bid, with two discards."""
    twelve, bid = cards_before(deal), deal.declaration["bid"]
    ways = {contract: away_for(twelve, contract) for contract in CONTRACTS}
    promise = {contract: hope(twelve, contract, ways[contract], bid) for contract in CONTRACTS}
    ways[NULL], promise[NULL] = away_for_null(twelve), null_hope(twelve, bid)
    contract = max(promise, key=lambda each: promise[each])
    deal.discards = {seat: ways[contract]}
    return {"contract": contract}


def away_for(twelve: Sequence[str], contract: str) -> list[str]:
    """Return the discards: no trumps, no aces; short suits first, and tens without their ace."""

    def keep(card: str) -> tuple[bool, bool, int, int]:
        length = sum(other[0] == card[0] and other not in trumps for other in twelve)
        is_sure = card[1] == "A" or (card[1] == "T" and card[0] + "A" in twelve)
        return (card in trumps, is_sure, length, -points_in([card]))

    trumps = trumps_of(contract)
    return sorted(twelve, key=keep)[:SKAT_SIZE]


def hope(twelve: Sequence[str], contract: str, away: Sequence[str], bid: int) -> float:
    """Return the expected points of a game; one below its bid is only rated by its low cost."""
    value = (abs(matadors(twelve, contract)) + 1) * BASES[contract]
    ten = [card for card in twelve if card not in away]
    likely = chance(ten, contract) if value >= bid else 0.0
    worth = max(value, bid)
    return likely * (worth + 50) - (1 - likely) * (2 * worth + 50)


def away_for_null(twelve: Sequence[str]) -> list[str]:
    """Return the two cards without which the hand is safest, the highest first."""
    away: list[str] = []
    while len(away) < SKAT_SIZE:
        left = [card for card in twelve if card not in away]
        away.append(min(left, key=lambda card: danger([other for other in left if other != card])))
    return away


def null_hope(twelve: Sequence[str], bid: int) -> float:
    """Return the expected points of a null; it cannot be announced above its value."""
    value = NULL_VALUES[False, False]
    risk = danger([card for card in twelve if card not in away_for_null(twelve)])
    likely = (0.9, 0.55, 0.2)[min(risk, 2)]
    return likely * (value + 50) - (1 - likely) * (2 * value + 50) if bid <= value else float("-inf")


# The value of a hand to a declarer: a chance to win, fitted once on many simulated deals


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
