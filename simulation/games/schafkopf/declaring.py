"""Simulated bidding: the best game of a hand, the called ace, the suit, Tout and Sie."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules import schafkopf
from rules.auction import BID, PASS, Call
from rules.cards import SUITS
from rules.schafkopf.bidding import STEPS
from rules.schafkopf.words import (
    BETTEL,
    CALLED_SUITS,
    FARBWENZ,
    GEIER,
    MUSS,
    NO,
    PASSED,
    RAMSCH,
    RUF,
    SHORT_PACK,
    SIE,
    SOLO,
    TOUT,
    WENZ,
)
from simulation.auctions import hold_auction
from simulation.dealing import Deal
from simulation.games.schafkopf.cards import (
    callable_suits,
    plain_cards,
    points_in,
    trumps_of,
)
from simulation.habits import longest_suit
from simulation.people import Person

# The value of a card in tenths of a trick; trumps by their place from the top
TRUMP_WORTHS = (15, 14, 12, 11, 9, 8, 8, 7, 7, 6, 5, 5, 5, 5)
LONE_WORTHS = (16, 13, 10, 7)  # of the four trumps of a Wenz or Geier
ACE, GUARDED_TEN, VOID, LOSER = 9, 5, 5, -4
LONE_ACE, LONE_TEN, LONE_LOSER = 11, 7, -5
ENOUGH = {RUF: 30, SOLO: 66, FARBWENZ: 63, WENZ: 45, GEIER: 47}
ALL_TRICKS = {SOLO: 98, FARBWENZ: 92, WENZ: 82, GEIER: 82}
BOLDNESS = 6
STOSS_RATE = 0.06
SHORT_HAND = 1.1  # six cards of the short pack are worth a little more than they count


@dataclass(frozen=True, slots=True)
class Plan:
    """A player's game: its place on the ladder, contract, suit and announcement; the lowest passes."""

    step: int = -1
    contract: str = PASSED
    trump: str | None = None
    announced: str = NO


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Simulate the auction and the declaration of a deal; return the calls."""
    auction = schafkopf.GAME.auction
    plans = [best_plan(deal, hand, person, rng) for hand, person in zip(deal.hands, people, strict=True)]
    opening = auction.opening(deal.options, deal.seats, deal.dealer)
    calls, result = hold_auction(auction, opening, lambda now: answer(now, plans))
    deal.declaration = {"contract": result["contract"]}
    if result["forced"]:
        deal.declaration |= forced_call(deal)
    elif result["declarer"] is not None:
        deal.declaration |= as_declared(deal, result["declarer"], plans[result["declarer"]])
    if deal.options.stoss_max and deal.contract not in (PASSED, RAMSCH) and rng.random() < STOSS_RATE:
        deal.declaration["stoss"] = 1
    return calls


def as_declared(deal: Deal, seat: int, plan: Plan) -> dict[str, Any]:
    """Return the declaration of a plan: the shortest suit is called."""
    declared: dict[str, Any] = {"declarer": seat}
    if plan.contract == RUF:
        return {**declared, "called": suit_to_call(deal.hands[seat])}
    if plan.trump:
        declared["trump"] = plan.trump
    return declared if plan.announced == NO else {**declared, "announced": plan.announced}


def forced_call(deal: Deal) -> dict[str, Any]:
    """Return the Ruf of the player who holds the Ober of acorns and has to play."""
    seat = next(seat for seat, hand in enumerate(deal.hands) if "CQ" in hand)
    return {"declarer": seat, "called": suit_to_call(deal.hands[seat]), "forced": True}


def suit_to_call(hand: Sequence[str]) -> str:
    """Return the suit to call: short, with few points; any suit without the ace if the hand is locked."""
    suits = callable_suits(hand) or aces_to_call(hand)
    return min(suits, key=lambda suit: (len(plain_cards(hand, suit)), points_in(plain_cards(hand, suit))))


def aces_to_call(hand: Sequence[str]) -> list[str]:
    """Return the suits whose ace the hand lacks; with all three aces nobody can be forced to call."""
    return [suit for suit in CALLED_SUITS if suit + "A" not in hand]


def answer(state: Any, plans: Sequence[Plan]) -> Call:
    """Name the planned game if it beats the standing one, else pass."""
    seat = state.turn
    plan = plans[seat]
    announced = () if plan.announced == NO else (plan.announced,)
    bid = Call(seat, BID, plan.contract, None, announced)
    if plan.step < 0 or schafkopf.GAME.auction.violations(state, bid):
        return Call(seat, PASS)
    return bid


# Plans


def best_plan(deal: Deal, hand: Sequence[str], person: Person, rng: Random) -> Plan:
    """Return the highest game that the hand is worth; the player who sits out has no cards and no plan."""
    if not hand:
        return Plan()
    mood = BOLDNESS * person.boldness + rng.gauss(0, 3)
    size = SHORT_HAND if deal.options.pack == SHORT_PACK else 1
    plans = [plan_for(deal, hand, contract, suit, mood, size) for contract, suit in games_of(deal.options)]
    if callable_suits(hand) and strength(deal, hand, RUF, None) * size + mood >= ENOUGH[RUF]:
        plans.append(Plan(0, RUF))
    if deal.options.bettel and is_low(hand):
        plans.append(Plan(1, BETTEL))
    if deal.options.all_pass == MUSS and not aces_to_call(hand):
        plans.append(Plan(STEPS.index((SOLO, ())), SOLO, longest_suit(hand)[0][0]))
    return max(plans, key=lambda plan: plan.step)


def games_of(options: Any) -> list[tuple[str, str | None]]:
    """Return the games for one that this event plays, with their suits."""
    suits: list[tuple[str, str | None]] = [(SOLO, suit) for suit in SUITS]
    suits += [(FARBWENZ, suit) for suit in SUITS if options.farbwenz]
    lone: list[tuple[str, str | None]] = [(GEIER, None)] if options.geier else []
    return [*lone, (WENZ, None), *suits]


def plan_for(
    deal: Deal, hand: Sequence[str], contract: str, suit: str | None, mood: float, size: float
) -> Plan:
    """Return the plan of a game for one, announced higher if the hand is strong enough."""
    worth = strength(deal, hand, contract, suit) * size
    if worth + mood < ENOUGH[contract]:
        return Plan()
    announced = TOUT if worth >= ALL_TRICKS[contract] else NO
    if contract == SOLO and is_sie(deal, hand, suit):
        announced = SIE
    announcements = () if announced == NO else (announced,)
    return Plan(STEPS.index((contract, announcements)), contract, suit, announced)


def is_sie(deal: Deal, hand: Sequence[str], suit: str | None) -> bool:
    """Return whether the hand is the highest trumps and nothing else."""
    return set(hand) == set(trumps_of(SOLO, suit, deal.pack)[: len(hand)])


def strength(deal: Deal, hand: Sequence[str], contract: str, suit: str | None) -> int:
    """Return the value of a hand in tenths of tricks."""
    all_trumps = trumps_of(contract, suit, deal.pack)
    trumps = [card for card in hand if card in all_trumps]
    plain = [card for card in hand if card not in trumps]
    if contract in (WENZ, GEIER):
        high = sum(LONE_WORTHS[all_trumps.index(card)] for card in trumps)
        return high + plain_worth(plain, LONE_ACE, LONE_TEN, LONE_LOSER)
    high = sum(TRUMP_WORTHS[all_trumps.index(card)] for card in trumps)
    voids = sum(not any(card[0] == each for card in plain) for each in SUITS) - 1
    return high + VOID * max(voids, 0) + plain_worth(plain, ACE, GUARDED_TEN, LOSER)


def plain_worth(plain: Sequence[str], ace: int, ten: int, loser: int) -> int:
    """Return the value of the cards that are no trumps: aces, tens beside their ace, losers."""
    aces = [card for card in plain if card[1] == "A"]
    tens = [card for card in plain if card[1] == "T" and card[0] + "A" in plain]
    return ace * len(aces) + ten * len(tens) + loser * (len(plain) - len(aces) - len(tens))


def is_low(hand: Sequence[str]) -> bool:
    """Return whether a hand is safe for a Bettel: low cards only."""
    return all(card[1] in "789T" for card in hand)
