"""Check a record: every violation, in the order of the rules."""

from collections.abc import Iterator

from rules.cards import CLUBS
from rules.fipsen.checks import (
    bid_violations,
    binding_violations,
    declarer_violations,
    option_violations,
    passed_violations,
    surrendered_violations,
    tricks_violations,
    trump_violations,
)
from rules.fipsen.grossenaspe.record import (
    FIPS,
    GUTE,
    GUTE_CHOICE,
    KARO_SEATS,
    KIEKER,
    PASSED,
    SEATS,
    TRICKS,
    TRICKS_IN_A_DEAL,
    Options,
    Record,
)
from rules.fipsen.grossenaspe.settle import sitter_of
from rules.game import Seat, TableState, Violation, text
from rules.seats import dealer_violations, seats_violations


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Check the table: three to five players; three only where the club allows Karo Fipsen (§ Variations)."""
    problems = seats_violations(seats, SEATS, "seats_out_of_range")
    if seats == KARO_SEATS and not options.allow_three_player_karo:
        message = text("The rules for three players are not known; this event does not allow three.")
        problems.append(Violation("three_player_rules_unknown", "seats", message))
    return [*problems, *dealer_violations(seats, first_dealer)]


def violations(state: TableState, record: Record) -> list[Violation]:
    """Return every rule the record breaks, in the order of the rules."""
    if record.contract not in (TRICKS, KIEKER, FIPS, PASSED):
        return [contract_unknown(record)]
    if record.contract == PASSED:
        return [*passed_violations(record)]
    return [*bidding_violations(state, record), *deal_violations(record)]


def contract_unknown(record: Record) -> Violation:
    """Return the violation of a contract that is none of the four (§ Bid)."""
    message = text("The contract is tricks, Kieker, Fips or passed out, not {contract}.")
    if record.contract is None:
        message = text("Choose what was played: tricks, Kieker, Fips or passed out.")
    return Violation("contract_unknown", "contract", message, {"contract": record.contract})


def bidding_violations(state: TableState, record: Record) -> Iterator[Violation]:
    """Check the declarer, with or without Gute, knocked or not (§ Bid, § Variations)."""
    yield from declarer_violations(state.seats, record.declarer)
    if record.declarer is not None and record.declarer == sitter_of(state.options, state.seats, state.dealer):
        message = text("{declarer} deals and sits out this deal.")
        values = {"declarer": Seat(record.declarer + 1)}
        yield Violation("declarer_sits_out", "declarer", message, values)
    yield from option_violations(record.announced, GUTE_CHOICE)
    if record.knock and not state.options.knock:
        message = text("This event is played without knocking.")
        yield Violation("knock_not_enabled", "knock", message)


def deal_violations(record: Record) -> Iterator[Violation]:
    """Check that a Kieker may be surrendered; all other contracts are played (§ Kieker, § Play)."""
    if record.surrendered and record.contract == KIEKER:
        yield from surrender_violations(record)
        return
    if record.surrendered:
        message = text("Only a Kieker can be surrendered.")
        yield Violation("surrender_only_in_kieker", "surrendered", message)
    yield from play_violations(record)
    yield from going_on_violations(record)


def surrender_violations(record: Record) -> Iterator[Violation]:
    """Check that a surrendered Kieker is not played and cannot be knocked (§ Kieker, ours)."""
    yield from surrendered_violations(record)
    if record.knock:
        message = text("A surrendered Kieker cannot be knocked.")
        yield Violation("knock_on_unplayed_deal", "knock", message)


def play_violations(record: Record) -> Iterator[Violation]:
    """Check bid, trumps and tricks of a deal that was played (§ Bid, § Play)."""
    if record.contract == TRICKS:
        yield from bid_violations(record.bid)
    yield from trump_violations(record.trump)
    if GUTE in record.announced:
        yield from binding_violations("gute_bound_but_trump_not_clubs", GUTE_CHOICE, CLUBS, record.trump)
    if record.contract == FIPS and record.took_skat:
        message = text("A Fips is played without the skat.")
        yield Violation("fips_forbids_exchange", "took_skat", message)
    yield from tricks_violations(record.tricks)


def going_on_violations(record: Record) -> Iterator[Violation]:
    """Check that going on requires a bid below five (§ Play)."""
    if record.contract == TRICKS and record.bid != TRICKS_IN_A_DEAL:
        yield from overtricks_violations(record)
    elif record.continued:
        message = text("All five tricks were bid from the start; going on is not possible.")
        yield Violation("nothing_to_continue", "continued", message)


def overtricks_violations(record: Record) -> Iterator[Violation]:
    """Check that going on requires a bid just made.

    Without it a deal ends when the bid is reached (§ Play).
    """
    if record.bid is None or record.tricks is None:
        return
    values = {"bid": record.bid, "tricks": record.tricks}
    beyond = record.tricks - record.bid
    if record.continued and beyond < 0:
        message = text("Going on is possible once the bid of {bid} is made; tricks won: {tricks}.")
        yield Violation("continued_before_bid_was_made", "continued", message, values)
    if beyond > 0 and not record.continued:
        message = text("A bid of {bid} ends with {bid} tricks, not {tricks}, unless the declarer goes on.")
        yield Violation("overtricks_without_going_on", "tricks", message, values)
