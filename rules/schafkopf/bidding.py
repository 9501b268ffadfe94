"""The auction of Schafkopf: pass or name a game, round after round; forehand begins (SO 2.2).

A game beats every lower one; an equal game is enough for a player nearer to forehand, who then holds it.
The called ace and the suit of a solo are named after the auction.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.auction import BID, Call, Ladder
from rules.game import Violation, text
from rules.rotation import Rotation, rotation
from rules.schafkopf.record import Options
from rules.schafkopf.settle import active
from rules.schafkopf.words import (
    BETTEL,
    FARBWENZ,
    GEIER,
    KREUZ,
    MUSS,
    RAMSCH,
    RUF,
    SIE,
    SOLO,
    TOUT,
    WENZ,
)

STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (RUF, ()),
    (BETTEL, ()),
    (FARBWENZ, ()),
    (GEIER, ()),
    (WENZ, ()),
    (SOLO, ()),
    (FARBWENZ, (TOUT,)),
    (GEIER, (TOUT,)),
    (WENZ, (TOUT,)),
    (SOLO, (TOUT,)),
    (SOLO, (SIE,)),
)
SWITCHED = (BETTEL, FARBWENZ, GEIER)


def violations(options: Options, call: Call) -> Iterator[Violation]:
    """Check that a bid is a game on the ladder that this event plays, with one announcement at most
    (§ Auction).
    """
    if call.contract not in [contract for contract, _ in STEPS]:
        message = text("“{contract}” cannot be bid; name Ruf, Wenz, Solo or another game of this event.")
        yield Violation("contract_unknown", "contract", message, {"contract": call.contract or "-"})
        return
    if call.contract in SWITCHED and not getattr(options, call.contract):
        message = text("This event is played without “{game}”.")
        yield Violation("contract_not_enabled", "contract", message, {"game": call.contract})
    unknown = [word for word in call.announced if word not in (TOUT, SIE)]
    if unknown:
        message = text("Announced is tout or sie, not {found}.")
        yield Violation("option_unknown", "announced", message, {"found": unknown[0]})
    if len(call.announced) > 1:
        message = text("One announcement is enough: tout or sie.")
        yield Violation("option_repeated", "announced", message)
    if (call.contract, call.announced) not in STEPS:
        message = text("This game cannot be bid so: Tout in a solo, Sie in a suit solo only.")
        yield Violation("announcement_not_possible", "announced", message)


def named(call: Call) -> tuple[str, ...]:
    """Return the announcement of a bid."""
    return call.announced


def level(call: Call) -> int:
    """Return the step on the ladder."""
    return STEPS.index((call.contract or "", call.announced))


def rungs(options: Options) -> list[Call]:
    """Return every game that this event plays, lowest first; the auction fills in the seat."""
    return [
        Call(0, BID, contract, None, announced)
        for contract, announced in STEPS
        if contract not in SWITCHED or getattr(options, contract)
    ]


def asked(options: Options, seats: int, dealer: int) -> tuple[int, ...]:
    """Return the four players from forehand on; the dealer of a table of five never bids."""
    return active(seats, dealer)


def may_equal(state: Rotation, call: Call) -> bool:
    """Return whether an equal game is enough: the caller sits nearer to forehand (§ Auction)."""
    standing = state.standing
    return standing is not None and state.order.index(call.seat) < state.order.index(standing.seat)


def result(state: Rotation) -> dict[str, Any] | None:
    """Return the player and the game; when everybody passed, what follows by house rule (§ All pass)."""
    outcome = ROTATION.result(state)
    if outcome is None or outcome["declarer"] is not None:
        return outcome and {**outcome, "forced": False}
    rule = state.options.all_pass
    if rule == MUSS:
        return {**outcome, "contract": RUF, "forced": True}
    return {**outcome, "forced": False, "contract": rule if rule in (KREUZ, RAMSCH) else outcome["contract"]}


LADDER = Ladder(violations=violations, level=level, rungs=rungs, named=named, has_number=lambda call: False)
ROTATION = rotation(LADDER, asked=asked, may_equal=may_equal)
AUCTION = replace(ROTATION, result=result)
