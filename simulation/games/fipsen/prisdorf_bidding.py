"""Simulated bidding, exchange and choice of trumps in Fipsen (Prisdorf).

Players look for the bid with the best prospect (points if made, minus twice as many if not), hold while the
prospect is good, and occasionally try a Kieker.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

from rules.auction import BID, HOLD, PASS, Call, Duels
from rules.cards import DIAMONDS, SUITS
from rules.fipsen.prisdorf.bidding import AUCTION, LADDER, OPTION_SETS
from rules.fipsen.prisdorf.record import (
    ANNOUNCED,
    BIDS,
    DURCH,
    HAND,
    KIEKER,
    NO,
    PASSED,
    RUTEN,
    SIEBENER,
    TRICKS,
    TRICKS_IN_A_DEAL,
)
from rules.fipsen.prisdorf.settle import deal_value
from simulation.auctions import hold_auction
from simulation.dealing import Deal
from simulation.games.fipsen.exchange import cards_to_choose_from, has_picture, is_siebener, lay_away
from simulation.games.fipsen.habits import Weights, best_keeps, chance, weigh
from simulation.people import Person

PLAIN = {
    4: Weights(-75, 62, {"A": 110, "K": 61, "Q": 36, "J": 18}, {"A": 76, "K": 7}, 66),
    3: Weights(-40, 72, {"A": 83, "K": 54, "Q": 33, "J": 17}, {"A": 78, "K": 27, "Q": 9}, 73),
}
RUTEN_WEIGHTS = {
    4: Weights(-6, 126, {}, {"A": 95, "K": 24, "Q": 13}, 68),
    3: Weights(5, 113, {}, {"A": 97, "K": 45, "Q": 29, "J": 10}, 86),
}
SKAT_HELP = 0.9  # tricks expected from the skat
CAUTION, MOOD = -0.22, 0.82  # players misjudge their hands in both directions
WORTH_OPENING = 1.4  # points; players open only above this
BOLD_HELP = 0.3  # what a bold player adds and a timid one subtracts
KIEKER_TRIES = {4: 0.05, 3: 0.16}
SEVENS_FOR_A_TRY = 3
SURRENDER_BELOW = 0.3
CONTRA_RATE, RECONTRA_RATE = 0.06, 0.2


class Offer(NamedTuple):
    """A bid of tricks with the options for playing it."""

    call: Call
    options: frozenset[str]
    level: int
    value: int
    needed: int


@dataclass(frozen=True, slots=True)
class Bidder:
    """A player's judgement of a hand: the prospect of every offer, and two special calls."""

    prospects: Mapping[Offer, float]
    tries_kieker: bool
    has_siebener: bool
    names_options: bool


@cache
def offers(min_bid: int) -> tuple[Offer, ...]:
    """Return every bid of tricks."""
    return tuple(
        make_offer(Call(0, BID, TRICKS, bid, chosen))
        for bid in BIDS
        for chosen in OPTION_SETS
        if bid >= min_bid and (bid < TRICKS_IN_A_DEAL or DURCH in chosen)
    )


def make_offer(call: Call) -> Offer:
    """Return the tricks a bid needs and its value."""
    assert call.bid is not None
    needed = TRICKS_IN_A_DEAL if DURCH in call.announced else call.bid
    value = deal_value(call.bid, len(call.announced))
    return Offer(call, frozenset(call.announced), LADDER.level(call), value, needed)


def expected_tricks(hand: Sequence[str], seats: int) -> dict[str, float]:
    """Return the expected tricks with each suit as trumps."""
    tricks = {suit: weigh(hand, suit, PLAIN[seats]) for suit in SUITS if suit != DIAMONDS}
    return {**tricks, DIAMONDS: weigh(hand, DIAMONDS, RUTEN_WEIGHTS[seats])}


def prospect(offer: Offer, tricks: Mapping[str, float], help_hoped: float) -> float:
    """Return the expected points of an offer: a loss costs twice its value (§ Points)."""
    plain = max(expected for suit, expected in tricks.items() if suit != DIAMONDS)
    expected = tricks[DIAMONDS] if RUTEN in offer.options else plain
    return offer.value * (3 * chance(expected + help_hoped, offer.needed) - 2)


