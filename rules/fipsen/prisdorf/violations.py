"""Check a record: every violation, in the order of the rules."""

from collections.abc import Iterator

from rules.cards import DIAMONDS
from rules.fipsen.checks import (
    bid_violations,
    binding_violations,
    declarer_violations,
    passed_violations,
    surrendered_violations,
    tricks_violations,
    trump_violations,
)
from rules.fipsen.prisdorf.record import (
    ANNOUNCED,
    BIDS,
    CONTINUED,
    CONTRA_FACTORS,
    DURCH,
    HAND,
    KIEKER,
    NO,
    OPTION_CHOICES,
    OPTIONS,
    PASSED,
    RUTEN,
    RUTEN_CHOICE,
    SEATS,
    SIEBENER,
    TRICKS,
    TRICKS_IN_A_DEAL,
    Options,
    Record,
)
from rules.fipsen.prisdorf.settle import counted_options, undertaking
from rules.game import TableState, Violation, choice_label, text
from rules.seats import seat_and_dealer_violations


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Check the table: three or four players (§ Players)."""
    return seat_and_dealer_violations(seats, first_dealer, allowed=SEATS)


def violations(state: TableState, record: Record) -> list[Violation]:
    """Return every rule the record breaks, in the order of the rules."""
    if record.contract not in CONTRACT_RULES:
        return [*contract_violations(record), *contra_violations(state, record)]
    return [*contra_violations(state, record), *CONTRACT_RULES[record.contract](state, record)]


def contract_violations(record: Record) -> Iterator[Violation]:
    """Check that the contract is one of four (§ Bid)."""
    message = text("The contract is tricks, Kieker, Siebener-Fips or passed out, not {contract}.")
    if record.contract is None:
        message = text("Choose what was played: tricks, Kieker, Siebener-Fips or passed out.")
    yield Violation("contract_unknown", "contract", message, {"contract": record.contract})


def contra_violations(state: TableState, record: Record) -> Iterator[Violation]:
    """Check contra and recontra, where the club plays them (§ Contra)."""
    if record.contra != 0 and not state.options.contra:
        message = text("This event is played without contra.")
        yield Violation("contra_not_enabled", "contra", message)
    if record.contra not in range(len(CONTRA_FACTORS)):
        message = text("Contra is 0 (none), 1 (contra) or 2 (recontra), not {contra}.")
        yield Violation("contra_out_of_range", "contra", message, {"contra": record.contra})


def passed_out_violations(state: TableState, record: Record) -> Iterator[Violation]:
    """Check that a passed deal has neither a declarer nor a play (§ Bid)."""
    yield from passed_violations(record)
    yield from unplayed_contra_violations(record)


def siebener_violations(state: TableState, record: Record) -> Iterator[Violation]:
    """Check that a Siebener-Fips is shown, not played (§ Siebener-Fips)."""
    yield from declarer_violations(state.seats, record.declarer)
    for name in ("trump", "tricks"):
        if getattr(record, name) is not None:
            message = text("A Siebener-Fips is shown and not played: no trumps, no tricks.")
            yield Violation("siebener_is_not_played", name, message)
    yield from unplayed_contra_violations(record)


def kieker_violations(state: TableState, record: Record) -> Iterator[Violation]:
    """Check that a Kieker carries Ruten or nothing, and is surrendered or played for all tricks
    (§ Kieker).
    """
    yield from declarer_violations(state.seats, record.declarer)
    yield from option_violations(record)
    yield from kieker_option_violations(record)
    if record.surrendered:
        yield from surrender_violations(record)
    else:
        yield from play_violations(record)
        yield from held_violations(record)


def kieker_option_violations(record: Record) -> Iterator[Violation]:
    """Check that a Kieker can carry Ruten, never Hand or Durch (§ Kieker)."""
    for option in record.announced:
        if option in (HAND, DURCH):
            message = text("A Kieker can carry Ruten only, not {option}.")
            values = {"option": choice_label(OPTION_CHOICES, option)}
            yield Violation("kieker_option_invalid", "announced", message, values)


def ordinary_violations(state: TableState, record: Record) -> Iterator[Violation]:
    """Check an ordinary bid: a number of tricks with up to three options (§ Bid, § Options, § Play)."""
    yield from declarer_violations(state.seats, record.declarer)
    yield from option_violations(record)
    if record.surrendered:
        message = text("Only a Kieker can be surrendered.")
        yield Violation("surrender_only_in_kieker", "surrendered", message)
    yield from bid_number_violations(state.options, record)
    yield from play_violations(record)
    yield from skat_and_durch_violations(record)
    if record.bid in BIDS and record.durch in (NO, ANNOUNCED, CONTINUED):
        yield from going_on_violations(record)
        yield from held_violations(record)


def option_violations(record: Record) -> Iterator[Violation]:
    """Check Ruten, Hand and Durch, each at most once (§ Options)."""
    for option in dict.fromkeys(record.announced):
        if option not in OPTIONS:
            message = text("The options are Ruten, Hand and Durch, not {option}.")
            yield Violation("option_unknown", "announced", message, {"option": option})
    for option in OPTIONS:
        if record.announced.count(option) > 1:
            message = text("{option} is named twice; an option counts once.")
            values = {"option": choice_label(OPTION_CHOICES, option)}
            yield Violation("option_repeated", "announced", message, values)


def bid_number_violations(options: Options, record: Record) -> Iterator[Violation]:
    """Check the number of tricks bid (§ Bid, § Lowest bid)."""
    yield from bid_violations(record.bid)
    if record.bid in BIDS and record.bid < options.min_bid:
        message = text("The lowest bid in this event is {min_bid}, not {bid}.")
        values = {"min_bid": options.min_bid, "bid": record.bid}
        yield Violation("bid_below_minimum", "bid", message, values)


def play_violations(record: Record) -> Iterator[Violation]:
    """Check trumps and tricks of a deal that was played (§ Play)."""
    yield from trump_violations(record.trump)
    yield from tricks_violations(record.tricks)
    if RUTEN in record.announced:
        code = "ruten_bound_but_trump_not_diamonds"
        yield from binding_violations(code, RUTEN_CHOICE, DIAMONDS, record.trump)


def skat_and_durch_violations(record: Record) -> Iterator[Violation]:
    """Check that an announcement in the bid is owed.

    Hand leaves the skat, Durch needs all five (§ Options).
    """
    if record.took_skat is None:
        message = text("Choose whether the declarer took the skat.")
        yield Violation("took_skat_required", "took_skat", message)
    if record.durch not in (NO, ANNOUNCED, CONTINUED):
        message = text("Durch is no, announced or continued, not {durch}.")
        yield Violation("durch_unknown", "durch", message, {"durch": record.durch})
        return
    if HAND in record.announced and record.took_skat:
        message = text("Hand was named in the bid, so the skat is left.")
        yield Violation("hand_bound_but_skat_taken", "took_skat", message)
    if DURCH in record.announced and undertaking(record) != ANNOUNCED:
        message = text("Durch was named in the bid, so all five tricks are needed from the start.")
        yield Violation("durch_bound_but_not_undertaken", "durch", message)


def going_on_violations(record: Record) -> Iterator[Violation]:
    """Check that going on requires a bid just made.

    Without it a deal ends when the bid is reached (§ Play).
    """
    if record.bid is None or record.tricks is None or record.tricks > TRICKS_IN_A_DEAL:
        return
    if undertaking(record) == CONTINUED and record.tricks < record.bid:
        message = text("Going on is possible once the bid of {bid} is made; tricks won: {tricks}.")
        values = {"bid": record.bid, "tricks": record.tricks}
        yield Violation("continued_before_bid_was_made", "durch", message, values)
    if undertaking(record) == NO and record.tricks > record.bid:
        message = text("A bid of {bid} ends with {bid} tricks, not {tricks}, unless the declarer goes on.")
        values = {"bid": record.bid, "tricks": record.tricks}
        yield Violation("overtricks_without_durch", "tricks", message, values)


def held_violations(record: Record) -> Iterator[Violation]:
    """Check that a hold owes at least as many options as the held bid had.

    Going on does not settle them (ours).
    """
    owed = record.held_options or 0
    shown = len(
        [option for option in counted_options(record) if option != DURCH or undertaking(record) != CONTINUED]
    )
    if shown < owed:
        message = text("Options with which the bid was held: {owed}; shown before the play: only {shown}.")
        values = {"owed": owed, "shown": shown}
        yield Violation("held_options_missing", "held_options", message, values)


def surrender_violations(record: Record) -> Iterator[Violation]:
    """Check that a surrendered Kieker is not played (§ Kieker)."""
    yield from surrendered_violations(record)
    yield from unplayed_contra_violations(record)


def unplayed_contra_violations(record: Record) -> Iterator[Violation]:
    """Check that Contra is said after the trumps are named, so never in a deal that was not played (ours)."""
    if record.contra != 0:
        message = text("Contra is not possible on a deal that was not played.")
        yield Violation("contra_on_unplayed_deal", "contra", message)


CONTRACT_RULES = {
    TRICKS: ordinary_violations,
    KIEKER: kieker_violations,
    SIEBENER: siebener_violations,
    PASSED: passed_out_violations,
}
