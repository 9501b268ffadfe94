"""How a deal is dealt: what a pack is cut into, and what lies where before anybody plays."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Shape:
    """How a pack is dealt: the size of every seat's hand and of what lies on the table.

    `left_out` are ranks of which the cards that stay undealt must be; None where any card may stay.
    """

    pack: tuple[str, ...]
    hands: tuple[int, ...]
    skat: int = 0
    turnup: int = 0
    stock: int = 0
    dummy: int = 0
    left_out: str | None = None


class Said(NamedTuple):
    """An announcement during the play: `play` cards lay on the table, `held` were in the caller's hand."""

    seat: int
    call: str
    play: int
    held: int = 0


@dataclass(slots=True, kw_only=True)
class Deal:
    """One deal: the cards as they were dealt, what was declared, exchanged and announced during the play."""

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
    announcements: list[Said] = field(default_factory=list)

    @property
    def declarer(self) -> int | None:
        """Who plays alone, where somebody does."""
        return self.declaration.get("declarer")

    @property
    def contract(self) -> str | None:
        """What is played."""
        return self.declaration.get("contract")


def deal_cards(shape: Shape, options: Any, seats: int, dealer: int, rng: Random) -> Deal:
    """A shuffled deal; what stays undealt is the rest."""
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
    """The first card of these ranks, taken out of the pile."""
    return cards.pop(next(index for index, card in enumerate(cards) if card[1] in ranks))


def take(cards: list[str], number: int) -> list[str]:
    """The first cards, taken off the pile."""
    taken = cards[:number]
    del cards[:number]
    return taken


def is_as_dealt(shape: Shape, deal: Deal) -> bool:
    """Whether every pile has its size and every card comes from the pack, as often as the pack has it."""
    are_sizes_right = tuple(len(pile) for pile in piles_of(deal)) == sizes_of(shape)
    left = Counter(shape.pack)
    left.subtract(dealt_cards(deal))
    return are_sizes_right and min(left.values()) >= 0 and may_be_left(shape, list(left.elements()))


def piles_of(deal: Deal) -> list[list[str]]:
    """Everything that was dealt: the hands, then what lies on the table."""
    turnup = [deal.turnup] if deal.turnup else []
    return [*deal.hands, deal.skat, turnup, deal.stock, deal.dummy]


def dealt_cards(deal: Deal) -> list[str]:
    """All cards of all piles."""
    return [card for pile in piles_of(deal) for card in pile]


def sizes_of(shape: Shape) -> tuple[int, ...]:
    """How large these piles are."""
    return (*shape.hands, shape.skat, shape.turnup, shape.stock, shape.dummy)


def may_be_left(shape: Shape, left: list[str]) -> bool:
    """Whether these cards may stay undealt."""
    return shape.left_out is None or all(card[1] in shape.left_out for card in left)


def undealt(shape: Shape, deal: Deal) -> list[str]:
    """The rest, in the order of the pack."""
    left = Counter(shape.pack) - Counter(dealt_cards(deal))
    return list(left.elements())
