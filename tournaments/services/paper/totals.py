"""Compare a sheet with the totals on its paper; confirm the sheet where the paper differs.

Both are entries of the sheet's history and change no row. What they mean for the present sheet is derived in
selectors/paper/totals.py.
"""

from django.db import transaction
from django.utils.translation import gettext

from scoring.foot.paper_totals import Reading, Standing, read_over
from scoring.not_possible import NotPossible
from tournaments.models import SheetChangeKind, Table
from tournaments.selectors.paper.totals import PaperSheet, paper_sheet
from tournaments.selectors.sheets.folded_sheets import load_sheet
from tournaments.services.history.sheet_chain import Author, append_entry
from tournaments.services.rounds.decision_guards import checked_reason
from tournaments.services.sheets.sheet_transaction import remember
from tournaments.services.sheets.write_guard import lock_played


@transaction.atomic
def compare_totals(*, table: Table, totals: Reading, by: Author) -> PaperSheet:
    """Store the totals read from the paper, and return the comparison of the sheet with them.

    The same totals of an unchanged sheet are stored once. Raises NotPossible: `totals_missing` if nothing
    was read, `stale` for another number of seats, and as `lock_played`.
    """
    _, table = lock_played(table)
    if totals.deals is None and all(total is None for total in totals.totals):
        raise NotPossible("totals_missing", gettext("Enter at least one total from the foot of the paper."))
    known = paper_sheet(table)
    if len(totals.totals) != len(known.players):
        refuse_changed()
    paper = known.judgement.paper
    if known.is_changed or known.last is None or read_over(paper, totals) != paper:
        store(table, SheetChangeKind.COMPARED, totals, by)
    return paper_sheet(table)


@transaction.atomic
def uphold_sheet(*, table: Table, seen: int | None, reason: str, by: Author) -> None:
    """Confirm, as director, that the sheet is right although its paper differs.

    The decision holds until the sheet changes or other totals are read. `seen` is the sheet's revision that
    the page showed. Raises NotPossible: `stale`, `not_different`, and as `checked_reason` and `lock_played`.
    """
    _, table = lock_played(table)
    if seen is not None and seen != table.revision:
        refuse_changed()
    reason = checked_reason(reason)
    if paper_sheet(table).standing != Standing.DIFFERS:
        message = gettext("Sheet and paper do not differ, so there is nothing to confirm.")
        raise NotPossible("not_different", message)
    sheet = load_sheet(table).sheet.last
    own = Reading(tuple(sheet.totals), sheet.deals_counted)
    store(table, SheetChangeKind.UPHELD, own, by, reason)


def refuse_changed() -> None:
    """Raise NotPossible (`stale`) if the sheet was changed after the page was made."""
    message = gettext("The sheet was changed in the meantime. Compare it with the paper again.")
    raise NotPossible("stale", message)


def store(table: Table, kind: SheetChangeKind, reading: Reading, by: Author, reason: str = "") -> None:
    """Append the totals to the history of the (locked) sheet."""
    loaded = load_sheet(table)
    part = len(loaded.part_ids)
    record = {"part": part, "totals": list(reading.totals), "deals": reading.deals}
    append_entry(table, kind, by=by, record=record, reason=reason)
    remember(table, loaded)
