"""The effect of a correction on the standings before it is made: every row that would change."""

from collections.abc import Sequence
from typing import Any

from scoring.phone.preview import corrected
from scoring.sheet.sheet import IllegalDeal, Sheet, read_deal
from scoring.sheet.tallies import json_value
from scoring.standings.standings import Line
from tournaments.models import Table
from tournaments.selectors.publishing.public_event import PublicEvent, hides_sheet
from tournaments.selectors.rounds.progress import NameOf
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.folded_sheets import LoadedPart, load_parts, sheet_of
from tournaments.selectors.standings.results import folded_result, lines_of, with_decisions, written_results
from tournaments.wording.names import full_name, public_name


def correction_impact(table: Table, *, number: int, record: object) -> list[dict[str, Any]]:
    """Return rows that would change if row `number` had this record, with public names.

    Empty if the rules refuse the record, or while the standings are secret until prize-giving.
    """
    event = table.round.event
    if hides_sheet(event, table.round.number):
        return []
    parts = load_parts(table)
    try:
        read_deal(game_of(table.round.event), record)
    except IllegalDeal:
        return []
    after = corrected(sheet_of(table, parts).sheet, number, record).folds
    if any(row.number == number and row.violations for sheet in after for row in sheet.rows):
        return []
    return impact_on_standings(table, parts, after, name_of=public_name)


def impact_on_standings(
    table: Table, before: Sequence[LoadedPart], after: Sequence[Sheet], *, name_of: NameOf = full_name
) -> list[dict[str, Any]]:
    """Return rows that would change if a table's parts had these sheets: rank and total before and after.

    Ordered by the rank after; the number of queries does not grow with entrants.
    """
    event, written = table.round.event, written_results(table.round.event)
    sheets = {each.part.pk: sheet for each, sheet in zip(before, after, strict=True)}
    changed = {each.part.pk: folded_result(table, each.part, sheets[each.part.pk]) for each in before}
    now, then = with_decisions(event, written), with_decisions(event, {**written, **changed}, sheets)
    entrants = PublicEvent(event, name_of=name_of).names
    old = {line.entrant: line for line in lines_of(event, now.values(), entrants)}
    new = lines_of(event, then.values(), entrants)
    return [
        change(entrants[line.entrant], old[line.entrant], line)
        for line in new
        if visible_values(line) != visible_values(old[line.entrant])
    ]


def visible_values(line: Line) -> tuple[int | None, Any]:
    """Return the values of a line that decide whether it changed.

    Its rank, if it is placed, and the total.
    """
    return (line.rank if line.is_placed else None, line.values[0])


def change(name: str, before: Line, after: Line) -> dict[str, Any]:
    """Return one row, before and after; without a rank, the rank is only the position in the list."""
    return {
        "number": after.entrant,
        "name": name,
        "rank_before": before.rank,
        "rank_after": after.rank,
        "is_ranked_before": before.is_placed,
        "is_ranked_after": after.is_placed,
        "total_before": json_value(before.values[0]),
        "total_after": json_value(after.values[0]),
    }
