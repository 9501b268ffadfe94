"""Skat with cards: forehand leads, ten tricks; a null ends with the declarer's first trick."""

from collections.abc import Sequence
from typing import Any

from rules import skat
from rules.reading import read_record
from rules.skat.record import (
    LOST,
    NULL,
    PASSED,
    POINTS_FOR_SCHNEIDER,
    POINTS_OF_SCHNEIDER,
    SCHNEIDER,
    SCHWARZ,
    SIMPLE,
    WON,
)
from rules.skat.settle import sitter_of
from simulation.dealing import Deal
from simulation.games.skat.cards import (
    HAND_SIZE,
    JACKS,
    cards_before,
    exchange_refusal,
    hand_to_play,
    matadors,
    points_in,
    put_away,
    ranks_of,
    shape,
    trump_suit,
)
from simulation.games.skat.declaring import declare
from simulation.habits import (
    duck,
    highest,
    is_last,
    is_master,
    likely_winner,
    longest_suit,
    lowest,
    unseen,
    winners,
    winning_place,
)
from simulation.play import Play, Position, declarer_tricks, is_played_out, start

WORTH_A_TRUMP = 10  # card points on the table that justify trumping before the last seat


def begin(deal: Deal) -> Position:
    """Let forehand lead; the dealer of a table of four does not play (ISkO 4.1)."""
    contract = deal.contract
    position = start(deal, leader=deal.dealer + 1, ranks=ranks_of(contract), trump=trump_suit(contract))
    position.above = () if contract in (NULL, PASSED) else JACKS
    sitter = sitter_of(deal.seats, deal.dealer)
    position.order = tuple(seat for seat in position.order if seat != sitter)
    if deal.declarer is not None:
        position.hands[deal.declarer] = hand_to_play(deal, deal.declarer)
    return position


