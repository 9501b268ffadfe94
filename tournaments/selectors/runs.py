"""How points grew deal by deal: of a few entrants over an evening, or of everybody at one table.

Points go to the account of a seat. Only the sheets of whoever is asked for are folded.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.sheet import Row
from tournaments.models import Deal, Event, RoundStatus, Table
from tournaments.selectors.publications import Sight
from tournaments.selectors.results import rulings_by_deal
from tournaments.selectors.sheets import LoadedPart, load_many


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One deal of somebody: where it was, what it brought, and what he had after it.

    `place` counts the deals of the evening, rounds in order; a round is as long as its longest sheet shown.
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
    """The row a step came from, for whoever wants to say what was played."""

    loaded: LoadedPart
    deal: Deal
    row: Row


@dataclass(frozen=True, slots=True)
class Stretch:
    """A round on the way: after which deal of the evening it begins, and with which it ends."""

    round: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """The steps of everybody asked for, by start number, and the rounds they walked through."""

    stretches: tuple[Stretch, ...]
    steps: Mapping[int, tuple[Step, ...]]

    def total_after(self, number: int, place: int) -> int:
        """What somebody had after so many deals of the evening."""
        return next((step.total for step in reversed(self.steps[number]) if step.place <= place), 0)


Sheets = Mapping[Table, list[LoadedPart]]


def runs_of(event: Event, numbers: Collection[int], sight: Sight) -> Runs:
    """The evenings of these start numbers as far as they may be seen; nine queries at most."""
    tables = [table for table in tables_played(event, numbers) if not sight.hides(table.round.number)]
    sheets = load_many(event, [table.pk for table in tables])
    return make_runs(event, {table: sheets[table.pk] for table in tables}, numbers)


def tables_played(event: Event, numbers: Collection[int]) -> Sequence[Table]:
    """The tables of released rounds whose points go to these start numbers, in order; one query."""
    tables = Table.objects.filter(round__event=event, parts__seats__account__number__in=list(numbers))
    released = tables.exclude(round__status=RoundStatus.DRAFT).select_related("round")
    return list(released.order_by("round__number", "number").distinct())


def runs_at(table: Table) -> Runs:
    """One table: everybody who has points from it; eight queries at most."""
    event, parts = table.round.event, load_many(table.round.event, [table.pk])[table.pk]
    number_by_account = dict(event.entrants.values_list("pk", "number"))
    seats = [seat for loaded in parts for seat in loaded.part.seats.all()]
    return make_runs(
        event, {table: parts}, dict.fromkeys(number_by_account[seat.account_id] for seat in seats)
    )


def make_runs(event: Event, sheets: Sheets, numbers: Iterable[int]) -> Runs:
    """The steps on these sheets, which stand in the order they were played."""
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
    """What is needed to tell a row: whose account a seat is, and what was ruled; three queries."""

    def __init__(self, event: Event) -> None:
        self.number_by_account = dict(event.entrants.values_list("pk", "number"))
        self.ruled = rulings_by_deal(event)

    def accounts(self, loaded: LoadedPart) -> list[int]:
        """The start numbers that the points of a part go to, seat by seat."""
        return [self.number_by_account[seat.account_id] for seat in loaded.part.seats.all()]

    def points(self, deal: Deal, row: Row) -> Sequence[int]:
        """What a row is worth to every seat."""
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
    """Start number and step of every seat in every row that counts."""
    for loaded in parts:
        accounts = told.accounts(loaded)
        for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True):
            points = told.points(deal, row)
            if row.outcome.counts or any(points):
                for account, delta in zip(accounts, points, strict=True):
                    yield account, step_facts(table, row, start, delta, Made(loaded, deal, row))


def step_facts(table: Table, row: Row, start: int, delta: int, made: Made) -> dict[str, Any]:
    """A step but for its total."""
    return {
        "round": table.round.number,
        "table": table.number,
        "deal": row.deal,
        "place": start + row.deal,
        "delta": delta,
        "made": made,
    }
