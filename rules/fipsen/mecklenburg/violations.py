"""Check a record: every violation, in the order of the rules."""

from collections.abc import Iterator

from rules.cards import DIAMONDS
from rules.fields import Choice
from rules.fipsen.checks import (
    bid_violations,
    binding_violations,
    declarer_violations,
    option_violations,
    passed_violations,
    trump_violations,
)
from rules.fipsen.mecklenburg.record import (
    ANSEGER_CONTRACTS,
    DUTT,
    DUTT_CONTRACTS,
    PASSED,
    RUTEN,
    RUTEN_CHOICE,
    RUTEN_UEBER,
    RUTEN_UEBER_CHOICE,
    SEATS,
    TRICKS,
    TRICKS_IN_A_DEAL,
    Options,
    Record,
)
from rules.game import Seat, TableState, Violation, choice_label, text
from rules.seats import seat_and_dealer_violations


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Check the table: four players, 25 cards, five each and five in the middle (derived)."""
    return seat_and_dealer_violations(seats, first_dealer, allowed=SEATS, code="seats_must_be_four")


def anseger_violations(state: TableState, record: Record) -> list[Violation]:
    """Return every rule of Anseger Fips the record breaks, in the order of the rules."""
    if record.contract == PASSED:
        return [*passed_violations(record)]
    return [*violations(state, record, ANSEGER_CONTRACTS)]


def dutt_violations(state: TableState, record: Record) -> list[Violation]:
    """Return every rule of Dutt Fips the record breaks, in the order of the rules."""
    if record.contract == PASSED:
        message = text("If all players pass, {forehand} plays the Dutt, unless another player takes over.")
        values = {"forehand": Seat(forehand(state) + 1)}
        return [Violation("forehand_must_play_dutt", "contract", message, values)]
    return [*violations(state, record, DUTT_CONTRACTS)]


def forehand(state: TableState) -> int:
    """Return the player on the dealer's left."""
    return (state.dealer + 1) % state.seats


def violations(state: TableState, record: Record, contracts: tuple[Choice, ...]) -> Iterator[Violation]:
    """Check contract, declarer, options, trumps, tricks and the duties of the bid, in this order."""
    if record.contract not in [choice.value for choice in contracts]:
        yield contract_unknown(record, contracts)
        return
    yield from declarer_violations(state.seats, record.declarer)
    yield from option_violations(record.announced, RUTEN_CHOICE)
    yield from trump_violations(record.trump)
    yield from tricks_violations(state, record)
    if record.contract == TRICKS:
        yield from bid_violations(record.bid)
    yield from forehand_violations(state, record)
    yield from bound_violations(record)
    yield from exchange_violations(state, record)


def contract_unknown(record: Record, contracts: tuple[Choice, ...]) -> Violation:
    """Return the violation of a contract that this game does not have (§ Anseger, § Dutt)."""
    if record.contract is None:
        return Violation("contract_unknown", "contract", text("Choose what was played."))
    message = text("This game has no contract {contract}.")
    values = {"contract": choice_label((*ANSEGER_CONTRACTS, *DUTT_CONTRACTS), record.contract)}
    return Violation("contract_unknown", "contract", message, values)


def tricks_violations(state: TableState, record: Record) -> Iterator[Violation]:
    """Check the tricks of all four seats, five in all."""
    tricks = record.tricks
    if tricks is None or len(tricks) != state.seats:
        message = text("Enter the tricks of all {seats} seats; found {found}.")
        values = {"seats": state.seats, "found": len(tricks or ())}
        yield Violation("tricks_invalid", "tricks", message, values)
        return
    if min(tricks) < 0:
        message = text("A player wins 0 tricks or more; found {found}.")
        yield Violation("tricks_invalid", "tricks", message, {"found": min(tricks)})
    if sum(tricks) != TRICKS_IN_A_DEAL:
        message = text("The tricks of a deal add up to {expected}; these add up to {found}.")
        values = {"expected": TRICKS_IN_A_DEAL, "found": sum(tricks)}
        yield Violation("tricks_sum_not_five", "tricks", message, values)


def forehand_violations(state: TableState, record: Record) -> Iterator[Violation]:
    """Check that the player on the dealer's left plays the Dutt; another player calls Ruten-über (§ Dutt)."""
    if record.declarer is None:
        return
    values = {"forehand": Seat(forehand(state) + 1), "declarer": Seat(record.declarer + 1)}
    if record.contract == DUTT and record.declarer != forehand(state):
        message = text("The Dutt is played by {forehand}, left of the dealer, not by {declarer}.")
        yield Violation("dutt_belongs_to_forehand", "declarer", message, values)
    if record.contract == RUTEN_UEBER and record.declarer == forehand(state):
        message = text("Ruten-über takes the Dutt from {forehand}; this player cannot call it.")
        yield Violation("ruten_ueber_is_for_others", "declarer", message, values)


def bound_violations(record: Record) -> Iterator[Violation]:
    """Check that Ruten named in the bid, and Ruten-über, have diamonds as trumps (§ Anseger, § Dutt)."""
    code = "ruten_bound_but_trump_not_diamonds"
    if record.contract == RUTEN_UEBER:
        yield from binding_violations(code, RUTEN_UEBER_CHOICE, DIAMONDS, record.trump)
    elif RUTEN in record.announced:
        yield from binding_violations(code, RUTEN_CHOICE, DIAMONDS, record.trump)


def exchange_violations(state: TableState, record: Record) -> Iterator[Violation]:
    """Check that a bid of five, the Fips, leaves the middle (§ Anseger), unless the house allows the
    exchange.
    """
    is_fips = record.contract == TRICKS and record.bid == TRICKS_IN_A_DEAL
    if is_fips and record.took_dutt and not state.options.fips_may_exchange:
        message = text("A bid of {bid} is played without the Dutt.")
        values = {"bid": TRICKS_IN_A_DEAL}
        yield Violation("fips_forbids_exchange", "took_dutt", message, values)
