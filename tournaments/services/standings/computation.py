"""Standings: load the sums of the tables, compute all rows, store the rows that changed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction

from scoring.sheet.tallies import json_value
from scoring.standings.standings import Line
from server.wake_ups import RESULT_CHANGES
from tournaments.models import Event, MessageType, Standings, StandingsRequest, StandingsRow
from tournaments.selectors.standings.results import lines_of, load_results, ranked_entrants
from tournaments.services.webhooks.outbox import tell

ROW_FIELDS = ("rank", "is_placed", "values", "rounds", "tie_breaks")


def events_with_requests() -> list[int]:
    """Return IDs of the events with requested standings."""
    return list(StandingsRequest.objects.order_by("event_id").values_list("event_id", flat=True).distinct())


def compute_event_standings(*, event_id: int) -> bool:
    """Compute and store the standings of an event if they were requested; returns whether they were computed.

    The requests seen before loading are deleted with the result, so many requests cost one computation.
    Changes during the computation make new requests; a parallel computation raises the version, and this one
    starts again. Tables go on writing meanwhile: only storing the changed rows locks the database.
    """
    while markers := list(StandingsRequest.objects.filter(event_id=event_id).values_list("pk", flat=True)):
        version = Standings.objects.filter(event_id=event_id).values_list("version", flat=True).first() or 0
        event = Event._base_manager.get(pk=event_id)  # also one that is being stored
        results = load_results(event)
        ids = ranked_entrants(event, results)
        rows = changed_rows(event, lines_of(event, results, ids), ids)
        counted = sum(result.deals_counted for result in results)
        if store_standings(event, rows, counted, markers, version, ids.values()):
            return True
    return False


def changed_rows(event: Event, lines: Iterable[Line], ids: Mapping[int, int]) -> list[StandingsRow]:
    """Return the lines that differ from the stored rows; `ids` are all listed entrants by start number."""
    stored = {entrant: values for entrant, *values in stored_rows(event)}
    values_by_id = {ids[line.entrant]: row_values(line) for line in lines}
    return [
        row_of(event, entrant, values)
        for entrant, values in values_by_id.items()
        if list(values.values()) != stored.get(entrant)
    ]


def stored_rows(event: Event) -> Iterable[tuple[Any, ...]]:
    """Return the entrant and values of every stored row."""
    return StandingsRow.objects.filter(event=event).order_by().values_list("entrant_id", *ROW_FIELDS)


@transaction.atomic
def store_standings(
    event: Event,
    rows: Sequence[StandingsRow],
    counted: int,
    markers: Sequence[int],
    version: int,
    listed: Collection[int],
) -> bool:
    """Store changed rows, delete the requests and the rows of entrants who are not `listed` (by ID).

    Returns False if another process stored standings first.
    """
    standings, _ = Standings.objects.select_for_update().get_or_create(event=event)
    if standings.version != version:
        return False
    StandingsRow.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["entrant"], update_fields=ROW_FIELDS
    )
    StandingsRow.objects.filter(event=event).exclude(entrant__in=listed).delete()
    standings.version += 1
    standings.deals_counted = counted
    standings.save(update_fields=["version", "deals_counted"])
    StandingsRequest.objects.filter(pk__in=markers).delete()
    RESULT_CHANGES.send_after_commit()
    facts = {"version": standings.version, "deals_counted": counted}
    tell(event, MessageType.STANDINGS_COMPUTED, facts)
    return True


def row_of(event: Event, entrant_id: int, values: Mapping[str, Any]) -> StandingsRow:
    """Build a row."""
    return StandingsRow(event=event, entrant_id=entrant_id, **values)


def row_values(line: Line) -> dict[str, Any]:
    """Return a line as the fields of a row."""
    return {
        "rank": line.rank,
        "is_placed": line.is_placed,
        "values": [json_value(value) for value in line.values],
        "rounds": [[number, json_value(value)] for number, value in sorted(line.rounds.items())],
        "tie_breaks": {key: json_value(value) for key, value in line.tie_breaks.items()},
    }
