"""Points deal by deal: of selected entrants over an event, or of all entrants at one table.

Points go to the account of a seat. Only the sheets of the requested entrants are folded.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.sheet.sheet import Row
from tournaments.models import Deal, Event, RoundStatus, Table
from tournaments.selectors.publishing.publications import Visibility
from tournaments.selectors.sheets.folded_sheets import LoadedPart, load_many
from tournaments.selectors.standings.results import rulings_by_deal


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One deal of an entrant: its place, the points, and the total after it.

    `place` counts the deals of the event, rounds in order; a round is as long as its longest sheet shown.
    """

    round: int
    table: int
    deal: int
    place: int
    delta: int
    total: int
    made: "Made"


@dataclass(frozen=True, slots=True)
class Made:
    """The row that a step comes from, for callers that describe the deal."""

    loaded: LoadedPart
    deal: Deal
    row: Row


@dataclass(frozen=True, slots=True)
class Stretch:
    """A round on the axis of deals: the deal after which it begins, and the one with which it ends."""

    round: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """The steps of the requested entrants, by start number, and the rounds they cover."""

    stretches: tuple[Stretch, ...]
    steps: Mapping[int, tuple[Step, ...]]

    def total_after(self, number: int, place: int) -> int:
        """An entrant's total after this many deals of the event."""
        return next((step.total for step in reversed(self.steps[number]) if step.place <= place), 0)


Sheets = Mapping[Table, list[LoadedPart]]


def runs_of(event: Event, numbers: Collection[int], visibility: Visibility) -> Runs:
    """The visible steps of these start numbers over the event; nine queries at most."""
    tables = [table for table in tables_played(event, numbers) if not visibility.hides(table.round.number)]
    sheets = load_many(event, [table.pk for table in tables])
    return make_runs(event, {table: sheets[table.pk] for table in tables}, numbers)


def tables_played(event: Event, numbers: Collection[int]) -> Sequence[Table]:
    """The tables of released rounds whose points go to these start numbers, in order; one query."""
    tables = Table.objects.filter(round__event=event, parts__seats__account__number__in=list(numbers))
    released = tables.exclude(round__status=RoundStatus.DRAFT).select_related("round")
    return list(released.order_by("round__number", "number").distinct())


def runs_at(table: Table) -> Runs:
    """The steps of all entrants with points from one table; eight queries at most."""
    event, parts = table.round.event, load_many(table.round.event, [table.pk])[table.pk]
    number_by_account = dict(event.entrants.values_list("pk", "number"))
    seats = [seat for loaded in parts for seat in loaded.part.seats.all()]
    return make_runs(
        event, {table: parts}, dict.fromkeys(number_by_account[seat.account_id] for seat in seats)
    )


def make_runs(event: Event, sheets: Sheets, numbers: Iterable[int]) -> Runs:
    """Build the steps from these sheets, which must be in playing order."""
    stretches, told = stretches_of(sheets), Telling(event)
    start_by_round = {each.round: each.start for each in stretches}
    steps: dict[int, list[Step]] = {number: [] for number in numbers}
    for table, parts in sheets.items():
        for number, step in steps_of(table, parts, start_by_round[table.round.number], told):
            if number in steps:
                before = steps[number][-1].total if steps[number] else 0
                steps[number].append(Step(**step, total=before + step["delta"]))
    return Runs(stretches=stretches, steps={number: tuple(own) for number, own in steps.items()})


class Telling:
    """Data for reading rows: the account of each seat, and the rulings; three queries."""

    def __init__(self, event: Event) -> None:
        self.number_by_account = dict(event.entrants.values_list("pk", "number"))
        self.ruled = rulings_by_deal(event)

    def accounts(self, loaded: LoadedPart) -> list[int]:
        """The start numbers that receive the points of a part, seat by seat."""
        return [self.number_by_account[seat.account_id] for seat in loaded.part.seats.all()]

    def points(self, deal: Deal, row: Row) -> Sequence[int]:
        """The points of a row for every seat, as ruled if there is a ruling."""
        return self.ruled.get(deal.pk, row.outcome.deltas)


def stretches_of(sheets: Sheets) -> tuple[Stretch, ...]:
    """The rounds in order, each as long as its longest sheet."""
    longest: dict[int, int] = {}
    for table, parts in sheets.items():
        counted = parts[-1].sheet.deals_counted if parts else 0
        longest[table.round.number] = max(longest.get(table.round.number, 0), counted)
    found: list[Stretch] = []
    for number in sorted(longest):
        start = found[-1].end if found else 0
        found.append(Stretch(number, start, start + longest[number]))
    return tuple(found)


def steps_of(
    table: Table, parts: Iterable[LoadedPart], start: int, told: Telling
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield start number and step of every seat in every row that counts."""
    for loaded in parts:
        accounts = told.accounts(loaded)
        for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True):
            points = told.points(deal, row)
            if row.outcome.counts or any(points):
                for account, delta in zip(accounts, points, strict=True):
                    yield account, step_facts(table, row, start, delta, Made(loaded, deal, row))


def step_facts(table: Table, row: Row, start: int, delta: int, made: Made) -> dict[str, Any]:
    """A step without its total."""
    return {
        "round": table.round.number,
        "table": table.number,
        "deal": row.deal,
        "place": start + row.deal,
        "delta": delta,
        "made": made,
    }
