"""Deal the cards: the piles of a pack before the play."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Shape:
    """The piles of a pack: the size of every seat's hand and of the piles on the table.

    `left_out` are the ranks that undealt cards must have; None if any card may stay undealt.
    """

    pack: tuple[str, ...]
    hands: tuple[int, ...]
    skat: int = 0
    turnup: int = 0
    stock: int = 0
    dummy: int = 0
    left_out: str | None = None


class Announcement(NamedTuple):
    """An announcement during the play: `play` cards lay on the table, `held` were in the caller's hand."""

    seat: int
    call: str
    play: int
    held: int = 0


@dataclass(slots=True, kw_only=True)
class Deal:
    """One deal: the cards as dealt, and the declaration, exchange and announcements."""

    options: Any
    seats: int
    dealer: int
    pack: tuple[str, ...]
    hands: list[list[str]]
    skat: list[str] = field(default_factory=list)
    turnup: str | None = None
    stock: list[str] = field(default_factory=list)
    dummy: list[str] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)
    declaration: dict[str, Any] = field(default_factory=dict)
    discards: dict[int, list[str]] = field(default_factory=dict)
    drawn: dict[int, list[str]] = field(default_factory=dict)
    swap: bool = False
    free_solo: bool = False
    announcements: list[Announcement] = field(default_factory=list)

    @property
    def declarer(self) -> int | None:
        """Return the seat of the declarer, if there is one."""
        return self.declaration.get("declarer")

    @property
    def contract(self) -> str | None:
        """Return the contract."""
        return self.declaration.get("contract")


def deal_cards(shape: Shape, options: Any, seats: int, dealer: int, rng: Random) -> Deal:
    """Return a shuffled deal; the undealt cards are the rest."""
    cards = list(shape.pack)
    rng.shuffle(cards)
    if shape.left_out is not None:
        cards.append(take_out(cards, shape.left_out))
    hands = [take(cards, size) for size in shape.hands]
    skat, turnup = take(cards, shape.skat), take(cards, shape.turnup)
    stock, dummy = take(cards, shape.stock), take(cards, shape.dummy)
    return Deal(
        options=options,
        seats=seats,
        dealer=dealer,
        pack=shape.pack,
        hands=hands,
        skat=skat,
        turnup=turnup[0] if turnup else None,
        stock=stock,
        dummy=dummy,
        rest=cards,
    )


def take_out(cards: list[str], ranks: str) -> str:
    """Take the first card of each of these ranks out of the pile."""
    return cards.pop(next(index for index, card in enumerate(cards) if card[1] in ranks))


def take(cards: list[str], number: int) -> list[str]:
    """Take the first cards off the pile."""
    taken = cards[:number]
    del cards[:number]
    return taken


def is_as_dealt(shape: Shape, deal: Deal) -> bool:
    """Return whether every pile has its size and every card occurs no more often than in the pack."""
    are_sizes_right = tuple(len(pile) for pile in piles_of(deal)) == sizes_of(shape)
    left = Counter(shape.pack)
    left.subtract(dealt_cards(deal))
    return are_sizes_right and min(left.values()) >= 0 and may_be_left(shape, list(left.elements()))


def piles_of(deal: Deal) -> list[list[str]]:
    """Return all dealt piles: the hands, then those on the table."""
    turnup = [deal.turnup] if deal.turnup else []
    return [*deal.hands, deal.skat, turnup, deal.stock, deal.dummy]


def dealt_cards(deal: Deal) -> list[str]:
    """Return all cards of all piles."""
    return [card for pile in piles_of(deal) for card in pile]


def sizes_of(shape: Shape) -> tuple[int, ...]:
    """Return the sizes of these piles."""
    return (*shape.hands, shape.skat, shape.turnup, shape.stock, shape.dummy)


def may_be_left(shape: Shape, left: list[str]) -> bool:
    """Return whether these cards may stay undealt."""
    return shape.left_out is None or all(card[1] in shape.left_out for card in left)


def undealt(shape: Shape, deal: Deal) -> list[str]:
    """Return the undealt cards, in the order of the pack."""
    left = Counter(shape.pack) - Counter(dealt_cards(deal))
    return list(left.elements())
