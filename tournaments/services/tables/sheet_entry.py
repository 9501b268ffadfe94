"""Sheet entry: each typed line becomes a record, written with the author "paper"; or typed a second time."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from rules.game import Violation
from rules.notation import read_line
from rules.notation.reading import LONGEST_LINE
from rules.reading import Refused
from scoring.foot.small_edits import plain_record
from scoring.not_possible import NotPossible
from scoring.sheet.operations import Result
from scoring.sheet.sheet import IllegalDeal, Row
from tournaments.models import SheetChangeKind, Table
from tournaments.selectors.sheets.example_lines import translated_words
from tournaments.selectors.sheets.folded_sheets import load_sheet
from tournaments.selectors.tables.sheet_entry import (
    FIRST,
    SECOND,
    SecondTyping,
    TypedSheet,
    load_typed,
    players_typed,
    second_typing,
    stored_lines,
)
from tournaments.services.history.sheet_chain import Answer, Author, Request, append_entry
from tournaments.services.sheets.deals import correct_deal, record_deal
from tournaments.services.sheets.sheet_transaction import remember
from tournaments.services.sheets.write_guard import lock_played
from tournaments.wording.refusals import translated

MOST_LINES = 500  # of a sheet
NOT_TAKEN = (Result.TAKEN, Result.STALE)


@dataclass(frozen=True, slots=True)
class RowVersion:
    """The version of a row that the writer saw; `row` is its ID."""

    revision: int
    row: int | None


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem of one line of a whole sheet."""

    number: int
    line: str
    message: str


class IllegalLines(Exception):
    """Raised for lines that cannot be stored; `findings` holds every problem."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = list(findings)


@transaction.atomic
def type_row(
    *, table: Table, number: int, line: str, seen: RowVersion | None, key: str, by: Author, reason: str = ""
) -> Answer:
    """Store one line: the next row or, with the version that was seen, a correction and its reason.

    Raises IllegalDeal (`bad_line` too) and what `lock_played`, `record_deal` and `correct_deal` raise.
    """
    _, table = lock_played(table)
    sheet = load_typed(table)
    state = sheet.state_before(number)
    try:
        record = read_line(sheet.game, state.options, state, line, translated_words(sheet.game))
    except Refused as refused:
        raise IllegalDeal(refused.violations) from refused
    request = Request(key, {"number": number, "line": line, "seen": seen and asdict(seen)}, by)
    return write_record(table, number, record, seen, request, reason)


def write_record(
    table: Table,
    number: int,
    record: Mapping[str, Any],
    seen: RowVersion | None,
    request: Request,
    reason: str = "",
) -> Answer:
    """Record the next row, or correct the row that was seen."""
    if seen is None:
        return record_deal(table=table, number=number, record=record, request=request)
    return correct_deal(
        table=table, number=number, record=record, reason=reason, request=request, **asdict(seen)
    )


def type_sheet(*, table: Table, lines: Sequence[str], seen: int, key: str, by: Author) -> int:
    """Store all new or changed lines of a sheet, or none; return the number of rows written.

    `seen` is the sheet's revision when it was shown. Raises IllegalLines and NotPossible (`stale`,
    `rows_missing`; as `lock_played`).
    """
    sheet = checked_lines(table, lines, seen)
    with transaction.atomic():
        return store_lines(sheet, seen, key, by)


def refuse_long(lines: Sequence[str]) -> None:
    """Raise NotPossible (`sheet_too_long`) before parsing if there are more lines than a sheet can have."""
    if len(lines) > MOST_LINES or max(map(len, lines), default=0) > LONGEST_LINE:
        message = gettext("A sheet has at most %(lines)s lines of %(length)s characters; enter fewer.")
        raise NotPossible("sheet_too_long", message % {"lines": MOST_LINES, "length": LONGEST_LINE})


def checked_lines(table: Table, lines: Sequence[str], seen: int) -> TypedSheet:
    """Return the sheet with its changed lines, compared while nothing is locked. Raises as `type_sheet`."""
    with transaction.atomic():
        _, table = lock_played(table)
    refuse_stale(table, seen)
    sheet = load_typed(table)
    if changed := changed_lines(sheet, lines):
        sheet = load_typed(table, changed)
    if findings := findings_in(sheet):
        raise IllegalLines(findings)
    return sheet


def store_lines(sheet: TypedSheet, seen: int, key: str, by: Author) -> int:
    """Store the changed lines of a sheet that is as it was `seen`; call it in a transaction.

    Raises as `type_sheet`.
    """
    _, table = lock_played(sheet.table)
    refuse_stale(table, seen)
    sheet = replace(sheet, table=table)
    for row in sheet.sheet.rows:
        if row.number in sheet.lines:
            store_row(sheet, row, Request(f"{key}-{row.number}", {"line": sheet.lines[row.number]}, by))
    return len(sheet.lines)


def refuse_stale(table: Table, seen: int) -> None:
    """Raise NotPossible (`stale`) if the sheet has another revision than the one that was seen."""
    if table.revision != seen:
        message = gettext(
            "The sheet was changed in the meantime. Compare your lines with it, then store them."
        )
        raise NotPossible("stale", message)


def store_row(sheet: TypedSheet, row: Row, request: Request) -> None:
    """Store one row of a checked sheet. Raises IllegalLines if it cannot be stored after all."""
    deal = sheet.stored.get(row.number)
    record, line = plain_record(sheet.game, row.record), sheet.lines[row.number]
    seen = RowVersion(deal.revision, deal.pk) if deal else None
    try:
        answer = write_record(sheet.table, row.number, record, seen, request)
    except IllegalDeal as illegal:
        raise IllegalLines(as_findings(row.number, line, illegal.violations)) from illegal
    except NotPossible as refusal:
        raise IllegalLines([Finding(row.number, line, refusal.message)]) from refusal
    if answer.result in NOT_TAKEN:
        raise IllegalLines([Finding(row.number, line, str(answer.body.get("message", "")))])


def changed_lines(sheet: TypedSheet, lines: Sequence[str]) -> Mapping[int, str]:
    """Return the lines that differ from the stored rows. Raises NotPossible (`rows_missing`)."""
    stored = stored_lines(sheet)
    if len(lines) < len(stored):
        message = gettext(
            "%(stored)s deals are stored, and only %(typed)s lines are left."
            " Strike a deal out on the table's page."
        )
        raise NotPossible("rows_missing", message % {"stored": len(stored), "typed": len(lines)})
    numbered = enumerate(lines, start=sheet.first)
    return {number: line for number, line in numbered if stored.get(number) != line}


def rewritten_lines(table: Table, lines: Sequence[str]) -> dict[int, tuple[str, str]]:
    """Return the stored rows that these lines change: the line before and after, by number.

    Raises NotPossible.
    """
    sheet = load_typed(table)
    stored = stored_lines(sheet)
    changed = changed_lines(sheet, lines)
    return {number: (stored[number], line) for number, line in changed.items() if number in stored}


def findings_in(sheet: TypedSheet) -> list[Finding]:
    """Return every problem of the lines, and of stored rows that they would break."""
    rows = [row for row in sheet.sheet.rows if row.violations]
    return [
        finding
        for row in rows
        for finding in as_findings(
            row.number, sheet.lines.get(row.number, ""), row.violations, players_typed(sheet)
        )
    ]


def as_findings(
    number: int, line: str, violations: Sequence[Violation], players: Sequence[str] = ()
) -> list[Finding]:
    """Convert a line's violations to findings."""
    return [Finding(number, line, translated(violation, players)) for violation in violations]


