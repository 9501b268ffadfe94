"""What is refused, in the order of the rules: every broken rule of a record, not only the first."""

from collections.abc import Iterator

from rules.game import TableState, Violation, text
from rules.seats import seat_and_dealer_violations
from tests.made_up_game.hopfen.record import MOST_HOPS, SEATS, WORTH_OF_A_HOP, Options, Record


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Ask for three players (§ Players)."""
    return seat_and_dealer_violations(seats, first_dealer, allowed=SEATS)


def violations(state: TableState, record: Record) -> list[Violation]:
    """Return every rule the record breaks, in the order of the rules."""
    return [*colour_violations(record), *hops_violations(record)]


def colour_violations(record: Record) -> Iterator[Violation]:
    """Gold or green (§ Play)."""
    if record.colour not in WORTH_OF_A_HOP:
        yield Violation("colour_unknown", "colour", text("Say whether the hops were gold or green."))


def hops_violations(record: Record) -> Iterator[Violation]:
    """Refuse more hops than a deal has (§ Play)."""
    if record.hops is None:
        yield Violation("hops_out_of_range", "hops", text("Say how many hops were picked."))
    elif not 0 <= record.hops <= MOST_HOPS:
        message = text("There are 0 to {most} hops, not {hops}.")
        yield Violation("hops_out_of_range", "hops", message, {"most": MOST_HOPS, "hops": record.hops})
