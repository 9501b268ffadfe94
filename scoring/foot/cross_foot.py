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

from rules.fields import Kind
from rules.game import Game, Listed, Term
from rules.reading import read_record
from scoring.foot.digits import mistyped, transpositions
from scoring.foot.footing import (
    Foot,
    Footing,
    differences,
    refolded,
    states_of,
)
from scoring.foot.slip import (
    CHANCES,
    COLUMNS,
    DIGITS,
    MINUS,
    TOTAL_DIGITS,
    TOTAL_KEYS,
    TOTAL_SIGN,
    Slip,
    Weighed,
    new_rows_first,
)
from scoring.foot.small_edits import KEYS, SEAT, SIGN, VALUE, Edit
from scoring.foot.whole_rows import deals_on_paper, structural_slips
from scoring.sheet.sheet import Sheet

TWO_SLIPS = 0.001
"""The weight of two slips together beside one."""


def find_slips(game: Game, opening: Sheet, sheet: Sheet, foot: Foot) -> list[Slip]:
    """Return the explanations of the difference, most likely first; none without a difference or single slip.

    `opening` is the sheet before its first row.
    """
    footing = Footing(game, sheet, foot, states_of(game, opening, sheet))
    is_even = not any(footing.wanted)
    if is_even and foot.deals in (None, sheet.deals_counted):
        return []
    slips = [*structural_slips(footing)]
    if not is_even and deals_on_paper(footing) in (None, sheet.deals_counted):
        rows, changes = row_slips(footing)
        slips += [*total_slips(footing), *rows]
        if chance_of_two(changes, footing.wanted) > sum(chance(each) for each in slips):
            return []
    return joined(slips)


def chance(weighed: Weighed) -> float:
    """Return the chance of an explanation, for comparison with others."""
    slip, share = weighed
    return CHANCES[slip.kind] * share


def chance_of_two(changes: Mapping[tuple[int, ...], float], difference: tuple[int, ...]) -> float:
    """Return the chance that two slips in rows make the difference together."""
    pairs = (
        (one, tuple([all_ - each for all_, each in zip(difference, one, strict=True)])) for one in changes
    )
    return TWO_SLIPS * sum(changes[one] * changes.get(other, 0) for one, other in pairs)


# Slips in the totals themselves


def total_slips(footing: Footing) -> Iterator[Weighed]:
    """Yield slips at the paper's foot, not in a row: swapped columns, a lost minus, wrong digits."""
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
    """Yield slips in the one total that differs: its sign, or its digits."""
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
    """Yield slips while adding up on paper: a wrong sign, or swapped digits in a running total."""
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
    """Return the edits of a row with which the sheet agrees, and the chance of each change of totals.

    The fields of a kind share its chance equally: one with many values is not mistyped more often.
    """
    weights: Counter[tuple[str, str]] = Counter()
    changes: Counter[tuple[tuple[int, ...], tuple[str, str]]] = Counter()
    weighed: list[tuple[Slip, int, tuple[str, str]]] = []
    for index, record, edit, change in row_changes(footing):
        slot = edit.kind, edit.field.name
        weights[slot] += edit.weight
        changes[change, slot] += edit.weight
        if change == footing.wanted and is_explained(footing, index, edit):
            weighed.append((edit_slip(footing.sheet.rows[index].number, record, edit), edit.weight, slot))
    fields = Counter(kind for kind, _ in weights)
    parts = {slot: 1 / fields[slot[0]] / weight for slot, weight in weights.items()}
    spread: dict[tuple[int, ...], float] = {}
    for (change, slot), weight in changes.items():
        spread[change] = spread.get(change, 0) + CHANCES[slot[0]] * weight * parts[slot]
    return [(slip, weight * parts[slot]) for slip, weight, slot in weighed], spread


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
    values = {"seat": places[0] + 1, "change": f"{new - old:+}"}
    return Slip(edit.kind, (places[0],), (number,), name, values)


# Order


def joined(weighed: Sequence[Weighed]) -> list[Slip]:
    """Merge slips that the totals cannot separate into one with all their rows, the likeliest first."""
    groups: dict[tuple[Any, ...], list[Weighed]] = {}
    for slip, share in weighed:
        groups.setdefault((slip.kind, slip.seats, slip.field), []).append((slip, share))
    ordered = sorted(groups.values(), key=lambda group: -sum(chance(each) for each in group))
    return new_rows_first(with_rows(group) for group in ordered)


def with_rows(group: Sequence[Weighed]) -> Slip:
    """Return the first slip with the rows of all in its sentence, the likeliest rows first."""
    shares: Counter[int] = Counter()
    for slip, share in group:
        for number in slip.rows:
            shares[number] += share  # type: ignore[assignment]
    rows = sorted(shares, key=lambda number: (-shares[number], number))
    first = group[0][0]
    return replace(first, rows=tuple(rows), values={**first.values, "rows": Listed(rows)})
