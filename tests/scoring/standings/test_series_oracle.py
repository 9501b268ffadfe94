"""Series standings against a naive count, from docs/series.md alone: policies, guests, ties, low totals."""

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.standings.series import Result, compute_series, lines_among
from scoring.standings.series_policy import SeriesPolicy

PLAYERS = range(1, 6)
NUMBERS = st.sampled_from([-1, 0, 1, 1, 2, Fraction(1, 3)])


@st.composite
def evenings(draw):
    """Return the results of an event, in any order: ranks 1 2 2 4 by the value."""
    values = draw(st.dictionaries(st.sampled_from(PLAYERS), NUMBERS, max_size=len(PLAYERS)))
    return [
        Result(who, 1 + sum(other > own for other in values.values()), own) for who, own in values.items()
    ]


SERIES = st.lists(evenings(), min_size=1, max_size=4).map(lambda events: dict(enumerate(events, start=1)))
POLICIES = st.builds(
    SeriesPolicy,
    by=st.sampled_from(["places", "total"]),
    points=st.sampled_from([(), (3, 1), (9, 9, 5, 1), (1, 0)]),
    best=st.sampled_from([None, 1, 1, 2, 3]),
    minimum=st.sampled_from([0, 2, 2, 3]),
    guests=st.sampled_from(["in", "out"]),
    ties=st.sampled_from(["share", "best"]),
)
GUESTS = st.sets(st.sampled_from(PLAYERS), max_size=3)


def worth(result, here, policy):
    """Return what one event gives to a player."""
    if policy.by == "total":
        return result.value
    above = sum(other.rank < result.rank for other in here)
    equal = sum(other.rank == result.rank for other in here)
    places = [above + each for each in range(1 if policy.ties == "best" else equal)]
    typed = policy.points or range(len(here), 0, -1)
    return Fraction(sum(typed[place] for place in places if place < len(typed)), len(places))


def naive_lines(events, policy, guests, is_high):
    """Return rank, player, total, points by event, counting events, is placed; in the order of the list."""
    sign = 1 if is_high or policy.by == "places" else -1
    points: dict[int, dict[int, Any]] = {}
    for event, results in events.items():
        here = [each for each in results if policy.guests == "in" or each.player not in guests]
        for each in here:
            points.setdefault(each.player, {})[event] = worth(each, here, policy)
    rows = []
    for who, own in points.items():
        left = dict(own)
        counting: set[int] = set()
        while left and len(counting) != policy.best:
            event = max(left, key=lambda each: (sign * left[each], -each))
            counting.add(event)
            del left[event]
        rows.append((who, sum(own[event] for event in counting), own, counting, len(own) >= policy.minimum))
    merits = {who: (is_placed, sign * total) for who, total, _, _, is_placed in rows}
    lines = [(1 + sum(other > merits[row[0]] for other in merits.values()), *row) for row in rows]
    return sorted(lines, key=lambda line: line[:2])


def plain(lines):
    return [
        (line.rank, line.player, line.total, line.points, line.counting, line.is_placed) for line in lines
    ]


@settings(max_examples=400)
@given(SERIES, POLICIES, GUESTS, st.booleans())
def test_every_series_is_ranked_as_the_naive_count_says(events, policy, guests, is_high):
    lines = compute_series(events, policy, guests, high_is_better=is_high)
    assert plain(lines) == naive_lines(events, policy, guests, is_high)


@given(SERIES, POLICIES, GUESTS)
def test_guests_who_do_not_count_change_nothing(events, policy, guests):
    without = {
        event: own_ranks([each for each in own if each.player not in guests]) for event, own in events.items()
    }
    left_out = SeriesPolicy(**{**fields_of(policy), "guests": "out"})
    assert compute_series(events, left_out, guests) == compute_series(without, policy)


def own_ranks(results):
    """Return the results as if nobody else had played."""
    return [each._replace(rank=1 + sum(other.rank < each.rank for other in results)) for each in results]


def fields_of(policy):
    return {name: getattr(policy, name) for name in SeriesPolicy.__dataclass_fields__}


@given(SERIES, POLICIES, GUESTS)
def test_a_category_keeps_points_and_order_and_counts_only_its_own(events, policy, members):
    whole = compute_series(events, policy)
    own = lines_among(whole, members)
    assert [line.player for line in own] == [line.player for line in whole if line.player in members]
    ranks = {line.player: line.rank for line in whole}
    assert [line.rank for line in own] == [
        1 + sum(ranks[other.player] < ranks[line.player] for other in own) for line in own
    ]
