"""Two versions of a deal side by side: a table's conflict, or a deal that came after its round was closed.

Each is told as the sheet would tell it: what was played, whether it was made, the points and where they leave
every player, who wrote it and when. Nothing is stored here; the number of queries does not grow with deals.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from rules.game import Game, Kind
from scoring import refusals
from scoring.sheet import Row, Sheet
from tournaments.errors import translated
from tournaments.models import Entry, EntryKind, Event, ParkedDeal, Table
from tournaments.presenting import line_text, said
from tournaments.selectors.authors import author_names
from tournaments.selectors.sheets import LoadedPart, fold_part, game_of, load_many
from tournaments.selectors.tables import open_conflicts

WRITING = (EntryKind.RECORDED, EntryKind.CORRECTED, EntryKind.INSERTED)


@dataclass(frozen=True, slots=True)
class Worth:
    """What a version gives to one seat, and where that leaves it."""

    name: str
    points: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One version. `worth` is empty and `refusals` says why where it cannot stand on the sheet."""

    line: str
    who: str
    at: datetime | None
    made: bool | None = None
    worth: Sequence[Worth] = ()
    refusals: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoVersions:
    """What was sent and, where it would replace something, what is on the sheet; `place` says where it goes.

    `number` is the number of the deal, as the sheet counts.
    """

    id: int
    table: int
    number: int
    place: str
    sent: Version
    stored: Version | None


def conflicts_shown(table: Table) -> list[TwoVersions]:
    """What a table has not settled yet."""
    return two_versions(table.round.event, open_conflicts(table).select_related("deal", "table"))


def two_versions(event: Event, waiting: Iterable[ParkedDeal]) -> list[TwoVersions]:
    """Deals that were not taken, each beside what it would replace; `deal` and `table` are loaded."""
    waiting = list(waiting)
    sheets = load_many(event, {each.table_id for each in waiting})
    written = last_entries(waiting)
    who = author_names(waiting)
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


def last_entries(waiting: Sequence[ParkedDeal]) -> dict[int | None, Entry]:
    """Who wrote what stands now, by the id of the deal; one query, none where nothing would be replaced."""
    deals = [each.deal_id for each in waiting if each.deal and each.deal.number is not None]
    entries = Entry.objects.filter(deal__in=deals, kind__in=WRITING).order_by("number") if deals else []
    return {entry.deal_id: entry for entry in entries}


def stored_version(
    event: Event, parts: Sequence[LoadedPart], entry: Entry | None, who: Mapping[int, str]
) -> Version | None:
    """What is on the sheet."""
    for loaded in parts if entry else ():
        for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True):
            if entry and deal.pk == entry.deal_id:
                return version_of(event, loaded, loaded.sheet, row, deal.record, who[entry.pk], entry.at)
    return None


def sent_facts(event: Event, parts: Sequence[LoadedPart], parked: ParkedDeal, who: str) -> dict[str, Any]:
    """What was sent, its number and its place; a gap before it is a refusal, for nobody knows its points."""
    kept = parked.deal.number if parked.deal else None
    number, rows = kept or parked.number, sum(len(loaded.deals) for loaded in parts)
    if number > rows + 1:
        missing = gettext(refusals.EARLIER_ROWS_MISSING) % {"expected": rows + 1, "number": number}
        line = spoken_line(event, parts[-1], parts[-1].sheet, parked.record)
        sent = Version(line=line, who=who, at=parked.at, refusals=[missing])
        return {"number": number, "place": "", "sent": sent}
    loaded, sheet, row = row_with(event, parts, number, parked.record)
    sent = version_of(event, loaded, sheet, row, parked.record, who, parked.at)
    return {"number": row.deal, "place": place_of(row, kept=kept, rows=rows), "sent": sent}


def row_with(
    event: Event, parts: Sequence[LoadedPart], number: int, record: Any
) -> tuple[LoadedPart, Sheet, Row]:
    """Row `number` with this record, after what stands before it: its part, the sheet up to it, itself."""
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


def place_of(row: Row, *, kept: int | None, rows: int) -> str:
    """Where it would stand."""
    if kept is not None:
        message = gettext("It would replace deal %(number)s.")
    elif row.number > rows:
        message = gettext("It would be deal %(number)s, after the last one.")
    else:
        message = gettext("It would be put in as deal %(number)s; the later ones move down.")
    return message % {"number": row.deal}


# In the words of the sheet


def version_of(
    event: Event, loaded: LoadedPart, sheet: Sheet, row: Row, record: Any, who: str, at: datetime
) -> Version:
    """A row that stands, or would stand, on the sheet."""
    names = [seat.entrant.player.name for seat in loaded.part.seats.all()]
    worth = [Worth(*each) for each in zip(names, row.outcome.deltas, row.totals, strict=True)]
    return Version(
        line=spoken_line(event, loaded, sheet, record),
        who=who,
        at=at,
        made=row.outcome.facts.get("made"),
        worth=[] if row.violations else worth,
        refusals=[translated(violation) for violation in row.violations],
    )


def spoken_line(event: Event, loaded: LoadedPart, sheet: Sheet, record: Mapping[str, Any]) -> str:
    """Who played and what: "Declarer Ove: 3 ♠ Hand"."""
    game, names = game_of(event), [seat.entrant.player.name for seat in loaded.part.seats.all()]
    return ": ".join([*seats_named(game, names, record), line_text(game, sheet.state, record)])


def seats_named(game: Game, names: Sequence[str], record: Mapping[str, Any]) -> list[str]:
    """The seats that the record names, each with what it was: "Declarer Ove"."""
    return [
        f"{said(each.label)} {names[record[each.name]]}"
        for each in game.fields
        if each.kind == Kind.SEAT and record.get(each.name) in range(len(names))
    ]
