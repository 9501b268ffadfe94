"""The ladder of bids of Fipsen (Grossenaspe), in plain rotation.

1 < 1 Gute < 2 < ... < 4 Gute < Kieker < Kieker Gute < 5 < 5 Gute < Fips < Fips Gute: fourteen levels (§ Bid).
"""

from collections.abc import Iterator

from rules.auction import BID, Call, Ladder, everybody
from rules.fipsen.checks import bid_violations, option_violations
from rules.fipsen.grossenaspe.record import (
    CONTRACT_CHOICES,
    FIPS,
    GUTE,
    GUTE_CHOICE,
    KIEKER,
    TRICKS,
    Options,
)
from rules.fipsen.grossenaspe.settle import sitter_of
from rules.game import Violation, choice_label, text
from rules.rotation import rotation

RISING = ((TRICKS, 1), (TRICKS, 2), (TRICKS, 3), (TRICKS, 4), (KIEKER, None), (TRICKS, 5), (FIPS, None))
LEVELS_PER_BID = 2  # plain, and with Gute


def violations(options: Options, call: Call) -> Iterator[Violation]:
    """Check contract, option and number, in the order of the rules."""
    if call.contract not in (TRICKS, KIEKER, FIPS):
        message = text("A bid is for tricks, Kieker or Fips, not {contract}.")
        values = {"contract": choice_label(CONTRACT_CHOICES, call.contract)}
        yield Violation("contract_unknown", "contract", message, values)
        return
    yield from option_violations(call.announced, GUTE_CHOICE)
    if call.contract == TRICKS:
        yield from bid_violations(call.bid)


def named(call: Call) -> tuple[str, ...]:
    """Return Gute, if it was named."""
    return (GUTE,) if GUTE in call.announced else ()


def level(call: Call) -> int:
    """Return the strength of a bid: higher beats lower, equal is not higher."""
    rung = (call.contract, call.bid if call.contract == TRICKS else None)
    return RISING.index(rung) * LEVELS_PER_BID + len(named(call))


def rungs(options: Options) -> list[Call]:
    """Return every bid, weakest first; the auction fills in the seat."""
    return [Call(0, BID, contract, bid, announced) for contract, bid in RISING for announced in ((), (GUTE,))]


def asked(options: Options, seats: int, dealer: int) -> tuple[int, ...]:
    """Return the seats that bid, in order: all players who hold cards (§ Five players)."""
    sitter = sitter_of(options, seats, dealer)
    return tuple(seat for seat in everybody(options, seats, dealer) if seat != sitter)


LADDER = Ladder(violations=violations, level=level, rungs=rungs, named=named)
AUCTION = rotation(LADDER, asked=asked)
