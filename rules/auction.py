"""Auctions: who may call what, and who plays what in the end.

Two forms are known: the chain of duels (one against one, with a hold), which is here, and plain rotation
(rules/rotation.py). A game brings its ladder of bids; the form says who calls when. An auction is a fold
like a sheet.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rules.game import Choice, Violation, text
from rules.reading import is_list_of, is_text, is_whole, json_name

PASS, BID, HOLD = "pass", "bid", "hold"
CALL_CHOICES = (Choice(PASS, text("pass")), Choice(HOLD, text("hold")))
TRICKS = "tricks"  # the contract of a bid for a number of tricks, in every game with an auction


@dataclass(frozen=True, slots=True)
class Call:
    """One call: pass, hold, or bid with a contract, a number of tricks where it has one, and options."""

    seat: int
    call: str | None  # None: nothing was said
    contract: str | None = None
    bid: int | None = None
    announced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ladder:
    """What a game may bid: `violations` of a bid in itself, `level` (higher beats lower), all rungs in order.

    `ends_at_once` tells bids that end the auction from any seat, `has_number` those that are for a number
    of tricks. The functions take the game's options.
    """

    violations: Callable[[Any, Call], list[Violation]]
    level: Callable[[Call], int]
    rungs: Callable[[Any], Sequence[Call]]
    option_count: Callable[[Call], int]
    named: Callable[[Call], tuple[str, ...]]
    ends_at_once: Callable[[Call], bool] = lambda call: False
    keeps_names: Callable[[Call], bool] = lambda call: False  # held bids of which the options stay named
    has_number: Callable[[Call], bool] = lambda call: call.contract == TRICKS


@dataclass(frozen=True, slots=True)
class Auction:
    """One form of auction with one game's ladder, as functions of a state."""

    opening: Callable[[Any, int, int], Any]  # options, seats, dealer
    violations: Callable[[Any, Call], list[Violation]]
    take: Callable[[Any, Call], Any]
    legal_calls: Callable[[Any], list[Call]]
    result: Callable[[Any], dict[str, Any] | None]  # None while it is not over
    ladder: Ladder


class CallRefused(ValueError):
    """The first call that is refused: its index and every violation."""

    def __init__(self, index: int, violations: Sequence[Violation]) -> None:
        super().__init__("; ".join(str(violation) for violation in violations))
        self.index = index
        self.violations = list(violations)


def fold_calls(auction: Auction, table: Any, raw_calls: Sequence[object]) -> dict[str, Any]:
    """The result of a whole auction at a table. Raises CallRefused (`auction_incomplete` at the end)."""
    result = auction.result(take_calls(auction, table, raw_calls))
    if result is None:
        message = text("The auction is not over: more calls are due.")
        raise CallRefused(len(raw_calls), [Violation("auction_incomplete", None, message)])
    return result


def take_calls(auction: Auction, table: Any, raw_calls: Sequence[object]) -> Any:
    """Where an auction stands after these calls. Raises CallRefused for the first that is refused."""
    state = auction.opening(table.options, table.seats, table.dealer)
    for index, raw in enumerate(raw_calls):
        if problems := [*unreadable(raw)]:
            raise CallRefused(index, problems)
        call = read_call(raw)
        if problems := auction.violations(state, call):
            raise CallRefused(index, problems)
        state = auction.take(state, call)
    return state


CALL_FIELDS: Mapping[str, Callable[[Any], bool]] = {
    "seat": is_whole,
    "call": lambda value: value is None or is_text(value),
    "contract": lambda value: value is None or is_text(value),
    "bid": lambda value: value is None or is_whole(value),
    "announced": lambda value: value is None or is_list_of(value, is_text),
}


def unreadable(raw: object) -> Iterator[Violation]:
    """Fields of a call that have a wrong JSON type (`bad_field`)."""
    message = text("“{name}” of a call cannot be {found}.")
    if not isinstance(raw, Mapping):
        yield Violation("bad_field", None, message, {"name": "call", "found": json_name(raw)})
        return
    for name, accepts in CALL_FIELDS.items():
        if not accepts(raw.get(name)):
            yield Violation("bad_field", name, message, {"name": name, "found": json_name(raw.get(name))})


def read_call(raw: Any) -> Call:
    """A call from readable JSON."""
    announced = tuple(raw.get("announced") or ())
    return Call(raw["seat"], raw.get("call"), raw.get("contract"), raw.get("bid"), announced)


def call_after_end() -> Violation:
    """Nobody may call after the end."""
    return Violation("call_after_end", "seat", text("The auction is over; nothing more can be called."))


def out_of_turn(expected: int, found: int) -> Violation:
    """A call from a seat whose turn it is not."""
    message = text("It is the turn of seat {expected}, not of seat {found}.")
    return Violation("out_of_turn", "seat", message, {"expected": expected + 1, "found": found + 1})


def not_higher() -> Violation:
    """A bid that does not exceed the standing one."""
    message = text("A bid must be higher than the one that stands.")
    return Violation("bid_not_higher", "bid", message)


def unknown_call(call: Call) -> Violation:
    """Neither pass nor bid nor hold."""
    message = text("A call is a pass, a bid or a hold, not {call}.")
    return Violation("call_unknown", "call", message, {"call": json_name(call.call)})


def no_hold() -> Violation:
    """A hold where there is nothing to hold."""
    message = text("Only the player who was outbid in a duel may hold.")
    return Violation("hold_not_available", "call", message)


