"""Shared parts of event tests: Ada decides, tables with deals, the resulting standings."""

from typing import Any

from tests.builders import a_round, a_table, an_event, write_deal
from tournaments.models import AuthorKind, Event, Table
from tournaments.selectors.standings.results import lines_of, load_results, ranked_entrants
from tournaments.services.history.sheet_chain import Author

ADA = Author(AuthorKind.MEMBER, 1)
WHY = "late by a quarter of an hour"


def a_written_table(deals: int = 3, **changes: Any) -> Table:
    """Return a table where in every deal seat 2 (Ben) makes a bid of 2 and gets 2 points."""
    table = a_table(**changes)
    for number in range(1, deals + 1):
        write_deal(table, number)
    return again(table)


def two_tables(deals: int = 3, **changes: Any) -> tuple[Table, Table]:
    """Return tables 1 and 2 of an open round, both with deals."""
    tables = a_round(an_event(**changes), tables=2).tables.order_by("number")
    for table in tables:
        for number in range(1, deals + 1):
            write_deal(table, number)
    one, two = tables.select_related("round__event")
    return one, two


def again(table: Table) -> Table:
    """Return the table as stored in the database."""
    return Table.objects.select_related("round__event").get(pk=table.pk)


def totals_of(event: Event) -> dict[int, Any]:
    """Return the first ranking value by start number, computed now."""
    event = Event.objects.get(pk=event.pk)
    results = load_results(event)
    lines = lines_of(event, results, ranked_entrants(event, results))
    return {line.entrant: line.values[0] for line in lines}


def entrant(event: Event, number: int) -> Any:
    """Return the entrant with this start number."""
    return event.entrants.select_related("event", "player").get(number=number)


def places(table: Table, *numbers: int | tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Return places by start numbers; a pair is the player and the account."""
    ids = dict(table.round.event.entrants.values_list("number", "pk"))
    pairs = [each if isinstance(each, tuple) else (each, each) for each in numbers]
    return tuple((ids[who], ids[whose]) for who, whose in pairs)


def seats_of(table: Table) -> list[list[int]]:
    """Return start numbers of every part."""
    parts = table.parts.order_by("position")
    return [list(part.seats.order_by("position").values_list("entrant__number", flat=True)) for part in parts]
