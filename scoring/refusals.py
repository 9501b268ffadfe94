"""What a table cannot do now, in sentences; the server and the phone refuse in the same words."""

from rules.game import text

EARLIER_ROWS_MISSING = text("Deal %(expected)s comes next, not deal %(number)s.")
SHEET_COMPLETE = text("All %(deals)s deals of this sheet are in.")
LATER_DEALS_IMPOSSIBLE = text(
    "After this change later deals would break the rules: %(numbers)s. Correct them first."
)
ROW_UNKNOWN = text("There is no deal %(number)s on this sheet.")
SHEET_STALE = text("The sheet was changed in the meantime. Look at it again, then repeat.")
DEALS_EXIST = text("The first dealer can be set until the first deal is written; strike the deals out first.")
DEALER_OUT_OF_RANGE = text("The first dealer sits at seat 1 to %(seats)s.")
ROUND_CLOSED = text("The round is closed; ask the director.")

# A version that was sent and not taken

TAKEN = text("Another record already stands as deal %(number)s. Choose which one is right.")
STALE = text("Deal %(number)s was changed in the meantime. Choose which version is right.")
LATE = text("The round is closed. Deal %(number)s was kept for the director.")
