"""Auctions: the legal calls at each turn, and the declarer and contract in the end.

There are two forms: the chain of duels (one against one, with a hold), implemented here, and plain rotation
(rules/rotation.py). A game supplies its ladder of bids; the form determines whose turn it is. An auction is a
fold, as a sheet is.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rules.fields import Choice
from rules.game import Seat, Violation, text
from rules.reading import is_list_of, is_text, is_whole, json_name

PASS, BID, HOLD = "pass", "bid", "hold"
CALL_CHOICES = (Choice(PASS, text("pass")), Choice(HOLD, text("hold")))
TRICKS = "tricks"  # the contract of a bid for a number of tricks, in every game with an auction


@dataclass(frozen=True, slots=True)
class Call:
    """One call: pass, hold, or bid with a contract, a number of tricks where it has one, and options."""

    seat: int
    call: str | None  # None: no call was given
    contract: str | None = None
    bid: int | None = None
    announced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ladder:
    """A game's bids: `violations` of a bid in itself, `level` (higher beats lower), all rungs in order.

    `ends_at_once` marks bids that end the auction from any seat, `has_number` those for a number of tricks.
    `named` are the options of a bid that count, in their order. The functions take the game's options.
    """

    violations: Callable[[Any, Call], Iterable[Violation]]
    level: Callable[[Call], int]
    rungs: Callable[[Any], Sequence[Call]]
    named: Callable[[Call], tuple[str, ...]] = lambda call: ()
    ends_at_once: Callable[[Call], bool] = lambda call: False
    keeps_names: Callable[[Call], bool] = lambda call: False  # held bids whose options stay named
    has_number: Callable[[Call], bool] = lambda call: call.contract == TRICKS


@dataclass(frozen=True, slots=True)
class Auction:
    """A form of auction with a game's ladder, as functions of a state."""

    opening: Callable[[Any, int, int], Any]  # options, seats, dealer
    violations: Callable[[Any, Call], list[Violation]]
    take: Callable[[Any, Call], Any]
    result: Callable[[Any], dict[str, Any] | None]  # None until it is over
    ladder: Ladder
    beside: tuple[Call, ...] = ()  # bids that are not on the ladder

    def legal_calls(self, state: Any) -> list[Call]:
        """Return all legal calls of the player to call, the pass first."""
        if state.turn is None:
            return []
        rungs = (*self.ladder.rungs(state.options), *self.beside)
        calls = [
            Call(state.turn, PASS),
            Call(state.turn, HOLD),
            *(replace(rung, seat=state.turn) for rung in rungs),
        ]
        return [call for call in calls if not self.violations(state, call)]


class CallRefused(ValueError):
    """The first call that is refused: its index and every violation."""

    def __init__(self, index: int, violations: Sequence[Violation]) -> None:
        super().__init__("; ".join(str(violation) for violation in violations))
        self.index = index
        self.violations = list(violations)


def fold_calls(auction: Auction, table: Any, raw_calls: Sequence[object]) -> dict[str, Any]:
    """Return the result of a whole auction. Raises CallRefused (`auction_incomplete` at the end)."""
    result = auction.result(take_calls(auction, table, raw_calls))
    if result is None:
        message = text("The auction is not complete: more calls are due.")
        raise CallRefused(len(raw_calls), [Violation("auction_incomplete", None, message)])
    return result


def take_calls(auction: Auction, table: Any, raw_calls: Sequence[object]) -> Any:
    """Return the state after these calls. Raises CallRefused for the first illegal one."""
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
    """Yield fields of a call that have a wrong JSON type (`bad_field`)."""
    message = text("“{name}” of a call cannot be {found}.")
    if not isinstance(raw, Mapping):
        yield Violation("bad_field", None, message, {"name": "call", "found": json_name(raw)})
        return
    for name, accepts in CALL_FIELDS.items():
        if not accepts(raw.get(name)):
            yield Violation("bad_field", name, message, {"name": name, "found": json_name(raw.get(name))})


def read_call(raw: Any) -> Call:
    """Read a call from JSON whose types are right."""
    announced = tuple(raw.get("announced") or ())
    return Call(raw["seat"], raw.get("call"), raw.get("contract"), raw.get("bid"), announced)


def everybody(options: Any, seats: int, dealer: int) -> tuple[int, ...]:
    """Return all seats in the order of calls: the dealer's left first, the dealer last."""
    return tuple((dealer + step) % seats for step in range(1, seats + 1))


def turn_violations(turn: int | None, call: Call) -> list[Violation]:
    """Check that a call comes before the end of the auction, and from the player whose turn it is."""
    if turn is None:
        return [Violation("call_after_end", "seat", text("The auction is over; no more calls are possible."))]
    if call.seat == turn:
        return []
    message = text("It is the turn of {expected}, not of {found}.")
    return [
        Violation("out_of_turn", "seat", message, {"expected": Seat(turn + 1), "found": Seat(call.seat + 1)})
    ]


