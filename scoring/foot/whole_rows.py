"""Slips with a whole row that explain a difference at the foot: a deal typed twice, missing, or in the place
of the one beside it. `scoring/foot/cross_foot.py` weighs them against slips in one row and in the totals.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.fields import Kind
from rules.game import Listed, TableState, field_names
from rules.reading import read_record
from scoring.foot.footing import Footing, carried_names, carried_on, differences, refolded, refolded_rest
from scoring.foot.slip import MISSING, REPEATED, TWICE, Slip, Weighed
from scoring.foot.small_edits import NUMBERS, RESULT, SEAT, VALUE
from scoring.sheet.sheet import Row

LIKE_A_DEAL = (SEAT, RESULT, NUMBERS, VALUE)
"""The edits of a deal that make another plausible deal."""
MOST_ROWS_REFOLDED = 40
MOST_REPEATED = 12
PAIR = 2  # a row and the one that repeats it
ALONE = 0.02
"""The chance of a deal unlike all of the sheet in the place of a row that repeats its neighbour."""
SHORT_SHEET, SHORT_IF_COUNTED = 3, 12
"""A sheet with fewer deals has no bounds yet; with the number of deals on paper, one with fewer of these."""


def structural_slips(footing: Footing) -> Iterator[Weighed]:
    """Yield slips with a deal typed twice, missing, or typed in place of its neighbour."""
    counted = footing.sheet.deals_counted
    deals = deals_on_paper(footing)
    if deals is None or deals == counted - 1:
        yield from twice_slips(footing)
    if deals is None or deals == counted + 1:
        yield from missing_slips(footing)
    if deals is None or deals == counted:
        yield from repeated_slips(footing)


def deals_on_paper(footing: Footing) -> int | None:
    """Return the number of deals on the paper, or the number that its next dealer implies, or None.

    The paper's dealer is one further: a deal is missing here; one behind: a deal was typed twice.
    """
    counted, state, dealer = footing.sheet.deals_counted, footing.states[-1], footing.foot.next_dealer
    if footing.foot.deals is not None or dealer is None:
        return footing.foot.deals
    return {1: counted + 1, state.seats - 1: counted - 1}.get((dealer - state.dealer) % state.seats)


def twice_slips(footing: Footing) -> Iterator[Weighed]:
    """Yield rows without which the sheet agrees. On long sheets, only rows whose points equal the surplus."""
    rows = footing.sheet.rows
    weights = [20 if repeats_neighbour(rows, index) else 1 for index in range(len(rows))]
    for index, row in enumerate(rows):
        is_near = footing.read([-delta for delta in row.outcome.deltas]) == footing.wanted
        if (is_near or len(rows) <= MOST_ROWS_REFOLDED) and row.outcome.counts and not row.violations:
            totals = refolded(footing, index, [], skipped=1)
            if totals is not None and footing.change_to(totals) == footing.wanted:
                yield Slip(TWICE, (), (row.number,)), weights[index] / sum(weights)


def missing_slips(footing: Footing) -> Iterator[Weighed]:
    """Yield a missing deal: the difference is the points of a deal as on this sheet, by any player.

    If the paper has one deal more, the points need only be like those of a deal.
    """
    difference = differences(footing.sheet, footing.foot)
    deltas = [footing.read(each) for each in plausible_deltas(footing)]
    share = deltas.count(footing.wanted) / max(len(deltas), 1)
    if not share and is_like_a_deal(footing, deltas, footing.wanted):
        share = chance_of_points(deltas, footing.wanted)
    if share:
        seats = tuple(seat for seat, delta in enumerate(difference) if delta)
        points = Listed(f"{difference[seat]:+} ({seat + 1})" for seat in seats) or "0"
        yield Slip(MISSING, seats, values={"points": points}), share
    if not share and len(footing.sheet.rows) <= MOST_ROWS_REFOLDED and moves_on(footing):
        yield from missing_before_slips(footing)


def missing_before_slips(footing: Footing) -> Iterator[Weighed]:
    """Yield a missing deal behind which all deals count for other seats.

    One as on this sheet before a row.
    """
    records = distinct_records(footing)
    tried = len(records) * len(footing.sheet.rows)
    for index, row in enumerate(footing.sheet.rows):
        totals = [refolded(footing, index, [record], skipped=0) for record in records]
        hits = sum(each is not None and footing.change_to(each) == footing.wanted for each in totals)
        if hits:
            yield Slip(MISSING, (), (row.number,)), hits / tried


def moves_on(footing: Footing) -> bool:
    """Return whether a deal more at the beginning changes what later rows bring."""
    state = footing.states[0]
    further = state.after((0,) * state.seats, dealer=state.dealer + 1)
    totals = refolded_rest(footing, further, 0)
    return totals is not None and totals != carried_on(footing, further, 0)


def is_like_a_deal(footing: Footing, deltas: Sequence[tuple[int, ...]], difference: tuple[int, ...]) -> bool:
    """Return whether these points are like plausible deals: points, their sum, who scores, how many apart.

    A short sheet bounds only the signs: where nobody ever loses points, nobody does.
    """
    plausible = set(deltas)
    short = SHORT_SHEET if deals_on_paper(footing) is None else SHORT_IF_COUNTED
    has_signs = bool(deltas) and all(of(difference) <= max(map(of, plausible)) for of in SIGNS)
    return has_signs and (
        footing.sheet.deals_counted < short
        or all(min(map(of, plausible)) <= of(difference) <= max(map(of, plausible)) for of in BOUNDED)
    )


def scorers(points: Sequence[int]) -> int:
    """Return how many seats have points."""
    return sum(each != 0 for each in points)


def numbers_apart(points: Sequence[int]) -> int:
    """Return how many different numbers the seats have: two in Doppelkopf, where a side has one."""
    return len(set(points))


def has_minus(points: Sequence[int]) -> bool:
    """Return whether a seat loses points."""
    return min(points) < 0


def has_plus(points: Sequence[int]) -> bool:
    """Return whether a seat gets points."""
    return max(points) > 0


SIGNS = (has_minus, has_plus)
BOUNDED = (min, max, sum, scorers, numbers_apart)


def chance_of_points(deltas: Sequence[tuple[int, ...]], difference: tuple[int, ...]) -> float:
    """Return the chance of one deal among all whose points are not outside those of plausible deals."""
    points = [each for delta in (*deltas, difference) for each in delta]
    return float((max(points) - min(points) + 1) ** -len(difference))


def repeated_slips(footing: Footing) -> Iterator[Weighed]:
    """Yield rows that repeat the row beside them: another deal as on this sheet in their place makes it
    agree.

    If there is none, the points of the deal in their place need only be like those of a deal.
    """
    rows = footing.sheet.rows
    others = distinct_records(footing)
    places = [index for index in range(len(rows)) if repeats_neighbour(rows, index)][:MOST_REPEATED]
    for index in places:
        tried = points_in_place(footing, index) or others
        fitting = [totals for record in tried if (totals := refolded(footing, index, [record], skipped=1))]
        hits = sum(footing.change_to(totals) == footing.wanted for totals in fitting)
        share = hits / len(fitting) if hits else chance_in_place(footing, index)
        if share:
            yield Slip(REPEATED, (), (rows[index].number,)), share / len(places)


def chance_in_place(footing: Footing, index: int) -> float:
    """Return a chance for a row that repeats only its neighbour, if the paper's points are like a deal's.

    Such a row repeats its neighbour by chance as rarely as another deal has just these points.
    """
    deltas = [footing.read(each) for each in deltas_at(footing, footing.states[index])]
    own = footing.read(footing.sheet.rows[index].outcome.deltas)
    difference = tuple(more + old for more, old in zip(footing.wanted, own, strict=True))
    alike = sum(row.record == footing.sheet.rows[index].record for row in footing.sheet.rows)
    is_known_sum = sum(difference) in set(map(sum, deltas))
    return ALONE * (alike == PAIR and is_known_sum and is_like_a_deal(footing, deltas, difference))


def points_in_place(footing: Footing, index: int) -> list[Any]:
    """Return the points that a row may have had, where a record is nothing but points."""
    game, (record, _) = footing.game, footing.edits_of(footing.sheet.rows[index].record)
    free = [
        each.name
        for each in game.fields
        if each.kind == Kind.FREE and isinstance(record.get(each.name), list)
    ]
    difference = differences(footing.sheet, footing.foot)
    return [
        read_record(
            game, {**record, name: [old + more for old, more in zip(record[name], difference, strict=True)]}
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
    state = footing.states[-1]
    yield from deltas_at(footing, footing.states[-2:][0] if footing.game.is_over(state) else state)


def deltas_at(footing: Footing, state: Any) -> Iterator[tuple[int, ...]]:
    """Yield the points of deals like those on the sheet in one state, for every dealer and player."""
    game = footing.game
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
    by_spelling: dict[str, Any] = {}
    for row in footing.sheet.rows:
        if not row.violations:
            edits = [changed for edit, changed in footing.edits_of(row.record)[1] if edit.kind in LIKE_A_DEAL]
            by_spelling |= {repr(record): record for record in (row.record, *edits)}
    return [*by_spelling.values()]
