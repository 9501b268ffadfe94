"""Standings: load the sums of the tables, compute all rows, store the rows that changed."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from server.wake_ups import RESULT_CHANGES
from tournaments.models import Event, MessageType, Standings, StandingsRequest, StandingsRow
from tournaments.selectors.standings.results import EventStandings, computed_standings
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
        event = Event._base_manager.get(pk=event_id)  # also one that is being stored
        computed = computed_standings(event)
        if store_standings(event, computed, changed_rows(event, computed.rows), markers):
            return True
    return False


def changed_rows(event: Event, rows: Iterable[StandingsRow]) -> list[StandingsRow]:
    """Return the rows that differ from those stored for their entrants."""
    stored = {
        entrant: values
        for entrant, *values in event.standings_rows.order_by().values_list("entrant_id", *ROW_FIELDS)
    }
    return [row for row in rows if [getattr(row, name) for name in ROW_FIELDS] != stored.get(row.entrant_id)]


@transaction.atomic
def store_standings(
    event: Event, computed: EventStandings, changed: Sequence[StandingsRow], markers: Sequence[int]
) -> bool:
    """Store the changed rows, delete the requests and the rows of entrants who are not listed any more.

    Returns False if another process stored standings first.
    """
    standings, _ = Standings.objects.select_for_update().get_or_create(event=event)
    if standings.version != computed.head.version:
        return False
    StandingsRow.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["entrant"], update_fields=ROW_FIELDS
    )
    listed = [row.entrant_id for row in computed.rows]
    event.standings_rows.exclude(entrant__in=listed).delete()
    standings.version += 1
    standings.deals_counted = computed.head.deals_counted
    standings.save(update_fields=["version", "deals_counted"])
    StandingsRequest.objects.filter(pk__in=markers).delete()
    RESULT_CHANGES.send_after_commit()
    facts = {"version": standings.version, "deals_counted": standings.deals_counted}
    tell(event, MessageType.STANDINGS_COMPUTED, facts)
    return True
