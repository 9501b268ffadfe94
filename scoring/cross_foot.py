"""Compare a sheet with the totals on its paper; if they differ, find the single slips that explain it.

Every proposal reproduces the paper's totals exactly, by the game's own rules: a row is changed and the sheet
folded again. Explanations that the totals alone cannot separate form one proposal with all their rows. Two
slips at once are not searched for.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from rules.game import Game, TableState, Term, field_names, text
from rules.reading import read_record
from scoring.sheet import Sheet, deal_violations, passed_over
from scoring.small_edits import NUMBERS, RESULT, SEAT, SIGN, VALUE, Edit, plain_record, small_edits

COLUMNS, TOTAL_SIGN, TOTAL_DIGITS = "columns", "total_sign", "total_digits"
TWICE, MISSING, MINUS, DIGITS = "twice", "missing", "minus", "digits"
LIKELINESS = (
    COLUMNS,
    TOTAL_SIGN,
    TOTAL_DIGITS,
    RESULT,
    SEAT,
    TWICE,
    MINUS,
    SIGN,
    NUMBERS,
    VALUE,
    MISSING,
    DIGITS,
)
"""The order of kinds, most likely first, where nothing else decides."""
MOST_ROWS_REFOLDED = 40

MESSAGES = {
    COLUMNS: text("Seats {first} and {second} are swapped among the totals."),
    TOTAL_SIGN: text("The total of seat {seat} has the wrong sign: here {ours}, on paper {paper}."),
    TOTAL_DIGITS: text("Digits of seat {seat}'s total are swapped: here {ours}, on paper {paper}."),
    RESULT: text("Made and lost are swapped in one deal. Check row {rows}."),
    SEAT: text("One deal of seat {second} is entered for seat {first}. Check row {rows}."),
    TWICE: text("One deal is entered twice. Check row {rows}."),
    MINUS: text("On paper a deal of seat {seat} was counted with the wrong sign. Check row {rows}."),
    SIGN: text("One deal has a minus too many or too few. Check row {rows}."),
    NUMBERS: text("Two numbers of one deal are swapped. Check row {rows}."),
    VALUE: text("“{label}” differs in one deal. Check row {rows}."),
    MISSING: text("One deal is missing here: it scored {points}."),
    DIGITS: text("Digits were swapped in a running total of seat {seat} on paper. Check row {rows}."),
}


@dataclass(frozen=True, slots=True)
class Foot:
    """The foot of the paper: totals by seat (None: not read), number of deals, next dealer."""

    totals: Sequence[int | None]
    deals: int | None = None
    next_dealer: int | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """One explanation: the rows where it may have happened, a sentence and its values."""

    kind: str
    seats: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()
    field: str = ""
    values: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def message(self) -> str:
        """Return the sentence as a template."""
        return MESSAGES[self.kind]

    def __str__(self) -> str:
        return self.message.format(**self.values)


@dataclass(frozen=True, slots=True)
class Footing:
    """A sheet with the foot of its paper; `states[i]` is the state before row i, the last one after all."""

    game: Game
    sheet: Sheet
    foot: Foot
    states: tuple[Any, ...]

    def agrees(self, totals: Sequence[int]) -> bool:
        """Return whether these totals are those of the paper."""
        pairs = zip(totals, self.foot.totals, strict=False)
        return all(paper is None or paper == total for total, paper in pairs)


def differences(sheet: Sheet, foot: Foot) -> list[int]:
    """Return by seat the paper's total minus ours; 0 where nothing was read."""
    pairs = zip(sheet.totals, foot.totals, strict=False)
    return [0 if paper is None else paper - total for total, paper in pairs]


def find_slips(game: Game, opening: Sheet, sheet: Sheet, foot: Foot) -> list[Slip]:
    """Return the explanations of the difference, most likely first; none without a difference or single slip.

    `opening` is the sheet before its first row.
    """
    footing = Footing(game, sheet, foot, states_of(game, opening, sheet))
    is_even = not any(differences(sheet, foot))
    if is_even and foot.deals in (None, sheet.deals_counted):
        return []
    found = [*structural_slips(footing)]
    if not is_even:
        found += [*total_slips(footing), *row_slips(footing)]
    return sorted(joined(found), key=lambda slip: unlikeliness(footing, slip))


def states_of(game: Game, opening: Sheet, sheet: Sheet) -> tuple[Any, ...]:
    """Return the state before every row, and the last."""
    states = [opening.state]
    for row in sheet.rows:
        after, _ = passed_over(states[-1]) if row.violations else game.settle(states[-1], row.record)
        states.append(after)
    return tuple(states)


# Slips in the totals themselves


