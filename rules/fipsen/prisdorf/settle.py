"""Settle an accepted deal: its points, and the state for the next one."""

from typing import Any

from rules.cards import DIAMONDS
from rules.fipsen.facts import row_facts
from rules.fipsen.prisdorf.record import (
    ANNOUNCED,
    CONTRA_FACTORS,
    DURCH,
    HAND,
    KIEKER,
    KIEKER_VALUE,
    LOSS_FACTOR,
    NO,
    OPTIONS,
    RUTEN,
    SIEBENER,
    SIEBENER_VALUE,
    SURRENDER_VALUE,
    TRICKS_IN_A_DEAL,
    Record,
)
from rules.game import Outcome, TableState
from rules.seats import only_seat


def undertaking(record: Record) -> str:
    """Return how all five tricks were undertaken; a bid of five carries Durch automatically (§ Options)."""
    return ANNOUNCED if record.bid == TRICKS_IN_A_DEAL else record.durch


def counted_options(record: Record) -> tuple[str, ...]:
    """Return options that count, automatic ones too: diamonds, skat left, all five (§ Options, § Play)."""
    if record.contract == KIEKER:
        return (RUTEN,) if record.trump == DIAMONDS else ()
    counts = {
        RUTEN: record.trump == DIAMONDS,
        HAND: record.took_skat is False,
        DURCH: undertaking(record) != NO,
    }
    return tuple(option for option in OPTIONS if counts[option])


def is_made(record: Record) -> bool:
    """Return whether all five (Kieker, Durch) or exactly the bid, ending the deal, were taken (§ Play)."""
    if record.contract == KIEKER or undertaking(record) != NO:
        return record.tricks == TRICKS_IN_A_DEAL
    return record.tricks == record.bid


def deal_value(base: int, options_kept: int) -> int:
    """Return the base (tricks bid, or 10 for a Kieker), doubled once for each option (§ Points)."""
    value: int = base * 2**options_kept
    return value


def surrender_value(state: TableState, record: Record) -> int:
    """Return 5, or by house rule 10 if Ruten was named or is owed by a hold (§ Kieker, ours)."""
    owes_ruten = RUTEN in record.announced or (record.held_options or 0) > 0
    is_doubled: bool = state.options.kieker_surrender_doubled and owes_ruten
    return SURRENDER_VALUE * 2 if is_doubled else SURRENDER_VALUE


def settle(state: TableState, record: Record) -> tuple[TableState, Outcome]:
    """Settle a deal: only the declarer scores (§ Points).

    The deal passes on unless all players passed (§ Deal).
    """
    if record.declarer is None:
        facts = row_facts(None, None, (), 0)
        outcome = Outcome((0,) * state.seats, state.options.count_passed_deals, facts)
        return state, outcome
    points, facts = result(state, record)
    deltas = only_seat(state.seats, record.declarer, points)
    return state.after(deltas, dealer=state.dealer + 1), Outcome(deltas, True, facts)


def result(state: TableState, record: Record) -> tuple[int, dict[str, Any]]:
    """Return the declarer's points and the facts for the sheet."""
    if record.contract == SIEBENER:
        return SIEBENER_VALUE, row_facts(record.declarer, True, (), SIEBENER_VALUE)
    if record.contract == KIEKER and record.surrendered:
        value = surrender_value(state, record)
        return -value, row_facts(record.declarer, False, (), value)
    options = counted_options(record)
    base = KIEKER_VALUE if record.contract == KIEKER else record.bid or 0
    value = deal_value(base, len(options))
    made = is_made(record)
    points = value if made else -LOSS_FACTOR * value
    return points * CONTRA_FACTORS[record.contra], row_facts(record.declarer, made, options, value)