def judge(deal: Deal, seat: int, person: Person, rng: Random) -> Bidder:
    """Judge the hand as dealt."""
    hand = deal.hands[seat]
    tricks = expected_tricks(hand, deal.seats)
    mood = BOLD_HELP * person.boldness + rng.gauss(CAUTION, MOOD)
    prospects = {
        offer: prospect(offer, tricks, mood + (0 if HAND in offer.options else SKAT_HELP))
        for offer in offers(deal.options.min_bid)
    }
    return Bidder(
        prospects=prospects,
        tries_kieker=tries_kieker(hand, deal.seats, person, rng),
        has_siebener=is_siebener(hand),
        names_options=rng.random() < 0.5,
    )


def tries_kieker(hand: Sequence[str], seats: int, person: Person, rng: Random) -> bool:
    """Return whether a bold player tries it.

    Without pictures, or with three sevens, hoping for a fourth and an ace.
    """
    if has_picture(list(hand)):
        return False
    sevens = sum(card[1] == "7" for card in hand)
    rate = KIEKER_TRIES[seats] * (1 + person.boldness)
    return rng.random() < rate * (5 if sevens >= SEVENS_FOR_A_TRY else 1)


def answer(state: Duels, bidder: Bidder) -> Call:
    """Return the call of the player to call."""
    seat = state.turn
    assert seat is not None
    if bidder.has_siebener:
        return Call(seat, BID, SIEBENER)
    if bidder.tries_kieker:
        return answer_with_kieker(state, seat)
    if state.challenger is not None and seat == state.parent and is_worth_holding(state, bidder):
        return Call(seat, HOLD)
    return best_bid(state, seat, bidder)


def answer_with_kieker(state: Duels, seat: int) -> Call:
    """Call Kieker if it is still high enough; a player outbid by a Kieker holds it."""
    kieker = Call(seat, BID, KIEKER)
    if state.standing is None or LADDER.level(kieker) > LADDER.level(state.standing):
        return kieker
    is_tie = state.standing.contract == KIEKER and state.challenger is not None and seat == state.parent
    return Call(seat, HOLD) if is_tie else Call(seat, PASS)


def is_worth_holding(state: Duels, bidder: Bidder) -> bool:
    """Return whether some way to play the standing bid is promising."""
    standing = state.standing
    if standing is None or standing.contract != TRICKS:
        return False
    owed = len(LADDER.named(standing))
    fitting = fitting_offers(bidder, standing.bid, (), owed)
    return any(bidder.prospects[offer] > 0 for offer in fitting)


def fitting_offers(bidder: Bidder, bid: int | None, named: Sequence[str], owed: int) -> list[Offer]:
    """Return the ways to play a bid with the named and owed options."""
    return [offer for offer in bidder.prospects if can_show(offer, bid, named, owed)]


def can_show(offer: Offer, bid: int | None, named: Sequence[str], owed: int) -> bool:
    """Return whether an offer is of this bid and includes the named and owed options."""
    return offer.call.bid == bid and offer.options.issuperset(named) and len(offer.options) >= owed


def best_bid(state: Duels, seat: int, bidder: Bidder) -> Call:
    """Return the most promising bid above the standing one, options named or not, else a pass."""
    least = LADDER.level(state.standing) if state.standing else 0
    best = best_offer(bidder, least)
    least_prospect = 0 if state.standing else WORTH_OPENING
    if best is None or bidder.prospects[best] <= least_prospect:
        return Call(seat, PASS)
    bare = Call(seat, BID, TRICKS, best.call.bid)
    is_bare = not bidder.names_options and LADDER.level(bare) > least
    return bare if is_bare else replace(bare, announced=best.call.announced)


def best_offer(bidder: Bidder, least: int) -> Offer | None:
    """Return the most promising offer above this level."""
    higher = [offer for offer in bidder.prospects if offer.level > least]
    return max(higher, key=lambda offer: bidder.prospects[offer], default=None)