def unknown_call(call: Call) -> Violation:
    """Refuse a call that is no pass, bid or hold."""
    message = text("A call is a pass, a bid or a hold, not {call}.")
    return Violation("call_unknown", "call", message, {"call": json_name(call.call)})


def ladder_violations(ladder: Ladder, options: Any, standing: Call | None, call: Call) -> list[Violation]:
    """Check that a bid is on the ladder and above the one that stands."""
    if problems := [*ladder.violations(options, call)]:
        return problems
    if standing is None or ladder.level(call) > ladder.level(standing):
        return []
    return [Violation("bid_not_higher", "bid", text("A bid must be higher than the current bid."))]


def tricks_bid(ladder: Ladder, bid: Call) -> int | None:
    """Return the number of tricks of a bid for tricks."""
    return bid.bid if ladder.has_number(bid) else None


def passed_result() -> dict[str, Any]:
    """Return the result when all players passed."""
    return {"declarer": None, "contract": "passed", "bid": None, "announced": (), "held_options": None}


# The chain of duels


@dataclass(frozen=True, slots=True)
class Duels:
    """The players still in, the leader of the chain (the parent), the challenger, and the standing bid.

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
    """Return the chain of duels over a ladder: the winner of each meets the next player on the left."""
    return Auction(
        opening=open_duels,
        violations=partial(duel_violations, ladder),
        take=partial(take_duel_call, ladder),
        result=partial(duel_result, ladder),
        ladder=ladder,
    )


def open_duels(options: Any, seats: int, dealer: int) -> Duels:
    """Return the duels before the first call: the player on the dealer's left is the first parent."""
    order = everybody(options, seats, dealer)
    return Duels(options, seats, parent=order[0], waiting=order[1:], turn=order[0])


def ends_auction(ladder: Ladder, call: Call) -> bool:
    """Return whether a bid ends the auction from any seat."""
    return call.call == BID and ladder.ends_at_once(call)


def duel_violations(ladder: Ladder, state: Duels, call: Call) -> list[Violation]:
    """Return what is wrong with a call by any player."""
    if state.turn is not None and ends_auction(ladder, call) and 0 <= call.seat < state.seats:
        return []
    return turn_violations(state.turn, call) or [*duel_call_violations(ladder, state, call)]


def take_duel_call(ladder: Ladder, state: Duels, call: Call) -> Duels:
    """Return the state after a legal call."""
    if ends_auction(ladder, call):
        return replace(state, standing=call, holder=call.seat, is_held=False, turn=None)
    if call.call == PASS:
        return after_pass(state)
    if call.call == HOLD:
        return replace(state, holder=state.parent, is_held=True, turn=state.challenger)
    return after_bid(state, call)


def duel_call_violations(ladder: Ladder, state: Duels, call: Call) -> Iterator[Violation]:
    """Yield what is wrong with a call by the player to call."""
    if call.call == HOLD:
        if state.challenger is None or call.seat != state.parent:
            message = text("Only the player who was outbid may hold.")
            yield Violation("hold_not_available", "call", message)
    elif call.call == BID:
        yield from ladder_violations(ladder, state.options, state.standing, call)
    elif call.call != PASS:
        yield unknown_call(call)


def after_bid(state: Duels, call: Call) -> Duels:
    """Return the duels after a bid, which stands.

    The other player of the duel answers, or the next player is called on.
    """
    state = replace(state, standing=call, holder=call.seat, is_held=False)
    if state.challenger is None:
        return next_duel(state)
    return replace(state, turn=state.challenger if call.seat == state.parent else state.parent)


def after_pass(state: Duels) -> Duels:
    """Return the duels without the player who passed; the other is the parent and meets the next player."""
    if state.standing is None:
        if not state.waiting:
            return replace(state, turn=None)
        return replace(state, parent=state.waiting[0], waiting=state.waiting[1:], turn=state.waiting[0])
    winner = state.challenger if state.turn == state.parent else state.parent
    assert winner is not None
    return next_duel(replace(state, parent=winner))


def next_duel(state: Duels) -> Duels:
    """Return the duel of the parent with the next player on the left.

    With no player left the auction is over.
    """
    if not state.waiting:
        return replace(state, challenger=None, turn=None)
    challenger = state.waiting[0]
    return replace(state, challenger=challenger, waiting=state.waiting[1:], turn=challenger)


def duel_result(ladder: Ladder, state: Duels) -> dict[str, Any] | None:
    """Return the declarer and contract. A hold binds the number of options, not which."""
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
        "held_options": len(ladder.named(winning)) if state.is_held else None,
    }
