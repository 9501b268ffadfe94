"""A sheet beside its second typing: the rows in which somebody else read another deal on the same paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.foot.small_edits import plain_record
from scoring.sheet.sheet import Row
from tournaments.models import AuthorKind, SheetChange, SheetChangeKind, Table
from tournaments.selectors.tables.sheet_entry import TypedSheet, load_typed, stored_line
from tournaments.wording.sheet_json import line_text

FIRST, SECOND = "first", "second"


@dataclass(frozen=True, slots=True)
class Reading:
    """A deal as one of the two typed it: its line as the sheet writes it, its words, and the points."""

    line: str
    words: str = ""
    points: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """A row that was typed in two ways."""

    number: int
    first: Reading
    second: Reading


@dataclass(frozen=True, slots=True)
class SecondTyping:
    """The sheet as it is stored and as it was typed a second time, and the rows that differ."""

    stored: TypedSheet
    typed: TypedSheet
    differences: tuple[Difference, ...]

    def lines_with(self, chosen: Mapping[int, str]) -> list[str]:
        """Return the stored lines, those of the second typing where it was chosen."""
        second = {each.number: each.second.line for each in self.differences if chosen[each.number] == SECOND}
        rows = rows_of(self.stored)
        return [second.get(row.number, reading_of(self.stored, row).line) for row in rows]


def second_typing(table: Table, lines: Sequence[str]) -> SecondTyping:
    """Return a sheet beside these lines, which are its rows typed again, as many or not."""
    stored = load_typed(table)
    typed = load_typed(table, dict(enumerate(lines, start=stored.first)))
    differences = []
    for row, other in zip(rows_of(stored), rows_of(typed), strict=False):
        first, second = reading_of(stored, row), reading_of(typed, other)
        if first.line != second.line:
            differences.append(Difference(row.number, first, second))
    return SecondTyping(stored, typed, tuple(differences))


def rows_of(typed: TypedSheet) -> list[Row]:
    """Return the rows of the part that is typed."""
    return [row for row in typed.sheet.rows if row.number >= typed.first]


def reading_of(typed: TypedSheet, row: Row) -> Reading:
    """Return a row as it was typed; without words if it cannot be read."""
    if not row.record:
        return Reading(typed.lines.get(row.number, ""))
    record = plain_record(typed.game, row.record)
    words = line_text(typed.game, typed.sheet.state, record, row.outcome)
    return Reading(stored_line(typed, record), words, tuple(row.outcome.deltas))


def has_typed(table: Table, user: int) -> bool:
    """Return whether an account typed rows of this sheet."""
    own = SheetChange.objects.filter(table=table, author_kind=AuthorKind.PAPER, author_id=user)
    return own.filter(deal__isnull=False).exists()


def next_to_type_again(table: Table) -> Table | None:
    """Return the next table of the round that has rows and no second typing yet."""
    others = Table.objects.filter(round=table.round, number__gt=table.number, parts__deals__isnull=False)
    twice = SheetChange.objects.filter(kind=SheetChangeKind.TYPED_TWICE).values("table")
    return others.exclude(pk__in=twice).distinct().order_by("number").first()
