"""Following and winning: what every trick game agrees on. Rank order and trumps are given by the game.

`above` are cards that are trumps whatever their own suit, from high to low, and stand above the trump suit:
the jacks of Skat. `trump` is the suit they belong to, `NO_SUIT` where there are no other trumps.
"""

from collections.abc import Sequence

NO_SUIT = "*"


def suit_in_play(card: str, trump: str | None, above: Sequence[str]) -> str:
    """The suit a card is played as: `suit_in_play("CJ", "H", ("CJ", "SJ")) == "H"`."""
    return trump or NO_SUIT if card in above else card[0]


def height_in_play(card: str, ranks: str, above: Sequence[str]) -> int:
    """How low a card stands in its suit: 0 for the highest."""
    return above.index(card) if card in above else len(above) + ranks.index(card[1])


def has_suit(cards: Sequence[str], suit: str) -> bool:
    """Whether one of the cards is of the suit."""
    return any(card[0] == suit for card in cards)


def cards_of(cards: Sequence[str], suit: str | None) -> list[str]:
    """The cards of a suit: `cards_of(["CA", "HT"], "H") == ["HT"]`; none of no suit."""
    return [card for card in cards if card[0] == suit]


def is_revoke(hand: Sequence[str], led: str | None, card: str) -> bool:
    """Another suit than the one led, though the hand could follow."""
    return led is not None and card[0] != led and has_suit(hand, led)


def is_trump_refused(hand: Sequence[str], led: str | None, card: str, trump: str | None) -> bool:
    """Void of the suit led and not trumping, though the hand has a trump (where trumping is a duty)."""
    if led is None or trump is None or has_suit(hand, led):
        return False
    return card[0] != trump and has_suit(hand, trump)


def beats(card: str, other: str, ranks: str, trump: str | None, above: Sequence[str] = ()) -> bool:
    """Whether a card takes the trick from the one that holds it; `ranks` runs from high to low."""
    suit = suit_in_play(card, trump, above)
    if suit == suit_in_play(other, trump, above):
        return height_in_play(card, ranks, above) < height_in_play(other, ranks, above)
    return suit == trump


def winning_index(trick: Sequence[str], ranks: str, trump: str | None, above: Sequence[str] = ()) -> int:
    """Which card of the trick wins: the highest trump, else the highest of the suit led, the first of equals.

    >>> winning_index(["C9", "CK", "HA"], "AKQJT987", None), winning_index(["C9", "D7"], "AKQJT987", "D")
    (1, 1)
    """
    best = 0
    for index in range(1, len(trick)):
        if beats(trick[index], trick[best], ranks, trump, above):
            best = index
    return best
