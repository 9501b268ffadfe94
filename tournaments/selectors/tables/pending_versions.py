"""Two versions of a deal side by side: a table's conflict, or a deal sent after its round was closed.

Each is shown as on the sheet: the deal, whether it was made, the points, every player's total after it,
author and time. Nothing is stored here; the number of queries does not grow with deals.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from rules.board import Unit
from scoring.sheet import refusals
from scoring.sheet.sheet import Row, Sheet
from tournaments.models import Event, PendingDeal, SheetChange, Table
from tournaments.selectors.history.authors import author_names, with_phone
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.folded_sheets import LoadedPart, fold_part, load_many
from tournaments.selectors.tables.table_state import WRITING, open_conflicts
from tournaments.wording.deals import deal_words
from tournaments.wording.refusals import translated


@dataclass(frozen=True, slots=True)
class Worth:
    """The points of a version for one seat, and the total after it with its unit."""

    name: str
    points: int
    total: int
    unit: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One version. If it cannot be on the sheet, `worth` is empty and `refusals` says why."""

    line: str
    who: str
    at: datetime | None
    made: bool | None = None
    worth: Sequence[Worth] = ()
    refusals: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoVersions:
    """The version sent and the stored one it would replace, if any; `place` says where it goes.

    `number` is the number of the deal as on the sheet.
    """

    id: int
    table: int
    number: int
    place: str
    sent: Version
    stored: Version | None


def conflicts_shown(table: Table) -> list[TwoVersions]:
    """Return a table's unsettled conflicts."""
    return two_versions(table.round.event, open_conflicts(table).select_related("deal", "table"))


def two_versions(event: Event, waiting: Iterable[PendingDeal]) -> list[TwoVersions]:
    """Return pending deals, each beside the one it would replace; `deal` and `table` must be loaded."""
    waiting = list(waiting)
    sheets = load_many(event, {each.table_id for each in waiting})
    written = last_entries(waiting)
    names = author_names(waiting)
    who = {each.pk: with_phone(names[each.pk], each) for each in waiting}
    who_before = author_names(written.values())
    return [
        TwoVersions(
            id=each.pk,
            table=each.table.number,
            stored=stored_version(event, sheets[each.table_id], written.get(each.deal_id), who_before),
            **sent_facts(event, sheets[each.table_id], each, who[each.pk]),
        )
        for each in waiting
    ]


def last_entries(waiting: Sequence[PendingDeal]) -> dict[int | None, SheetChange]:
    """Return the entries of the stored versions, by the deal's ID.

    One query, none if nothing would be replaced.
    """
    deals = [each.deal_id for each in waiting if each.deal and each.deal.number is not None]
    entries = SheetChange.objects.filter(deal__in=deals, kind__in=WRITING).order_by("number") if deals else []
    return {entry.deal_id: entry for entry in entries}


def stored_version(
    event: Event, parts: Sequence[LoadedPart], entry: SheetChange | None, who: Mapping[int, str]
) -> Version | None:
    """Return the stored version, or None."""
    for loaded in parts if entry else ():
        for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True):
            if entry and deal.pk == entry.deal_id:
                return version_of(event, loaded, loaded.sheet, row, deal.record, who[entry.pk], entry.at)
    return None


def sent_facts(event: Event, parts: Sequence[LoadedPart], pending: PendingDeal, who: str) -> dict[str, Any]:
    """Return the version sent, its number and its place.

    After a gap it is a refusal, as its points are unknown.
    """
    replaces = pending.deal.number if pending.deal else None
    number, rows = replaces or pending.number, sum(len(loaded.deals) for loaded in parts)
    if number > rows + 1:
        missing = gettext(refusals.EARLIER_ROWS_MISSING) % {"expected": rows + 1, "number": number}
        line = translated_line(event, parts[-1], parts[-1].sheet, pending.record)
        sent = Version(line=line, who=who, at=pending.at, refusals=[missing])
        return {"number": number, "place": "", "sent": sent}
    loaded, sheet, row = row_with(event, parts, number, pending.record)
    sent = version_of(event, loaded, sheet, row, pending.record, who, pending.at)
    return {"number": row.deal, "place": place_of(row, replaces=replaces, rows=rows), "sent": sent}


def row_with(
    event: Event, parts: Sequence[LoadedPart], number: int, record: Any
) -> tuple[LoadedPart, Sheet, Row]:
    """Return row `number` with this record, after the rows before it.

    Its part, the sheet up to it, the row.
    """
    before, first = None, 1
    for loaded in parts[:-1]:
        if number < first + len(loaded.deals):
            break
        before, first = loaded.sheet, first + len(loaded.deals)
    else:
        loaded = parts[-1]
    earlier = [deal.record for deal in loaded.deals[: number - first]]
    sheet = fold_part(event, loaded.part, [*earlier, record], before, first)
    return loaded, sheet, sheet.rows[-1]


def place_of(row: Row, *, replaces: int | None, rows: int) -> str:
    """Return a sentence about where the version would go."""
    if replaces is not None:
        message = gettext("It would replace deal %(number)s.")
    elif row.number > rows:
        message = gettext("It would be deal %(number)s, after the last one.")
    else:
        message = gettext("It would be inserted as deal %(number)s; the later ones move down.")
    return message % {"number": row.deal}


# Wording


def version_of(
    event: Event, loaded: LoadedPart, sheet: Sheet, row: Row, record: Any, who: str, at: datetime
) -> Version:
    """Return a version from a row that is, or would be, on the sheet."""
    names = [seat.entrant.player.name for seat in loaded.part.seats.all()]
    unit = game_of(event).points_unit
    worth = [Worth(*each, unit) for each in zip(names, row.outcome.deltas, row.totals, strict=True)]
    return Version(
        line=translated_line(event, loaded, sheet, record),
        who=who,
        at=at,
        made=row.outcome.facts.get("made"),
        worth=[] if row.violations else worth,
        refusals=[translated(violation, names) for violation in row.violations],
    )


def translated_line(event: Event, loaded: LoadedPart, sheet: Sheet, record: Mapping[str, Any]) -> str:
    """Return the declarer and the record in words: "Declarer Ove: 3 ♠ Hand"."""
    game, names = game_of(event), [seat.entrant.player.name for seat in loaded.part.seats.all()]
    return deal_words(game, sheet.state, names, record)
