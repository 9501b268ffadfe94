"""What a correction would do to the standings, before it is taken: every line that moves or changes."""

from collections.abc import Sequence
from typing import Any

from scoring.sheet import IllegalDeal, Sheet, read_deal
from scoring.standings import Line
from scoring.tallies import PartResult, json_value, sheet_tallies
from tournaments.models import Part, Table
from tournaments.selectors.results import lines_of, results_by_part
from tournaments.selectors.sheets import LoadedPart, game_of, load_parts
from tournaments.selectors.tables import fold_with


def ripple_of_correction(table: Table, *, number: int, record: object) -> list[dict[str, Any]]:
    """Lines that change if row `number` had this record; none if the rules refuse it."""
    parts = load_parts(table)
    try:
        read_deal(game_of(table.round.event), record)
    except IllegalDeal:
        return []
    after = fold_with(table, parts, number, record)
    if any(row.number == number and row.violations for sheet in after for row in sheet.rows):
        return []
    return ripple(table, parts, after)


def ripple(table: Table, before: Sequence[LoadedPart], after: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Lines that change if the parts of a table had these sheets: rank and total before and after.

    In the order of the ranks after; the number of queries does not grow with entrants.
    """
    event, now = table.round.event, results_by_part(table.round.event)
    then = {
        **now,
        **{
            each.part.pk: result_of(table, each.part, sheet)
            for each, sheet in zip(before, after, strict=True)
        },
    }
    entrants = dict(event.entrants.values_list("number", "player__name"))
    old = {line.entrant: line for line in lines_of(event, now.values(), entrants)}
    new = lines_of(event, then.values(), entrants)
    return [
        change(entrants[line.entrant], old[line.entrant], line)
        for line in new
        if shown(line) != shown(old[line.entrant])
    ]


def result_of(table: Table, part: Part, sheet: Sheet) -> PartResult:
    """A part as standings take it, from its sheet."""
    outcomes = [row.outcome for row in sheet.rows]
    tallies = sheet_tallies(game_of(table.round.event), sheet.state, outcomes)
    accounts = tuple(seat.account.number for seat in part.seats.select_related("account"))
    counted = sum(outcome.counts for outcome in outcomes)
    return PartResult(table.round.number, accounts, tallies, counted, table.number)


def shown(line: Line) -> tuple[int, Any]:
    """What people see of a line first."""
    return (line.rank, line.values[0])


def change(name: str, before: Line, after: Line) -> dict[str, Any]:
    """One line, before and after."""
    return {
        "number": after.entrant,
        "name": name,
        "rank_before": before.rank,
        "rank_after": after.rank,
        "total_before": json_value(before.values[0]),
        "total_after": json_value(after.values[0]),
    }
