"""Check a record: every violation, in the order of the rules."""

from collections.abc import Iterator

from rules.cards import SUIT_CHOICES, SUITS
from rules.flunk.record import (
    CARDS_IN_A_SUIT,
    CARDS_IN_A_TRICK,
    CONTRACT_CHOICES,
    DUMP,
    HIGH,
    HIGH_BIDS,
    LOW,
    LOW_BIDS,
    NO_TRUMP,
    SEATS,
    TRICKS_IN_A_DEAL,
    TRUMP_CHOICES,
    Options,
    Record,
)
from rules.game import Seat, TableState, Violation, choice_label, text
from rules.seats import seat_and_dealer_violations


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Check the table: three players and a dummy (§ Players)."""
    return seat_and_dealer_violations(seats, first_dealer, allowed=SEATS, code="seats_must_be_three")


def violations(state: TableState, record: Record) -> list[Violation]:
    """Return every rule the record breaks, in the order of the rules."""
    problems = [*declarer_violations(state, record), *contract_violations(record), *tricks_violations(record)]
    if record.contract == DUMP:
        problems += dump_violations(record)
    elif record.contract in (HIGH, LOW):
        problems += bid_violations(record)
    return problems


def declarer_violations(state: TableState, record: Record) -> Iterator[Violation]:
    """Check that the dealer always plays (§ Bid)."""
    if record.declarer is not None and record.declarer != state.dealer:
        message = text("The dealer plays: {dealer}, not {declarer}.")
        values = {"dealer": Seat(state.dealer + 1), "declarer": Seat(record.declarer + 1)}
        yield Violation("declarer_must_be_dealer", "declarer", message, values)


def contract_violations(record: Record) -> Iterator[Violation]:
    """Check that the contract is High, Low or Dump (§ Bid)."""
    if record.contract is None:
        message = text("Choose what was played: High, Low or Dump.")
        yield Violation("contract_unknown", "contract", message)
    elif record.contract not in (HIGH, LOW, DUMP):
        message = text("The contract is High, Low or Dump, not {contract}.")
        yield Violation("contract_unknown", "contract", message, {"contract": record.contract})


def tricks_violations(record: Record) -> Iterator[Violation]:
    """Check that hand and dummy take 0 to 13 tricks together (§ Play)."""
    if record.tricks is None:
        message = text("Enter the number of tricks that hand and dummy won together.")
        yield Violation("tricks_out_of_range", "tricks", message)
    elif not 0 <= record.tricks <= TRICKS_IN_A_DEAL:
        message = text("Hand and dummy take 0 to {most} tricks, not {tricks}.")
        values = {"most": TRICKS_IN_A_DEAL, "tricks": record.tricks}
        yield Violation("tricks_out_of_range", "tricks", message, values)


def dump_violations(record: Record) -> Iterator[Violation]:
    """Check that a Dump names a suit to avoid; it has neither trumps nor a number (§ Dump)."""
    if record.trump not in (None, NO_TRUMP):
        message = text("A Dump is played without trumps, not with {trump}.")
        values = {"trump": choice_label(TRUMP_CHOICES, record.trump)}
        yield Violation("dump_has_no_trump", "trump", message, values)
    if record.bid is not None:
        message = text("A Dump has no number of tricks; found {bid}.")
        yield Violation("dump_has_no_bid", "bid", message, {"bid": record.bid})
    if record.dump_suit not in SUITS:
        message = text("Choose the suit the Dump avoids: clubs, spades, hearts or diamonds.")
        yield Violation("dump_suit_required", "dump_suit", message)
    yield from dump_cards_violations(record)


def dump_cards_violations(record: Record) -> Iterator[Violation]:
    """Check the cards of the suit that were taken, in a possible number (§ Dump)."""
    cards, tricks = record.dump_cards, record.tricks
    if cards is None or not 0 <= cards <= CARDS_IN_A_SUIT:
        message = text("Enter the number of cards of the suit taken: 0 to {most}.")
        yield Violation("dump_cards_out_of_range", "dump_cards", message, {"most": CARDS_IN_A_SUIT})
        return
    if tricks is None or not 0 <= tricks <= TRICKS_IN_A_DEAL:
        return
    yield from fitting_violations(cards, tricks, choice_label(SUIT_CHOICES, record.dump_suit))


def fitting_violations(cards: int, tricks: int, suit: str) -> Iterator[Violation]:
    """Check four cards a trick.

    Those of the suit fit into the tricks taken, the others into the tricks left.
    """
    if cards > CARDS_IN_A_TRICK * tricks:
        message = text(
            "Cards of the suit ({suit}) taken: {cards}. That is more than four for each trick;"
            " tricks taken: {tricks}."
        )
        values = {"tricks": tricks, "cards": cards, "suit": suit}
        yield Violation("dump_cards_too_many_for_tricks", "dump_cards", message, values)
    rest, left = CARDS_IN_A_SUIT - cards, TRICKS_IN_A_DEAL - tricks
    if rest > CARDS_IN_A_TRICK * left:
        message = text(
            "Cards of the suit ({suit}) left to the others: {rest}. That is more than four for each trick;"
            " tricks of the others: {left}."
        )
        values = {"left": left, "rest": rest, "suit": suit}
        yield Violation("dump_cards_too_few_for_tricks", "dump_cards", message, values)


def bid_violations(record: Record) -> list[Violation]:
    """Check a High or a Low: trumps or none, a number, no field of a Dump (§ High, § Low)."""
    return [*trump_violations(record), *dump_field_violations(record), *number_violations(record)]


def trump_violations(record: Record) -> Iterator[Violation]:
    """Check that a trump suit or no trump is required (§ High)."""
    if record.trump is None:
        message = text("Choose the trump suit, or no trumps.")
        yield Violation("trump_required", "trump", message)
    elif record.trump not in (*SUITS, NO_TRUMP):
        message = text("Trumps are clubs, spades, hearts, diamonds or none, not {trump}.")
        yield Violation("trump_required", "trump", message, {"trump": record.trump})


def dump_field_violations(record: Record) -> Iterator[Violation]:
    """Check that only a Dump has a suit to avoid (§ Dump)."""
    for name in ("dump_suit", "dump_cards"):
        if getattr(record, name) is not None:
            message = text("Only a Dump has a suit to avoid.")
            yield Violation("dump_fields_only_in_dump", name, message)


def number_violations(record: Record) -> Iterator[Violation]:
    """Check that a High is 7 to 13 tricks, a Low 0 to 6 (§ High, § Low)."""
    bids = HIGH_BIDS if record.contract == HIGH else LOW_BIDS
    if record.bid in bids:
        return
    message = text("{contract} is a bid of {least} to {most} tricks, not {bid}.")
    if record.bid is None:
        message = text("Enter the number of tricks bid: {contract} is {least} to {most}.")
    values = {
        "contract": choice_label(CONTRACT_CHOICES, record.contract),
        "least": bids[0],
        "most": bids[-1],
        "bid": record.bid,
    }
    yield Violation("bid_out_of_range", "bid", message, values)
