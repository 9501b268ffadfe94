"""Check a record: every violation, in the order of the rules."""

from collections.abc import Iterator

from rules.cards import SUITS
from rules.game import Seat, Violation, choice_label, text
from rules.rifki.record import (
    CONTRACT_CHOICES,
    CONTRACTS,
    DEALS_IN_A_GAME,
    KOZ,
    NEGATIVES_EACH,
    NO_TRUMP,
    POSITIVES_EACH,
    SEATS,
    TIMES_EACH_NEGATIVE,
    Options,
    Record,
    State,
)
from rules.rifki.settle import declarer_of, is_over
from rules.seats import seat_and_dealer_violations


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Check the table: four players (§ Players)."""
    return seat_and_dealer_violations(seats, first_dealer, allowed=SEATS, code="seats_must_be_four")


def violations(state: State, record: Record) -> list[Violation]:
    """Return every rule the record breaks, in the order of the rules."""
    if is_over(state):
        message = text("The game is complete with {deals} deals; this sheet takes no further deal.")
        return [Violation("game_over", None, message, {"deals": DEALS_IN_A_GAME})]
    return [
        *declarer_violations(state, record),
        *contract_violations(state, record),
        *counts_violations(state, record),
    ]


def declarer_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that the dealer's right chooses (§ Deal)."""
    if record.declarer is not None and record.declarer != declarer_of(state):
        message = text("{derived}, right of the dealer, chooses this contract, not {written}.")
        values = {"derived": Seat(declarer_of(state) + 1), "written": Seat(record.declarer + 1)}
        yield Violation("wrong_declarer", "declarer", message, values)


def contract_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that the contract is one of seven, positive or negative (§ Contracts)."""
    if record.contract is None:
        yield Violation("contract_unknown", "contract", text("Choose the contract."))
    elif record.contract not in CONTRACTS:
        message = text("There is no contract {contract}.")
        yield Violation("contract_unknown", "contract", message, {"contract": record.contract})
    elif record.contract == KOZ:
        yield from positive_violations(state, record)
    else:
        yield from negative_violations(state, record)


def positive_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that each player chooses Kozlar twice, always with a trump suit (§ Choice, § Positive)."""
    if not state.positives_left[declarer_of(state)]:
        message = text("{declarer} has chosen Kozlar {times} times already; a negative contract is due.")
        values = {"declarer": Seat(declarer_of(state) + 1), "times": POSITIVES_EACH}
        yield Violation("positive_quota_used", "contract", message, values)
    if record.trump == NO_TRUMP:
        message = text("Kozlar has a trump suit; it cannot be played without trumps.")
        yield Violation("no_trump_not_allowed", "trump", message)
    elif record.trump not in SUITS:
        message = text("Choose the trump suit: clubs, spades, hearts or diamonds.")
        yield Violation("trump_required", "trump", message)


def negative_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that each player chooses three negatives.

    Each is played twice in the game, without trumps (§ Choice).
    """
    contract = record.contract or ""
    values = {
        "declarer": Seat(declarer_of(state) + 1),
        "contract": choice_label(CONTRACT_CHOICES, contract),
        "own": NEGATIVES_EACH,
        "times": TIMES_EACH_NEGATIVE,
    }
    if not state.negatives_left[declarer_of(state)]:
        message = text("{declarer} has chosen {own} negative contracts already; Kozlar is due.")
        yield Violation("negative_quota_used", "contract", message, values)
    if state.contract_counts[contract] >= TIMES_EACH_NEGATIVE:
        message = text("{contract} has been played {times} times in this game already.")
        yield Violation("contract_played_twice", "contract", message, values)
    if record.trump is not None:
        message = text("{contract} is played without trumps.")
        yield Violation("negative_has_no_trump", "trump", message, values)


def counts_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check the units of every seat, none negative."""
    counts = record.counts
    if counts is None or len(counts) != state.seats:
        message = text("Enter the units of all {seats} seats; found {found}.")
        values = {"seats": state.seats, "found": len(counts or ())}
        yield Violation("counts_wrong_length", "counts", message, values)
        return
    if min(counts) < 0:
        message = text("A player takes 0 units or more; found {found}.")
        yield Violation("counts_negative", "counts", message, {"found": min(counts)})
    yield from sum_violations(record, counts)


def sum_violations(record: Record, counts: tuple[int, ...]) -> Iterator[Violation]:
    """Check that the units of a contract always have the same sum (§ Contracts)."""
    contract = CONTRACTS.get(record.contract or "")
    if contract is not None and sum(counts) != contract.units:
        message = text("The units of {contract} add up to {expected} in a deal; these add up to {found}.")
        values = {
            "contract": choice_label(CONTRACT_CHOICES, record.contract),
            "expected": contract.units,
            "found": sum(counts),
        }
        yield Violation("counts_sum_wrong", "counts", message, values)
