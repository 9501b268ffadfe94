"""The seats of a table: how many a game takes, which play together, and points for each."""

from collections.abc import Sequence
from typing import Any

from rules.board import each_seat
from rules.game import MOST_SEATS, Game, Listed, Violation, text


def list_groups(game: Game, seats: int) -> list[Sequence[int]]:
    """Return the seats that share a column of a printed list."""
    return [*(game.partners.sides(seats) if game.list_sheet.is_by_side else each_seat(seats))]


def sides_in(game: Game, options: Any, seats: int) -> Sequence[Sequence[int]]:
    """Return the seats that play together with these options."""
    return (
        game.partners.sides(seats)
        if game.partners.by_options is None
        else game.partners.by_options(options, seats)
    )


def sizes_of(game: Game, options: Any) -> list[int]:
    """Return the table sizes that the game allows with these options, ascending."""
    return [seats for seats in range(1, MOST_SEATS + 1) if not game.table_violations(options, seats, 0)]


def seat_and_dealer_violations(
    seats: int, first_dealer: int, *, allowed: Sequence[int], code: str = "seats_out_of_range"
) -> list[Violation]:
    """Refuse a table size that the game does not have, and a first dealer who is not at the table."""
    return [*seats_violations(seats, allowed, code), *dealer_violations(seats, first_dealer)]


def seats_violations(seats: int, allowed: Sequence[int], code: str) -> list[Violation]:
    """Refuse a table size that the game does not have."""
    if seats in allowed:
        return []
    sizes = f"{allowed[0]}-{allowed[-1]}" if isinstance(allowed, range) else Listed(allowed)
    message = text("This game is played by {allowed} players at a table, not {seats}.")
    return [Violation(code, "seats", message, {"allowed": sizes, "seats": seats})]


def dealer_violations(seats: int, first_dealer: int) -> list[Violation]:
    """Refuse a first dealer who is not at the table."""
    if 0 <= first_dealer < seats:
        return []
    message = text("The first dealer sits at seat 1 to {seats}, not at seat {dealer}.")
    values = {"seats": seats, "dealer": first_dealer + 1}
    return [Violation("dealer_out_of_range", "first_dealer", message, values)]


def only_seat(seats: int, seat: int | None, points: int) -> tuple[int, ...]:
    """Return points for one seat (or none) and 0 for all others: `only_seat(4, 2, 6)` is `(0, 0, 6, 0)`."""
    if seat is None:
        return (0,) * seats
    return (0,) * seat + (points,) + (0,) * (seats - seat - 1)


def added(counts: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    """Add seat by seat, or side by side: `added((1, 2), (0, 3))` is `(1, 5)`."""
    return tuple(count + each for count, each in zip(counts, more, strict=True))
