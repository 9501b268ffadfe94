"""Suits, and cards as two characters: suit C S H D, then rank A K Q J T 9 .. 2 (`HT`, ten of hearts)."""

from rules.fields import Choice
from rules.game import text

CLUBS, SPADES, HEARTS, DIAMONDS = "C", "S", "H", "D"
SUITS = (CLUBS, SPADES, HEARTS, DIAMONDS)

RANKS = "AKQJT98765432"  # high to low, as in most games
SHORT_RANKS = "AKQJT987"
ITALIAN_RANKS = "A3KQJ76542"  # high to low; the pack of 40 (no 10, 9, 8)

SUIT_CHOICES = (
    Choice(CLUBS, text("clubs"), "♣"),
    Choice(SPADES, text("spades"), "♠"),
    Choice(HEARTS, text("hearts"), "♥"),
    Choice(DIAMONDS, text("diamonds"), "♦"),
)


def rank_of(card: str) -> str:
    """Return the rank of a card: `rank_of("HT") == "T"`."""
    return card[1]


def make_pack(ranks: str, suits: tuple[str, ...] = SUITS) -> tuple[str, ...]:
    """Return every card of the suits and ranks, suit by suit: `make_pack("AK", ("C",)) == ("CA", "CK")`."""
    return tuple(suit + rank for suit in suits for rank in ranks)


PACK_52 = make_pack(RANKS)
PACK_40 = make_pack(ITALIAN_RANKS)
PACK_32 = make_pack(SHORT_RANKS)
PACK_25 = (*make_pack(SHORT_RANKS, (CLUBS, SPADES, HEARTS)), "D7")  # Fipsen: one diamond, the seven
PACK_25_WITH_ACE = (*make_pack(SHORT_RANKS, (CLUBS, SPADES, HEARTS)), "DA")  # Mecklenburg: the ace
