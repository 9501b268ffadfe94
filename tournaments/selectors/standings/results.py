"""Sums of an event's tables, and its standings: as stored, or computed from the rows of the sheets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet, prefetch_related_objects

from rules.game import Game
from rules.halves import in_halves
from scoring.sheet.sheet import Sheet
from scoring.sheet.tallies import POINTS, Adjusted, PartResult, deal_tallies, json_value
from scoring.standings.standings import Line, Method, compute_standings
from tournaments.models import (
    Admission,
    Deal,
    Event,
    MissingDeals,
    Part,
    RoundStatus,
    Ruling,
    Standings,
    StandingsRow,
    Table,
)
from tournaments.selectors.sheets.agreements import deals_expected, game_of
from tournaments.selectors.sheets.folded_sheets import accounts_of, load_many, open_part, part_sums
from tournaments.selectors.standings.ranking_rules import is_as_before, leavers_of, method_of

Results = dict[int, PartResult]  # by the part's ID


def load_results(event: Event) -> list[PartResult]:
    """Return the result of every part of released sheets with a counting deal; a handful of queries."""
    return list(results_by_part(event).values())


def results_by_part(event: Event) -> Results:
    """Return the results by the part's ID."""
    return with_decisions(event, written_results(event))


def written_results(event: Event) -> Results:
    """Return the results of the sheets as recorded; one query."""
    parts = Part.objects.filter(table__round__event=event, deals_counted__gt=0)
    released = parts.exclude(table__round__status=RoundStatus.DRAFT).order_by()
    columns = ("pk", "table__round__number", "accounts", "tallies", "deals_counted", "table__number")
    return {key: PartResult(*result) for key, *result in released.values_list(*columns)}


def folded_result(table: Table, part: Part, sheet: Sheet) -> PartResult:
    """Return the result of a part from its rows, not from stored sums."""
    sums = part_sums(table.round.event, sheet)
    accounts = tuple(accounts_of(part))
    return PartResult(table.round.number, accounts, sums["tallies"], sums["deals_counted"], table.number)


# Standings


class EventStandings(NamedTuple):
    """The standings of an event: their version with the number of deals counted, and the rows, best first."""

    head: Standings
    rows: Sequence[StandingsRow]


def current_standings(event: Event) -> EventStandings:
    """Return the standings as stored, or computed now if a change waits for its computation; store nothing.

    The rows know their entrants; two queries if nothing waits.
    """
    stored = EventStandings(standings_head(event), list(stored_rows(event).select_related("entrant")))
    if not event.markers.exists():
        return stored
    fresh = computed_standings(event)
    before = {row.entrant_id: row.previous_rank for row in stored.rows}
    for row in fresh.rows:
        row.previous_rank = before.get(row.entrant_id)
    prefetch_related_objects(fresh.rows, "entrant")
    return fresh


def standings_head(event: Event) -> Standings:
    """Return version and number of deals of the standings as computed last, version 0 before the first."""
    return Standings.objects.filter(event=event).order_by().first() or Standings(event=event)


def stored_rows(event: Event) -> QuerySet[StandingsRow]:
    """Return the rows as computed last, best first."""
    return event.standings_rows.order_by("rank", "entrant__number")


def computed_standings(event: Event) -> EventStandings:
    """Return the standings as the results of the tables give them now, stored nowhere."""
    head, results = standings_head(event), load_results(event)
    ids = ranked_entrants(event, results)
    lines = sorted(lines_of(event, results, ids), key=lambda line: (line.rank, line.entrant))
    head.deals_counted = sum(result.deals_counted for result in results)
    rows = [StandingsRow(event=event, entrant_id=ids[line.entrant], **row_values(line)) for line in lines]
    return EventStandings(head, rows)


def row_values(line: Line) -> dict[str, Any]:
    """Return a line as the fields of a row."""
    return {
        "rank": line.rank,
        "is_placed": line.is_placed,
        "values": [json_value(value) for value in line.values],
        "rounds": [[number, json_value(value)] for number, value in sorted(line.rounds.items())],
        "tie_breaks": {key: json_value(value) for key, value in line.tie_breaks.items()},
    }


# Decisions


def with_decisions(event: Event, written: Results, instead: Mapping[int, Sheet] | None = None) -> Results:
    """Return results with the rulings on their deals and the missing deals of abandoned tables.

    `instead` holds sheets that would replace the stored ones, by the part's ID.
    """
    return with_missing(event, with_rulings(event, written, instead or {}))


def with_rulings(event: Event, written: Results, instead: Mapping[int, Sheet]) -> Results:
    """Return results with the points of every ruled deal replaced; folds only the sheets that have one.

    A deal cancelled by a ruling is in no tally, unless the event counts by the rules of earlier versions.
    """
    points_by_deal = rulings_by_deal(event)
    tables = Deal.objects.filter(pk__in=points_by_deal).values_list("table_id", flat=True)
    results = dict(written)
    for parts in load_many(event, set(tables) if points_by_deal else ()).values():
        for loaded in parts:
            if loaded.part.pk in results:
                sheet = instead.get(loaded.part.pk, loaded.sheet)
                ruled = [points_by_deal.get(deal.pk) for deal in loaded.deals]
                result = ruled_result(results[loaded.part.pk], sheet, ruled)
                if not is_as_before(event):
                    opening = open_part(event, loaded.part, 0).state
                    result = without_cancelled(result, game_of(event), opening, sheet, ruled)
                results[loaded.part.pk] = result
    return results


