"""The ladder of bids of Skat: the 63 possible game values, named by one player and held by another.

A number names no options; games are announced after the auction.
"""

from rules.auction import BID, Call, Ladder, everybody
from rules.game import Violation, text
from rules.saying import saying
from rules.skat.record import LADDER_OF_BIDS, Options
from rules.skat.settle import sitter_of


def violations(options: Options, call: Call) -> list[Violation]:
    """Check that a bid is one of the possible game values (ISkO 3.3)."""
    if call.bid in LADDER_OF_BIDS:
        return []
    message = text("A bid is one of the possible game values from 18 to 264; {bid} is none.")
    if call.bid is None:
        message = text("Enter the bid.")
    return [Violation("bid_out_of_range", "bid", message, {"bid": call.bid})]


def level(call: Call) -> int:
    """Return the number itself."""
    return call.bid or 0


def rungs(options: Options) -> list[Call]:
    """Return every number, lowest first; the auction fills in the seat."""
    return [Call(0, BID, None, bid) for bid in LADDER_OF_BIDS]


def asked(options: Options, seats: int, dealer: int) -> tuple[int, ...]:
    """Return forehand, middlehand and rearhand; the dealer of a table of four never bids."""
    return tuple(seat for seat in everybody(options, seats, dealer) if seat != sitter_of(seats, dealer))


LADDER = Ladder(violations=violations, level=level, rungs=rungs, has_number=lambda call: True)
AUCTION = saying(LADDER, asked=asked)