def total_slips(footing: Footing) -> Iterator[Slip]:
    """Slips at the paper's foot, not in a row: swapped columns, a lost minus, swapped digits."""
    ours, paper = footing.sheet.totals, footing.foot.totals
    for first, second in combinations(range(len(ours)), 2):
        swapped = list(ours)
        swapped[first], swapped[second] = ours[second], ours[first]
        if footing.agrees(swapped) and None not in (paper[first], paper[second]):
            values = {"first": first + 1, "second": second + 1}
            yield Slip(COLUMNS, (first, second), values=values)
    seat = one_seat(footing)
    if seat is not None:
        yield from foot_slips(footing, seat)
        yield from running_slips(footing, seat)


def foot_slips(footing: Footing, seat: int) -> Iterator[Slip]:
    """Slips in the one total that differs: its sign, or the order of its digits."""
    ours, paper = footing.sheet.totals[seat], footing.foot.totals[seat]
    values = {"seat": seat + 1, "ours": ours, "paper": paper}
    if paper == -ours:
        yield Slip(TOTAL_SIGN, (seat,), values=values)
    if paper in transpositions(ours):
        yield Slip(TOTAL_DIGITS, (seat,), values=values)


def one_seat(footing: Footing) -> int | None:
    """Return the only seat whose total differs."""
    seats = [seat for seat, each in enumerate(differences(footing.sheet, footing.foot)) if each]
    return seats[0] if len(seats) == 1 else None


def transpositions(number: int) -> set[int]:
    """Return the number with two neighbouring digits swapped; the difference is always a multiple of nine."""
    digits, sign = str(abs(number)), -1 if number < 0 else 1
    swapped = {
        sign * int(digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :])
        for at in range(len(digits) - 1)
    }
    return swapped - {number}


def running_slips(footing: Footing, seat: int) -> Iterator[Slip]:
    """Slips while adding up on paper: a wrong sign, or swapped digits in a running total."""
    difference = differences(footing.sheet, footing.foot)[seat]
    for row in footing.sheet.rows:
        delta, total = row.outcome.deltas[seat], row.totals[seat]
        if delta and difference == -2 * delta:
            yield Slip(MINUS, (seat,), (row.number,), values={"seat": seat + 1})
        if delta and total + difference in transpositions(total):
            yield Slip(DIGITS, (seat,), (row.number,), values={"seat": seat + 1})


# Slips in one row


def row_slips(footing: Footing) -> Iterator[Slip]:
    """Small edits of a row with which the sheet agrees."""
    for index, row in enumerate(footing.sheet.rows):
        if not row.violations:
            record = plain_record(footing.game, row.record)
            for edit in small_edits(footing.game, footing.states[index], record):
                if is_explained(footing, index, edit):
                    yield edit_slip(row.number, record, edit)


def is_explained(footing: Footing, index: int, edit: Edit) -> bool:
    """Return whether the sheet with this edit adds up to the paper's totals."""
    record = read_record(footing.game, edit.record)
    totals = refolded(footing, index, [record], skipped=1)
    return totals is not None and footing.agrees(totals)


def refolded(footing: Footing, index: int, records: Sequence[Any], *, skipped: int) -> Sequence[int] | None:
    """Return the totals with other records in place of some rows; None if the rules refuse one.

    Once the state is equal except for the totals, the rest of the sheet is unchanged.
    """
    game, state = footing.game, footing.states[index]
    rest = [row.record for row in footing.sheet.rows[index + skipped :]]
    for place, record in enumerate([*records, *rest], start=index + skipped - len(records)):
        if place >= index + skipped and is_alike(state, footing.states[place]):
            return carried_on(footing, state, place)
        if deal_violations(game, state, without_check(record)):
            return None
        state, _ = game.settle(state, record)
    return state.totals  # type: ignore[no-any-return]


def without_check(record: Any) -> Any:
    """Return the record without the dealer's check."""
    return record if record.dealer is None else replace(record, dealer=None)


def is_alike(state: Any, other: Any) -> bool:
    """Return whether two states differ only in points."""
    return all(getattr(state, name) == getattr(other, name) for name in carried_names(state))


def carried_names(state: Any) -> list[str]:
    """Return the names of the values that a state carries besides points."""
    own: Any = type(state)
    return [name for name in field_names(own) if name != "totals"]


def carried_on(footing: Footing, state: Any, place: int) -> list[int]:
    """Return the final totals if all rows from here on score as before."""
    last, here = footing.states[-1].totals, footing.states[place].totals
    return [now + end - then for now, end, then in zip(state.totals, last, here, strict=True)]


def edit_slip(number: int, record: Mapping[str, Any], edit: Edit) -> Slip:
    """Return the slip that an edit undoes."""
    name = edit.field.name
    if edit.kind == SEAT:
        seats = (record[name], edit.record[name])
        return Slip(SEAT, seats, (number,), name, {"first": seats[0] + 1, "second": seats[1] + 1})
    values = {"label": Term(edit.field.label)} if edit.kind == VALUE else {}
    return Slip(edit.kind, (), (number,), name if edit.kind == VALUE else "", values)


# Surplus or missing rows


