"""Auctions in which one player names numbers and another answers: Reizen, as in Skat (ISkO 3.3).

Middlehand names numbers to forehand, who holds (yes) or passes; then rearhand names numbers to the player who
is left. If both others pass without a bid, forehand takes the game at the lowest number or passes. The
listening player never names a number.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rules.auction import (
    BID,
    HOLD,
    PASS,
    Auction,
    Call,
    Ladder,
    ladder_violations,
    passed_result,
    turn_violations,
    unknown_call,
)
from rules.game import Violation, text


@dataclass(frozen=True, slots=True)
class Saying:
    """The player who names numbers, the one who answers, the next one; the standing number and its state.

    `sayer` is None once forehand is alone, `turn` once the auction is over.
    """

    options: Any
    forehand: int
    sayer: int | None
    hearer: int
    waiting: tuple[int, ...]
    turn: int | None
    standing: Call | None = None
    is_asked: bool = False


def saying(ladder: Ladder, *, asked: Callable[[Any, int, int], tuple[int, ...]]) -> Auction:
    """Return the state of a ladder named and held, among the three seats that are `asked`, forehand first."""
    return Auction(
        opening=partial(open_saying, asked),
        violations=partial(saying_violations, ladder),
        take=take_call,
        result=saying_result,
        ladder=ladder,
    )


def open_saying(
    asked: Callable[[Any, int, int], tuple[int, ...]], options: Any, seats: int, dealer: int
) -> Saying:
    """Return the state in which middlehand begins; forehand answers; rearhand waits."""
    forehand, middlehand, *waiting = asked(options, seats, dealer)
    return Saying(options, forehand, middlehand, forehand, tuple(waiting), turn=middlehand)


def saying_violations(ladder: Ladder, state: Saying, call: Call) -> list[Violation]:
    """Return what is wrong with a call by any player."""
    return turn_violations(state.turn, call) or [*call_violations(ladder, state, call)]


def call_violations(ladder: Ladder, state: Saying, call: Call) -> Iterator[Violation]:
    """Yield what is wrong with a call by the player to call."""
    if call.call not in (PASS, BID, HOLD):
        yield unknown_call(call)
    elif call.call == HOLD and not state.is_asked:
        yield Violation("hold_not_available", "call", text("There is no bid to hold yet."))
    elif call.call == BID and state.is_asked:
        message = text("The player who is asked holds or passes; only the other player bids.")
        yield Violation("hearer_cannot_bid", "call", message)
    elif call.call == BID:
        yield from number_violations(ladder, state, call)


def number_violations(ladder: Ladder, state: Saying, call: Call) -> list[Violation]:
    """Check that a number is on the ladder and above the standing one.

    Forehand alone takes the lowest (ours).
    """
    lowest = ladder.rungs(state.options)[0].bid
    problems = ladder_violations(ladder, state.options, state.standing, call)
    if problems or state.sayer is not None or call.bid == lowest:
        return problems
    message = text("If both others have passed, forehand plays at {lowest} or passes, not at {bid}.")
    values = {"lowest": lowest, "bid": call.bid}
    return [Violation(f"forehand_alone_bids_{lowest}", "bid", message, values)]


def take_call(state: Saying, call: Call) -> Saying:
    """Return the state after a legal call."""
    if call.call == HOLD:
        return replace(state, turn=state.sayer, is_asked=False)
    if state.sayer is None:
        return replace(state, turn=None, standing=call if call.call == BID else None)
    if call.call == BID:
        return replace(state, turn=state.hearer, standing=call, is_asked=True)
    return after_pass(state, state.hearer if call.seat == state.sayer else state.sayer)


def after_pass(state: Saying, survivor: int) -> Saying:
    """Return the auction after a pass: the next player names numbers to the one who is left.

    Forehand without a bid is alone.
    """
    state = replace(state, hearer=survivor, is_asked=False)
    if state.waiting:
        return replace(state, sayer=state.waiting[0], waiting=state.waiting[1:], turn=state.waiting[0])
    is_alone = state.standing is None
    return replace(state, sayer=None, turn=survivor if is_alone else None)


def saying_result(state: Saying) -> dict[str, Any] | None:
    """Return the declarer and the number; the game itself is only named afterwards."""
    if state.turn is not None:
        return None
    if state.standing is None:
        return passed_result()
    return {**passed_result(), "declarer": state.hearer, "contract": None, "bid": state.standing.bid}
