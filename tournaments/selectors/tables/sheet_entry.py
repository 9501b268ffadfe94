"""A table's sheet for entry from paper: short lines, their meaning, their sums; typed a second time.

Only the last part of a table can be edited; rows of earlier parts are closed. The number of queries is
constant.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rules.game import Game
from rules.notation import as_asked, write_line
from scoring.foot.cross_foot import find_slips
from scoring.foot.footing import Foot, differences
from scoring.foot.short_lines import LineOrRecord, fold_entries
from scoring.foot.small_edits import plain_record
from scoring.sheet.sheet import Row, Sheet
from tournaments.models import (
    AuthorKind,
    Deal,
    Event,
    Round,
    RoundStatus,
    SheetChange,
    SheetChangeKind,
    Table,
)
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.example_lines import translated_words
from tournaments.selectors.sheets.folded_sheets import LoadedPart, load_parts, open_part
from tournaments.selectors.tables.table_state import seat_json, sheet_json
from tournaments.wording.refusals import translated
from tournaments.wording.sheet_json import line_text

FIRST, SECOND = "first", "second"


@dataclass(frozen=True, slots=True)
class TypedSheet:
    """The last part of a sheet, with typed lines replacing its rows; `deals` are the stored rows."""

    table: Table
    game: Game
    loaded: LoadedPart
    opening: Sheet
    sheet: Sheet
    first: int
    lines: Mapping[int, str]

    @property
    def stored(self) -> Mapping[int, Deal]:
        """Return the stored rows by number."""
        return {number: deal for number, deal in enumerate(self.loaded.deals, start=self.first)}

    @property
    def next_number(self) -> int:
        """Return the number of the row behind the stored ones."""
        return self.first + len(self.loaded.deals)

    def state_before(self, number: int) -> Any:
        """Return the state after all rows before `number`."""
        records = [deal.record for deal in self.loaded.deals[: number - self.first]]
        return fold_entries(self.game, self.opening, records, first_number=self.first).state


def load_typed(table: Table, lines: Mapping[int, str] | None = None) -> TypedSheet:
    """Load the sheet with these lines in place of stored rows or after them; a gap ends it."""
    parts = load_parts(table)
    loaded = parts[-1]
    first = sum(len(each.deals) for each in parts[:-1]) + 1
    before = parts[-2].sheet.deals_counted if len(parts) > 1 else 0
    opening = open_part(table.round.event, loaded.part, before)
    entries = entries_of(loaded, first, lines or {})
    game = game_of(table.round.event)
    sheet = fold_entries(game, opening, entries, first_number=first, words=translated_words(game))
    return TypedSheet(table, game, loaded, opening, sheet, first, lines or {})


def entries_of(loaded: LoadedPart, first: int, lines: Mapping[int, str]) -> list[LineOrRecord]:
    """Return the content of every row: the typed line, else the stored record."""
    entries: list[LineOrRecord] = [
        lines.get(number, deal.record) for number, deal in enumerate(loaded.deals, start=first)
    ]
    number = first + len(entries)
    while number in lines:
        entries.append(lines[number])
        number += 1
    return entries


def typed_json(sheet: TypedSheet, *, since: int = 0) -> dict[str, Any]:
    """Return the sheet as JSON for the grid: the rows from a number on, and the totals."""
    return {
        "rows": [row_json(sheet, row) for row in sheet.sheet.rows if row.number >= since],
        "first": sheet.first,
        "next_number": sheet.next_number,
        "game": {"points_unit": sheet.game.points_unit},
        **sheet_json(sheet.table.round.event, sheet.sheet),
    }


def row_json(sheet: TypedSheet, row: Row) -> dict[str, Any]:
    """Return one row as JSON: its line, its words, its points, its problems."""
    deal = sheet.stored.get(row.number)
    record = plain_record(sheet.game, row.record) if row.record else {}
    is_typed = row.number in sheet.lines
    return {
        "number": row.number,
        "deal": row.deal,
        "dealer": row.dealer,
        "counts": row.outcome.counts,
        "line": sheet.lines[row.number] if is_typed else stored_line(sheet, record),
        "is_stored": deal is not None,
        "is_changed": is_typed,
        "revision": deal.revision if deal else None,
        "row": deal.pk if deal else None,
        "words": line_text(sheet.game, sheet.sheet.state, record, row.outcome) if record else "",
        "deltas": list(row.outcome.deltas),
        "totals": list(row.totals),
        "value": row.outcome.facts.get("value"),
        "made": row.outcome.facts.get("made"),
        "messages": [translated(violation, players_typed(sheet)) for violation in row.violations],
    }


def stored_lines(sheet: TypedSheet) -> dict[int, str]:
    """Return the line of every row by its number, for a sheet loaded without typed lines."""
    rows = ((row, plain_record(sheet.game, row.record) if row.record else {}) for row in sheet.sheet.rows)
    return {row.number: stored_line(sheet, record) for row, record in rows}


def stored_line(sheet: TypedSheet, record: Mapping[str, Any]) -> str:
    """Return the line of a stored row."""
    state = sheet.opening.state
    return write_line(sheet.game, as_asked(sheet.game, record, state), state, translated_words(sheet.game))


def seats_typed(sheet: TypedSheet) -> list[dict[str, Any]]:
    """Return the seats with name and start number."""
    return [seat_json(seat) for seat in sheet.loaded.part.seats.all()]


def players_typed(sheet: TypedSheet) -> list[str]:
    """Return the names of the players at their seats, as refusals say them."""
    return [seat["name"] for seat in seats_typed(sheet)]


# Choosing a sheet


def rounds_to_type(event: Event) -> list[tuple[Round, list[Table]]]:
    """Return the tables of the released rounds, the latest round first."""
    tables = Table.objects.filter(round__event=event).exclude(round__status=RoundStatus.DRAFT)
    ordered = tables.select_related("round").order_by("-round__number", "number")
    return [(round, list(of_round)) for round, of_round in groupby(ordered, key=lambda table: table.round)]


# Footer of the paper sheet


def foot_facts(sheet: TypedSheet, foot: Foot) -> dict[str, Any]:
    """Return our totals beside those on paper, and slips that would explain a difference."""
    is_empty = all(total is None for total in foot.totals) and foot.deals is None
    slips = [] if is_empty else find_slips(sheet.game, sheet.opening, sheet.sheet, foot)
    off = differences(sheet.sheet, foot)
    seats = [
        {**seat, "ours": ours, "paper": paper, "difference": difference}
        for seat, ours, paper, difference in zip(
            seats_typed(sheet), sheet.sheet.totals, foot.totals, off, strict=True
        )
    ]
    return {
        "seats": seats,
        "unit": sheet.game.points_unit,
        "deals": foot.deals,
        "deals_counted": sheet.sheet.deals_counted,
        "is_empty": is_empty,
        "compared": sum(total is not None for total in foot.totals),
        "agrees": not any(off) and foot.deals in (None, sheet.sheet.deals_counted),
        "slips": slips,
    }


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
    sheet = load_typed(table, dict(enumerate(lines, start=stored.first)))
    differences = []
    for row, other in zip(rows_of(stored), rows_of(sheet), strict=False):
        first, second = reading_of(stored, row), reading_of(sheet, other)
        if first.line != second.line:
            differences.append(Difference(row.number, first, second))
    return SecondTyping(stored, sheet, tuple(differences))


def rows_of(sheet: TypedSheet) -> list[Row]:
    """Return the rows of the part that is typed."""
    return [row for row in sheet.sheet.rows if row.number >= sheet.first]


def reading_of(sheet: TypedSheet, row: Row) -> Reading:
    """Return a row as it was typed; without words if it cannot be read."""
    if not row.record:
        return Reading(sheet.lines.get(row.number, ""))
    record = plain_record(sheet.game, row.record)
    words = line_text(sheet.game, sheet.sheet.state, record, row.outcome)
    return Reading(stored_line(sheet, record), words, tuple(row.outcome.deltas))


def has_typed(table: Table, user: int) -> bool:
    """Return whether an account typed rows of this sheet."""
    own = SheetChange.objects.filter(table=table, author_kind=AuthorKind.PAPER, author_id=user)
    return own.filter(deal__isnull=False).exists()


def next_to_type_again(table: Table) -> Table | None:
    """Return the next table of the round that has rows and no second typing yet."""
    others = Table.objects.filter(round=table.round, number__gt=table.number, parts__deals__isnull=False)
    twice = SheetChange.objects.filter(kind=SheetChangeKind.TYPED_TWICE).values("table")
    return others.exclude(pk__in=twice).distinct().order_by("number").first()
