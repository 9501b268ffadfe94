"""Card play of Schafkopf players: draw trumps, search the called ace, give points to a known partner."""

from collections.abc import Sequence

from rules.schafkopf.words import BETTEL, RAMSCH, RUF
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
from simulation.play import Position, follows_suit

WORTH_A_TRUMP = 10  # card points on the table that justify trumping before the last seat
TO_RUN_AWAY = 4  # cards of the suit, the ace among them


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


# The called ace of a Ruf: it must be played when searched, and may not be thrown away before (SO 3.2)


def card_refusal(position: Position, card: str) -> str | None:
    """Follow suit; then what the called ace demands of its holder."""
    return follows_suit(position, card) or called_refusal(position, card)


def called_refusal(position: Position, card: str) -> str | None:
    """Return the rule of the called ace that a card breaks."""
    suit = called_suit(position)
    if suit is None or suit + "A" not in position.hand or is_searched_before(position, suit):
        return None
    is_ace, is_of_suit = card == suit + "A", card in plain_cards([card], suit)
    if position.led is None:
        few = len(plain_cards(position.hand, suit)) < TO_RUN_AWAY
        return "may_not_run_away" if is_of_suit and not is_ace and few else None
    if is_led(position.on_table[0], suit):
        return None if is_ace else "must_play_called_ace"
    return "called_ace_not_to_be_thrown" if is_ace and len(position.hand) > 1 else None


def called_suit(position: Position) -> str | None:
    """Return the suit of the called ace; None outside a Ruf."""
    deal = position.deal
    return deal.declaration.get("called") if deal.contract == RUF else None


def is_searched_before(position: Position, suit: str) -> bool:
    """Return whether an earlier trick was led with the called suit: searched, or its holder ran away."""
    return any(is_led(trick.cards[0], suit) for trick in position.tricks)


def is_led(card: str, suit: str) -> bool:
    """Return whether a lead is of the called suit and no trump."""
    return bool(plain_cards([card], suit))


def is_shown(position: Position) -> bool:
    """Return whether everybody knows the partner: the called ace was played."""
    suit = called_suit(position)
    played = [card for trick in position.tricks for card in trick.cards] + position.on_table
    return suit is not None and suit + "A" in played
