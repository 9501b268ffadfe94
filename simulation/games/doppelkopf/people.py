"""Simulated club players of Doppelkopf: their announcements, solos and cards."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.doppelkopf.settle import must_solo
from rules.doppelkopf.value import CARD_POINTS
from rules.doppelkopf.words import (
    ACES,
    ALONE,
    JACKS,
    KONTRA,
    NO90,
    NORMAL,
    QUEENS,
    RE,
    SILENT,
    SOLOS,
    WEDDING,
)
from simulation.dealing import Announcement, Deal
from simulation.games.doppelkopf.calls import announcement_refusal, step_on
from simulation.games.doppelkopf.cards import (
    ABOVE,
    FOX,
    HIGH_TRUMPS,
    QUEEN_OF_CLUBS,
    TRUMP_SUITS,
    clarifying_trick,
    points_in,
    queen_holders,
    re_of,
    side_of,
)
from simulation.habits import (
    height,
    highest,
    is_last,
    is_master,
    lead_from_strength,
    lowest,
    winners,
    winning_place,
)
from simulation.people import Person
from simulation.play import Position

# The value of a card in tenths of a trick
TRUMP_WORTHS = dict(zip(HIGH_TRUMPS, (16, 13, 11, 10, 9, 7, 6, 6, 5), strict=True))
LOW_TRUMP_WORTH = 4
PLAIN_WORTHS = {"A": 8, "T": 2}
LONE_WORTHS = {"A": 12, "T": 5, "K": 1}  # without trumps, or with only four pairs of them
PICTURE_WORTH = 11  # a trump of a queens or jacks solo

MANDATORY_SOLO, FREE_SOLO = 90, 102  # tenths of tricks that justify a solo
CALL, REPLY, NO_NINETY = {RE: 94, KONTRA: 80}, 76, 116  # and announcements
BOLDNESS = 8
SILENT_WEDDING = 104


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Return a forced solo, else the strongest wanted solo, a wedding, or a normal deal."""
    forced = must_solo(state)
    if forced is not None:
        declare_solo(deal, state, forced)
        return []
    for seat in wanting_solo(deal, state, people, rng):
        declare_solo(deal, state, seat)
        return []
    holders = queen_holders(deal)
    deal.declaration = {"contract": NORMAL}
    if len(holders) == 1:
        is_strong = trump_strength(deal.hands[holders[0]], NORMAL) >= SILENT_WEDDING
        deal.declaration = {"contract": SILENT if is_strong else WEDDING, "declarer": holders[0]}
    return []


def declare_solo(deal: Deal, state: Any, seat: int) -> None:
    """Declare the soloist's best solo; a free one if the mandatory one was played before."""
    deal.declaration = {"contract": best_solo(deal.hands[seat]), "declarer": seat}
    deal.free_solo = bool(state.options.mandatory_solo and not state.owes_solo[seat])


