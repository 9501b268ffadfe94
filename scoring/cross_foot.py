"""Compare a sheet with the totals on its paper; if they differ, find the single slips that explain it.

Every proposal reproduces the paper's totals exactly, by the game's own rules: a row is changed and the sheet
folded again. Explanations that the totals alone cannot separate form one proposal with all their rows.

Each explanation has a chance: how often its kind of slip happens (`CHANCES`), divided among all slips of that
kind that are possible on this sheet. So a kind that could explain almost any difference counts for little.
Where two slips together are likelier than any single one, nothing is proposed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from rules.game import Game, Kind, TableState, Term, field_names
from rules.reading import read_record
from scoring.digits import mistyped, transpositions
from scoring.footing import Foot, Footing, carried_names, differences, refolded, states_of
from scoring.sheet import Row, Sheet
from scoring.slip import (
    CHANCES,
    COLUMNS,
    DIGITS,
    MINUS,
    MISSING,
    REPEATED,
    TOTAL_DIGITS,
    TOTAL_KEYS,
    TOTAL_SIGN,
    TWICE,
    Slip,
)
from scoring.small_edits import KEYS, NUMBERS, RESULT, SEAT, SIGN, VALUE, Edit

TWO_SLIPS = 0.001
"""The weight of two slips together beside one."""
LIKE_A_DEAL = (SEAT, RESULT, NUMBERS, VALUE)
"""The edits of a deal that make another plausible deal."""
MOST_ROWS_REFOLDED = 40
MOST_REPEATED = 12
SHORT_SHEET, SHORT_IF_COUNTED = 3, 12
"""A sheet with fewer deals has no bounds yet; with the number of deals on paper, one with fewer of these."""
Weighed = tuple[Slip, float]
"""An explanation and its share of its kind: how much of all that is possible of the kind explains this."""


def find_slips(game: Game, opening: Sheet, sheet: Sheet, foot: Foot) -> list[Slip]:
    """Return the explanations of the difference, most likely first; none without a difference or single slip.

    `opening` is the sheet before its first row.
    """
    footing = Footing(game, sheet, foot, states_of(game, opening, sheet))
    is_even = not any(footing.wanted)
    if is_even and foot.deals in (None, sheet.deals_counted):
        return []
    found = [*structural_slips(footing)]
    if not is_even and deals_on_paper(footing) in (None, sheet.deals_counted):
        rows, changes = row_slips(footing)
        found += [*total_slips(footing), *rows]
        if chance_of_two(changes, footing.wanted) > sum(chance(each) for each in found):
            return []
    return joined(found)


def chance(weighed: Weighed) -> float:
    """Return the chance of an explanation, for comparison with others."""
    slip, share = weighed
    return CHANCES[slip.kind] * share


def chance_of_two(changes: Mapping[tuple[int, ...], float], wanted: tuple[int, ...]) -> float:
    """Return the chance that two slips in rows make the difference together."""
    pairs = ((one, tuple([all_ - each for all_, each in zip(wanted, one, strict=True)])) for one in changes)
    return TWO_SLIPS * sum(changes[one] * changes.get(other, 0) for one, other in pairs)


# Slips in the totals themselves


def total_slips(footing: Footing) -> Iterator[Weighed]:
    """Slips at the paper's foot, not in a row: swapped columns, a lost minus, wrong digits."""
    ours, paper = footing.sheet.totals, footing.foot.totals
    pairs = [*combinations(range(len(ours)), 2)]
    for first, second in pairs:
        swapped = list(ours)
        swapped[first], swapped[second] = ours[second], ours[first]
        if footing.change_to(swapped) == footing.wanted and None not in (paper[first], paper[second]):
            values = {"first": first + 1, "second": second + 1}
            yield Slip(COLUMNS, (first, second), values=values), 1 / len(pairs)
    seat = one_seat(footing)
    if seat is not None:
        yield from foot_slips(footing, seat)
        yield from running_slips(footing, seat)