def is_over(position: Position) -> bool:
    """Return whether ten tricks are played; none of a passed deal.

    A null until the declarer takes one (ours).
    """
    contract = position.deal.contract
    if contract == PASSED or is_played_out(position):
        return True
    return contract == NULL and not position.on_table and declarer_tricks(position) > 0


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return matadors, card points and level; for a null only the result."""
    deal = position.deal
    if deal.contract == PASSED or deal.contract is None:
        return {}
    if deal.contract == NULL:
        return {"result": LOST if declarer_tricks(position) else WON}
    taken = [card for trick in position.tricks if trick.winner == deal.declarer for card in trick.cards]
    points = points_in([*taken, *put_away(deal)])
    return {
        "matadors": matadors(cards_before(deal), deal.contract),
        "points": points,
        "level": level_of(points, declarer_tricks(position)),
    }


def level_of(points: int, tricks: int) -> str:
    """Return how the losing side lost: schwarz without a trick, schneider with 30 card points or fewer."""
    if tricks in (0, HAND_SIZE):
        return SCHWARZ
    return SIMPLE if POINTS_OF_SCHNEIDER < points < POINTS_FOR_SCHNEIDER else SCHNEIDER


def written(state: Any, record: dict[str, Any]) -> dict[str, Any]:
    """Write the record as on a list: won or lost instead of card points, the bid only if it matters."""
    if "points" not in record:
        return record
    facts = skat.GAME.settle(state, read_record(skat.GAME, record))[1].facts
    left_out = {"points"} | ({"level"} if record["level"] == SIMPLE else set())
    if not (facts["overbid"] or state.options.bid_required):
        left_out.add("bid")
    fields = {name: value for name, value in record.items() if name not in left_out}
    return {**fields, "result": WON if facts["made"] else LOST}


# Habits of players: one declarer against two partners


def choose_card(position: Position, cards: Sequence[str]) -> str:
    """Choose by the game: in a null the declarer ducks and the others play low.

    Else tricks and points count.
    """
    if position.deal.contract == NULL:
        return choose_in_null(position, cards)
    if not position.on_table:
        return lead(position, cards)
    if is_partner_safe(position):
        return feed(position, cards)
    return take_or_throw(position, cards)


def choose_in_null(position: Position, cards: Sequence[str]) -> str:
    """Lead the lowest card of the shortest suit; the declarer stays below, the others too."""
    if not position.on_table:
        return shortest_low(position, cards)
    if position.place == position.deal.declarer:
        return duck(position, cards)
    return stay_under_declarer(position, cards)


def shortest_low(position: Position, cards: Sequence[str]) -> str:
    """Return the lowest card, from the shortest suit among equals."""
    suits = [card[0] for card in cards]
    return max(cards, key=lambda card: (position.ranks.index(card[1]), -suits.count(card[0])))


def stay_under_declarer(position: Position, cards: Sequence[str]) -> str:
    """Follow a habit: a defender plays low while the declarer may still take the trick, and high once that
    is impossible.
    """
    declarer = position.deal.declarer
    has_played = declarer in places_played(position)
    if has_played and winning_place(position) != declarer:
        return highest(position, cards)
    return lowest(position, cards)


def places_played(position: Position) -> list[int]:
    """Return the places that have a card in the trick."""
    number, played = len(position.order), len(position.on_table)
    return [position.order[(position.turn - step) % number] for step in range(1, played + 1)]


def lead(position: Position, cards: Sequence[str]) -> str:
    """Follow a habit: the declarer draws trumps, then cashes.

    A defender leads an ace or low from the longest suit.
    """
    trumps = [card for card in cards if position.suit_of(card) == position.trump]
    plain = [card for card in cards if card not in trumps]
    masters = [card for card in plain if is_master(position, card)]
    if position.place == position.deal.declarer:
        if trumps and unseen(position, position.trump or "") and (len(trumps) > 2 or not plain):
            return draw_trumps(position, trumps)
        return highest(position, masters) if masters else lead_low(position, plain or trumps)
    return highest(position, masters) if masters else lead_low(position, plain or trumps)


def draw_trumps(position: Position, trumps: Sequence[str]) -> str:
    """Return an unbeatable trump, else the lowest."""
    masters = [card for card in trumps if is_master(position, card)]
    return highest(position, masters) if masters else cheapest(position, trumps)


def lead_low(position: Position, cards: Sequence[str]) -> str:
    """Return the card with the fewest points of the longest suit."""
    return cheapest(position, longest_suit(cards))


def cheapest(position: Position, cards: Sequence[str]) -> str:
    """Return the card with the fewest points, no trump if possible, then the lowest rank."""
    low = min(points_in([card]) for card in cards)
    return lowest(position, [card for card in cards if points_in([card]) == low])


def is_partner_safe(position: Position) -> bool:
    """Return whether the partner holds the trick and the declarer has played to it."""
    declarer = position.deal.declarer
    if position.place == declarer:
        return False
    return declarer in places_played(position) and winning_place(position) != declarer


def feed(position: Position, cards: Sequence[str]) -> str:
    """Return the card with most points for the partner's trick, trumps last."""
    plain = [card for card in cards if position.suit_of(card) != position.trump]
    return max(plain or cards, key=lambda card: points_in([card]))


def take_or_throw(position: Position, cards: Sequence[str]) -> str:
    """Take a valuable trick; else play as few points as possible."""
    winning = winners(position, cards)
    if not winning:
        return cheapest(position, cards)
    if is_last(position):
        return max(winning, key=lambda card: (position.suit_of(card) != position.trump, points_in([card])))
    safe = [card for card in winning if is_master(position, card)]
    on_table = points_in(position.on_table)
    if safe and (on_table >= WORTH_A_TRUMP or position.suit_of(safe[0]) == position.led):
        return safe[0] if position.place == position.deal.declarer else highest(position, safe)
    return likely_winner(position, winning) if on_table >= WORTH_A_TRUMP else cheapest(position, cards)


PLAY = Play(
    game=skat.GAME,
    shape=shape,
    exchange_refusal=exchange_refusal,
    begin=begin,
    is_over=is_over,
    derive=derive,
    written=written,
    derived=("matadors", "points", "level", "result"),
    declared_too=("matadors",),
    declare=declare,
    choose=choose_card,
)