def wanting_solo(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[int]:
    """Return the soloist: owed solos before free ones, then the nearest to the dealer's left."""
    order = [(deal.dealer + step) % deal.seats for step in range(1, deal.seats + 1)]
    wanting = [
        seat
        for seat in order
        if deal.hands[seat]
        and strength(deal.hands[seat], best_solo(deal.hands[seat])) + nerve(people[seat], rng)
        >= (MANDATORY_SOLO if state.owes_solo[seat] else FREE_SOLO)
    ]
    return sorted(wanting, key=lambda seat: not state.owes_solo[seat])


def nerve(person: Person, rng: Random) -> float:
    """Return how much a player overrates a hand."""
    return BOLDNESS * person.boldness + rng.gauss(0, 2)


def best_solo(hand: Sequence[str]) -> str:
    """Return the solo in which a hand is strongest."""
    return max(SOLOS, key=lambda contract: strength(hand, contract))


def strength(hand: Sequence[str], contract: str) -> int:
    """Return the value of a hand in tenths of tricks."""
    if contract in (QUEENS, JACKS, ACES):
        pictures = sum(card in ABOVE[contract] for card in hand)
        return PICTURE_WORTH * pictures + sum(LONE_WORTHS.get(card[1], 0) for card in hand)
    return trump_strength(hand, contract)


def trump_strength(hand: Sequence[str], contract: str) -> int:
    """Do as `strength`, with a trump suit."""
    suit = TRUMP_SUITS.get(contract, "D")
    trumps = [card for card in hand if card in HIGH_TRUMPS or card[0] == suit]
    plain = [card for card in hand if card not in trumps]
    high = sum(TRUMP_WORTHS.get(card, LOW_TRUMP_WORTH) for card in trumps)
    return high + sum(PLAIN_WORTHS.get(card[1], 0) for card in plain)


# Announcements


def announce(position: Position, people: Sequence[Person], rng: Random) -> list[Announcement]:
    """Follow a habit: the player to play announces a call that the hand is worth and that is still open."""
    seat = position.place
    side = side_of(position, seat)
    other_side = KONTRA if side == RE else RE
    worth = strength(position.hand, hand_contract(position)) + points_taken(position, side) / 3
    worth += nerve(people[seat], rng) + (14 if side in sides_said(position) else 0)
    first = REPLY if other_side in sides_said(position) else CALL[side]
    for call, needed in ((NO90, NO_NINETY), (side, first)):
        announcement = Announcement(seat, call, cards_played(position))
        if worth >= needed and announcement_refusal(position, announcement) is None:
            return [announcement]
    return []


def hand_contract(position: Position) -> str:
    """Return the contract by which the hand is judged."""
    contract = position.deal.contract or NORMAL
    return contract if contract in SOLOS else NORMAL


def sides_said(position: Position) -> set[str]:
    """Return the sides that have announced."""
    return {side for side in (RE, KONTRA) if step_on(position, side)}


def points_taken(position: Position, side: str) -> int:
    """Return the card points of a side minus those of the other."""
    signs = [1 if side_of(position, trick.winner) == side else -1 for trick in position.tricks]
    return sum(sign * points_in(trick.cards) for sign, trick in zip(signs, position.tricks, strict=True))


def cards_played(position: Position) -> int:
    """Return the number of cards played so far in all tricks."""
    return len(position.order) * len(position.tricks) + len(position.on_table)


# Cards


def choose(position: Position, cards: Sequence[str]) -> str:
    """Lead aces and strong trumps, give points to a known partner, take points cheaply."""
    if not position.on_table:
        return lead(position, cards)
    winning = winners(position, cards)
    if is_partner(position, winning_place(position)):
        is_safe = is_last(position) or not any(card[1] in "KQJ9" for card in winning)
        return most_points(position, cards) if is_safe else cheapest(position, cards)
    if not winning:
        return cheapest(position, cards)
    return take(position, winning)


def take(position: Position, winning: Sequence[str]) -> str:
    """Play last the card with most points, else one that is likely to hold."""
    if is_last(position):
        return max(winning, key=lambda card: (points_in([card]), -TRUMP_WORTHS.get(card, 0)))
    plain = [card for card in winning if position.suit_of(card) != position.trump]
    if plain:
        return highest(position, plain)
    strong = [card for card in winning if points_in([card]) < CARD_POINTS["T"]] or list(winning)
    return (
        highest(position, strong)
        if points_in(position.on_table) >= CARD_POINTS["A"]
        else lowest(position, strong)
    )


def lead(position: Position, cards: Sequence[str]) -> str:
    """Lead a plain ace, else by side: Re draws trumps, a soloist from strength, Kontra a low card."""
    plain = [card for card in cards if position.suit_of(card) != position.trump]
    aces = [card for card in plain if card[1] == "A" and is_master(position, card)]
    if aces:
        return aces[0]
    if position.deal.contract in ALONE and position.place == position.deal.declarer:
        return lead_from_strength(position, cards)
    trumps = [
        card for card in cards if card not in plain and card != FOX and points_in([card]) < CARD_POINTS["T"]
    ]
    if trumps and (side_of(position, position.place) == RE or not plain):
        return sorted(trumps, key=lambda card: height(position, card))[len(trumps) // 2]
    return cheapest(position, plain or cards)


def is_partner(position: Position, seat: int) -> bool:
    """Return whether a player is known to be a partner: by a call, a queen of clubs, or a solo."""
    own = side_of(position, position.place)
    if side_of(position, seat) != own:
        return False
    return is_known(position) or side_of(position, seat) in sides_said(position)


def is_known(position: Position) -> bool:
    """Return whether the sides are public: a solo, a clarified wedding, both queens of clubs played."""
    if position.deal.contract == WEDDING:
        return clarifying_trick(position) is not None
    cards = [card for trick in position.tricks for card in trick.cards] + position.on_table
    is_shown = cards.count(QUEEN_OF_CLUBS) + position.hand.count(QUEEN_OF_CLUBS) == len(re_of(position))
    return position.deal.contract in ALONE or is_shown


def cheapest(position: Position, cards: Sequence[str]) -> str:
    """Return the cheapest card: few points, no high trump."""
    return min(
        cards, key=lambda card: (points_in([card]), TRUMP_WORTHS.get(card, 0), -height(position, card))
    )


def most_points(position: Position, cards: Sequence[str]) -> str:
    """Return most points for the partner, but no high trump."""
    return max(cards, key=lambda card: (points_in([card]), -TRUMP_WORTHS.get(card, 0)))
