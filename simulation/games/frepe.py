"""Frepe with cards, for simulation only.

The source lacks the list of duties in play; these are the public julepe rules (follow, beat if able, trump if
void, overtrump if able). No real deal is checked against them.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules import frepe
from rules.cards import ITALIAN_RANKS, PACK_40
from rules.frepe.record import TRICKS_IN_A_DEAL
from rules.frepe.settle import right_of, sitter_of
from rules.tricks import beats, cards_of, has_suit
from simulation.dealing import Deal, Shape, take
from simulation.habits import highest, lowest, winners
from simulation.people import Person
from simulation.play import Play, Position, seats_from, start

SEATS_WITH_SIX_CARDS = 5
WORTH_PLAYING = 15  # tenths of a trick
TRUMP_WORTH, HIGH_TRUMP_WORTH, ACE_WORTH = 6, 4, 6


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Return five cards each (six with five seats), one turned up, the rest is the stock."""
    size = TRICKS_IN_A_DEAL + (seats == SEATS_WITH_SIX_CARDS)
    hands = tuple(0 if seat == sitter_of(seats, dealer) else size for seat in range(seats))
    return Shape(PACK_40, hands, turnup=1, stock=len(PACK_40) - sum(hands) - 1)


def begin(deal: Deal) -> Position:
    """Return the first position: the dealer's right, or the next seat that plays, leads."""
    assert deal.turnup is not None
    position = start(deal, leader=deal.dealer + 1, ranks=ITALIAN_RANKS, trump=deal.turnup[0])
    for seat, hand in enumerate(position.hands):
        away = deal.discards.get(seat, [])
        hand[:] = [card for card in (*hand, *deal.drawn.get(seat, [])) if card not in away]
    position.order = tuple(seat for seat in position.order if seat in active_seats(deal))
    return position


def active_seats(deal: Deal) -> list[int]:
    """Return the seats with cards in play; a dealer left alone plays against the right neighbour."""
    playing = [seat for seat, plays in enumerate(deal.declaration["playing"]) if plays]
    return playing if len(playing) > 1 else [*playing, right_of(deal.seats, deal.dealer)]


def refusal(position: Position, card: str) -> str | None:
    """Follow suit and beat it if able; if void, trump, and overtrump if able ([public])."""
    if position.led is None:
        return None
    due, code = cards_due(position, position.led)
    return code if card not in due else None


def cards_due(position: Position, led: str) -> tuple[list[str], str]:
    """Return the legal cards, and the duty that other cards would break."""
    hand, trump = position.hand, position.trump
    suit = led if has_suit(hand, led) else trump
    following = cards_of(hand, suit)
    if not following:
        return hand, ""
    higher = cards_that_beat(position, following)
    if suit == led:
        return (higher, "must_beat") if higher else (following, "must_follow_suit")
    return (higher, "must_overtrump") if higher else (following, "must_trump")


def cards_that_beat(position: Position, cards: Sequence[str]) -> list[str]:
    """Return the cards that take the trick and are higher than all of their suit."""
    return [card for card in winners(position, cards) if beats_all_of_suit(position, card)]


def beats_all_of_suit(position: Position, card: str) -> bool:
    """Return whether a card is higher than every card of its suit on the table."""
    others = cards_of(position.on_table, card[0])
    return all(beats(card, other, position.ranks, position.trump) for other in others)


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return the tricks of every seat."""
    return {"tricks": position.tricks_by_seat}


# Simulated players


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Choose the players, the dealer's turn-up, and all exchanges."""
    sitter = sitter_of(deal.seats, deal.dealer)
    playing = [
        seat == deal.dealer or (seat != sitter and is_worth_playing(deal, seat, people[seat], rng))
        for seat in range(deal.seats)
    ]
    takes_turnup = worth(deal, deal.hands[deal.dealer]) >= WORTH_PLAYING
    deal.declaration = {"playing": playing, "took_turnup": takes_turnup}
    if takes_turnup and deal.turnup is not None:
        deal.drawn[deal.dealer] = [deal.turnup]
    exchange(deal, rng)
    return []


def worth(deal: Deal, hand: Sequence[str]) -> int:
    """Return the value of a hand in tenths of a trick."""
    trump = deal.turnup[0] if deal.turnup else None
    trumps = cards_of(hand, trump)
    high = sum(card[1] in "A3K" for card in trumps)
    aces = sum(card[1] == "A" and card[0] != trump for card in hand)
    return TRUMP_WORTH * len(trumps) + HIGH_TRUMP_WORTH * high + ACE_WORTH * aces


def is_worth_playing(deal: Deal, seat: int, person: Person, rng: Random) -> bool:
    """Return whether two tricks are likely, or the player dares."""
    mood = 5 * person.boldness + rng.gauss(0, 3)
    return worth(deal, deal.hands[seat]) + mood >= WORTH_PLAYING


def exchange(deal: Deal, rng: Random) -> None:
    """Let players keep trumps and aces and draw for the rest, from the dealer's right on."""
    stock = list(deal.stock)
    for seat in seats_from(deal.dealer + 1, deal.seats):
        if seat not in active_seats(deal):
            continue
        if deal.declaration["playing"][seat]:
            draw(deal, seat, stock, rng)
        else:
            draw_new_hand(deal, seat, stock)


def draw(deal: Deal, seat: int, stock: list[str], rng: Random) -> None:
    """Replace weak cards from the stock; the hand ends with five."""
    assert deal.turnup is not None
    cards = [*deal.hands[seat], *deal.drawn.get(seat, [])]
    keep = [card for card in cards if card[0] == deal.turnup[0] or card[1] in "A3"][:TRICKS_IN_A_DEAL]
    away = [card for card in cards if card not in keep]
    number = TRICKS_IN_A_DEAL - len(keep)
    if len(stock) < number:
        refill(deal, stock, rng)
    drawn = take(stock, number)
    deal.drawn[seat] = [*deal.drawn.get(seat, []), *drawn]
    deal.discards[seat] = away


def refill(deal: Deal, stock: list[str], rng: Random) -> None:
    """Reshuffle the discards when the stock is empty, except cards that are in it already."""
    used = {card for cards in deal.drawn.values() for card in cards} | set(stock)
    again = [card for cards in deal.discards.values() for card in cards if card not in used]
    rng.shuffle(again)
    stock.extend(again)


def draw_new_hand(deal: Deal, seat: int, stock: list[str]) -> None:
    """Draw six cards from the stock against a dealer left alone, and discard one."""
    cards = take(stock, TRICKS_IN_A_DEAL + 1)
    worst = min(cards, key=lambda card: worth(deal, [card]))
    deal.drawn[seat] = cards
    deal.discards[seat] = [*deal.hands[seat], worst]


def choose(position: Position, cards: Sequence[str]) -> str:
    """Lead the highest; win with the lowest winning card, else throw the lowest."""
    if not position.on_table:
        return highest(position, cards)
    return lowest(position, winners(position, cards) or cards)


PLAY = Play(
    game=frepe.GAME,
    shape=shape,
    begin=begin,
    refusal=refusal,
    derive=derive,
    declare=declare,
    choose=choose,
    has_replay=False,
)
