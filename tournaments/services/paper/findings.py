"""What is wrong with the files, in the reader's language; and what the event already has."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext

from rules.game import Violation
from scoring.paper import Line, PaperTable, Problem
from scoring.paper.lines import HEADER, Place, Row, cells_of, whole
from scoring.table_sheet import stored_record
from tournaments.errors import NotPossible, translated
from tournaments.models import Deal, Event, Table
from tournaments.selectors.sheets import game_of, seats_in_order


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem: the file, its line (the header is 1), the column, a code for programs, a sentence.

    Where the line says so also the round, the table, the deal and the player, and the line as it was typed.
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

    def as_json(self) -> dict[str, Any]:
        """As programs read it."""
        return asdict(self)


def problem_finding(problem: Problem) -> Finding:
    """A problem of a line."""
    violation = problem.violation
    return Finding(problem.file, problem.row, problem.field, violation.code, translated(violation))


def refusal_finding(refusal: NotPossible, file: str | None = None) -> Finding:
    """A file that cannot be read, or an import that is not possible."""
    return Finding(
        file, refusal.details.get("row"), refusal.details.get("field"), refusal.code, refusal.message
    )


def violation_finding(violation: Violation) -> Finding:
    """An option the game refuses; no file is to blame."""
    return Finding(None, None, violation.field, violation.code, translated(violation))


def placed(finding: Finding, lines: Mapping[int, Line]) -> Finding:
    """The finding with what its line says; `lines` are those of its file by number, the header among them."""
    header, line = lines.get(HEADER), lines.get(finding.row or 0)
    if line is None or header is None or line is header:
        return finding
    row = Row(line.number, cells_of([cell.strip().casefold() for cell in header.cells], line))
    return replace(
        finding,
        round=whole(row, "round"),
        table=whole(row, "table"),
        deal=whole(row, "deal"),
        player=row.cells.get("player"),
        typed=line.cells,
    )


# What the event already has


@dataclass(frozen=True, slots=True)
class Present:
    """A table that exists: its players in order of their seats, its rows, whether paper may fill it."""

    table: Table
    players: tuple[str, ...]
    records: tuple[Any, ...]
    is_plain: bool


def present_tables(event: Event) -> dict[Place, Present]:
    """All tables of an event by round and number; a handful of queries."""
    tables = Table.objects.filter(round__event=event).select_related("round")
    loaded = tables.prefetch_related(Prefetch("parts__seats", seats_in_order()))
    records: dict[int, list[Any]] = {}
    rows = Deal.objects.filter(table__round__event=event, number__isnull=False).order_by("table", "number")
    for table_id, record in rows.values_list("table_id", "record"):
        records.setdefault(table_id, []).append(record)
    return {(each.round.number, each.number): present(each, records.get(each.pk, [])) for each in loaded}


def present(table: Table, records: Iterable[Any]) -> Present:
    """One table. Only a sheet of one part that begins with seat 1 is like one on paper."""
    parts = list(table.parts.all())
    names = tuple(seat.entrant.player.name for seat in parts[-1].seats.all()) if parts else ()
    is_plain = len(parts) == 1 and parts[0].first_dealer == 0
    return Present(table, names, tuple(records), is_plain)


def is_stored(event: Event, table: PaperTable, existing: Mapping[Place, Present]) -> bool:
    """Whether exactly this sheet, with rows or still without, is in the event already."""
    there = existing.get((table.round, table.number))
    if there is None or not there.is_plain or there.players != table.players:
        return False
    return there.records == tuple(stored_record(game_of(event), record) for record in table.records)


def place_findings(
    event: Event, file: str, tables: Sequence[PaperTable], existing: Mapping[Place, Present]
) -> dict[Place, list[Finding]]:
    """By table: why the event as it stands cannot take it."""
    new = [table for table in tables if not is_stored(event, table, existing)]
    found = {(table.round, table.number): table_findings(file, table, existing) for table in new}
    return {place: findings for place, findings in found.items() if findings}


def table_findings(file: str, table: PaperTable, existing: Mapping[Place, Present]) -> list[Finding]:
    """A table that is there with other players or other deals; players who sit elsewhere in the round."""
    values = {"round": table.round, "table": table.number}
    there = existing.get((table.round, table.number))
    if there is None:
        return [sits_elsewhere(file, table, *found) for found in seats_elsewhere(table, existing)]
    if not there.is_plain or there.players != table.players:
        message = gettext(
            "Round %(round)s, table %(table)s is there already, with other players, another order"
            " or another first dealer."
        )
        return [Finding(file, table.line, "player", "seating_differs", message % values)]
    if there.records or there.table.revision:
        message = gettext(
            "Round %(round)s, table %(table)s has deals already; a paper sheet fills an empty one."
        )
        return [Finding(file, table.line, "table", "table_has_deals", message % values)]
    return []


def seats_elsewhere(table: PaperTable, existing: Mapping[Place, Present]) -> list[tuple[str, int]]:
    """Players of a new table who sit at another one of the same round."""
    others = [(place[1], each) for place, each in existing.items() if place[0] == table.round]
    return [(name, number) for number, each in others for name in table.players if name in each.players]


def sits_elsewhere(file: str, table: PaperTable, name: str, number: int) -> Finding:
    """The sentence for one of them."""
    message = gettext("%(player)s already sits at table %(table)s of round %(round)s.")
    values = {"player": name, "table": number, "round": table.round}
    return Finding(file, table.line, "player", "player_twice", message % values)
