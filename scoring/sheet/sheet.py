"""A table's score sheet: the fold of its deals, in order, over the rules of its game.

Carried state (dealer, pot, quotas, totals) is never stored as a source: if deal 7 is corrected, everything
after it is derived again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.game import Game, Outcome, Violation
from rules.reading import Refused, dealer_problems, read_record


class IllegalDeal(ValueError):
    """A record that the rules refuse; carries every violation."""

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations = list(violations)
        super().__init__("; ".join(str(violation) for violation in self.violations))


class Row(NamedTuple):
    """A row of a sheet. `deal` is the number of the counting deal; a passed row shares it with the next.

    A row with violations became impossible through an earlier correction: it counts, without points.
    """

    number: int
    deal: int
    dealer: int
    record: Any
    outcome: Outcome
    totals: tuple[int, ...]
    violations: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows so far and the state after them."""

    rows: tuple[Row, ...]
    state: Any
    deals_counted: int

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the points per seat so far."""
        return self.state.totals  # type: ignore[no-any-return]

    @property
    def broken(self) -> frozenset[int]:
        """Return the numbers of the impossible rows."""
        return frozenset(row.number for row in self.rows if row.violations)


def blank_sheet(state: Any, *, deals_counted: int = 0) -> Sheet:
    """Return a sheet before its first row. A later part of a table continues the count of deals."""
    return Sheet((), state, deals_counted)


def deal_violations(game: Game, state: Any, record: Any) -> list[Violation]:
    """Return every violation of a record at this point of the sheet."""
    return [*dealer_problems(state, record), *game.violations(state, record)]


def extend_sheet(game: Game, sheet: Sheet, record: Any, *, number: int) -> Sheet:
    """Return the sheet with one more row. Raises IllegalDeal with every violation."""
    if problems := deal_violations(game, sheet.state, record):
        raise IllegalDeal(problems)
    return fold_sheet(game, sheet, [record], first_number=number)


def fold_sheet(game: Game, sheet: Sheet, records: Iterable[Any], *, first_number: int = 1) -> Sheet:
    """Return the sheet after all records; a row the rules refuse is marked and counts without points."""
    rows = list(sheet.rows)
    state, counted = sheet.state, sheet.deals_counted
    for number, record in enumerate(records, start=first_number):
        problems = tuple(deal_violations(game, state, record))
        after, outcome = passed_over(state) if problems else game.settle(state, record)
        rows.append(Row(number, counted + 1, state.dealer, record, outcome, after.totals, problems))
        state = after
        counted += outcome.counts
    return Sheet(tuple(rows), state, counted)


def passed_over(state: Any) -> tuple[Any, Outcome]:
    """Return the state after an impossible row: no points, the deal passes on."""
    return state.missed(state.dealer + 1), Outcome((0,) * state.seats)


def broken_by(before: Iterable[Sheet], after: Iterable[Sheet], *, changed: int, shift: int = 0) -> list[int]:
    """Return the later rows that a change at row `changed` makes impossible, numbered as after it.

    `shift` is 1 for an inserted row, -1 for a struck one. Raises IllegalDeal if the changed row itself breaks
    the rules.
    """
    broken = {row.number: row for sheet in after for row in sheet.rows if row.violations}
    if shift >= 0 and changed in broken:
        raise IllegalDeal(broken[changed].violations)
    were_broken = {number for sheet in before for number in sheet.broken}
    return sorted(set(broken) - {number + shift if number >= changed else number for number in were_broken})


def read_deal(game: Game, raw: object) -> Any:
    """Return a record from JSON. Raises IllegalDeal (`bad_field`) if it cannot be read."""
    try:
        return read_record(game, raw)
    except Refused as refused:
        raise IllegalDeal(refused.violations) from refused


def plain(value: Any) -> Any:
    """Return facts as JSON values: tuples as lists."""
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    return value
