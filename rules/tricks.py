"""Following suit and winning tricks, common to all trick games. The game gives rank order and trumps.

`above` are cards that are trumps whatever their own suit, from high to low, and stand above the trump suit:
the jacks of Skat. `trump` is the suit they belong to, `NO_SUIT` where there are no other trumps.
"""

from collections.abc import Sequence

NO_SUIT = "*"


def suit_in_play(card: str, trump: str | None, above: Sequence[str]) -> str:
    """Return the suit a card is played as: `suit_in_play("CJ", "H", ("CJ", "SJ")) == "H"`."""
    return trump or NO_SUIT if card in above else card[0]


def height_in_play(card: str, ranks: str, above: Sequence[str]) -> int:
    """Return how low a card stands in its suit: 0 for the highest."""
    return above.index(card) if card in above else len(above) + ranks.index(card[1])


def has_suit(cards: Sequence[str], suit: str) -> bool:
    """Return whether one of the cards is of the suit."""
    return any(card[0] == suit for card in cards)


def cards_of(cards: Sequence[str], suit: str | None) -> list[str]:
    """Return the cards of a suit: `cards_of(["CA", "HT"], "H") == ["HT"]`; none of no suit."""
    return [card for card in cards if card[0] == suit]


def is_revoke(hand: Sequence[str], led: str | None, card: str) -> bool:
    """Return whether a card revokes: another suit than the one led, though the hand could follow."""
    return led is not None and card[0] != led and has_suit(hand, led)


def is_trump_refused(hand: Sequence[str], led: str | None, card: str, trump: str | None) -> bool:
    """Return whether a void hand with a trump did not trump (where trumping is a duty)."""
    if led is None or trump is None or has_suit(hand, led):
        return False
    return card[0] != trump and has_suit(hand, trump)


def beats(card: str, other: str, ranks: str, trump: str | None, above: Sequence[str] = ()) -> bool:
    """Return whether a card beats the one that holds the trick; `ranks` runs from high to low."""
    suit = suit_in_play(card, trump, above)
    if suit == suit_in_play(other, trump, above):
        return height_in_play(card, ranks, above) < height_in_play(other, ranks, above)
    return suit == trump


def winning_index(trick: Sequence[str], ranks: str, trump: str | None, above: Sequence[str] = ()) -> int:
    """Return the winning card's index: the highest trump, else the highest of the suit led, first of equals.

    >>> winning_index(["C9", "CK", "HA"], "AKQJT987", None), winning_index(["C9", "D7"], "AKQJT987", "D")
    (1, 1)
    """
    best = 0
    for index in range(1, len(trick)):
        if beats(trick[index], trick[best], ranks, trump, above):
            best = index
    return best
