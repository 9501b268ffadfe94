"""Card play of Schafkopf players: draw trumps, search the called ace, give points to a known partner."""

from collections.abc import Sequence

from rules.schafkopf.words import BETTEL, RAMSCH, RUF
from simulation.games.schafkopf.called import called_suit, is_searched_before, is_shown
from simulation.games.schafkopf.cards import caller_partner, plain_cards, points_in, side_of_declarer
from simulation.habits import (
    duck,
    height,
    highest,
    is_last,
    is_master,
    longest_suit,
    lowest,
    unseen,
    winners,
    winning_place,
)
from simulation.play import Position

WORTH_A_TRUMP = 10  # card points on the table that justify trumping before the last seat


def choose_card(position: Position, cards: Sequence[str]) -> str:
    """Return duck where tricks are bad; else lead by side, give points to a partner, take points cheaply."""
    if position.deal.contract in (BETTEL, RAMSCH):
        return avoid(position, cards)
    if not position.on_table:
        return lead(position, cards)
    if is_known_partner(position, winning_place(position)):
        return feed(position, cards)
    return take_or_throw(position, cards)


def avoid(position: Position, cards: Sequence[str]) -> str:
    """Stay below the trick; lead low. The others of a Bettel lead low too, and throw high once it is safe."""
    if not position.on_table:
        return lowest(position, cards)
    return duck(position, cards)


# Sides


def is_known_partner(position: Position, seat: int) -> bool:
    """Return whether the player to play knows that this seat is a partner."""
    own, side = position.place, side_of_declarer(position.deal)
    if (own in side) != (seat in side) or seat == own:
        return False
    return position.deal.contract != RUF or is_shown(position) or own == caller_partner(position.deal)


def is_attacking(position: Position) -> bool:
    """Return whether the player to play is of the declarer's side; they themselves know it."""
    return position.place in side_of_declarer(position.deal)


# Leads


def lead(position: Position, cards: Sequence[str]) -> str:
    """Follow a habit: the player's side draws trumps.

    The others search the called ace, cash aces or lead low.
    """
    trumps = [card for card in cards if position.suit_of(card) == position.trump]
    plain = [card for card in cards if card not in trumps]
    masters = [card for card in plain if is_master(position, card) and card[1] == "A"]
    if is_attacking(position) and trumps and unseen(position, position.trump or "") and len(trumps) > 1:
        return draw_trumps(position, trumps)
    if searching := search(position, plain):
        return searching
    if masters:
        return masters[0]
    return cheapest(position, longest_suit(plain or cards))


def draw_trumps(position: Position, trumps: Sequence[str]) -> str:
    """Return an unbeatable trump, else the one in the middle: the partner may hold the high ones."""
    masters = [card for card in trumps if is_master(position, card)]
    if masters:
        return highest(position, masters)
    by_height = sorted(trumps, key=lambda card: height(position, card))
    poor = [card for card in by_height if points_in([card]) < WORTH_A_TRUMP]
    return (poor or by_height)[len(poor or by_height) // 2]


def search(position: Position, plain: Sequence[str]) -> str | None:
    """Return the cheapest card of the called suit, if an opponent may search the ace with it."""
    suit = called_suit(position)
    if suit is None or is_attacking(position) or is_searched_before(position, suit):
        return None
    own = plain_cards(plain, suit)
    return cheapest(position, own) if own else None


# The other cards of a trick


def cheapest(position: Position, cards: Sequence[str]) -> str:
    """Return the card with the fewest points, no trump if possible, then the lowest."""
    is_trump = [card for card in cards if position.suit_of(card) == position.trump]
    return min(cards, key=lambda card: (points_in([card]), card in is_trump, -height(position, card)))


def feed(position: Position, cards: Sequence[str]) -> str:
    """Return the card with most points for the partner's trick, no high trump."""
    is_safe = is_last(position) or position.suit_of(position.on_table[0]) == position.trump
    if not is_safe:
        return cheapest(position, cards)
    return max(cards, key=lambda card: (points_in([card]), height(position, card)))


def take_or_throw(position: Position, cards: Sequence[str]) -> str:
    """Take a valuable trick; else play as few points as possible."""
    winning = winners(position, cards)
    if not winning:
        return cheapest(position, cards)
    if is_last(position):
        return max(winning, key=lambda card: (position.suit_of(card) != position.trump, points_in([card])))
    aces = [card for card in winning if card[1] == "A" and position.suit_of(card) == position.led]
    if aces and position.led != position.trump:
        return aces[0]
    safe = [card for card in winning if is_master(position, card)]
    is_worth_it = points_in(position.on_table) >= WORTH_A_TRUMP or position.led == position.trump
    if safe and is_worth_it:
        return lowest(position, safe)
    low = [card for card in winning if points_in([card]) < WORTH_A_TRUMP]
    return lowest(position, low) if low and is_worth_it else cheapest(position, cards)
