"""Sheets beside the totals on their paper, derived from the history of the sheets alone.

A comparison counts for the last part of a sheet only, as the paper is typed. It is judged against the
present sheet: a correction may end an agreement, or a difference.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Prefetch, QuerySet

from scoring.foot.paper_totals import Judgement, Reading, Standing, judge
from scoring.sheet.tallies import POINTS
from tournaments.models import Event, Part, RoundStatus, SheetChange, SheetChangeKind, Table
from tournaments.selectors.history.authors import FROM_PAPER, author_names
from tournaments.selectors.sheets.confirmations import UNCHANGING
from tournaments.selectors.sheets.folded_sheets import seats_in_order

URGENCY = (Standing.DIFFERS, Standing.PARTLY, Standing.NEVER, Standing.UPHELD, Standing.AGREES)
COMPARING = (SheetChangeKind.COMPARED, SheetChangeKind.UPHELD)


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A sheet and its paper: the players, the judgement, its last comparison or decision, and its author.

    `is_changed` means that rows were written after it; it was judged anew.
    """

    table: Table
    players: tuple[str, ...]
    judgement: Judgement
    last: SheetChange | None = None
    who: str = ""
    is_changed: bool = False

    @property
    def standing(self) -> Standing:
        """Return the standing of the sheet."""
        return self.judgement.standing

    @property
    def order(self) -> tuple[int, int, int]:
        """Return the sort key of lists: sheets that need a decision first, then rounds and tables."""
        return URGENCY.index(self.standing), self.table.round.number, self.table.number

    @property
    def reason(self) -> str:
        """Return the reason of the director's decision; empty without one, or if the text was deleted."""
        return self.last.reason.text if self.last and hasattr(self.last, "reason") else ""

    @property
    def differing(self) -> list[tuple[str, float, float]]:
        """Return the players whose totals differ, each with the total on paper and the difference."""
        rows = zip(self.players, self.judgement.paper.totals, self.judgement.differences, strict=True)
        return [(name, paper, by) for name, paper, by in rows if by and paper is not None]


def paper_sheets(event: Event) -> list[PaperSheet]:
    """Return the sheets written from paper or compared with one, by round and table.

    Seven queries at most.
    """
    tables = Table.objects.filter(round__event=event).exclude(round__status=RoundStatus.DRAFT)
    typed = SheetChange.objects.filter(table__round__event=event, author_kind__in=FROM_PAPER)
    on_paper = set(typed.order_by().values_list("table_id", flat=True).distinct())
    sheets = judge_tables(tables.order_by("round__number", "number"))
    return [each for each in sheets if each.standing != Standing.NEVER or each.table.pk in on_paper]


def compared_sheets(event: Event) -> list[PaperSheet]:
    """Return the sheets that were compared with the totals on their paper, by round and table."""
    compared = SheetChange.objects.filter(table__round__event=event, kind__in=COMPARING)
    tables = Table.objects.filter(pk__in=compared.values("table")).exclude(round__status=RoundStatus.DRAFT)
    return judge_tables(tables.order_by("round__number", "number"))


def paper_sheet(table: Table) -> PaperSheet:
    """Return one sheet beside its paper."""
    return judge_tables(Table.objects.filter(pk=table.pk))[0]


def judge_tables(tables: QuerySet[Table]) -> list[PaperSheet]:
    """Return the sheets of these tables."""
    seats = Prefetch("seats", seats_in_order())
    parts = Prefetch("parts", Part.objects.prefetch_related(seats).order_by("position"))
    loaded = list(tables.select_related("round").prefetch_related(parts))
    entries = entries_by_table(each.pk for each in loaded)
    names = author_names(own[-1] for own in entries.values())
    changed = changed_after({table_id: own[-1].number for table_id, own in entries.items()})
    return [judged_sheet(table, entries.get(table.pk, []), names, changed) for table in loaded]


def entries_by_table(table_ids: Iterable[int]) -> Mapping[int, Sequence[SheetChange]]:
    """Return the comparisons and decisions about tables, in order; one query."""
    entries = SheetChange.objects.filter(table__in=list(table_ids), kind__in=COMPARING)
    by_table: defaultdict[int, list[SheetChange]] = defaultdict(list)
    for entry in entries.select_related("reason").order_by("table_id", "number"):
        by_table[entry.table_id].append(entry)
    return by_table


def changed_after(number_by_table: Mapping[int, int]) -> set[int]:
    """Return the tables whose rows were changed after the entry with this number; one query."""
    changes = SheetChange.objects.filter(table__in=number_by_table).exclude(kind__in=UNCHANGING)
    newest = changes.order_by().values_list("table_id").annotate(newest=Max("number"))
    return {table_id for table_id, number in newest if number > number_by_table[table_id]}


def judged_sheet(
    table: Table, entries: Sequence[SheetChange], names: Mapping[int, str], changed: set[int]
) -> PaperSheet:
    """Return one sheet whose parts and comparisons are loaded."""
    parts = list(table.parts.all())
    seats, counted = list(parts[-1].seats.all()), sum(part.deals_counted for part in parts)
    own = [each for each in entries if is_about(each, parts[-1].position, len(seats))]
    judgement = judge(map(reading_of, own), totals_of(parts[-1], len(seats)), counted)
    last = own[-1] if own else None
    return PaperSheet(
        table,
        tuple(seat.entrant.player.name for seat in seats),
        judgement,
        last,
        names.get(last.pk, "") if last else "",
        bool(last) and table.pk in changed,
    )


def is_about(entry: SheetChange, position: int, seats: int) -> bool:
    """Return whether an entry is about this part; a part that was undone may have had other seats."""
    record: Mapping[str, Any] = entry.record or {}
    return record["part"] == position and len(record["totals"]) == seats


def reading_of(entry: SheetChange) -> Reading:
    """Return the totals of an entry."""
    record: Mapping[str, Any] = entry.record or {}
    return Reading(tuple(record["totals"]), record["deals"], entry.kind == SheetChangeKind.UPHELD)


def totals_of(part: Part, seats: int) -> Sequence[int]:
    """Return the totals of a part; zeros before its first row."""
    return part.tallies.get(POINTS) or [0] * seats
