"""Whole sheets of simulated deals, card by card, each with the record a table would write."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.reading import open_table, read_options, read_record
from simulation.dealing import Deal, deal_cards
from simulation.games import find_play
from simulation.people import Person, invent_person
from simulation.play import Play, Position, legal_plays, play_card, take_announcement


@dataclass(frozen=True, slots=True)
class SimulatedDeal:
    """One row of a sheet: `cards` is a request of `replay_deal`, `record` the table's record."""

    cards: dict[str, Any]
    calls: list[dict[str, Any]]
    record: dict[str, Any]


def play_sheet(
    game_key: str,
    options: Mapping[str, Any],
    seats: int,
    first_dealer: int,
    deals: int,
    rng: Random,
    *,
    people: Sequence[Person] = (),
) -> list[SimulatedDeal]:
    """Play until `deals` deals count or the game is over; passed deals are rows of their own.

    `options` holds changes from the defaults; missing people are generated.
    """
    play = find_play(game_key)
    state = open_table(play.game, read_options(play.game, options), seats, first_dealer)
    players = [*people, *(invent_person(rng) for _ in range(seats - len(people)))]
    rows: list[SimulatedDeal] = []
    counted = 0
    while counted < deals and not play.game.is_over(state):
        row = simulate_deal(play, state, options, players, rng)
        state, outcome = play.game.settle(state, read_record(play.game, row.record))
        rows.append(row)
        counted += outcome.counts
    return rows


def simulate_deal(
    play: Play, state: Any, options: Mapping[str, Any], people: Sequence[Person], rng: Random
) -> SimulatedDeal:
    """Deal, declare and play one deal at this point of a sheet."""
    shape = play.shape(state.options, state.seats, state.dealer)
    deal = deal_cards(shape, state.options, state.seats, state.dealer, rng)
    calls = play.declare(deal, state, people, rng)
    position = play.begin(deal)
    plays: list[str] = []
    while not is_finished(play, position, people):
        announce(play, position, people, rng)
        plays.append(choose_card(play, position, people, rng))
        play_card(position, plays[-1])
    cards = {"game": play.game.key, "options": dict(options), **cards_as_json(deal), "plays": plays}
    record = play.written(state, {**deal.declaration, **play.derive(position, state)})
    return SimulatedDeal(cards, calls, record)


def announce(play: Play, position: Position, people: Sequence[Person], rng: Random) -> None:
    """Make a player's announcement before the next card; it is stored with the cards of the deal."""
    for announcement in play.announce(position, people, rng):
        take_announcement(position, announcement)
        position.deal.announcements.append(announcement)


def is_finished(play: Play, position: Position, people: Sequence[Person]) -> bool:
    """Return whether the deal is over and no player goes on."""
    if not play.is_over(position):
        return False
    declarer = position.deal.declarer
    if declarer is None:
        return True
    going_on = play.going_on(position, people[declarer])
    position.deal.declaration |= going_on
    return not going_on


def choose_card(play: Play, position: Position, people: Sequence[Person], rng: Random) -> str:
    """Return a sensible card, or any legal one if the player did not think."""
    cards = legal_plays(play, position)
    person = people[position.owners[position.place]]
    if len(cards) == 1 or rng.random() < person.skill:
        return play.choose(position, cards)
    return rng.choice(cards)


def cards_as_json(deal: Deal) -> dict[str, Any]:
    """Return the deal as `replay_deal` takes it, without empty parts."""
    piles: dict[str, Any] = {
        "skat": deal.skat,
        "turnup": deal.turnup,
        "stock": deal.stock,
        "dummy": deal.dummy,
        "discards": {str(seat): cards for seat, cards in deal.discards.items()},
        "drawn": {str(seat): cards for seat, cards in deal.drawn.items()},
        "swap": deal.swap,
        "free_solo": deal.free_solo,
        "calls": [{"seat": each.seat, "call": each.call, "play": each.play} for each in deal.announcements],
    }
    given = {name: value for name, value in piles.items() if value}
    table = {"seats": deal.seats, "dealer": deal.dealer, "hands": deal.hands}
    return {**table, **given, **deal.declaration}