def foot_slips(footing: Footing, seat: int) -> Iterator[Weighed]:
    """Slips in the one total that differs: its sign, or its digits."""
    ours, paper = footing.sheet.totals[seat], footing.foot.totals[seat]
    values = {"seat": seat + 1, "ours": ours, "paper": paper}
    swapped, others, seats = transpositions(ours), mistyped(ours), len(footing.sheet.totals)
    if paper == -ours:
        yield Slip(TOTAL_SIGN, (seat,), values=values), 1 / seats
    if paper in swapped:
        yield Slip(TOTAL_DIGITS, (seat,), values=values), 1 / len(swapped) / seats
    elif paper in others:
        yield Slip(TOTAL_KEYS, (seat,), values=values), 1 / len(others) / seats


def one_seat(footing: Footing) -> int | None:
    """Return the only seat whose total differs."""
    seats = [seat for seat, each in enumerate(differences(footing.sheet, footing.foot)) if each]
    return seats[0] if len(seats) == 1 else None


def running_slips(footing: Footing, seat: int) -> Iterator[Weighed]:
    """Slips while adding up on paper: a wrong sign, or swapped digits in a running total."""
    difference = differences(footing.sheet, footing.foot)[seat]
    scored = sum(delta != 0 for row in footing.sheet.rows for delta in row.outcome.deltas) or 1
    for row in footing.sheet.rows:
        delta, total = row.outcome.deltas[seat], row.totals[seat]
        values = {"seat": seat + 1}
        if delta and difference == -2 * delta:
            yield Slip(MINUS, (seat,), (row.number,), values=values), 1 / scored
        if delta and total + difference in transpositions(total):
            share = 1 / scored / len(transpositions(total))
            yield Slip(DIGITS, (seat,), (row.number,), values=values), share


# Slips in one row


def row_slips(footing: Footing) -> tuple[list[Weighed], dict[tuple[int, ...], float]]:
    """Return the edits of a row with which the sheet agrees, and the chance of each change of totals."""
    weights: Counter[str] = Counter()
    changes: Counter[tuple[tuple[int, ...], str]] = Counter()
    found: list[tuple[Slip, int]] = []
    for index, record, edit, change in row_changes(footing):
        weights[edit.kind] += edit.weight
        changes[change, edit.kind] += edit.weight
        if change == footing.wanted and is_explained(footing, index, edit):
            found.append((edit_slip(footing.sheet.rows[index].number, record, edit), edit.weight))
    spread: dict[tuple[int, ...], float] = {}
    for (change, kind), weight in changes.items():
        spread[change] = spread.get(change, 0) + CHANCES[kind] * weight / weights[kind]
    return [(slip, weight / weights[slip.kind]) for slip, weight in found], spread


def is_explained(footing: Footing, index: int, edit: Edit) -> bool:
    """Return whether the sheet with this edit, folded to its end, adds up to the paper's totals."""
    record = read_record(footing.game, edit.record)
    totals = refolded(footing, index, [record], skipped=1, to_the_end=True)
    return totals is not None and footing.change_to(totals) == footing.wanted


def row_changes(footing: Footing) -> Iterator[tuple[int, Mapping[str, Any], Edit, tuple[int, ...]]]:
    """Yield every legal small edit that changes a total, with its row, its record, and the change."""
    for index, row in enumerate(footing.sheet.rows):
        if row.violations:
            continue
        record, edits = footing.edits_of(row.record)
        for edit, changed in edits:
            totals = refolded(footing, index, [changed], skipped=1)
            change = footing.change_to(totals) if totals else ()
            if any(change):
                yield index, record, edit, change


