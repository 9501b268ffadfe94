"""Standings: load what the tables add up to, compute, store the rows that changed.

Where only sheets changed, and the process still has the standings it stored last, only those sheets are read
and only the lines that follow from them are written (selectors/running.py). After any other change, and
after another process has stored something, everything is computed from zero.
"""

import uuid
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from django.db import transaction

from scoring.standings import Line, Method, compute_standings
from scoring.tallies import json_value
from tournaments.live import NEWS
from tournaments.models import Event, Part, Standings, StandingsMarker, StandingsRow
from tournaments.selectors.results import ranked_entrants, results_by_part, whole_method
from tournaments.selectors.running import Running, is_local

ROW_FIELDS = ("rank", "is_placed", "values", "rounds", "tie_breaks")
KEPT_EVENTS = 4  # 10,000 entrants over 10 rounds take 50 MB, a club night a few hundred KB


# What is remembered


@dataclass(frozen=True, slots=True)
class About:
    """How an event ranks, and what tells two ways apart."""

    method: Method
    marks: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """Standings as this process stored them at a version; ids by start number."""

    version: int
    about: About
    ids: Mapping[int, int]
    running: Running


@dataclass(frozen=True, slots=True)
class Update:
    """What is to be stored: rows that differ, deals, ids of everybody listed (None: as before)."""

    rows: Sequence[StandingsRow]
    counted: int
    listed: Collection[int] | None
    kept: Kept | None


class Memory:
    """The newest standings of a few events. Whoever works on one has taken it out: nobody else sees it half
    changed, and one that was not stored does not come back."""

    def __init__(self, size: int) -> None:
        self.size, self.lock = size, Lock()
        self.kept: OrderedDict[uuid.UUID, Kept] = OrderedDict()

    def take(self, event: uuid.UUID, version: int, about: About) -> Kept | None:
        """What was stored as this version, unless the event ranks otherwise by now."""
        with self.lock:
            kept = self.kept.pop(event, None)
        is_current = kept and kept.version == version and kept.about.marks == about.marks
        return kept if is_current else None

    def put(self, event: uuid.UUID, kept: Kept) -> None:
        """Remember; the oldest is forgotten."""
        with self.lock:
            self.kept[event] = kept
            if len(self.kept) > self.size:
                self.kept.popitem(last=False)


KEPT = Memory(KEPT_EVENTS)


def keep_after_commit(event: Event, kept: Kept | None) -> None:
    """Remember what was stored, once it is."""
    if kept:
        transaction.on_commit(lambda: KEPT.put(event.public_id, kept))


def what_ranks(event: Event) -> About:
    """How the event ranks now; everything its method is made of, for a lot is a function and has no equal."""
    method = whole_method(event)
    marks = (event.game, event.policy, event.deals_per_table, event.missing_deals)
    return About(method, (*marks, method.leavers, method.adjustments))


# Computing


def events_with_markers() -> list[int]:
    """Ids of the events whose standings are asked for."""
    return list(StandingsMarker.objects.order_by("event_id").values_list("event_id", flat=True).distinct())


def compute_event_standings(*, event_id: int) -> bool:
    """Compute and store the standings of an event if a marker asks for it; true if they were computed.

    The markers seen before loading are removed with the result. Whatever changes while we compute has its
    own marker; whoever computed meanwhile has raised the version, and we begin again. Tables go on writing
    meanwhile: only storing the rows that changed holds the database.
    """
    while markers := dict(StandingsMarker.objects.filter(event_id=event_id).values_list("pk", "table_id")):
        version = Standings.objects.filter(event_id=event_id).values_list("version", flat=True).first() or 0
        event = Event.objects.get(pk=event_id)
        about = what_ranks(event)
        kept = KEPT.take(event.public_id, version, about)
        update = follow(event, kept, set(markers.values())) or from_zero(event, about)
        if store_standings(event, update.rows, update.counted, list(markers), version, update.listed):
            keep_after_commit(event, replace(update.kept, version=version + 1) if update.kept else None)
            return True
    return False


def from_zero(event: Event, about: About) -> Update:
    """Everything read, everything ranked, what differs from the stored rows."""
    results = results_by_part(event)
    ids = ranked_entrants(event, results.values())
    lines = compute_standings(results.values(), ids, about.method)
    rows = changed_rows(event, lines, ids)
    kept = Kept(0, about, ids, Running(results, lines, about.method)) if is_local(about.method) else None
    return Update(rows, sum(result.deals_counted for result in results.values()), ids.values(), kept)


def follow(event: Event, kept: Kept | None, tables: Collection[int | None]) -> Update | None:
    """Only these tables read, only the lines that follow; None where that is not enough."""
    named = {table for table in tables if table}
    if kept is None or len(named) < len(tables):
        return None
    parts = Part.objects.filter(table__in=named).values_list("pk", flat=True)
    lines = kept.running.follow(list(parts), results_by_part(event, named))
    if lines is None:
        return None
    rows = [
        StandingsRow(event=event, entrant_id=kept.ids[line.entrant], **row_values(line)) for line in lines
    ]
    return Update(rows, kept.running.deals_counted, None, kept)


def changed_rows(event: Event, lines: Iterable[Line], ids: Mapping[int, int]) -> list[StandingsRow]:
    """The lines that differ from what is stored; `ids` of everybody in the list, by start number."""
    stored = {entrant: values for entrant, *values in stored_rows(event)}
    values_by_id = {ids[line.entrant]: row_values(line) for line in lines}
    return [
        row_of(event, entrant, values)
        for entrant, values in values_by_id.items()
        if list(values.values()) != stored.get(entrant)
    ]


def stored_rows(event: Event) -> Iterable[tuple[Any, ...]]:
    """Entrant and values of every stored line."""
    return StandingsRow.objects.filter(event=event).order_by().values_list("entrant_id", *ROW_FIELDS)


@transaction.atomic
def store_standings(
    event: Event,
    rows: Sequence[StandingsRow],
    counted: int,
    markers: Sequence[int],
    version: int,
    listed: Collection[int] | None,
) -> bool:
    """Write the rows that changed, remove the markers and, unless the list is the same (None), the rows of
    nobody `listed`; false if somebody was faster."""
    standings, _ = Standings.objects.select_for_update().get_or_create(event=event)
    if standings.version != version:
        return False
    StandingsRow.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["entrant"], update_fields=ROW_FIELDS
    )
    if listed is not None:
        StandingsRow.objects.filter(event=event).exclude(entrant__in=listed).delete()
    standings.version += 1
    standings.deals_counted = counted
    standings.save(update_fields=["version", "deals_counted"])
    StandingsMarker.objects.filter(pk__in=markers).delete()
    NEWS.ring_after_commit()
    return True


def row_of(event: Event, entrant_id: int, values: Mapping[str, Any]) -> StandingsRow:
    """A row to be stored."""
    return StandingsRow(event=event, entrant_id=entrant_id, **values)


def row_values(line: Line) -> dict[str, Any]:
    """A line as it is stored."""
    return {
        "rank": line.rank,
        "is_placed": line.is_placed,
        "values": [json_value(value) for value in line.values],
        "rounds": [[number, json_value(value)] for number, value in sorted(line.rounds.items())],
        "tie_breaks": {key: json_value(value) for key, value in line.tie_breaks.items()},
    }