def rulings_by_deal(event: Event) -> dict[int, list[int]]:
    """Return the points ruled for each seat, by the deal's ID; without rulings on deals struck out since."""
    rulings = Ruling.objects.filter(deal__table__round__event=event, deal__number__isnull=False)
    return dict(rulings.filter(is_undone=False).order_by().values_list("deal_id", "points"))


def ruled_result(result: PartResult, sheet: Sheet, ruled: Sequence[Sequence[int] | None]) -> PartResult:
    """Return a result with the points as ruled; other tallies as recorded."""
    totals: Sequence[int] = result.tallies[POINTS]
    for row, points in zip(sheet.rows, ruled, strict=False):
        if points:
            changes = zip(totals, points, row.outcome.deltas, strict=True)
            totals = in_halves(total + point - delta for total, point, delta in changes)
    return result._replace(tallies={**result.tallies, POINTS: totals})


def without_cancelled(
    result: PartResult, game: Game, opening: Any, sheet: Sheet, ruled: Sequence[Sequence[int] | None]
) -> PartResult:
    """Return a result without deals whose ruling is 0 for every seat: neither won nor lost, and in no other
    tally.

    The points are as ruled already.
    """
    cancelled = {
        row.number
        for row, points in zip(sheet.rows, ruled, strict=False)
        if points is not None and not any(points)
    }
    tallies = {name: list(values) for name, values in result.tallies.items()}
    for added in deal_tallies(game, opening, sheet.rows, cancelled):
        for name in added.keys() & tallies.keys() - {POINTS}:
            tallies[name] = [count - more for count, more in zip(tallies[name], added[name], strict=True)]
    return result._replace(tallies=tallies)


def with_missing(event: Event, results: Results) -> Results:
    """Return results with the missing deals of abandoned tables, if the event counts them as zero.

    They belong to the last part with a counting deal: a table without one has not played.
    """
    if event.missing_deals != MissingDeals.ZERO:
        return results
    changed = dict(results)
    for part_ids, seats in abandoned_tables(event).values():
        played = [part_id for part_id in part_ids if part_id in results]
        counted = sum(results[part_id].deals_counted for part_id in played)
        missing = max(0, (deals_expected(event, seats) or 0) - counted)
        if played:
            changed[played[-1]] = changed[played[-1]]._replace(deals_missing=missing)
    return changed


def abandoned_tables(event: Event) -> dict[int, tuple[list[int], int]]:
    """Return part IDs in order, and the number of seats of the last part, of every abandoned table.

    One query.
    """
    parts = Part.objects.filter(table__round__event=event, table__is_broken_off=True)
    rows = parts.annotate(size=Count("seats")).order_by("table_id", "position")
    tables: dict[int, tuple[list[int], int]] = {}
    for table_id, part_id, size in rows.values_list("table_id", "pk", "size"):
        tables[table_id] = ([*tables.get(table_id, ([], 0))[0], part_id], size)
    return tables


def adjustments_of(event: Event) -> tuple[Adjusted, ...]:
    """Return the adjustments in force; one query."""
    rows = event.adjustments.filter(is_undone=False).order_by("pk")
    return tuple(Adjusted(*row) for row in rows.values_list("entrant__number", "points", "round_number"))


def lines_of(event: Event, results: Iterable[PartResult], numbers: Iterable[int]) -> list[Line]:
    """Compute the lines of an event's standings from the results of its tables."""
    return compute_standings(results, numbers, whole_method(event))


def whole_method(event: Event) -> Method:
    """Return the ranking method of an event, with early leavers and adjustments; two queries."""
    return replace(method_of(event), leavers=leavers_of(event), adjustments=adjustments_of(event))


def ranked_entrants(event: Event, results: Iterable[PartResult]) -> dict[int, int]:
    """Return IDs by start number of all listed entrants: without the waiting list and those who never came.

    Until a round is released, registered entrants who are not present are listed only if they agreed to
    it. If the event leaves out who never played, only those with a counting deal are listed from the first
    one on.
    """
    playing = {account for result in results for account in result.accounts}
    if event.hides_unplayed and playing:
        return dict(event.entrants.filter(number__in=playing).order_by("number").values_list("number", "pk"))
    has_begun = event.rounds.exclude(status=RoundStatus.DRAFT).exists()
    entrants = event.entrants.annotate(is_seen=Q(is_present=True) | Q(agrees_to_list=True))
    rows = entrants.values_list("number", "pk", "admission", "left_after", "is_seen")
    return {
        number: pk
        for number, pk, admission, left_after, is_seen in rows
        if number in playing or (is_in_play(admission, left_after) and (has_begun or is_seen))
    }


def is_in_play(admission: str, left_after: int | None) -> bool:
    """Return whether an entrant has a place and did not leave before playing."""
    return admission == Admission.ENTERED or (admission == Admission.LEFT and bool(left_after))