def edit_slip(number: int, record: Mapping[str, Any], edit: Edit) -> Slip:
    """Return the slip that an edit undoes."""
    name = edit.field.name
    if edit.kind == SEAT:
        seats = (record[name], edit.record[name])
        return Slip(SEAT, seats, (number,), name, {"first": seats[0] + 1, "second": seats[1] + 1})
    if edit.kind in (SIGN, KEYS) and edit.field.kind == Kind.FREE:
        return column_slip(number, record, edit)
    values = {"label": Term(edit.field.label)} if edit.kind == VALUE else {}
    return Slip(edit.kind, (), (number,), name if edit.kind == VALUE else "", values)


def column_slip(number: int, record: Mapping[str, Any], edit: Edit) -> Slip:
    """Return the slip in the points of one seat, with what was typed and what was meant."""
    name = edit.field.name
    places = [seat for seat, old in enumerate(record[name]) if old != edit.record[name][seat]]
    if len(places) != 1:
        return Slip(edit.kind, (), (number,))
    ((old, new),) = [(record[name][seat], edit.record[name][seat]) for seat in places]
    values = {"seat": places[0] + 1, "change": f"{new - old:+d}"}
    return Slip(edit.kind, (places[0],), (number,), name, values)


# Surplus, missing or repeated rows


def structural_slips(footing: Footing) -> Iterator[Weighed]:
    """Slips with a deal typed twice, missing, or typed in place of its neighbour."""
    counted = footing.sheet.deals_counted
    deals = deals_on_paper(footing)
    if deals is None or deals == counted - 1:
        yield from twice_slips(footing)
    if deals is None or deals == counted + 1:
        yield from missing_slips(footing)
    if deals is None or deals == counted:
        yield from repeated_slips(footing)


def deals_on_paper(footing: Footing) -> int | None:
    """Return the number of deals as the paper has it, or as its next dealer tells it; None if neither does.

    The paper's dealer is one further: a deal is missing here; one behind: a deal was typed twice.
    """
    counted, state, dealer = footing.sheet.deals_counted, footing.states[-1], footing.foot.next_dealer
    if footing.foot.deals is not None or dealer is None:
        return footing.foot.deals
    return {1: counted + 1, state.seats - 1: counted - 1}.get((dealer - state.dealer) % state.seats)


def twice_slips(footing: Footing) -> Iterator[Weighed]:
    """Rows without which the sheet agrees. On long sheets, only rows whose points equal the surplus."""
    rows = footing.sheet.rows
    weights = [20 if repeats_neighbour(rows, index) else 1 for index in range(len(rows))]
    for index, row in enumerate(rows):
        is_near = footing.read([-delta for delta in row.outcome.deltas]) == footing.wanted
        if (is_near or len(rows) <= MOST_ROWS_REFOLDED) and row.outcome.counts and not row.violations:
            totals = refolded(footing, index, [], skipped=1)
            if totals is not None and footing.change_to(totals) == footing.wanted:
                yield Slip(TWICE, (), (row.number,)), weights[index] / sum(weights)


def missing_slips(footing: Footing) -> Iterator[Weighed]:
    """A missing deal: the difference is the points of a deal as on this sheet, by any player.

    If the paper has one deal more, the points need only be like those of a deal.
    """
    wanted = differences(footing.sheet, footing.foot)
    deltas = [footing.read(each) for each in plausible_deltas(footing)]
    share = deltas.count(footing.wanted) / max(len(deltas), 1)
    if not share and is_like_a_deal(footing, deltas):
        share = chance_of_points(footing, deltas)
    if share:
        seats = tuple(seat for seat, delta in enumerate(wanted) if delta)
        points = ", ".join(f"{wanted[seat]:+d} ({seat + 1})" for seat in seats) or "0"
        yield Slip(MISSING, seats, values={"points": points}), share


def is_like_a_deal(footing: Footing, deltas: Sequence[tuple[int, ...]]) -> bool:
    """Return whether the difference is within the bounds of plausible deals: points, their sum, who scores.

    A short sheet has no bounds yet.
    """
    short = SHORT_SHEET if deals_on_paper(footing) is None else SHORT_IF_COUNTED
    if not deltas or footing.sheet.deals_counted < short:
        return bool(deltas)
    return all(
        min(map(of, deltas)) <= of(footing.wanted) <= max(map(of, deltas))
        for of in (min, max, sum, lambda points: sum(each != 0 for each in points))
    )


