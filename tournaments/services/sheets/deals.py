"""Write on a table's sheet: record, correct, strike and insert deals, and set the first dealer.

The rules of each are in scoring/sheet/machine.py; how a change is stored atomically, in
services/sheets/sheet_transaction.py.
"""

from scoring.sheet.operations import Correct, Insert, Record, SetFirstDealer, Strike
from tournaments.models import Table
from tournaments.services.history.sheet_chain import Answer, Request
from tournaments.services.sheets.sheet_transaction import write_sheet


def record_deal(*, table: Table, number: int, record: object, reason: str = "", request: Request) -> Answer:
    """Check and store the next deal; an equal record under its number counts as done already.

    A different record there is kept beside it (`taken`), a deal of a closed round is kept for the director
    (`late`). Raises IllegalDeal with every violation, and NotPossible (`earlier_rows_missing`,
    `sheet_complete`, `too_many_conflicts`); both store nothing.
    """
    return write_sheet(table=table, operation=Record(number, record), reason=reason, request=request)


def correct_deal(
    *,
    table: Table,
    number: int,
    record: object,
    revision: int,
    row: int | None = None,
    reason: str = "",
    request: Request,
) -> Answer:
    """Replace the record of a row. `revision` is the row's revision the writer saw, `row` its ID.

    A version based on another revision, or of a row that was moved or struck out, is kept (`stale`).
    Raises IllegalDeal and NotPossible (`row_unknown`; `later_deals_impossible` unless the event marks such
    deals).
    """
    operation = Correct(number, record, revision, row)
    return write_sheet(table=table, operation=operation, reason=reason, request=request)


def strike_deal(
    *, table: Table, number: int, sheet_revision: int, reason: str = "", request: Request
) -> Answer:
    """Strike out a row; later ones move up. Raises as `correct_deal`; `stale` if the sheet has changed."""
    return write_sheet(table=table, operation=Strike(number, sheet_revision), reason=reason, request=request)


def insert_deal(
    *, table: Table, number: int, record: object, sheet_revision: int, reason: str = "", request: Request
) -> Answer:
    """Insert a forgotten row before the row with this number. Raises as `correct_deal`."""
    operation = Insert(number, record, sheet_revision)
    return write_sheet(table=table, operation=operation, reason=reason, request=request)


def set_first_dealer(*, table: Table, first_dealer: int, request: Request) -> Answer:
    """Set the first dealer. Raises NotPossible (`deals_exist` after a deal, `dealer_out_of_range`)."""
    return write_sheet(table=table, operation=SetFirstDealer(first_dealer), request=request)