def structural_slips(footing: Footing) -> Iterator[Slip]:
    """Slips with a deal typed twice or missing."""
    counted = footing.sheet.deals_counted
    deals = footing.foot.deals
    if deals is None or deals == counted - 1:
        yield from twice_slips(footing)
    if deals is None or deals == counted + 1:
        yield from missing_slips(footing)


def twice_slips(footing: Footing) -> Iterator[Slip]:
    """Rows without which the sheet agrees. On long sheets, only rows whose points equal the surplus."""
    rows = footing.sheet.rows
    wanted = differences(footing.sheet, footing.foot)
    for index, row in enumerate(rows):
        is_fitting = [-delta for delta in row.outcome.deltas] == wanted or len(rows) <= MOST_ROWS_REFOLDED
        if is_fitting and row.outcome.counts and not row.violations:
            totals = refolded(footing, index, [], skipped=1)
            if totals is not None and footing.agrees(totals):
                yield Slip(TWICE, (), (row.number,))


def missing_slips(footing: Footing) -> Iterator[Slip]:
    """Missing deals: the difference is the points of a plausible deal, one as on this sheet by any player."""
    wanted = differences(footing.sheet, footing.foot)
    if any(tuple(wanted) == deltas for deltas in plausible_deltas(footing)):
        points = ", ".join(f"{delta:+d} ({seat + 1})" for seat, delta in enumerate(wanted) if delta)
        yield Slip(
            MISSING, tuple(seat for seat, delta in enumerate(wanted) if delta), values={"points": points}
        )


def plausible_deltas(footing: Footing) -> Iterator[tuple[int, ...]]:
    """Yield the points that deals like those on the sheet would score now, for every dealer and player."""
    game, state = footing.game, footing.states[-1]
    dealers = [state.after((0,) * state.seats, dealer=dealer) for dealer in range(state.seats)]
    if not has_carried(state):
        dealers = dealers[:1]
    for record in distinct_records(footing):
        for one in dealers:
            if not game.violations(one, record):
                yield game.settle(one, record)[1].deltas


def has_carried(state: Any) -> bool:
    """Return whether a state carries more than points and the dealer; then the dealer matters too."""
    shared: Any = TableState
    return not set(carried_names(state)) <= set(field_names(shared))


def distinct_records(footing: Footing) -> list[Any]:
    """Return the distinct records of the sheet, for every seat and result."""
    game, state = footing.game, footing.states[-1]
    found: dict[str, Any] = {}
    for row in footing.sheet.rows:
        record = plain_record(game, row.record)
        edits = [
            edit.record for edit in small_edits(game, state, record) if edit.kind in (SEAT, RESULT, NUMBERS)
        ]
        for one in (record, *edits):
            found.setdefault(repr(sorted(one.items())), one)
    return [read_record(game, one) for one in found.values()]


# Order


def joined(slips: Sequence[Slip]) -> list[Slip]:
    """Merge slips that the totals cannot separate into one with all their rows."""
    rows: dict[tuple[Any, ...], list[int]] = {}
    firsts: dict[tuple[Any, ...], Slip] = {}
    for slip in slips:
        key = (slip.kind, slip.seats, slip.field)
        firsts.setdefault(key, slip)
        rows.setdefault(key, []).extend(slip.rows)
    return [with_rows(slip, sorted(set(rows[key]))) for key, slip in firsts.items()]


def with_rows(slip: Slip, rows: Sequence[int]) -> Slip:
    """Return the slip with all its rows in its sentence."""
    listed = ", ".join(str(number) for number in rows)
    return replace(slip, rows=tuple(rows), values={**slip.values, "rows": listed})


def unlikeliness(footing: Footing, slip: Slip) -> tuple[int, int, int]:
    """Return the sort key: agreement with deal count and next dealer, then the kind, then fewest rows."""
    is_structural = slip.kind in (TWICE, MISSING)
    has_count = footing.foot.deals not in (None, footing.sheet.deals_counted)
    is_told = has_count or dealer_says(footing) == slip.kind
    is_repeated = slip.kind == TWICE and repeats_neighbour(footing.sheet, slip.rows)
    first = 0 if is_structural and (is_told or is_repeated) else 1
    return (first, LIKELINESS.index(slip.kind), len(slip.rows))


def dealer_says(footing: Footing) -> str:
    """The paper's dealer is one further: a deal was typed twice; one behind: a deal is missing."""
    dealer, state = footing.foot.next_dealer, footing.states[-1]
    if dealer is None:
        return ""
    return {1: MISSING, state.seats - 1: TWICE}.get((dealer - state.dealer) % state.seats, "")


def repeats_neighbour(sheet: Sheet, rows: Sequence[int]) -> bool:
    """Return whether one of these rows equals the row before or after it."""
    records = {row.number: row.record for row in sheet.rows}
    return any(records[row] in (records.get(row - 1), records.get(row + 1)) for row in rows)