def chance_of_points(footing: Footing, deltas: Sequence[tuple[int, ...]]) -> float:
    """Return the chance of one deal among all whose points are not outside those of plausible deals."""
    points = [each for delta in (*deltas, footing.wanted) for each in delta]
    return float((max(points) - min(points) + 1) ** -len(footing.wanted))


def repeated_slips(footing: Footing) -> Iterator[Weighed]:
    """Rows that repeat the row beside them: another deal as on this sheet in their place makes it agree."""
    rows = footing.sheet.rows
    others = distinct_records(footing)
    places = [index for index in range(len(rows)) if repeats_neighbour(rows, index)][:MOST_REPEATED]
    for index in places:
        tried = points_in_place(footing, index) or others
        fitting = [totals for record in tried if (totals := refolded(footing, index, [record], skipped=1))]
        hits = sum(footing.change_to(totals) == footing.wanted for totals in fitting)
        if hits:
            yield Slip(REPEATED, (), (rows[index].number,)), hits / len(fitting) / len(places)


def points_in_place(footing: Footing, index: int) -> list[Any]:
    """Return the points that a row may have had, where a record is nothing but points."""
    game, (record, _) = footing.game, footing.edits_of(footing.sheet.rows[index].record)
    free = [
        each.name
        for each in game.fields
        if each.kind == Kind.FREE and isinstance(record.get(each.name), list)
    ]
    wanted = differences(footing.sheet, footing.foot)
    return [
        read_record(
            game, {**record, name: [old + more for old, more in zip(record[name], wanted, strict=True)]}
        )
        for name in free
    ]


def repeats_neighbour(rows: Sequence[Row], index: int) -> bool:
    """Return whether a row equals the row before or after it."""
    beside = [*rows[max(index - 1, 0) : index], *rows[index + 1 : index + 2]]
    return any(rows[index].record == row.record for row in beside)


def plausible_deltas(footing: Footing) -> Iterator[tuple[int, ...]]:
    """Yield the points of deals like those on the sheet, at its end, for every dealer and player.

    If the game is over then, the deal is missing before the last row.
    """
    game, state = footing.game, footing.states[-1]
    if game.is_over(state):
        state = footing.states[-2:][0]
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
    return not set(carried_names(state.__class__)) <= set(field_names(shared))


def distinct_records(footing: Footing) -> list[Any]:
    """Return the distinct records of the sheet, for every seat and result."""
    found: dict[str, Any] = {}
    for row in footing.sheet.rows:
        if not row.violations:
            edits = [changed for edit, changed in footing.edits_of(row.record)[1] if edit.kind in LIKE_A_DEAL]
            found |= {repr(record): record for record in (row.record, *edits)}
    return [*found.values()]


# Order


def joined(found: Sequence[Weighed]) -> list[Slip]:
    """Merge slips that the totals cannot separate into one with all their rows, the likeliest first."""
    groups: dict[tuple[Any, ...], list[Weighed]] = {}
    for slip, share in found:
        groups.setdefault((slip.kind, slip.seats, slip.field), []).append((slip, share))
    ordered = sorted(groups.values(), key=lambda group: -sum(chance(each) for each in group))
    return [with_rows(group) for group in ordered]


def with_rows(group: Sequence[Weighed]) -> Slip:
    """Return the first slip with the rows of all in its sentence, the likeliest rows first."""
    shares: Counter[int] = Counter()
    for slip, share in group:
        for number in slip.rows:
            shares[number] += share  # type: ignore[assignment]
    rows = sorted(shares, key=lambda number: (-shares[number], number))
    first = group[0][0]
    listed = ", ".join(str(number) for number in rows)
    return replace(first, rows=tuple(rows), values={**first.values, "rows": listed})
