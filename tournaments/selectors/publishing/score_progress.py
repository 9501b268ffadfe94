"""Points deal by deal: of selected entrants over an event, or of all entrants at one table.

Points go to the account of a seat. Only the sheets of the requested entrants are folded.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.sheet.sheet import Row
from scoring.sheet.tallies import more_points_win
from tournaments.models import Deal, Event, Table
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.sheets.folded_sheets import LoadedPart, SheetMemory, load_many
from tournaments.selectors.standings.ranking_rules import method_of
from tournaments.selectors.standings.results import rulings_by_deal

REMEMBERED_RACES = 20
NEWEST, MOST_SEATS = 200, 5  # deals among which the big games are sought, at tables of so many


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
    made: "Made | None" = None


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
        """Return an entrant's total after this many deals of the event."""
        return next((step.total for step in reversed(self.steps[number]) if step.place <= place), 0)


Sheets = Mapping[Table, Sequence[LoadedPart]]
RACES: SheetMemory[Runs] = SheetMemory(REMEMBERED_RACES)


def runs_of(public: PublicEvent, numbers: Collection[int]) -> Runs:
    """Return the visible steps of these start numbers over the event; nine queries at most."""
    own = Table.objects.filter(parts__seats__account__number__in=list(numbers))
    tables = own.filter(round__in=[each.pk for each in public.visible]).select_related("round")
    in_order = list(tables.order_by("round__number", "number").distinct())
    sheets = load_many(public.event, [table.pk for table in in_order])
    return make_runs(public, {table: sheets[table.pk] for table in in_order}, numbers)


def race_runs(public: PublicEvent, numbers: Collection[int]) -> Runs:
    """Return the steps of these start numbers without their rows; one query while nothing has changed.

    Sheets and rulings that are the same, by their digests, give the same steps: none is stale.
    """
    visible = Table.objects.filter(round__in=[each.pk for each in public.visible])
    heads = visible.order_by("pk").values_list("head", flat=True)
    state = "/".join([public.event.head, *heads, *map(str, numbers)])
    key = hashlib.sha256(state.encode()).hexdigest()
    runs = RACES.get(public.event.pk, key)
    if runs is None:
        whole = runs_of(public, numbers)
        bare = {
            number: tuple(replace(step, made=None) for step in own) for number, own in whole.steps.items()
        }
        runs = replace(whole, steps=bare)
        RACES.put(public.event.pk, key, runs)
    return runs


def runs_at(public: PublicEvent, table: Table, parts: Sequence[LoadedPart]) -> Runs:
    """Return the steps of all entrants with points from one table; two queries at most."""
    seats = [seat for loaded in parts for seat in loaded.part.seats.all()]
    return make_runs(public, {table: parts}, dict.fromkeys(public.account_of(seat).number for seat in seats))


def make_runs(public: PublicEvent, sheets: Sheets, numbers: Iterable[int]) -> Runs:
    """Build the steps from these sheets, which must be in playing order; points as ruled."""
    stretches = stretches_of(sheets)
    start_by_round = {each.round: each.start for each in stretches}
    steps: dict[int, list[Step]] = {number: [] for number in numbers}
    for account, table, made, delta in gains(public, sheets):
        own = steps.get(account)
        if own is not None:
            step = Step(
                round=table.round.number,
                table=table.number,
                deal=made.row.deal,
                place=start_by_round[table.round.number] + made.row.deal,
                delta=delta,
                total=(own[-1].total if own else 0) + delta,
                made=made,
            )
            own.append(step)
    return Runs(stretches=stretches, steps={number: tuple(own) for number, own in steps.items()})


def gains(public: PublicEvent, sheets: Sheets) -> Iterator[tuple[int, Table, Made, int]]:
    """Yield what each account gained at a table by each deal that counts, or has points by a ruling."""
    ruled = rulings_by_deal(public.event)
    for table, loaded in ((table, loaded) for table, parts in sheets.items() for loaded in parts):
        accounts = [public.account_of(seat).number for seat in loaded.part.seats.all()]
        for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True):
            points = ruled.get(deal.pk, row.outcome.deltas)
            if row.outcome.counts or any(points):
                made = Made(loaded, deal, row)
                yield from ((to, table, made, delta) for to, delta in zip(accounts, points, strict=True))


def big_steps(public: PublicEvent, most: int) -> list[tuple[int, Step]]:
    """Return the steps of the newest deals that helped a player most, each after the start number; the best
    first, of equal ones the newest.
    """
    steps = [
        (number, step, step.made.deal.pk)
        for number, own in runs_of(public, public.names).steps.items()
        for step in own
        if step.made and step.made.row.outcome.counts
    ]
    sign = sign_of_gain(public.event)
    newest = sorted(steps, key=lambda each: -each[2])[: NEWEST * MOST_SEATS]
    best = sorted(newest, key=lambda each: (-sign * each[1].delta, -each[2]))[:most]
    return [(number, step) for number, step, _ in best if sign * step.delta > 0]


def best_and_worst(event: Event, steps: Sequence[Step]) -> tuple[Step | None, Step | None]:
    """Return the step that helped a player most and the one that cost them most, each None if none did."""
    sign = sign_of_gain(event)
    best = max(steps, key=lambda step: sign * step.delta)
    worst = min(steps, key=lambda step: sign * step.delta)
    return best if sign * best.delta > 0 else None, worst if sign * worst.delta < 0 else None


def sign_of_gain(event: Event) -> int:
    """Return 1 where more points are better in the game of an event, -1 where fewer are."""
    return 1 if more_points_win(method_of(event).ranks_by) else -1


def stretches_of(sheets: Sheets) -> tuple[Stretch, ...]:
    """Return the rounds in order, each as long as its longest sheet."""
    longest: dict[int, int] = {}
    for table, parts in sheets.items():
        counted = parts[-1].sheet.deals_counted if parts else 0
        longest[table.round.number] = max(longest.get(table.round.number, 0), counted)
    stretches: list[Stretch] = []
    for number in sorted(longest):
        start = stretches[-1].end if stretches else 0
        stretches.append(Stretch(number, start, start + longest[number]))
    return tuple(stretches)
