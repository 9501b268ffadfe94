"""Findings: the problems of the files, in the reader's language; and the event's existing tables."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext

from rules.game import Violation
from scoring.not_possible import NotPossible
from scoring.paper import Line, PaperTable, Problem
from scoring.paper.lines import HEADER, Place, Row, cells_of, whole
from scoring.paper.proposals import MOST_PROPOSALS
from scoring.sheet.table_sheet import stored_record
from tournaments.models import Deal, Event, Table
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.folded_sheets import seats_in_order
from tournaments.services.entry.lists.headings import folded
from tournaments.wording.refusals import translated

NEAR = 0.8  # of the letters of two words are the same, as difflib measures it


@dataclass(frozen=True, slots=True)
class Spellings:
    """The names and columns that a misspelt one may mean; no player where many names are new.

    `labels` are pairs of a label, in any language, and its column.
    """

    players: Collection[str] = ()
    columns: Collection[str] = ()
    labels: Collection[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem: the file, its line (the header is 1), the column, a code for programs, a sentence.

    If the line gives them, also the round, the table, the deal and the player; the cells as typed, and the
    names of their `columns`. `proposals` are one or two corrections of a cell, where no more are possible.
    """

    file: str | None
    row: int | None
    field: str | None
    code: str
    message: str
    round: int | None = None
    table: int | None = None
    deal: int | None = None
    player: str | None = None
    typed: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    proposals: tuple[tuple[str, str], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the finding as a JSON object, without the header of its file."""
        facts = {name: value for name, value in asdict(self).items() if name != "columns"}
        return {**facts, "proposals": [{"field": name, "value": cell} for name, cell in self.proposals]}


def problem_finding(problem: Problem, spellings: Spellings) -> Finding:
    """Return the finding for a problem of a line; a nearly known name or column is proposed."""
    violation = problem.violation
    finding = Finding(problem.file, problem.row, problem.field, violation.code, translated(violation))
    if violation.code == "player_unknown":
        names = near(str(violation.values["player"]), spellings.players)
        return replace(finding, proposals=tuple(("player", name) for name in names))
    if violation.code == "column_unknown" and problem.field:
        names = near(problem.field, spellings.columns) or columns_with(problem.field, spellings.labels)
        return replace(finding, proposals=tuple((problem.field, name) for name in names))
    return replace(finding, proposals=problem.proposals)


def near(word: str, words: Collection[str]) -> list[str]:
    """Return the known words that differ from this one in a letter or two, or in capitals; two at most."""
    by_letters = {each.casefold(): each for each in words}
    matches = get_close_matches(word.casefold(), list(by_letters), n=MOST_PROPOSALS, cutoff=NEAR)
    return [by_letters[each] for each in matches if by_letters[each] != word]


def columns_with(heading: str, labels: Collection[tuple[str, str]]) -> list[str]:
    """Return the columns with a heading in their label, as “Stiche” in “Stiche des Alleinspielers”; none if
    many.

    A heading of one or two letters is in too many labels to mean one.
    """
    word = folded(heading)
    columns = dict.fromkeys(name for label, name in labels if len(word) > 2 and word in label)
    return list(columns) if len(columns) <= MOST_PROPOSALS else []


def refusal_finding(refusal: NotPossible, file: str | None = None) -> Finding:
    """Return the finding for an unreadable file or an impossible import."""
    return Finding(
        file, refusal.details.get("row"), refusal.details.get("field"), refusal.code, refusal.message
    )


def violation_finding(violation: Violation) -> Finding:
    """Return the finding for an option that the game refuses, without a file."""
    return Finding(None, None, violation.field, violation.code, translated(violation))


def with_line(finding: Finding, lines: Mapping[int, Line]) -> Finding:
    """Add the text of the finding's line; `lines` are those of its file by number, the header as 1."""
    header, line = lines.get(HEADER), lines.get(finding.row or 0)
    if line is None or header is None:
        return finding
    if line is header:
        return replace(finding, typed=header.cells, columns=header.cells)
    row = Row(line.number, cells_of([cell.strip().casefold() for cell in header.cells], line))
    return replace(
        finding,
        round=whole(row, "round"),
        table=whole(row, "table"),
        deal=whole(row, "deal"),
        player=row.cells.get("player"),
        typed=line.cells,
        columns=header.cells,
    )


# Existing tables


@dataclass(frozen=True, slots=True)
class Present:
    """An existing table: its players in seat order, its records, and whether paper sheets may fill it."""

    table: Table
    players: tuple[str, ...]
    records: tuple[Any, ...]
    is_plain: bool


def present_tables(event: Event, *, at: Place | None = None) -> dict[Place, Present]:
    """Return all tables of an event by round and number, or the one at a place; a handful of queries."""
    tables = Table.objects.filter(round__event=event).select_related("round")
    if at:
        tables = tables.filter(round__number=at[0], number=at[1])
    loaded = tables.prefetch_related(Prefetch("parts__seats", seats_in_order()))
    records: dict[int, list[Any]] = {}
    rows = Deal.objects.filter(table__in=tables, number__isnull=False).order_by("table", "number")
    for table_id, record in rows.values_list("table_id", "record"):
        records.setdefault(table_id, []).append(record)
    return {(each.round.number, each.number): present(each, records.get(each.pk, [])) for each in loaded}


def present(table: Table, records: Iterable[Any]) -> Present:
    """Describe one table. Only a sheet of one part with seat 1 as first dealer can match a paper sheet."""
    parts = list(table.parts.all())
    names = tuple(seat.entrant.player.name for seat in parts[-1].seats.all()) if parts else ()
    is_plain = len(parts) == 1 and parts[0].first_dealer == 0
    return Present(table, names, tuple(records), is_plain)


def is_stored(event: Event, table: PaperTable, existing: Mapping[Place, Present]) -> bool:
    """Return whether the event already contains exactly this sheet, with or without rows."""
    there = existing.get((table.round, table.number))
    if there is None or not there.is_plain or there.players != table.players:
        return False
    return there.records == tuple(stored_record(game_of(event), record) for record in table.records)


def place_findings(
    event: Event, file: str, tables: Sequence[PaperTable], existing: Mapping[Place, Present]
) -> dict[Place, list[Finding]]:
    """Return by table why the event in its current state cannot take it."""
    new = [table for table in tables if not is_stored(event, table, existing)]
    by_place = {(table.round, table.number): table_findings(event, file, table, existing) for table in new}
    return {place: findings for place, findings in by_place.items() if findings}


def continues(event: Event, table: PaperTable, there: Present) -> bool:
    """Return whether the stored deals are the first ones of the sheet on paper."""
    first = table.records[: len(there.records)]
    return there.records == tuple(stored_record(game_of(event), record) for record in first)


def table_findings(
    event: Event, file: str, table: PaperTable, existing: Mapping[Place, Present]
) -> list[Finding]:
    """Return findings for a table that exists with other players or deals, or whose players sit elsewhere."""
    values = {"round": table.round, "table": table.number}
    there = existing.get((table.round, table.number))
    if there is None:
        return [sits_elsewhere(file, table, *clash) for clash in seats_elsewhere(table, existing)]
    if not there.is_plain or there.players != table.players:
        message = gettext(
            "Round %(round)s, table %(table)s already exists, with other players, another order or "
            "another first dealer."
        )
        return [Finding(file, table.line, "player", "seating_differs", message % values)]
    if not continues(event, table, there):
        message = gettext(
            "Round %(round)s, table %(table)s already has other deals; a file can only complete its sheet."
        )
        return [Finding(file, table.line, "table", "table_has_deals", message % values)]
    return []


def seats_elsewhere(table: PaperTable, existing: Mapping[Place, Present]) -> list[tuple[str, int]]:
    """Return players of a new table who already sit at another table of the same round."""
    others = [(place[1], each) for place, each in existing.items() if place[0] == table.round]
    return [(name, number) for number, each in others for name in table.players if name in each.players]


def sits_elsewhere(file: str, table: PaperTable, name: str, number: int) -> Finding:
    """Return the finding for one of these players."""
    message = gettext("%(player)s already sits at table %(table)s of round %(round)s.")
    values = {"player": name, "table": number, "round": table.round}
    return Finding(file, table.line, "player", "player_twice", message % values)