# Between the auction and the first lead


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Play auction, exchange and declaration of a deal; return the calls."""
    bidders = [judge(deal, seat, person, rng) for seat, person in enumerate(people)]
    opening = AUCTION.opening(deal.options, deal.seats, deal.dealer)
    calls, result = hold_auction(AUCTION, opening, lambda now: answer(now, bidders[now.turn]))
    if result["contract"] == PASSED:
        deal.declaration = {"contract": PASSED}
    elif result["contract"] == SIEBENER:
        deal.declaration = {"declarer": result["declarer"], "contract": SIEBENER}
    else:
        declare_contract(deal, result, bidders[result["declarer"]])
        add_contra(deal, rng)
    return calls


def declare_contract(deal: Deal, result: Mapping[str, Any], bidder: Bidder) -> None:
    """Choose the declaration after the auction: exchange, trumps, options."""
    deal.declaration = {
        "declarer": result["declarer"],
        "contract": result["contract"],
        "announced": list(result["announced"]),
    }
    if result["held_options"] is not None:
        deal.declaration["held_options"] = result["held_options"]
    if result["contract"] == KIEKER:
        declare_kieker(deal, result)
    else:
        declare_tricks(deal, result, bidder)


def declare_tricks(deal: Deal, result: Mapping[str, Any], bidder: Bidder) -> None:
    """Leave the skat if Hand promises more than the exchange; then name trumps and Durch."""
    seat, owed = result["declarer"], result["held_options"] or 0
    fitting = fitting_offers(bidder, result["bid"], result["announced"], owed)
    plan = max(fitting, key=lambda offer: bidder.prospects[offer])
    takes_skat = HAND not in plan.options
    deal.declaration |= {"bid": result["bid"], "took_skat": takes_skat}
    choice = cards_to_choose_from(deal, seat)
    if takes_skat and is_siebener(choice):
        show_siebener(deal, seat, choice)
        return
    keeps = best_keeps(choice)
    open_offers = [offer for offer in fitting if (HAND in offer.options) != takes_skat]
    trump, offer = best_declaration(keeps, open_offers, deal.seats)
    lay_away(deal, seat, choice, keeps[trump])
    deal.declaration |= {"trump": trump, "durch": ANNOUNCED if DURCH in offer.options else NO}


def best_declaration(
    keeps: Mapping[str, Sequence[str]], open_offers: Sequence[Offer], seats: int
) -> tuple[str, Offer]:
    """Return the most promising trumps and options with the cards to keep."""
    tricks = {suit: expected_tricks(choice, seats)[suit] for suit, choice in keeps.items()}
    offer = max(open_offers, key=lambda each: prospect(each, tricks, 0))
    plain = max((suit for suit in SUITS if suit != DIAMONDS), key=lambda suit: tricks[suit])
    return (DIAMONDS if RUTEN in offer.options else plain), offer


def declare_kieker(deal: Deal, result: Mapping[str, Any]) -> None:
    """Take the whole rest; then declare Siebener-Fips, all five tricks, or surrender (§ Kieker)."""
    seat = result["declarer"]
    deal.drawn = {seat: list(deal.rest)}
    deal.declaration["took_skat"] = True
    choice = kieker_choice(deal, seat)
    if is_siebener(choice):
        show_siebener(deal, seat, choice)
        return
    keeps = best_keeps(choice)
    suits = (DIAMONDS,) if RUTEN in result["announced"] or result["held_options"] else SUITS
    tricks = {suit: expected_tricks(keeps[suit], deal.seats)[suit] for suit in suits}
    trump = max(suits, key=lambda suit: tricks[suit])
    lay_away(deal, seat, cards_to_choose_from(deal, seat), keeps[trump])
    if chance(tricks[trump], TRICKS_IN_A_DEAL) < SURRENDER_BELOW:
        deal.declaration["surrendered"] = True
    else:
        deal.declaration |= {"trump": trump, "surrendered": False}


def kieker_choice(deal: Deal, seat: int) -> list[str]:
    """Return the cards a Kieker may keep: with four seats dealt ones too, else only taken ones (§ Kieker)."""
    cards = cards_to_choose_from(deal, seat)
    return cards if deal.seats == 4 else [card for card in cards if card not in deal.hands[seat]]


def show_siebener(deal: Deal, seat: int, choice: Sequence[str]) -> None:
    """Show four sevens and an ace found in the exchange; the rest of the bid does not matter."""
    ace = next(card for card in choice if card[1] == "A")
    five = [card for card in choice if card[1] == "7" or card == ace]
    deal.declaration = {"declarer": seat, "contract": SIEBENER, "took_skat": True}
    lay_away(deal, seat, cards_to_choose_from(deal, seat), five)


def add_contra(deal: Deal, rng: Random) -> None:
    """Let a defender say contra occasionally, where the club plays it."""
    if not deal.options.contra or deal.contract == SIEBENER or deal.declaration.get("surrendered"):
        return
    if rng.random() < CONTRA_RATE:
        deal.declaration["contra"] = 2 if rng.random() < RECONTRA_RATE else 1
