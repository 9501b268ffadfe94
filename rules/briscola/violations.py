"""Check a record: every violation, in the order of the rules."""

from collections.abc import Iterator, Sequence

from rules.briscola.record import (
    IMPOSSIBLE_POINTS,
    PAIRS,
    POINTS_IN_THE_PACK,
    SCARNE_SEATS,
    SEATS,
    Options,
    Record,
    ScarneOptions,
    State,
)
from rules.game import Listed, Violation, text
from rules.seats import seat_and_dealer_violations


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Check the table: two to five players (§ Players)."""
    return seat_and_dealer_violations(seats, first_dealer, allowed=SEATS)


def scarne_table_violations(options: ScarneOptions, seats: int, first_dealer: int) -> list[Violation]:
    """Check the table: Scarne describes only the game of four (§ Scarne, 1)."""
    return seat_and_dealer_violations(seats, first_dealer, allowed=SCARNE_SEATS, code="scarne_needs_four")


def violations(state: State, record: Record) -> list[Violation]:
    """Return every rule of Briscola the record breaks, in the order of the rules."""
    if state.game_winner is not None:
        return [game_already_won(state)]
    problems = [*points_violations(state, record.points)]
    if record.claim is not None:
        message = text("Claims belong to Briscola after Scarne, not to this game.")
        problems.insert(0, Violation("claim_not_in_game", "claim", message))
    return problems


def scarne_violations(state: State, record: Record) -> list[Violation]:
    """Return every rule of Briscola after Scarne the record breaks, in the order of the rules."""
    if state.game_winner is not None:
        return [game_already_won(state)]
    if record.claim is not None:
        return [*claim_violations(record)]
    return [*points_violations(state, record.points)]


def game_already_won(state: State) -> Violation:
    """Return the violation of a deal after the game was won: a sheet holds one game."""
    seats = [seat + 1 for seat in range(state.seats) if seat % len(state.wins) == state.game_winner]
    message = text("The game is won (seat {seats}); this sheet takes no further deal.")
    values = {"seats": Listed(seats)}
    return Violation("game_already_won", None, message, values)


def points_violations(state: State, points: Sequence[int] | None) -> Iterator[Violation]:
    """Check the card points of every side, 120 in all (§ Card points)."""
    expected = len(state.wins)
    if points is None or len(points) != expected:
        message = text("Enter the card points of {expected} sides; found {found}.")
        values = {"expected": expected, "found": len(points or ())}
        yield Violation("sides_mismatch", "points", message, values)
        return
    if min(points) < 0:
        message = text("All sides together have 120 card points: a side has 0 to 120.")
        yield Violation("points_negative", "points", message)
    if sum(points) != POINTS_IN_THE_PACK:
        message = text("The card points of a deal add up to {expected}; these add up to {found}.")
        values = {"expected": POINTS_IN_THE_PACK, "found": sum(points)}
        yield Violation("points_sum_not_120", "points", message, values)
    yield from impossible_violations("points", points)


def claim_violations(record: Record) -> Iterator[Violation]:
    """Check that a claim names its side and what has been counted of this deal so far (§ Scarne, 4)."""
    claim = record.claim or {}
    if claim.get("side") not in range(PAIRS):
        message = text("Choose the side that claims.")
        yield Violation("claim_side_unknown", "claim", message)
    if claim.get("counted") is None:
        message = text("Enter the card points of the claiming side in this deal.")
        yield Violation("claim_count_missing", "claim", message)
    yield from claimed_violations((claim.get("counted") or 0, claim.get("other_counted") or 0))


def claimed_violations(counts: tuple[int, int]) -> Iterator[Violation]:
    """Check that the points counted by both sides leave a possible rest (§ Scarne, 4)."""
    rest = POINTS_IN_THE_PACK - sum(counts)
    yield from negative_violations("claim", counts)
    if rest < 0:
        message = text("The card points of a deal add up to {expected}; these add up to {found}.")
        values = {"expected": POINTS_IN_THE_PACK, "found": sum(counts)}
        yield Violation("points_sum_not_120", "claim", message, values)
    yield from impossible_violations("claim", (*counts, rest))


def negative_violations(field: str, points: Sequence[int]) -> Iterator[Violation]:
    """Check that card points are not negative."""
    if min(points) < 0:
        message = text("Card points are 0 or more; found {found}.")
        yield Violation("points_negative", field, message, {"found": min(points)})


def impossible_violations(field: str, points: Sequence[int]) -> Iterator[Violation]:
    """Check that no cards make exactly one point.

    The lowest card that counts is a jack, 2 (§ Card points).
    """
    if IMPOSSIBLE_POINTS in points:
        message = text("No cards make exactly {points} point.")
        yield Violation("points_impossible", field, message, {"points": IMPOSSIBLE_POINTS})
