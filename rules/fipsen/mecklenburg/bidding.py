"""The ladder of bids of Fips in Mecklenburg, in plain rotation (ours), and the tail of Dutt Fips.

1 < 1 Ruten < 2 < 2 Ruten < ... < 5 < 5 Ruten: ten levels (§ Anseger).
"""

from collections.abc import Iterator

from rules.auction import BID, Call, Ladder
from rules.fipsen.checks import bid_violations, option_violations
from rules.fipsen.mecklenburg.record import (
    ANSEGER_CONTRACTS,
    BIDS,
    DUTT,
    DUTT_CONTRACTS,
    RUTEN,
    RUTEN_CHOICE,
    RUTEN_UEBER,
    TRICKS,
    Options,
)
from rules.game import Violation, choice_label, text
from rules.rotation import Tail, rotation

LEVELS_PER_BID = 2  # plain, and with Ruten


def violations(options: Options, call: Call) -> Iterator[Violation]:
    """Check contract, option and number, in the order of the rules."""
    if call.contract != TRICKS:
        message = text("A bid is for tricks, not {contract}.")
        values = {"contract": choice_label((*ANSEGER_CONTRACTS, *DUTT_CONTRACTS), call.contract)}
        yield Violation("contract_unknown", "contract", message, values)
        return
    yield from option_violations(call.announced, RUTEN_CHOICE)
    yield from bid_violations(call.bid)


def takeover_violations(call: Call) -> Iterator[Violation]:
    """Check that Ruten is not named with Ruten-über, which has diamonds as trumps already."""
    return option_violations(call.announced, RUTEN_CHOICE)


def named(call: Call) -> tuple[str, ...]:
    """Return Ruten, if it was named."""
    return (RUTEN,) if RUTEN in call.announced else ()


def level(call: Call) -> int:
    """Return the strength of a bid: higher beats lower, equal is not higher."""
    return (call.bid or 0) * LEVELS_PER_BID + len(named(call))


def rungs(options: Options) -> list[Call]:
    """Return every bid, weakest first; the auction fills in the seat."""
    return [Call(0, BID, TRICKS, bid, announced) for bid in BIDS for announced in ((), (RUTEN,))]


LADDER = Ladder(violations=violations, level=level, rungs=rungs, named=named)
TAIL = Tail(
    forced=DUTT,
    takeover=Call(0, BID, RUTEN_UEBER),
    violations=takeover_violations,
    too_early=Violation(
        "ruten_ueber_not_available", "contract", text("Ruten-über is called after everybody has passed.")
    ),
    too_late=Violation(
        "bid_after_all_passed",
        "contract",
        text("Everybody has passed: only Ruten-über or another pass can be called now."),
    ),
)
ANSEGER_AUCTION = rotation(LADDER)
DUTT_AUCTION = rotation(LADDER, tail=TAIL)
