"""Settle an accepted deal (house scoring, ours): its points, and the state for the next one."""

from rules.cards import DIAMONDS
from rules.fipsen.facts import row_facts
from rules.fipsen.mecklenburg.record import (
    DUTT_VALUE,
    LOSS_FACTOR,
    NONE,
    RUTEN,
    RUTEN_FACTOR,
    TRICKS,
    Options,
    Record,
)
from rules.game import Outcome, TableState
from rules.seats import only_seat


def counted_options(record: Record) -> tuple[str, ...]:
    """Return the options that count: diamonds are Ruten (§ Anseger)."""
    return (RUTEN,) if record.trump == DIAMONDS else ()


def deal_value(options: Options, record: Record) -> int:
    """Return the tricks bid, or 2 for Dutt and Ruten-über, doubled by diamonds; 0 if unscored (ours)."""
    if options.house_scoring == NONE:
        return 0
    worth = (record.bid or 0) if record.contract == TRICKS else DUTT_VALUE
    return worth * RUTEN_FACTOR if counted_options(record) else worth


def is_made(declarer: int, record: Record) -> bool:
    """Return whether the bid was reached (§ Anseger), or the declarer alone has most tricks (§ Dutt)."""
    tricks = record.tricks or ()
    if record.contract == TRICKS:
        return tricks[declarer] >= (record.bid or 0)
    return all(tricks[declarer] > taken for seat, taken in enumerate(tricks) if seat != declarer)


def settle(state: TableState, record: Record) -> tuple[TableState, Outcome]:
    """Settle a deal: only the declarer scores, the value or twice the value lost.

    A passed deal is dealt again (ours).
    """
    if record.declarer is None:
        return state, Outcome((0,) * state.seats, False, row_facts(None, None, (), 0))
    declarer = record.declarer
    value, made = deal_value(state.options, record), is_made(declarer, record)
    deltas = only_seat(state.seats, declarer, value if made else -LOSS_FACTOR * value)
    facts = row_facts(declarer, made, counted_options(record), value)
    return state.after(deltas, dealer=state.dealer + 1), Outcome(deltas, True, facts)
