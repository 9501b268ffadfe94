"""Check a record: every violation, in the order of the rules."""

from collections.abc import Iterator

from rules.frepe.record import SEATS, TRICKS_IN_A_DEAL, Options, Record, State
from rules.frepe.settle import sitter_of, takers
from rules.game import Seat, Violation, text
from rules.seats import seat_and_dealer_violations


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Check the table: five to seven players (§ Players) and a stake to play for (§ Pot)."""
    problems = seat_and_dealer_violations(seats, first_dealer, allowed=SEATS)
    if options.stake <= 0:
        message = text("The stake is 1 chip or more, not {stake}.")
        problems.append(Violation("stake_not_positive", "stake", message, {"stake": options.stake}))
    return problems


def violations(state: State, record: Record) -> list[Violation]:
    """Return every rule the record breaks, in the order of the rules."""
    if problems := [*length_violations(state, record)]:
        return problems
    playing, tricks = record.playing or (), record.tricks or ()
    return [
        *dealer_violations(state, playing),
        *sitter_violations(state, playing),
        *tricks_violations(tricks),
        *passed_violations(state, record),
    ]


def length_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that players and tricks are written down for every seat."""
    for name in ("playing", "tricks"):
        written = getattr(record, name)
        if written is None or len(written) != state.seats:
            message = text("Enter the players who play, and the tricks of all {seats} seats; found {found}.")
            values = {"seats": state.seats, "found": len(written or ())}
            yield Violation("seats_mismatch", name, message, values)


def dealer_violations(state: State, playing: tuple[bool, ...]) -> Iterator[Violation]:
    """Check that the dealer must play (§ Play or pass)."""
    if not playing[state.dealer]:
        message = text("The dealer, {dealer}, must play.")
        yield Violation("dealer_must_play", "playing", message, {"dealer": Seat(state.dealer + 1)})


def sitter_violations(state: State, playing: tuple[bool, ...]) -> Iterator[Violation]:
    """Check that of seven players the dealer's left gets no cards (§ Players)."""
    sitter = sitter_of(state.seats, state.dealer)
    if sitter is not None and playing[sitter]:
        message = text("{sitter}, left of the dealer, gets no cards this deal and cannot play.")
        yield Violation("sitter_has_no_cards", "playing", message, {"sitter": Seat(sitter + 1)})


def tricks_violations(tricks: tuple[int, ...]) -> Iterator[Violation]:
    """Check that there are five tricks in all, none below zero (§ Play)."""
    for count in tricks:
        if not 0 <= count <= TRICKS_IN_A_DEAL:
            message = text("A player wins 0 to {most} tricks, not {tricks}.")
            values = {"most": TRICKS_IN_A_DEAL, "tricks": count}
            yield Violation("tricks_out_of_range", "tricks", message, values)
    if sum(tricks) != TRICKS_IN_A_DEAL:
        message = text("The tricks of a deal add up to {expected}; these add up to {found}.")
        values = {"expected": TRICKS_IN_A_DEAL, "found": sum(tricks)}
        yield Violation("tricks_sum_not_five", "tricks", message, values)


def passed_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that a player who passed takes no tricks, except the dealer's right when all others passed
    (§ All pass).
    """
    allowed = takers(state, record)
    for seat, count in enumerate(record.tricks or ()):
        if seat not in allowed and count > 0:
            message = text("{seat} did not play, but has tricks: {tricks}.")
            values = {"seat": Seat(seat + 1), "tricks": count}
            yield Violation("tricks_by_player_who_passed", "tricks", message, values)