def ladder_violations(ladder: Ladder, options: Any, standing: Call | None, call: Call) -> list[Violation]:
    """A bid is on the ladder and above the one that stands."""
    return ladder.violations(options, call) or height_violations(ladder, standing, call)


def height_violations(ladder: Ladder, standing: Call | None, call: Call) -> list[Violation]:
    """A bid exceeds the one that stands."""
    is_high = standing is None or ladder.level(call) > ladder.level(standing)
    return [] if is_high else [not_higher()]


def tricks_bid(ladder: Ladder, bid: Call) -> int | None:
    """The number of tricks of a bid that is for one."""
    return bid.bid if ladder.has_number(bid) else None


def passed_result() -> dict[str, Any]:
    """Everybody passed."""
    return {"declarer": None, "contract": "passed", "bid": None, "announced": (), "held_options": None}


# The chain of duels


@dataclass(frozen=True, slots=True)
class Duels:
    """Who is in, who leads the chain (the parent), who challenges, and the bid that stands.

    `waiting` are the seats not yet called on, in order. `holder` is the seat whose bid (or hold) stands.
    """

    options: Any
    seats: int
    parent: int
    waiting: tuple[int, ...]
    challenger: int | None = None
    turn: int | None = None
    standing: Call | None = None
    holder: int | None = None
    is_held: bool = False


def duels(ladder: Ladder) -> Auction:
    """The chain of duels over a ladder: the winner of each meets the next player on the left."""
    return Auction(
        opening=open_duels,
        violations=partial(duel_violations, ladder),
        take=partial(take_duel_call, ladder),
        legal_calls=partial(legal_duel_calls, ladder),
        result=partial(duel_result, ladder),
        ladder=ladder,
    )


def open_duels(options: Any, seats: int, dealer: int) -> Duels:
    """The dealer's left is the first parent; the others wait in order."""
    order = tuple((dealer + step) % seats for step in range(1, seats + 1))
    return Duels(options, seats, parent=order[0], waiting=order[1:], turn=order[0])


def ends_auction(ladder: Ladder, call: Call) -> bool:
    """A bid that ends the auction from any seat."""
    return call.call == BID and ladder.ends_at_once(call)


def duel_violations(ladder: Ladder, state: Duels, call: Call) -> list[Violation]:
    """What is wrong with a call of any player."""
    if state.turn is None:
        return [call_after_end()]
    if ends_auction(ladder, call) and 0 <= call.seat < state.seats:
        return []
    if call.seat != state.turn:
        return [out_of_turn(state.turn, call.seat)]
    return [*duel_call_violations(ladder, state, call)]


def take_duel_call(ladder: Ladder, state: Duels, call: Call) -> Duels:
    """The chain after a legal call."""
    if ends_auction(ladder, call):
        return replace(state, standing=call, holder=call.seat, is_held=False, turn=None)
    if call.call == PASS:
        return after_pass(state)
    if call.call == HOLD:
        return replace(state, holder=state.parent, is_held=True, turn=state.challenger)
    return after_bid(state, call)


def legal_duel_calls(ladder: Ladder, state: Duels) -> list[Call]:
    """Everything the player whose turn it is may call, the pass first."""
    if state.turn is None:
        return []
    rungs = [replace(rung, seat=state.turn) for rung in ladder.rungs(state.options)]
    calls = [Call(state.turn, PASS), Call(state.turn, HOLD), *rungs]
    return [call for call in calls if not duel_violations(ladder, state, call)]


def duel_call_violations(ladder: Ladder, state: Duels, call: Call) -> Iterator[Violation]:
    """What is wrong with a call of the player whose turn it is."""
    if call.call == HOLD:
        if state.challenger is None or call.seat != state.parent:
            yield no_hold()
    elif call.call == BID:
        yield from ladder_violations(ladder, state.options, state.standing, call)
    elif call.call != PASS:
        yield unknown_call(call)


def after_bid(state: Duels, call: Call) -> Duels:
    """A bid stands; the other of the two answers, or the next player is called on."""
    state = replace(state, standing=call, holder=call.seat, is_held=False)
    if state.challenger is None:
        return next_duel(state)
    return replace(state, turn=state.challenger if call.seat == state.parent else state.parent)


def after_pass(state: Duels) -> Duels:
    """Who passes is out; the other is the parent and meets the next player."""
    if state.standing is None:
        if not state.waiting:
            return replace(state, turn=None)
        return replace(state, parent=state.waiting[0], waiting=state.waiting[1:], turn=state.waiting[0])
    winner = state.challenger if state.turn == state.parent else state.parent
    assert winner is not None
    return next_duel(replace(state, parent=winner))


def next_duel(state: Duels) -> Duels:
    """The parent meets the next player on the left; with nobody left the auction is over."""
    if not state.waiting:
        return replace(state, challenger=None, turn=None)
    challenger = state.waiting[0]
    return replace(state, challenger=challenger, waiting=state.waiting[1:], turn=challenger)


def duel_result(ladder: Ladder, state: Duels) -> dict[str, Any] | None:
    """Who plays what. A hold binds the number of options, not which."""
    if state.turn is not None:
        return None
    if state.standing is None:
        return passed_result()
    winning = state.standing
    forgets = state.is_held and not ladder.keeps_names(winning)
    return {
        "declarer": state.holder,
        "contract": winning.contract,
        "bid": tricks_bid(ladder, winning),
        "announced": () if forgets else ladder.named(winning),
        "held_options": ladder.option_count(winning) if state.is_held else None,
    }
