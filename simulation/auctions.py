"""Simulated auctions: players call in turn until the game's auction has a result."""

from collections.abc import Callable
from typing import Any

from rules.auction import BID, PASS, Auction, Call


def hold_auction(
    auction: Auction, state: Any, answer: Callable[[Any], Call]
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return all calls as JSON, and the result: declarer and contract."""
    calls = []
    while (result := auction.result(state)) is None:
        call = answer(state)
        calls.append(call_as_json(call))
        state = auction.take(state, call)
    return calls, result


def call_as_json(call: Call) -> dict[str, Any]:
    """Return a call as `check_auction` reads it."""
    written: dict[str, Any] = {"seat": call.seat, "call": call.call}
    if call.contract is not None:
        written["contract"] = call.contract
        written["announced"] = list(call.announced)
    if call.bid is not None:
        written["bid"] = call.bid
    return written


def bid_by_prospect(auction: Auction, state: Any, judge: Callable[[Call], float], worth: float) -> Call:
    """Return the legal bid with the best prospect, or a pass if none promises more points than `worth`."""
    calls = auction.legal_calls(state)
    bids = [call for call in calls if call.call == BID]
    best = max(bids, key=judge, default=None)
    if best is not None and judge(best) > worth:
        return best
    return next(call for call in calls if call.call == PASS)
