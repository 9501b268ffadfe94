"""The ladder of bids of Fipsen (Prisdorf), for its chain of duels.

2 < 2+1 < 2+2 < 2+3 < 3 < ... < 4+3 < Kieker < Kieker Ruten < 5 (Durch) < 5 Durch+1 < 5 Durch+2: tricks
first, then the number of options; which options is irrelevant (§ Bid, § Options).
"""

from collections.abc import Iterator
from itertools import combinations

from rules.auction import BID, Call, Ladder, duels
from rules.fipsen.prisdorf.record import (
    BIDS,
    CONTRACT_CHOICES,
    DURCH,
    KIEKER,
    OPTIONS,
    RUTEN,
    SIEBENER,
    TRICKS,
    TRICKS_IN_A_DEAL,
    Options,
    Record,
)
from rules.fipsen.prisdorf.violations import (
    bid_number_violations,
    kieker_option_violations,
    option_violations,
)
from rules.game import Violation, choice_label, text

KIEKER_STEP = 45  # between 4 with three options (43) and 5 with Durch (51)
STEPS_PER_TRICK = 10
BIDDABLE = (TRICKS, KIEKER, SIEBENER)
OPTION_SETS = [chosen for size in range(len(OPTIONS) + 1) for chosen in combinations(OPTIONS, size)]


def violations(options: Options, call: Call) -> Iterator[Violation]:
    """Check contract, options and number, in the order of the rules."""
    if call.contract not in BIDDABLE:
        message = text("A bid is for tricks, Kieker or Siebener-Fips, not {contract}.")
        values = {"contract": choice_label(CONTRACT_CHOICES, call.contract)}
        yield Violation("contract_unknown", "contract", message, values)
        return
    record = Record(contract=call.contract, bid=call.bid, announced=call.announced)
    yield from option_violations(record)
    if call.contract == KIEKER:
        yield from kieker_option_violations(record)
    elif call.contract == TRICKS:
        yield from bid_number_violations(options, record)


def named(call: Call) -> tuple[str, ...]:
    """Return a bid's options in the order ruten, hand, durch; a bid of five has Durch, a Siebener none."""
    if call.contract == SIEBENER:
        return ()
    carries_durch = call.contract == TRICKS and call.bid == TRICKS_IN_A_DEAL
    return tuple(
        option for option in OPTIONS if option in call.announced or (option == DURCH and carries_durch)
    )


def level(call: Call) -> int:
    """Return the strength of a bid: higher beats lower, equal is not higher."""
    if call.contract == KIEKER:
        return KIEKER_STEP + len(named(call))
    return (call.bid or 0) * STEPS_PER_TRICK + len(named(call))


def rungs(options: Options) -> list[Call]:
    """Return every bid, weakest first; the auction fills in the seat."""
    tricks = [
        Call(0, BID, TRICKS, bid, chosen)
        for bid in BIDS
        for chosen in OPTION_SETS
        if bid >= options.min_bid and not (bid == TRICKS_IN_A_DEAL and DURCH in chosen)
    ]
    kiekers = [Call(0, BID, KIEKER), Call(0, BID, KIEKER, None, (RUTEN,))]
    return sorted([*tricks, *kiekers], key=level)


LADDER = Ladder(
    violations=violations,
    level=level,
    rungs=rungs,
    named=named,
    ends_at_once=lambda call: call.contract == SIEBENER,
    keeps_names=lambda call: call.contract == KIEKER,
)
AUCTION = duels(LADDER)
