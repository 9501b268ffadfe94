"""Simulated players of Jass: choosing or pushing, and their cards."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.jass.record import (
    FACTORS,
    OBENABE,
    SIDES,
    SLALOM_OBENABE,
    SLALOM_UNDENUFE,
    SLALOMS,
    STOECK_POINTS,
    SUIT_KINDS,
    UNDENUFE,
)
from rules.jass.settle import choosers
from simulation.dealing import Deal
from simulation.games.jass.cards import DOWN, UP, card_points, points_in, stoeck_seats
from simulation.habits import (
    height,
    highest,
    is_last,
    is_master,
    longest_suit,
    lowest,
    unseen,
    winners,
    winning_card,
    winning_place,
)
from simulation.people import Person
from simulation.play import Position

# The value of a hand in tenths of a trick
TRUMP_WORTHS = {"J": 16, "9": 12, "A": 9, "K": 7, "Q": 6, "T": 6, "8": 5, "7": 5, "6": 5}
TOPS = (13, 11, 10, 9, 8, 7, 7, 7, 7)  # cards of a suit in a row from the top
PLAIN_ACE, PLAIN_KING = 8, 3
ENOUGH_TO_CHOOSE, BOLDNESS = 37, 6
WRITES_WEIS = 0.3
WORTH_A_TRUMP = 10  # points on the table that justify a trump


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Return forehand chooses the best kind of a good hand, else pushes to the partner; nobody bids."""
    forehand, partner = choosers(deal.seats, deal.dealer)
    kinds = kinds_of(deal.options)
    needed = ENOUGH_TO_CHOOSE - BOLDNESS * people[forehand].boldness + rng.gauss(0, 3)
    has_pushed = max(worth(deal.hands[forehand], kind) for kind in kinds) < needed
    chooser = partner if has_pushed else forehand
    hand = deal.hands[chooser]
    deal.declaration = {"contract": max(kinds, key=lambda kind: worth(hand, kind)), "pushed": has_pushed}
    deal.declaration |= extras(deal, rng)
    return []


def written(state: Any, record: dict[str, Any]) -> dict[str, Any]:
    """Return the record as on a slip, which notes a push and nothing where forehand chose."""
    return {name: value for name, value in record.items() if name != "pushed" or value}


def kinds_of(options: Any) -> list[str]:
    """Return the kinds that this event plays."""
    return [kind for kind in FACTORS if kind not in SLALOMS or options.slalom]


def extras(deal: Deal, rng: Random) -> dict[str, Any]:
    """Return Stöck and Weis as the table writes them, where the event counts them."""
    points: dict[str, Any] = {}
    if deal.options.stoeck and deal.contract in SUIT_KINDS and (seats := stoeck_seats(deal)):
        points["stoeck"] = for_side(seats[0] % SIDES, STOECK_POINTS)
    if deal.options.weis and rng.random() < WRITES_WEIS:
        points["weis"] = for_side(rng.randrange(SIDES), rng.choice((20, 20, 20, 50, 100)))
    return points


def for_side(side: int, points: int) -> list[int]:
    """Return points for one of the two sides."""
    return [points if each == side else 0 for each in range(SIDES)]


def worth(hand: Sequence[str], kind: str) -> int:
    """Return the value of a hand in tenths of tricks."""
    if kind in SUIT_KINDS:
        return trump_worth(hand, kind)
    if kind == OBENABE:
        return top_worth(hand, DOWN)
    if kind == UNDENUFE:
        return top_worth(hand, UP)
    first, second = (DOWN, UP) if kind == SLALOM_OBENABE else (UP, DOWN)
    assert kind in (SLALOM_OBENABE, SLALOM_UNDENUFE)
    return (2 * top_worth(hand, first) + top_worth(hand, second)) // 3


def trump_worth(hand: Sequence[str], trump: str) -> int:
    """Return the value with a trump suit; without the Under or the Nell a trump suit is poor."""
    trumps = [card[1] for card in hand if card[0] == trump]
    plain = [card for card in hand if card[0] != trump]
    kings = [card for card in plain if card[1] == "K" and card[0] + "A" in plain]
    aces = sum(card[1] == "A" for card in plain)
    return sum(TRUMP_WORTHS[rank] for rank in trumps) + PLAIN_ACE * aces + PLAIN_KING * len(kings)


def top_worth(hand: Sequence[str], ranks: str) -> int:
    """Return the value without trumps: the rows of high cards of every suit."""
    total = 0
    for suit in SUIT_KINDS:
        row = next((place for place, rank in enumerate(ranks) if suit + rank not in hand), len(ranks))
        total += sum(TOPS[:row])
    return total


# Cards


def choose(position: Position, cards: Sequence[str]) -> str:
    """Lead from strength, give points to the partner, take points cheaply."""
    if not position.on_table:
        return lead(position, cards)
    if (winning_place(position) - position.place) % SIDES == 0 and is_safe(position):
        return most_points(position, cards)
    return take_or_throw(position, cards)


def lead(position: Position, cards: Sequence[str]) -> str:
    """Draw trumps with the highest if the own side chose them; else a master, else a low card."""
    trumps = [card for card in cards if card[0] == position.trump]
    masters = [card for card in cards if card[0] != position.trump and is_master(position, card)]
    is_drawing = has_chosen(position) and unseen(position, position.trump or "")
    if trumps and is_drawing and is_strong(position, trumps):
        return highest(position, trumps)
    if masters:
        return masters[0]
    plain = [card for card in cards if card not in trumps]
    return cheapest(position, longest_suit(plain or cards))


def has_chosen(position: Position) -> bool:
    """Return whether the player's side chose the kind."""
    return any((position.place - seat) % SIDES == 0 for seat in choosers(4, position.deal.dealer))


def is_strong(position: Position, trumps: Sequence[str]) -> bool:
    """Return whether the highest trump of the hand is unbeaten, or the hand has three."""
    return any(is_master(position, card) for card in trumps) or len(trumps) > 2


def is_safe(position: Position) -> bool:
    """Return whether the partner is likely to keep the trick."""
    return is_last(position) or is_master(position, winning_card(position))


def take_or_throw(position: Position, cards: Sequence[str]) -> str:
    """Take with a plain master, or with a trump if the trick is worth it; else throw the cheapest."""
    winning = winners(position, cards)
    plain = [card for card in winning if card[0] != position.trump]
    sure = [card for card in plain if is_last(position) or is_master(position, card)]
    if sure:
        return max(sure, key=lambda card: card_points(position.deal.contract or "", card))
    on_table = points_in(position.deal.contract or "", position.on_table)
    if winning and (on_table >= WORTH_A_TRUMP or position.led == position.trump):
        return lowest(position, winning)
    return cheapest(position, cards)


def cheapest(position: Position, cards: Sequence[str]) -> str:
    """Return the card with the fewest points, no trump if possible, then the lowest."""
    contract = position.deal.contract or ""
    return min(
        cards,
        key=lambda card: (card[0] == position.trump, card_points(contract, card), -height(position, card)),
    )


def most_points(position: Position, cards: Sequence[str]) -> str:
    """Return most points for the partner, no trump if possible."""
    contract = position.deal.contract or ""
    return max(cards, key=lambda card: (card[0] != position.trump, card_points(contract, card)))