def compared_lines(table: Table, lines: Sequence[str]) -> SecondTyping:
    """Return a sheet beside its second typing. Raises NotPossible (`rows_differ`) and IllegalLines."""
    compared = second_typing(table, lines)
    rows = len(compared.stored.loaded.deals)
    if len(lines) != rows:
        message = gettext(
            "%(rows)s rows are stored, and you typed %(typed)s lines; the first that differs is row"
            " %(number)s. Was a line left out or typed twice?"
        )
        after = compared.stored.first + min(rows, len(lines))
        first = min([after, *(each.number for each in compared.differences)])
        raise NotPossible("rows_differ", message % {"rows": rows, "typed": len(lines), "number": first})
    if findings := findings_in(compared.typed):
        raise IllegalLines(findings)
    return compared


def type_again(
    *, table: Table, lines: Sequence[str], chosen: Mapping[int, str], seen: int, key: str, by: Author
) -> SecondTyping:
    """Store that a sheet was typed a second time, and the rows in which the second typing is right.

    `chosen` says which typing is right, by the numbers of the rows that differ. The sheet is compared before
    anything is locked, and must not have changed since. Raises NotPossible (`undecided`) and as
    `compared_lines` and `type_sheet`.
    """
    table.refresh_from_db(fields=["revision"])
    refuse_stale(table, seen)
    compared = compared_lines(table, lines)
    numbers = [each.number for each in compared.differences]
    if open_ones := [each for each in numbers if chosen.get(each) not in (FIRST, SECOND)]:
        message = gettext("Choose which line is right in row %(number)s.")
        raise NotPossible("undecided", message % {"number": open_ones[0]})
    sheet = checked_lines(table, compared.lines_with(chosen), seen)
    with transaction.atomic():
        _, table = lock_played(table)
        store_lines(sheet, seen, key, by)
        table.refresh_from_db()
        loaded = load_sheet(table)
        record = {"part": len(loaded.part_ids), "rows": len(lines), "differed": numbers}
        append_entry(table, SheetChangeKind.TYPED_TWICE, by=by, record=record)
        remember(table, loaded)
    return compared
