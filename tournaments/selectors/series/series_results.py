"""The events counted by a series and by a club's all-time pages, and each player's result in them.

An event counts as soon as a deal does and while its standings are visible: the public does not see
unpublished events, and a last round kept secret until prize-giving is not visible to anyone.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from scoring.sheet.tallies import Value, read_value
from tournaments.models import Entrant, Event, Publication, Stage, StandingsRow
from tournaments.selectors.sheets.agreements import policy_of

COLUMNS = ("event_id", "entrant__player_id", "entrant__number", "rank", "is_placed", "rounds", "values")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """One player's result in one event. `rank` is None if not ranked; `of` is the count of ranked players,
    and `is_finished` whether the event is closed, signed off or has a final list.
    """

    event_id: int
    player_id: int
    number: int
    rank: int | None
    total: Value
    of: int = 0
    is_finished: bool = False


def counted_events(events: QuerySet[Event], *, with_unpublished: bool) -> QuerySet[Event]:
    """Return the events that count for this visitor, the oldest first, each with its standings."""
    lists = Publication.objects.filter(event=OuterRef("pk")).order_by("-number")
    played = events.filter(standings__deals_counted__gt=0).annotate(
        newest=Subquery(lists.values("stage")[:1])
    )
    open_to_all = played.filter(Q(is_frozen=False) | Q(newest=Stage.FINAL))
    shown = open_to_all if with_unpublished else open_to_all.filter(is_published=True)
    return shown.select_related("standings", "club").order_by("date", "pk")


def evenings_of(events: Collection[Event]) -> list[Evening]:
    """Return the results of all players in these events, ordered by rank; three queries.

    A published final list counts instead of the sheets, even if they have changed since.
    """
    ids = [event.pk for event in events]
    final = final_lines(ids)
    minimum_by_event = {event.pk: policy_of(event).minimum for event in events if event.pk not in final}
    rows = StandingsRow.objects.filter(event__in=minimum_by_event).values(*COLUMNS)
    lines = rows.order_by("event_id", "rank", "entrant__number")
    evenings = [evening_of(line, minimum_by_event[line["event_id"]]) for line in lines if line["rounds"]]
    evenings += [each for event_id in ids for each in final.get(event_id, [])]
    placed = Counter(each.event_id for each in evenings if each.rank)
    finished = {each.pk for each in events if each.is_closed or each.signed_off_at or each.pk in final}
    return [
        replace(each, of=placed[each.event_id], is_finished=each.event_id in finished) for each in evenings
    ]


def evening_of(line: dict[str, Any], minimum: int) -> Evening:
    """Return a stored row of standings as a player's result; rows may be older than the policy."""
    is_placed = line["is_placed"] and len(line["rounds"]) >= minimum
    return Evening(
        event_id=line["event_id"],
        player_id=line["entrant__player_id"],
        number=line["entrant__number"],
        rank=line["rank"] if is_placed else None,
        total=read_value(line["values"][0]) or 0,
    )


def final_lines(ids: Collection[int]) -> dict[int, list[Evening]]:
    """Return the results in the final lists of these events, if any."""
    lists = Publication.objects.filter(event__in=ids, stage=Stage.FINAL).order_by("event_id", "number")
    rows_by_event = dict(lists.values_list("event_id", "rows"))
    entrants = Entrant.objects.filter(event__in=rows_by_event)
    player_by_number = {
        (event_id, number): player_id
        for event_id, number, player_id in entrants.values_list("event_id", "number", "player_id")
    }
    return {
        event_id: [
            Evening(
                event_id=event_id,
                player_id=player_by_number[event_id, line["number"]],
                number=line["number"],
                rank=line["rank"],
                total=read_value(line["values"][0]) or 0,
            )
            for line in rows["lines"]
            if line["rounds"] and (event_id, line["number"]) in player_by_number
        ]
        for event_id, rows in rows_by_event.items()
    }
