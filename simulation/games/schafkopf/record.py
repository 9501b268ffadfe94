"""The record of a deal of Schafkopf that was played with cards."""

from collections.abc import Sequence
from typing import Any

from rules import schafkopf
from rules.reading import read_record
from rules.schafkopf.record import Record
from rules.schafkopf.settle import active
from rules.schafkopf.value import level_by_points
from rules.schafkopf.words import (
    BETTEL,
    LOST,
    PASSED,
    PLAYERS,
    RAMSCH,
    RUF,
    SCHWARZ,
    SIE,
    SIMPLE,
    TOUT,
    WON,
)
from rules.tricks import height_in_play
from simulation.dealing import Deal
from simulation.games.schafkopf.cards import caller_partner, points_in, side_of_declarer, trumps_of
from simulation.play import Position, count_by_seat, declarer_tricks

WRITES_POINTS = 5  # every so many deals of a list have card points instead of won or lost


def points_by_seat(position: Position) -> list[int]:
    """Return the card points taken so far."""
    return count_by_seat(position, [points_in(trick.cards) for trick in position.tricks])


def facts_shown(position: Position) -> dict[str, Any]:
    """Return the facts of an answer besides the tricks."""
    return {"card_points": points_by_seat(position)}


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return the partner, Laufende, card points and level, or the result of games without card points."""
    deal = position.deal
    announced = deal.declaration.get("announced")
    if deal.contract in (PASSED, None):
        return {}
    if deal.contract == RAMSCH:
        return ramsch_record(position)
    if deal.contract == BETTEL:
        return {"result": LOST if declarer_tricks(position) else WON}
    if announced == SIE:
        return {"result": WON}
    facts: dict[str, Any] = {"laufende": laufende(deal)}
    if announced == TOUT:
        return {**facts, "result": WON if declarer_tricks(position) == len(position.tricks) else LOST}
    if deal.contract == RUF:
        facts["partner"] = caller_partner(deal)
    return {**facts, **points_and_level(position)}


def points_and_level(position: Position) -> dict[str, Any]:
    """Return the card points of the declarer's side, and how the losing side lost."""
    side = side_of_declarer(position.deal)
    points = sum(points_by_seat(position)[seat] for seat in side)
    tricks = sum(trick.winner in side for trick in position.tricks)
    forced = bool(position.deal.declaration.get("forced"))
    is_schwarz = tricks in (0, len(position.tricks))
    level = SCHWARZ if is_schwarz else level_by_points(Record(card_points=points, forced=forced))
    return {"card_points": points, "level": level}


def laufende(deal: Deal) -> int:
    """Return the unbroken row of trumps from the top that the declarer's side was dealt, or lacks."""
    trumps = trumps_of(deal.contract, deal.declaration.get("trump"), deal.pack)
    cards = {card for seat in side_of_declarer(deal) for card in deal.hands[seat]}
    held = [card in cards for card in trumps]
    return held.index(not held[0]) if (not held[0]) in held else len(held)


# Ramsch


def ramsch_record(position: Position) -> dict[str, Any]:
    """Return who pays, or has made the march, and the players without a trick (§ All pass)."""
    deal, tricks = position.deal, position.tricks_by_seat
    seats = active(deal.seats, deal.dealer)
    marching = [seat for seat in seats if tricks[seat] == len(position.tricks)]
    if marching:
        return {"declarer": marching[0], "result": WON}
    virgins = sorted(seat for seat in seats if not tricks[seat])
    paying = {"declarer": who_pays(position, seats), "result": LOST}
    return {**paying, "virgins": virgins} if virgins else paying


def who_pays(position: Position, seats: Sequence[int]) -> int:
    """Return the player with most card points; then the higher trump decides, then the order of play."""
    points = points_by_seat(position)
    return min(seats, key=lambda seat: (-points[seat], highest_trump(position, seat), seats.index(seat)))


def highest_trump(position: Position, seat: int) -> int:
    """Return the height of the best trump in a player's tricks: 0 is the highest."""
    taken = [card for trick in position.tricks if trick.winner == seat for card in trick.cards]
    trumps = [card for card in taken if position.suit_of(card) == position.trump]
    lowest = PLAYERS * len(position.ranks)
    heights = (height_in_play(card, position.ranks, position.above) for card in trumps)
    return min(heights, default=lowest)


# As people write it


def written(state: Any, record: dict[str, Any]) -> dict[str, Any]:
    """Write the record as on a list: mostly won or lost, sometimes the card points; Laufende that count."""
    game = schafkopf.GAME
    if "card_points" not in record:
        return record
    facts = game.settle(state, read_record(game, record))[1].facts
    left_out = set() if facts["laufende"] else {"laufende"}
    if record["level"] == SIMPLE and record["card_points"] % WRITES_POINTS == 0:
        return {name: value for name, value in record.items() if name not in {"level", *left_out}}
    left_out |= {"card_points"} | ({"level"} if record["level"] == SIMPLE else set())
    fields = {name: value for name, value in record.items() if name not in left_out}
    return {**fields, "result": WON if facts["made"] else LOST}
