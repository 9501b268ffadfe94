"""Check a record: every violation, in the order of the rules."""

from collections.abc import Iterator

from rules.fipsen.thedinghausen.record import (
    SEATS,
    TRICKS_IN_A_DEAL,
    TRICKS_TO_WIN,
    Options,
    Record,
    State,
)
from rules.fipsen.thedinghausen.settle import at_ten
from rules.game import Listed, Seat, Violation, text
from rules.seats import added, seat_and_dealer_violations


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Check the table: five players, no fewer and no more (§ Thedinghausen)."""
    return seat_and_dealer_violations(seats, first_dealer, allowed=SEATS, code="seats_must_be_five")


def violations(state: State, record: Record) -> list[Violation]:
    """Return every rule the record breaks, in the order of the rules."""
    tricks = record.tricks
    if tricks is None or len(tricks) != state.seats:
        message = text("Enter the tricks of all {seats} seats; found {found}.")
        values = {"seats": state.seats, "found": len(tricks or ())}
        return [Violation("tricks_invalid", "tricks", message, values)]
    if min(tricks) < 0:
        message = text("A player wins 0 tricks or more; found {found}.")
        return [Violation("tricks_invalid", "tricks", message, {"found": min(tricks)})]
    return [*sum_violations(state, tricks), *first_to_ten_violations(state, tricks, record.first_to_ten)]


def sum_violations(state: State, tricks: tuple[int, ...]) -> Iterator[Violation]:
    """Check that the tricks add up to five, or fewer if the deal ended at a player's tenth
    (§ Thedinghausen).
    """
    if sum(tricks) == TRICKS_IN_A_DEAL:
        return
    standing = added(state.game_tricks, tricks)
    is_broken_off = [standing[seat] for seat in at_ten(standing)] == [TRICKS_TO_WIN]
    if sum(tricks) > TRICKS_IN_A_DEAL or not is_broken_off:
        message = text(
            "The tricks of a deal add up to {expected}, or to fewer only if it ends with a tenth; these "
            "add up to {found}."
        )
        values = {"expected": TRICKS_IN_A_DEAL, "found": sum(tricks)}
        yield Violation("tricks_sum_not_five", "tricks", message, values)


def first_to_ten_violations(state: State, tricks: tuple[int, ...], first: int | None) -> Iterator[Violation]:
    """Check that the first player to ten tricks is asked for when two or more have them (ours)."""
    eligible = at_ten(added(state.game_tricks, tricks))
    if first is None and len(eligible) > 1:
        message = text("Seats {seats} have ten tricks or more; choose the seat that had them first.")
        seats = Listed(seat + 1 for seat in eligible)
        yield Violation("first_to_ten_required", "first_to_ten", message, {"seats": seats})
    if first is not None and first not in eligible:
        message = text("{seat} does not have ten tricks yet.")
        yield Violation("first_to_ten_not_eligible", "first_to_ten", message, {"seat": Seat(first + 1)})
