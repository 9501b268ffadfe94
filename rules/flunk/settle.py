"""Settle an accepted deal: its points, and the state for the next one."""

from rules.board import Hint
from rules.flunk.record import (
    DUMP,
    DUMP_PENALTY,
    DUMP_RATE,
    FLUNK,
    FLUNK_DIVISOR,
    HIGH,
    LOST,
    MADE,
    NO_TRUMP,
    NO_TRUMP_RATE,
    SLAM_VALUES,
    TRICKS_IN_A_DEAL,
    TRUMP_RATE,
    Record,
)
from rules.game import Outcome, TableState
from rules.seats import only_seat


def rate(record: Record) -> int:
    """Return the points per trick (§ Points)."""
    return NO_TRUMP_RATE if record.trump == NO_TRUMP else TRUMP_RATE


def ambition(record: Record) -> int:
    """Return the tricks bid; for a Low the tricks left to the others (§ Points)."""
    bid = record.bid or 0
    return bid if record.contract == HIGH else TRICKS_IN_A_DEAL - bid


def exact_value(record: Record) -> int:
    """Return tricks bid (or left to the others) at the rate; a slam has its own value (§ Points, § Slam)."""
    slam = SLAM_VALUES.get(TRICKS_IN_A_DEAL - ambition(record))
    if slam is None:
        return ambition(record) * rate(record)
    return slam[1] if record.trump == NO_TRUMP else slam[0]


def surplus(record: Record) -> int:
    """Return the tricks beyond the bid, in its direction: negative is lost, positive a flunk (§ Flunk)."""
    difference = (record.tricks or 0) - (record.bid or 0)
    return difference if record.contract == HIGH else -difference


def bid_result(record: Record) -> tuple[str, int]:
    """Return the points for the bid, short of it, or a flunk.

    Halved for each trick too many, rounded down (§ Points).
    """
    beyond = surplus(record)
    if beyond < 0:
        return LOST, beyond * rate(record)
    return (FLUNK if beyond else MADE), exact_value(record) // FLUNK_DIVISOR**beyond


def dump_result(record: Record) -> tuple[str, int]:
    """Return 30 for each trick without a card of the suit, else 10 lost for each.

    No trick, no points (§ Dump).
    """
    if record.dump_cards:
        return LOST, -DUMP_PENALTY * record.dump_cards
    return (MADE, DUMP_RATE * record.tricks) if record.tricks else (FLUNK, 0)


def settle(state: TableState, record: Record) -> tuple[TableState, Outcome]:
    """Settle a deal: only the declarer, the dealer, scores; the deal passes on (§ Deal)."""
    result, points = dump_result(record) if record.contract == DUMP else bid_result(record)
    deltas = only_seat(state.seats, state.dealer, points)
    facts = {"declarer": state.dealer, "result": result}
    return state.after(deltas, dealer=state.dealer + 1), Outcome(deltas, True, facts)


def declared(outcome: Outcome) -> tuple[int, bool] | None:
    """Return the declarer and whether they made the bid; a flunk is neither made nor lost (§ Flunk)."""
    result = outcome.facts.get("result", FLUNK)
    return None if result == FLUNK else (outcome.facts["declarer"], result == MADE)


def hints(state: TableState) -> tuple[Hint, ...]:
    """Return that the dealer is the declarer (§ Deal)."""
    return (Hint("declarer", state.dealer),)
