"""Flunk with cards: the dealer plays hand and open dummy against the two others, all 13 tricks."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from rules import flunk
from rules.cards import PACK_52, RANKS, SUITS
from rules.flunk.record import DUMP, HIGH, HIGH_BIDS, LOW, LOW_BIDS, NO_TRUMP, TRICKS_IN_A_DEAL
from simulation.dealing import Deal, Shape
from simulation.habits import (
    duck,
    highest,
    lead_from_strength,
    lowest,
    win_cheaply,
    winning_place,
)
from simulation.people import Person
from simulation.play import Play, Position

DUMMY = 3  # the place of the open hand, besides the seats 0, 1, 2
TRICK_WORTHS = {"A": 10, "K": 8, "Q": 5, "J": 3}  # a high card's value in tenths of a trick
MIDDLE_CARDS_WORTH = 15  # tenths of a trick for the lower cards of two hands
TRUMPS_FOR_A_SUIT, TRUMP_LENGTH_WORTH = 8, 8
DUMP_RATE = 0.3


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Return thirteen cards to each player and to the dummy."""
    return Shape(PACK_52, (TRICKS_IN_A_DEAL,) * seats, dummy=TRICKS_IN_A_DEAL)


def begin(deal: Deal) -> Position:
    """Return the first position: the dealer's left leads; dummy, dealer's right and dealer follow."""
    left, right = (deal.dealer + 1) % deal.seats, (deal.dealer + 2) % deal.seats
    trump = deal.declaration.get("trump")
    return Position(
        deal=deal,
        hands=[list(hand) for hand in (*deal.hands, deal.dummy)],
        order=(left, DUMMY, right, deal.dealer),
        owners=(*range(deal.seats), deal.dealer),
        ranks=RANKS,
        trump=trump if trump in SUITS and deal.contract != DUMP else None,
    )


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return the tricks of the dealer and dummy; in a Dump the cards of the suit among them."""
    deal = position.deal
    tricks = position.tricks_by_seat[deal.dealer]
    if deal.contract != DUMP:
        return {"tricks": tricks}
    suit = deal.declaration["dump_suit"]
    taken = [trick for trick in position.tricks if position.owners[trick.winner] == deal.dealer]
    return {
        "tricks": tricks,
        "dump_cards": sum(card[0] == suit for trick in taken for card in trick.cards),
    }


# Simulated players


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Declare for the dealer, who estimates the tricks of hand and dummy; return no calls."""
    cards = [*deal.hands[deal.dealer], *deal.dummy]
    suits = Counter(card[0] for card in cards)
    short = min(SUITS, key=lambda suit: suits[suit])
    if suits[short] <= 3 and rng.random() < DUMP_RATE:
        deal.declaration = {"contract": DUMP, "dump_suit": short}
        return []
    boldness = people[deal.dealer].boldness + rng.gauss(0, 0.5)
    deal.declaration = high_or_low(cards, suits, boldness)
    return []


def high_or_low(cards: Sequence[str], suits: Counter[str], boldness: float) -> dict[str, Any]:
    """Bid a High with the longest suit as trumps if hand and dummy are strong, else a Low."""
    trump = max(SUITS, key=lambda suit: suits[suit])
    has_trump = suits[trump] >= TRUMPS_FOR_A_SUIT
    worth = sum(TRICK_WORTHS.get(card[1], 0) for card in cards) + MIDDLE_CARDS_WORTH
    worth += TRUMP_LENGTH_WORTH * (suits[trump] - TRUMPS_FOR_A_SUIT + 1) if has_trump else 0
    tricks = round(worth / 10 + boldness / 2)
    contract, bids = (HIGH, HIGH_BIDS) if tricks >= HIGH_BIDS[0] else (LOW, LOW_BIDS)
    bid = min(max(tricks, bids[0]), bids[-1])
    return {"contract": contract, "bid": bid, "trump": trump if has_trump else NO_TRUMP}


def choose(position: Position, cards: Sequence[str]) -> str:
    """Return the card to play: who wants the next trick tries for it, the others stay below."""
    return try_for_trick(position, cards) if wants_trick(position) else stay_below(position, cards)


def try_for_trick(position: Position, cards: Sequence[str]) -> str:
    """Lead strong, or play the cheapest card that wins a trick the own side does not hold yet."""
    if not position.on_table:
        return lead_from_strength(position, cards)
    return lowest(position, cards) if is_ours(position) else win_cheaply(position, cards)


def stay_below(position: Position, cards: Sequence[str]) -> str:
    """Lead low, play the highest card that loses, or throw a high one when void."""
    if not position.on_table:
        return lowest(position, cards)
    is_void = all(card[0] != position.led for card in cards)
    return highest(position, cards) if is_void and position.trump is None else duck(position, cards)


def wants_trick(position: Position) -> bool:
    """Return whether a player wants the trick: the dealer exactly the bid, the others to spoil it."""
    deal = position.deal
    taken = position.tricks_by_seat[deal.dealer]
    is_dealers = position.owners[position.place] == deal.dealer
    if deal.contract == DUMP:
        return not is_dealers and taken == 0
    missing = deal.declaration["bid"] - taken
    if deal.contract == HIGH:
        return bool(missing > 0)
    # In a Low the others push tricks at the dealer, who takes one voluntarily only when behind.
    return is_dealers and 2 * missing >= TRICKS_IN_A_DEAL - len(position.tricks)


def is_ours(position: Position) -> bool:
    """Return whether the same side holds the trick and all of the other side have played."""
    dealer = position.deal.dealer
    holds = position.owners[winning_place(position)] == dealer
    mine = position.owners[position.place] == dealer
    return holds == mine and len(position.on_table) >= 2


PLAY = Play(
    game=flunk.GAME,
    shape=shape,
    begin=begin,
    derive=derive,
    declare=declare,
    choose=choose,
    derived=("tricks", "dump_cards"),
)
