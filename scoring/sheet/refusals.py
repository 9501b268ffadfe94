"""Refusals of a table's operations; the server and the phone use the same sentences."""

from collections.abc import Sequence

from rules.game import Listed, text
from scoring.not_possible import NotPossible

EARLIER_ROWS_MISSING = text("Deal %(expected)s comes next, not deal %(number)s.")
SHEET_COMPLETE = text("All %(deals)s deals of this sheet are entered.")
LATER_DEALS_IMPOSSIBLE = text(
    "After this change later deals would break the rules: %(numbers)s. Correct them first."
)
DEALS_BEYOND_THE_END = text(
    "After this change the sheet would end before its last deals: %(numbers)s. Strike them out first."
)
ROW_UNKNOWN = text("There is no deal %(number)s on this sheet.")
SHEET_STALE = text("The sheet was changed in the meantime. Check it, then try again.")
DEALS_EXIST = text(
    "The first dealer can be set until the first deal is recorded; strike out the deals first."
)
DEALER_OUT_OF_RANGE = text("The first dealer sits at seat 1 to %(seats)s.")
CONFLICT_UNKNOWN = text("This conflict is already resolved, or it belongs to another table.")
ROUND_CLOSED = text("The round is closed; ask the director.")

# Versions that were sent and not taken

TAKEN = text("Another record already exists as deal %(number)s. Choose which one is right.")
STALE = text("Deal %(number)s was changed in the meantime. Choose which version is right.")
LATE = text("The round is closed. Deal %(number)s was kept for the director.")


def earlier_rows_missing(expected: int, number: int) -> NotPossible:
    """Refuse a row after a gap."""
    values = {"expected": expected, "number": number}
    return NotPossible("earlier_rows_missing", EARLIER_ROWS_MISSING, values, expected=expected)


def sheet_complete(deals: int) -> NotPossible:
    """Refuse a row on a complete sheet."""
    return NotPossible("sheet_complete", SHEET_COMPLETE, {"deals": deals})


def later_deals_impossible(breaks: Sequence[int], message: str = LATER_DEALS_IMPOSSIBLE) -> NotPossible:
    """Refuse a change that breaks later rows; `breaks` are their numbers."""
    return NotPossible("later_deals_impossible", message, {"numbers": Listed(breaks)}, breaks=list(breaks))


def row_unknown(number: int) -> NotPossible:
    """Refuse a row number that does not exist."""
    return NotPossible("row_unknown", ROW_UNKNOWN, {"number": number})


def sheet_stale(revision: int) -> NotPossible:
    """Refuse a write based on an older revision of the sheet; `revision` is the current one."""
    return NotPossible("stale", SHEET_STALE, {}, revision=revision)


def round_closed() -> NotPossible:
    """Refuse writing at a table of a closed round."""
    return NotPossible("round_closed", ROUND_CLOSED, {})


def conflict_unknown() -> NotPossible:
    """Refuse an unknown conflict id."""
    return NotPossible("conflict_unknown", CONFLICT_UNKNOWN, {})


def deals_exist() -> NotPossible:
    """Refuse another first dealer once deals exist."""
    return NotPossible("deals_exist", DEALS_EXIST, {})


def dealer_out_of_range(seats: int) -> NotPossible:
    """Refuse a first dealer at a seat that does not exist."""
    return NotPossible("dealer_out_of_range", DEALER_OUT_OF_RANGE, {"seats": seats})
