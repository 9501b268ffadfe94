"""Cards on a table: the hands, and the play of one card after the other.

A game is played by a value, `Play`: rules of play first, then habits of simulated players. Replay of a real
deal and simulation use the same functions. This module knows no game and no scoring.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from rules.game import Game
from rules.tricks import suit_in_play, winning_index
from simulation.dealing import Announcement, Deal, Shape
from simulation.people import Person


class Trick(NamedTuple):
    """A complete trick: the places that led and won it, and its cards from the lead on."""

    leader: int
    winner: int
    cards: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Position:
    """A deal in play. A place is a seat, or one more for a dummy; `owners` maps places to owning seats.

    `order` has the places that play, `turn` is an index into it; `stock` is drawn from the front; `above` are
    trumps that stand above the trump suit (rules/tricks.py).
    """

    deal: Deal
    hands: list[list[str]]
    order: tuple[int, ...]
    owners: tuple[int, ...]
    ranks: str
    trump: str | None
    above: tuple[str, ...] = ()
    turn: int = 0
    turned_ranks: str = ""  # the order of every second trick, where it turns
    stock: list[str] = field(default_factory=list)
    on_table: list[str] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    announcements: list[Announcement] = field(default_factory=list)  # so far
    second_takes: str | None = None  # a card whose second copy takes the trick from the first
    second_takes_last: bool = True  # also in the last trick

    @property
    def place(self) -> int:
        """Return the place to play."""
        return self.order[self.turn]

    @property
    def hand(self) -> list[str]:
        """Return the cards of the place to play."""
        return self.hands[self.order[self.turn]]

    @property
    def led(self) -> str | None:
        """Return the suit led, None before the lead."""
        return self.suit_of(self.on_table[0]) if self.on_table else None

    def suit_of(self, card: str) -> str:
        """Return the suit a card is played as: trumps are one suit."""
        return suit_in_play(card, self.trump, self.above)

    @property
    def tricks_by_seat(self) -> list[int]:
        """Return the tricks taken so far by seat."""
        return count_by_seat(self, [1] * len(self.tricks))


def not_exchanged(deal: Deal) -> str | None:
    """Refuse every exchange, in games without one."""
    return "exchange_not_allowed" if deal.discards or deal.drawn else None


def follows_suit(position: Position, card: str) -> str | None:
    """Refuse a card unless players follow suit if they can."""
    led = position.led
    if led in (None, position.suit_of(card)):
        return None
    return "must_follow_suit" if led in map(position.suit_of, position.hand) else None


def nothing_to_add(deal: Deal) -> str | None:
    """Check nothing: the rules of the record judge the declaration."""
    return None


def nobody_announces(position: Position, announcement: Announcement) -> str | None:
    """Refuse announcements, in games without them."""
    return "call_unknown"


def says_nothing(position: Position, people: Sequence[Person], rng: Random) -> list[Announcement]:
    """Return no announcements."""
    return []


def tells_nothing(position: Position) -> dict[str, Any]:
    """Return no facts: tricks and record are complete."""
    return {}


def as_derived(state: Any, record: dict[str, Any]) -> dict[str, Any]:
    """Return the record as it is: the table records what the cards show."""
    return record


def ignores_nothing(declaration: Mapping[str, Any]) -> Sequence[str]:
    """Return no fields: none of a declaration is ignored."""
    return ()


def is_played_out(position: Position) -> bool:
    """Return whether all cards are played."""
    return not position.on_table and not position.hands[position.order[0]]


def never_goes_on(position: Position, person: Person) -> Mapping[str, Any]:
    """Return nothing: no player goes on, the game ends by itself."""
    return {}


@dataclass(frozen=True, kw_only=True)
class Play:
    """The play of one game with cards, by rules and by simulated players.

    `derived` are the fields of a record that follow from the cards. `exchange_refusal` and `refusal` return
    the code of the first broken rule, None for none; so do `declaration_refusal`, where cards decide about a
    declaration, and `announcement_refusal`. `announce` is called before every card.
    """

    game: Game
    shape: Callable[[Any, int, int], Shape]  # options, seats, dealer
    begin: Callable[[Deal], Position]
    declare: Callable[[Deal, Any, Sequence[Person], Random], list[dict[str, Any]]]  # deal, sheet's state
    choose: Callable[[Position, Sequence[str]], str]
    derive: Callable[[Position, Any], dict[str, Any]]  # position at the end, sheet's state
    derived: tuple[str, ...] = ("tricks",)
    declared_too: tuple[str, ...] = ()  # fields of `derived` that a replay may name before the first lead
    ignored: Callable[[Mapping[str, Any]], Sequence[str]] = ignores_nothing  # declared, but the cards say it
    written: Callable[[Any, dict[str, Any]], dict[str, Any]] = as_derived  # a record as players write it
    declaration_refusal: Callable[[Deal], str | None] = nothing_to_add
    exchange_refusal: Callable[[Deal], str | None] = not_exchanged
    announcement_refusal: Callable[[Position, Announcement], str | None] = nobody_announces
    announce: Callable[[Position, Sequence[Person], Random], list[Announcement]] = says_nothing
    facts: Callable[[Position], dict[str, Any]] = (
        tells_nothing  # facts of an answer besides tricks and record
    )
    refusal: Callable[[Position, str], str | None] = follows_suit
    is_over: Callable[[Position], bool] = is_played_out
    going_on: Callable[[Position, Person], Mapping[str, Any]] = never_goes_on
    has_announcements: bool = False
    has_replay: bool = True
    scores_one_deal: bool = True  # a single deal has points of its own


def seats_from(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats in the order of play: `seats_from(2, 4) == (2, 3, 0, 1)`."""
    return tuple((first + step) % seats for step in range(seats))


