"""Auctions in plain rotation: call after call clockwise; a pass is final, there is no hold (ours).

The passes of all others are due even after the highest bid. A game may have a tail: if all players pass, the
first player must play a given contract, unless another takes it over (Dutt Fips).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from rules.auction import (
    BID,
    HOLD,
    PASS,
    Auction,
    Call,
    Ladder,
    everybody,
    ladder_violations,
    passed_result,
    tricks_bid,
    turn_violations,
)
from rules.game import Violation, text


@dataclass(frozen=True, slots=True)
class Tail:
    """The end after all players passed: the first player plays `forced`, or another bids `takeover`."""

    forced: str
    takeover: Call
    violations: Callable[[Call], Iterable[Violation]]  # of the takeover in itself
    too_early: Violation  # the takeover before all players have passed
    too_late: Violation  # another bid after all players have passed


class Rules(NamedTuple):
    """What decides about a call: the ladder, the tail, and who may bid as high as the standing bid."""

    ladder: Ladder
    tail: Tail | None
    may_equal: Callable[["Rotation", Call], bool]


@dataclass(frozen=True, slots=True)
class Rotation:
    """The players still in (`waiting`, next first), the standing bid, and those who may still take over.

    `may_take_over` is None until all players have passed in a game with a tail.
    """

    options: Any
    order: tuple[int, ...]
    waiting: tuple[int, ...]
    turn: int | None
    standing: Call | None = None
    may_take_over: tuple[int, ...] | None = None


def rotation(
    ladder: Ladder,
    *,
    asked: Callable[[Any, int, int], tuple[int, ...]] = everybody,
    tail: Tail | None = None,
    may_equal: Callable[[Rotation, Call], bool] = lambda state, call: False,
) -> Auction:
    """Return plain rotation over a ladder, among the seats that are `asked`.

    `may_equal` says for which player a bid as high as the standing one is enough.
    """
    return Auction(
        opening=partial(open_rotation, asked),
        violations=partial(rotation_violations, Rules(ladder, tail, may_equal)),
        take=partial(take_call, tail),
        result=partial(rotation_result, ladder, tail),
        ladder=ladder,
        beside=(tail.takeover,) if tail else (),
    )


def open_rotation(
    asked: Callable[[Any, int, int], tuple[int, ...]], options: Any, seats: int, dealer: int
) -> Rotation:
    """Return the auction before its first call: all seats that are asked wait in order."""
    order = asked(options, seats, dealer)
    return Rotation(options, order, waiting=order, turn=order[0])


def take_call(tail: Tail | None, state: Rotation, call: Call) -> Rotation:
    """Return the state after a legal call."""
    return after_bid(state, call) if call.call == BID else after_pass(state, tail)


def rotation_violations(rules: Rules, state: Rotation, call: Call) -> list[Violation]:
    """Return what is wrong with a call by any player."""
    return turn_violations(state.turn, call) or [*call_violations(rules, state, call)]


def call_violations(rules: Rules, state: Rotation, call: Call) -> Iterator[Violation]:
    """Yield what is wrong with a call by the player to call."""
    if call.call == HOLD:
        message = text("This game has no hold: bid higher or pass.")
        yield Violation("hold_not_available", "call", message)
    elif call.call == BID:
        yield from bid_violations(rules, state, call)
    elif call.call != PASS:
        message = text("A call is a pass or a bid, not {call}.")
        yield Violation("call_unknown", "call", message, {"call": call.call})


def bid_violations(rules: Rules, state: Rotation, call: Call) -> Iterable[Violation]:
    """Check that a bid is on the ladder and above the standing one.

    A takeover waits until all players have passed.
    """
    tail = rules.tail
    if tail is not None and state.may_take_over is not None:
        return tail.violations(call) if is_takeover(tail, call) else [tail.too_late]
    if tail is not None and is_takeover(tail, call):
        return [tail.too_early]
    problems = ladder_violations(rules.ladder, state.options, state.standing, call)
    return [] if is_held(rules, state, call, problems) else problems


def is_held(rules: Rules, state: Rotation, call: Call, problems: Iterable[Violation]) -> bool:
    """Return whether a bid is only as high as the standing one, and this is enough for the player."""
    if state.standing is None or [each.code for each in problems] != ["bid_not_higher"]:
        return False
    is_equal = rules.ladder.level(call) == rules.ladder.level(state.standing)
    return is_equal and rules.may_equal(state, call)


def is_takeover(tail: Tail, call: Call) -> bool:
    """Return whether a call bids the contract that takes over."""
    return call.contract == tail.takeover.contract


def after_bid(state: Rotation, call: Call) -> Rotation:
    """Return the auction after a bid: the bidder waits behind the others.

    A takeover, or a bid with no one else left, ends the auction.
    """
    waiting = (*state.waiting[1:], call.seat)
    is_last = state.may_take_over is not None or len(waiting) == 1
    return replace(state, waiting=waiting, standing=call, turn=None if is_last else waiting[0])


def after_pass(state: Rotation, tail: Tail | None) -> Rotation:
    """Return the auction without the player who passed.

    With at most one bidder left the auction is over (except for a tail).
    """
    if state.may_take_over is not None:
        return asking_takeover(state, state.may_take_over[1:])
    waiting = state.waiting[1:]
    if not waiting and tail is not None:
        return asking_takeover(state, state.order[1:])
    bidders = [state.standing.seat] if state.standing else []
    return replace(state, waiting=waiting, turn=None if list(waiting) == bidders else waiting[0])


def asking_takeover(state: Rotation, seats: tuple[int, ...]) -> Rotation:
    """Ask the next of these seats whether they take over."""
    return replace(state, waiting=(), may_take_over=seats, turn=seats[0] if seats else None)


def rotation_result(ladder: Ladder, tail: Tail | None, state: Rotation) -> dict[str, Any] | None:
    """Return the declarer and contract; None while calls are due."""
    if state.turn is not None:
        return None
    if state.standing is not None:
        bid = state.standing
        named = () if state.may_take_over is not None else ladder.named(bid)
        return {
            **passed_result(),
            "declarer": bid.seat,
            "contract": bid.contract,
            "bid": tricks_bid(ladder, bid),
            "announced": named,
        }
    if tail is not None:
        return {**passed_result(), "declarer": state.order[0], "contract": tail.forced}
    return passed_result()
