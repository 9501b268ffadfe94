"""Rifki with cards: seven contracts, one to take tricks and six to avoid something."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules import rifki
from rules.cards import HEARTS, PACK_52, RANKS, SUITS
from rules.rifki.record import EL_ALMAZ, ERKEK, KIZ, KOZ, KUPA, RIFKI, SON_IKI
from rules.tricks import cards_of, has_suit, is_revoke, is_trump_refused
from simulation.dealing import Deal, Shape
from simulation.habits import (
    duck,
    height,
    highest,
    lead_from_strength,
    longest_suit,
    lowest,
    win_cheaply,
)
from simulation.people import Person
from simulation.play import Play, Position, Trick, count_by_seat, start

HAND_SIZE = 13
PENALTY_CARDS = {
    RIFKI: frozenset(("HK",)),
    KIZ: frozenset(suit + "Q" for suit in SUITS),
    ERKEK: frozenset(suit + rank for suit in SUITS for rank in "KJ"),
    KUPA: frozenset(HEARTS + rank for rank in RANKS),
}
HEARTS_ARE_CLOSED = (RIFKI, KUPA)  # no heart lead until a heart was discarded
STRONG_HAND = 5  # cards in the longest suit, or aces and kings with four, that justify trumps


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Return the shape of a deal: all cards are dealt."""
    return Shape(PACK_52, (HAND_SIZE,) * seats)


def begin(deal: Deal) -> Position:
    """Return the first position: the declarer, on the dealer's right, leads."""
    trump = deal.declaration.get("trump") if deal.contract == KOZ else None
    return start(deal, leader=deal.dealer + 1, ranks=RANKS, trump=trump)


def penalty_cards(position: Position) -> frozenset[str]:
    """Return the cards to avoid in this contract; none if tricks count."""
    return PENALTY_CARDS.get(position.deal.contract or "", frozenset())


def refusal(position: Position, card: str) -> str | None:
    """Check the duties of leading, of following and of a void hand, in this order."""
    if position.led is None:
        return "hearts_not_broken" if is_heart_closed(position, card) else None
    if is_revoke(position.hand, position.led, card):
        return "must_follow_suit"
    if is_trump_refused(position.hand, position.led, card, position.trump):
        return "must_trump"
    due = penalty_cards_due(position, position.led)
    return "must_play_penalty_card" if due and card not in due else None


def is_heart_closed(position: Position, card: str) -> bool:
    """Return whether hearts may not be led: before one was discarded, but from a hand of hearts alone."""
    if position.deal.contract not in HEARTS_ARE_CLOSED or card[0] != HEARTS:
        return False
    has_others = any(other[0] != HEARTS for other in position.hand)
    return has_others and not any(is_heart_thrown(trick) for trick in position.tricks)


def is_heart_thrown(trick: Trick) -> bool:
    """Return whether a heart was discarded on another suit."""
    return trick.cards[0][0] != HEARTS and has_suit(trick.cards, HEARTS)


def penalty_cards_due(position: Position, led: str) -> list[str]:
    """Return penalty cards that must be played: of a suit under a higher card, or any if void."""
    unwanted = penalty_cards(position)
    held = [card for card in position.hand if card in unwanted]
    if not has_suit(position.hand, led):
        return held
    following = cards_of(held, led)
    top = min(height(position, card) for card in cards_of(position.on_table, led))
    return following if any(height(position, card) > top for card in following) else []


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return the units per seat: tricks, the last two tricks, or penalty cards taken."""
    unwanted = penalty_cards(position)
    worths = [sum(card in unwanted for card in trick.cards) for trick in position.tricks]
    if position.deal.contract in (KOZ, EL_ALMAZ):
        worths = [1] * len(position.tricks)
    elif position.deal.contract == SON_IKI:
        worths = [int(index >= HAND_SIZE - 2) for index in range(len(position.tricks))]
    return {"counts": count_by_seat(position, worths)}


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Choose trumps with a long suit, else the least dangerous contract; there is no bidding."""
    open_contracts = list(rifki.GAME.extra(state)["legal_next"])
    hand = deal.hands[(deal.dealer + 1) % deal.seats]
    trumps = longest_suit(hand)
    negatives = [contract for contract in open_contracts if contract != KOZ]
    wants_trumps = len(trumps) >= STRONG_HAND + int(rng.random() < 0.3)
    if KOZ in open_contracts and (wants_trumps or not negatives):
        deal.declaration = {"contract": KOZ, "trump": trumps[0][0]}
    else:
        dangers = {contract: danger(hand, contract) + rng.uniform(0, 5) for contract in negatives}
        deal.declaration = {"contract": min(dangers, key=lambda contract: dangers[contract])}
    return []


def danger(hand: Sequence[str], contract: str) -> int:
    """Return how dangerous a negative contract is for a hand: unwanted cards and the cards that take them."""
    unwanted = PENALTY_CARDS.get(contract, frozenset())
    high = sum(card[1] in "AKQ" for card in hand)
    return 2 * sum(card in unwanted for card in hand) + (high if contract in (SON_IKI, EL_ALMAZ) else 3)


def choose(position: Position, cards: Sequence[str]) -> str:
    """Take tricks with trumps named; otherwise stay below."""
    if position.deal.contract == KOZ:
        return win_cheaply(position, cards) if position.on_table else lead_from_strength(position, cards)
    if not position.on_table:
        return lowest(position, cards)
    is_void = all(card[0] != position.led for card in cards)
    return highest(position, cards) if is_void else duck(position, cards)


PLAY = Play(
    game=rifki.GAME,
    shape=shape,
    begin=begin,
    refusal=refusal,
    derive=derive,
    declare=declare,
    choose=choose,
    derived=("counts",),
    scores_one_deal=False,
)