def start(deal: Deal, *, leader: int, ranks: str, trump: str | None) -> Position:
    """Start the play with every seat's own hand; `leader` plays first."""
    return Position(
        deal=deal,
        hands=[list(hand) for hand in deal.hands],
        order=seats_from(leader % deal.seats, deal.seats),
        owners=tuple(range(deal.seats)),
        ranks=ranks,
        trump=trump,
    )


def card_refusal(play: Play, position: Position, card: str) -> str | None:
    """Return why a card may not be played now, or None."""
    return "not_in_hand" if card not in position.hand else play.refusal(position, card)


def legal_plays(play: Play, position: Position) -> list[str]:
    """Return the legal cards, in the order of the hand."""
    return [card for card in position.hand if play.refusal(position, card) is None]


def play_card(position: Position, card: str) -> None:
    """Play one card; the last one of a trick completes it."""
    position.hand.remove(card)
    position.on_table.append(card)
    position.turn = (position.turn + 1) % len(position.order)
    if len(position.on_table) == len(position.order):
        complete_trick(position)


def take_announcement(position: Position, announcement: Announcement) -> None:
    """Add an announcement, with the cards its player held."""
    position.announcements.append(announcement._replace(held=len(position.hands[announcement.seat])))


def complete_trick(position: Position) -> None:
    """Give the trick to its winner, who draws first if there is a stock, and leads."""
    leader = position.place
    steps = winning_step(position)
    position.turn = (position.turn + steps) % len(position.order)
    position.tricks.append(Trick(leader, position.place, tuple(position.on_table)))
    position.on_table.clear()
    if position.turned_ranks:
        position.ranks, position.turned_ranks = position.turned_ranks, position.ranks
    for step in range(len(position.order) if position.stock else 0):
        place = position.order[(position.turn + step) % len(position.order)]
        position.hands[place].append(position.stock.pop(0))


def winning_step(position: Position) -> int:
    """Return the index of the card on the table that holds the trick."""
    cards = position.on_table
    first = winning_index(cards, position.ranks, position.trump, position.above)
    again = [step for step in range(first + 1, len(cards)) if cards[step] == cards[first]]
    if (
        again
        and cards[first] == position.second_takes
        and (position.second_takes_last or not is_last_trick(position))
    ):
        return again[0]
    return first


def is_last_trick(position: Position) -> bool:
    """Return whether the leader of this trick has no card left."""
    return not position.hands[position.order[(position.turn - len(position.on_table)) % len(position.order)]]


def count_by_seat(position: Position, worths: Sequence[int]) -> list[int]:
    """Add up the values of the tricks (one number each) by owning seat."""
    totals = [0] * position.deal.seats
    for trick, worth in zip(position.tricks, worths, strict=True):
        totals[position.owners[trick.winner]] += worth
    return totals


def declarer_tricks(position: Position) -> int:
    """Return the tricks the declarer has taken so far."""
    return sum(trick.winner == position.deal.declarer for trick in position.tricks)
