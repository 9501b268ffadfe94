"""A fixed event whose standings are computed after every change, printed as bytes on any database.

For `manage.py shell`: `print_standings()` prints the rows after every change, of an event that stores the
rows that differ, then of the same event whose stored rows are removed before each computation.
"""

import json
from collections.abc import Callable, Iterator

from tests.builders import a_record, a_request, a_round, an_event, write_deal
from tournaments.models import Event, StandingsRow, Table
from tournaments.services.history.sheet_chain import Author
from tournaments.services.sheets.deals import correct_deal, strike_deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points

TABLES, DEALS = 4, 3
POLICY = {"by": "average", "tie_breaks": ["deals_won", "deals_lost", "best_round"]}
FIELDS = ("entrant__number", "rank", "is_placed", "values", "rounds", "tie_breaks")


def print_standings() -> None:
    """Print the same event twice."""
    for line in [*evening(is_emptied=False), *evening(is_emptied=True)]:
        print(line)


def evening(*, is_emptied: bool) -> Iterator[str]:
    """Yield the rows after every change; `is_emptied`: no row is stored before they are computed."""
    round = a_round(an_event(policy=POLICY), tables=TABLES)
    compute_event_standings(event_id=round.event_id)
    for change in changes(list(round.tables.order_by("number"))):
        change()
        if is_emptied:
            StandingsRow.objects.filter(event=round.event).delete()
        assert compute_event_standings(event_id=round.event_id)
        yield stored(round.event)


def changes(tables: list[Table]) -> Iterator[Callable[[], object]]:
    """Yield the changes: deals at every table, a correction, a struck row, points from the director."""
    for number in range(1, DEALS + 1):
        for place, table in enumerate(tables):
            made = {"declarer": (place + number) % 4, "bid": number + 1, "tricks": number + place % 2}
            yield lambda table=table, number=number, made=made: write_deal(table, number, **made)  # type: ignore[misc]
    yield lambda: correct(tables[0])
    yield lambda: strike(tables[1])
    yield lambda: adjust(tables[2])


def correct(table: Table) -> None:
    """Correct deal 2."""
    changed = {"record": a_record(bid=3, tricks=3), "reason": "misread"}
    correct_deal(table=table, number=2, revision=1, request=a_request(), **changed)


def strike(table: Table) -> None:
    """Strike row 1, which was there twice."""
    table.refresh_from_db()
    strike_deal(table=table, number=1, sheet_revision=table.revision, request=a_request())


def adjust(table: Table) -> None:
    """Subtract seven points as the director."""
    entrant = table.parts.get().seats.order_by("position")[0].entrant
    adjust_points(entrant=entrant, points=-7, reason="late", by=Author("member", 1))


def stored(event: Event) -> str:
    """Return the stored rows, in one spelling."""
    rows = StandingsRow.objects.filter(event=event).order_by("entrant__number")
    return json.dumps(list(rows.values_list(*FIELDS)), sort_keys=True)
