"""Settle an accepted deal: its points, and the state for the next one."""

from typing import Any

from rules.board import Hint
from rules.cards import CLUBS
from rules.fipsen.grossenaspe.record import (
    FIPS,
    FIPS_VALUE,
    FLAT_FIVE,
    GUTE,
    GUTE_FACTOR,
    KIEKER,
    KIEKER_VALUE,
    KNOCK_FACTOR,
    NO_TRICK_VALUE,
    SIT_OUT,
    SIT_OUT_SEATS,
    SURRENDER_VALUE,
    TRICKS,
    TRICKS_IN_A_DEAL,
    Options,
    Record,
)
from rules.game import Outcome, TableState
from rules.seats import only_seat


def sitter_of(options: Options, seats: int, dealer: int) -> int | None:
    """Return the seat without cards: by house rule, of five players the dealer (§ Five players, ours)."""
    return dealer if seats == SIT_OUT_SEATS and options.five_player_mode == SIT_OUT else None


def counted_options(record: Record) -> tuple[str, ...]:
    """Return the options that count: clubs add Gute automatically (§ Bid)."""
    return (GUTE,) if record.trump == CLUBS else ()


def undertaken(record: Record) -> int:
    """Return the tricks the declarer needs: the bid, or all five for Kieker, Fips and going on (§ Play)."""
    if record.contract == TRICKS and record.bid is not None and not record.continued:
        return record.bid
    return TRICKS_IN_A_DEAL


def with_gute(points: int, record: Record) -> int:
    """Return the points, doubled with clubs as trumps (§ Points)."""
    return points * GUTE_FACTOR if counted_options(record) else points


def deal_value(record: Record) -> int:
    """Return the tricks undertaken, 10 for a Kieker, 20 for a Fips; doubled with clubs (§ Points)."""
    worth = {KIEKER: KIEKER_VALUE, FIPS: FIPS_VALUE}.get(record.contract or "", undertaken(record))
    return with_gute(worth, record)


def is_made(record: Record) -> bool:
    """Return whether the tricks undertaken were taken; a deal ends when the bid is reached (§ Play)."""
    return record.tricks == undertaken(record)


def lost_points(options: Options, record: Record) -> int:
    """Return the points of every other player: the value, at least 5, or 10 without a trick (§ Points)."""
    value = deal_value(record)
    if record.tricks != 0:
        return value
    floor = with_gute(NO_TRICK_VALUE, record)
    return floor if options.zero_trick_floor == FLAT_FIVE else max(value, floor)


def all_others(state: TableState, declarer: int, points: int) -> tuple[int, ...]:
    """Return the points for all players who hold cards, except the declarer."""
    away = (declarer, sitter_of(state.options, state.seats, state.dealer))
    return tuple(0 if seat in away else points for seat in range(state.seats))


def settle(state: TableState, record: Record) -> tuple[TableState, Outcome]:
    """Settle a deal: the declarer scores if made, all others if lost.

    A passed deal is dealt again (§ Points, ours).
    """
    if record.declarer is None:
        return state, Outcome((0,) * state.seats, False, row_facts(state, record, None, (), 0))
    deltas, facts = result(state, record, record.declarer)
    return state.after(deltas, dealer=state.dealer + 1), Outcome(deltas, True, facts)


def result(state: TableState, record: Record, declarer: int) -> tuple[tuple[int, ...], dict[str, Any]]:
    """Return the points of a deal and its facts."""
    if record.surrendered:
        facts = row_facts(state, record, False, (), SURRENDER_VALUE)
        return all_others(state, declarer, SURRENDER_VALUE), facts
    value, made = deal_value(record), is_made(record)
    factor = KNOCK_FACTOR if record.knock else 1
    facts = row_facts(state, record, made, counted_options(record), value)
    if made:
        return only_seat(state.seats, declarer, value * factor), facts
    return all_others(state, declarer, lost_points(state.options, record) * factor), facts


def row_facts(
    state: TableState, record: Record, made: bool | None, options: tuple[str, ...], value: int
) -> dict[str, Any]:
    """Return the facts that a row of the sheet shows besides its points."""
    return {
        "declarer": record.declarer,
        "sitter": sitter_of(state.options, state.seats, state.dealer),
        "made": made,
        "options": options,
        "value": value,
    }


def hints(state: TableState) -> tuple[Hint, ...]:
    """Return that the player who sits out cannot be the declarer (§ Players)."""
    sitter = sitter_of(state.options, state.seats, state.dealer)
    return () if sitter is None else (Hint("declarer", sitter, is_open=False),)
