"""The numbers of a deal of Points: whole or halves, inside the bounds, with a sum that the club set."""

from collections.abc import Iterator
from typing import Any

from rules.game import Listed, Violation, text
from rules.halves import is_half
from rules.reading import is_whole, json_name


def number_violations(options: Any, points: tuple[Any, ...]) -> Iterator[Violation]:
    """Check that points are whole numbers, or halves where the club allows them; booleans are refused."""
    message = text("Points are whole numbers; found {found}.")
    if options.halves:
        message = text("Points are whole numbers or halves such as 3.5; found {found}.")
    for each in points:
        if not is_whole(each) and not (options.halves and is_half(each)):
            yield Violation("points_not_integers", "points", message, {"found": json_name(each)})


def bound_violations(options: Any, points: tuple[int, ...]) -> Iterator[Violation]:
    """Check that no seat is below the fewest or above the most points."""
    for each in points:
        if options.min is not None and each < options.min:
            message = text("Points are {least} or more; found {found}.")
            values = {"least": options.min, "found": each}
            yield Violation("points_out_of_range", "points", message, values)
        if options.max is not None and each > options.max:
            message = text("Points are {most} or fewer; found {found}.")
            values = {"most": options.max, "found": each}
            yield Violation("points_out_of_range", "points", message, values)


def sum_violations(options: Any, points: tuple[int, ...]) -> Iterator[Violation]:
    """Check the points of all seats together."""
    total = sum(points)
    if options.zero_sum and total != 0:
        message = text("The points of a deal add up to 0; these add up to {found}.")
        yield Violation("points_not_zero_sum", "points", message, {"found": total})
    if options.deal_sum is not None and total not in sums_of(options):
        yield sum_violation(options, total)


def sum_violation(options: Any, total: int) -> Violation:
    """Refuse a sum, and name the sums that the club allows."""
    *others, last = sums_of(options)
    if not others:
        message = text("The points of a deal add up to {expected}; these add up to {found}.")
        return Violation("points_sum_wrong", "points", message, {"expected": last, "found": total})
    message = text("The points of a deal add up to {others} or {last}, not {found}.")
    values = {"others": Listed(others), "last": last, "found": total}
    return Violation("points_sum_wrong", "points", message, values)


def sums_of(options: Any) -> tuple[int, ...]:
    """Return the sums that a deal may have; none are set if there are none."""
    sums = () if options.deal_sum is None else options.deal_sum
    return sums if isinstance(sums, tuple) else (sums,)
