"""Anseger Fips and Dutt Fips with cards: five cards lie in the middle, all five tricks are played.

Lead, exchange and the end of a deal are ours (the source leaves them open), so these deals are simulated
but no real deal is judged from its cards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from rules.auction import Call
from rules.cards import DIAMONDS, PACK_25_WITH_ACE, SHORT_RANKS, SUITS
from rules.fipsen import mecklenburg
from rules.fipsen.mecklenburg.record import (
    DUTT_VALUE,
    PASSED,
    RUTEN,
    RUTEN_FACTOR,
    RUTEN_UEBER,
    TRICKS,
    TRICKS_IN_A_DEAL,
)
from simulation.auctions import bid_by_prospect, hold_auction
from simulation.dealing import Deal, Shape
from simulation.games.fipsen.exchange import HAND_SIZE, lay_away
from simulation.games.fipsen.habits import Weights, best_keeps, chance, choose_card, weigh
from simulation.people import Person
from simulation.play import Play, Position, start

DUTT_SIZE = 5
TRICKS_FOR_MOST = 3  # the usual number needed for the most tricks alone
PLAIN = Weights(-75, 62, {"A": 110, "K": 61, "Q": 36, "J": 18}, {"A": 76, "K": 7}, 66)
RUTEN_WEIGHTS = Weights(-6, 126, {}, {"A": 95, "K": 24, "Q": 13}, 68)
DUTT_HELP = 1.3  # tricks expected from the five cards in the middle
BOLD_HELP = 0.3
CAUTION, MOOD = -1.0, 1.4  # players misjudge their hands in both directions
WORTH_BIDDING = 1.8  # points; players bid only above this


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Return five cards each, five in the middle."""
    return Shape(PACK_25_WITH_ACE, (HAND_SIZE,) * seats, skat=DUTT_SIZE)


def begin(deal: Deal) -> Position:
    """Return the first position: the declarer leads, with the hand after the exchange."""
    trump = deal.declaration.get("trump")
    position = start(deal, leader=deal.declarer or 0, ranks=SHORT_RANKS, trump=trump)
    for seat, away in deal.discards.items():
        position.hands[seat] = [card for card in (*deal.hands[seat], *deal.skat) if card not in away]
    return position


def is_over(position: Position) -> bool:
    """Return whether all five tricks are played or all players passed."""
    return position.deal.contract == PASSED or len(position.tricks) == TRICKS_IN_A_DEAL


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return the tricks of every seat, if the deal was played."""
    return {"tricks": position.tricks_by_seat} if position.tricks else {}


# Simulated players


def expected_tricks(hand: Sequence[str]) -> dict[str, float]:
    """Return the expected tricks with each suit as trumps."""
    tricks = {suit: weigh(hand, suit, PLAIN) for suit in SUITS if suit != DIAMONDS}
    return {**tricks, DIAMONDS: weigh(hand, DIAMONDS, RUTEN_WEIGHTS)}


def takes_dutt(options: Any, bid: int | None) -> bool:
    """Return whether the middle is exchanged: a bid of five leaves it, unless the house allows it."""
    return bid != TRICKS_IN_A_DEAL or bool(options.fips_may_exchange)


def has_ruten(contract: str | None, announced: Sequence[str]) -> bool:
    """Return whether diamonds are trumps, by an option or by Ruten-über."""
    return RUTEN in announced or contract == RUTEN_UEBER


def prospect(call: Call, tricks: Mapping[str, float], mood: float, options: Any) -> float:
    """Return the expected points of a bid: a loss costs twice its value."""
    bid, is_ruten = call.bid or 0, has_ruten(call.contract, call.announced)
    expected = tricks[DIAMONDS] if is_ruten else max(tricks.values())
    if call.contract == RUTEN_UEBER:  # the last chance ignores the mood
        return DUTT_VALUE * RUTEN_FACTOR * (3 * chance(expected + DUTT_HELP, TRICKS_FOR_MOST) - 2)
    hoped = mood + (DUTT_HELP if takes_dutt(options, bid) else 0)
    value = bid * (RUTEN_FACTOR if is_ruten else 1)
    return value * (3 * chance(expected + hoped, bid) - 2)


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Play auction, exchange and trumps of a deal; return the calls."""
    return declare_game(mecklenburg.ANSEGER_GAME.auction, deal, people, rng)


def declare_dutt(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Do as `declare` in Dutt Fips, where forehand plays if no player bids."""
    return declare_game(mecklenburg.DUTT_GAME.auction, deal, people, rng)


def declare_game(auction: Any, deal: Deal, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Play auction, exchange and trumps of a deal; return the calls."""
    tricks = [expected_tricks(hand) for hand in deal.hands]
    moods = [BOLD_HELP * person.boldness + rng.gauss(CAUTION, MOOD) for person in people]

    def judge(call: Call) -> float:
        return prospect(call, tricks[call.seat], moods[call.seat], deal.options)

    opening = auction.opening(deal.options, deal.seats, deal.dealer)
    calls, result = hold_auction(
        auction, opening, lambda now: bid_by_prospect(auction, now, judge, WORTH_BIDDING)
    )
    if result["contract"] == PASSED:
        deal.declaration = {"contract": PASSED}
    else:
        declare_contract(deal, result)
    return calls


def declare_contract(deal: Deal, result: Mapping[str, Any]) -> None:
    """Take the middle if allowed, keep five cards, name trumps."""
    seat, contract, bid = result["declarer"], result["contract"], result["bid"]
    takes = takes_dutt(deal.options, bid)
    cards = [*deal.hands[seat], *(deal.skat if takes else [])]
    keeps = best_keeps(cards)
    tricks = {suit: expected_tricks(choice)[suit] for suit, choice in keeps.items()}
    is_ruten = has_ruten(contract, result["announced"])
    trump = DIAMONDS if is_ruten else max(SUITS, key=lambda suit: tricks[suit])
    lay_away(deal, seat, cards, keeps[trump])
    announced = list(result["announced"])
    deal.declaration = {"declarer": seat, "contract": contract, "announced": announced}
    deal.declaration |= {"trump": trump, "took_dutt": takes}
    if contract == TRICKS:
        deal.declaration["bid"] = bid


ANSEGER_PLAY = Play(
    game=mecklenburg.ANSEGER_GAME,
    shape=shape,
    begin=begin,
    is_over=is_over,
    derive=derive,
    declare=declare,
    choose=choose_card,
    has_replay=False,
)
DUTT_PLAY = replace(ANSEGER_PLAY, game=mecklenburg.DUTT_GAME, declare=declare_dutt)
