"""The cards of Skat: trumps, matadors, card points, and the two discards."""

from collections.abc import Sequence
from typing import Any

from rules.cards import CLUBS, DIAMONDS, HEARTS, PACK_32, SHORT_RANKS, SPADES
from rules.skat.record import GRAND, NULL, PASSED
from rules.skat.settle import sitter_of
from rules.tricks import NO_SUIT
from simulation.dealing import Deal, Shape

HAND_SIZE, SKAT_SIZE = 10, 2
JACKS = tuple(suit + "J" for suit in (CLUBS, SPADES, HEARTS, DIAMONDS))  # the highest trumps, from the top
RANKS = "ATKQ987"  # of suit games and grand, high to low
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Return ten cards each, two in the skat; the dealer of a table of four gets none (ISkO 3.2)."""
    sitter = sitter_of(seats, dealer)
    hands = tuple(0 if seat == sitter else HAND_SIZE for seat in range(seats))
    return Shape(PACK_32, hands, skat=SKAT_SIZE)


def trumps_of(contract: str) -> tuple[str, ...]:
    """Return all trumps from the top: eleven of a suit game, four of a grand."""
    own = () if contract == GRAND else tuple(contract + rank for rank in RANKS)
    return (*JACKS, *own)


def trump_suit(contract: str | None) -> str | None:
    """Return the suit that trumps are played as; none in a null."""
    if contract in (None, NULL, PASSED):
        return None
    return NO_SUIT if contract == GRAND else contract


def ranks_of(contract: str | None) -> str:
    """Return the order of the cards besides the jacks; in a null the jacks rank among them (§ Games)."""
    return SHORT_RANKS if contract == NULL else RANKS


def matadors(cards: Sequence[str], contract: str) -> int:
    """Return the unbroken run of trumps from the top: +n held, -n lacked (ISkO 2.3).

    >>> matadors(["CJ", "SJ", "DJ"], "C"), matadors(["HJ", "CA"], "C"), matadors([], "grand")
    (2, -2, -4)
    """
    held = [card in cards for card in trumps_of(contract)]
    run = held.index(not held[0]) if (not held[0]) in held else len(held)
    return run if held[0] else -run


def points_in(cards: Sequence[str]) -> int:
    """Return the card points of some cards (ISkO 1.2)."""
    return sum(CARD_POINTS.get(card[1], 0) for card in cards)


# The exchange


def cards_before(deal: Deal) -> list[str]:
    """Return the declarer's twelve cards: ten dealt and the skat, looked at or not."""
    return [*deal.hands[deal.declarer or 0], *deal.skat]


def is_hand(deal: Deal) -> bool:
    """Return whether the skat was left alone."""
    return bool(deal.declaration.get("hand"))


def hand_to_play(deal: Deal, seat: int) -> list[str]:
    """Return the ten cards the declarer plays with."""
    if is_hand(deal):
        return list(deal.hands[seat])
    return [card for card in cards_before(deal) if card not in deal.discards.get(seat, ())]


def put_away(deal: Deal) -> list[str]:
    """Return the two cards that count for the declarer without being played."""
    return list(deal.skat) if is_hand(deal) else list(deal.discards.get(deal.declarer or 0, ()))


def exchange_refusal(deal: Deal) -> str | None:
    """Return the first rule an exchange breaks; then whether typed matadors match the cards."""
    if deal.declarer is None:
        return "exchange_not_allowed" if deal.discards else None
    if any(seat != deal.declarer for seat in deal.discards) or (is_hand(deal) and deal.discards):
        return "exchange_not_allowed"
    if not is_hand(deal) and not are_discards_right(deal):
        return "discards_wrong"
    return None if are_matadors_right(deal) else "matadors_wrong"


def are_discards_right(deal: Deal) -> bool:
    """Return whether the discards are two different cards of the twelve."""
    away = deal.discards.get(deal.declarer or 0, [])
    return len(away) == len(set(away)) == SKAT_SIZE and set(away) <= set(cards_before(deal))


def are_matadors_right(deal: Deal) -> bool:
    """Return whether the matadors are right; missing ones are accepted."""
    written = deal.declaration.get("matadors")
    return written is None or written == matadors(cards_before(deal), deal.declaration["contract"])
