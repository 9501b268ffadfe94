"""Following and winning: what every trick game agrees on. Rank order and trumps are given by the game."""

from collections.abc import Sequence


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


def beats(card: str, other: str, ranks: str, trump: str | None) -> bool:
    """Whether a card takes the trick from the one that holds it; `ranks` runs from high to low."""
    if card[0] == other[0]:
        return ranks.index(card[1]) < ranks.index(other[1])
    return card[0] == trump


def winning_index(trick: Sequence[str], ranks: str, trump: str | None) -> int:
    """Which card of the trick wins: the highest trump, else the highest of the suit led.

    >>> winning_index(["C9", "CK", "HA"], "AKQJT987", None), winning_index(["C9", "D7"], "AKQJT987", "D")
    (1, 1)
    """
    best = 0
    for index in range(1, len(trick)):
        if beats(trick[index], trick[best], ranks, trump):
            best = index
    return best
