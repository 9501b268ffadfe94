"""The explanations of a foot beside those counted without any short cut (`naive_slips.py`)."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scoring.foot.cross_foot import find_slips, row_slips
from scoring.foot.footing import Foot, Footing, states_of
from tests.scoring.foot.naive_slips import Naive
from tests.scoring.foot.slips import Course, a_course
from tests.scoring.foot.typing_slips import OTHER, Paper, mistype


def mistyped_sheets(course: Course, rng: Random, many: int) -> Iterator[tuple[tuple[Any, ...], Foot]]:
    """Yield typed rows with one slip, some with two, and a foot that was read wholly or in part."""
    paper = Paper(course.game, course.opening.state, course.records)
    for number in range(many):
        typing = mistype(paper, rng, slips=1 + (number % 5 == 4), habits=OTHER)
        if typing is None:
            continue
        totals: list[float | None] = [*typing.totals]
        if number % 3 == 1:
            totals[rng.randrange(len(totals))] = None
        foot = Foot(tuple(totals), typing.deals)
        if number % 4 == 2:
            foot = replace(foot, deals=None, next_dealer=rng.randrange(len(totals)))
        if number % 7 == 3:
            foot = replace(foot, deals=course.fold(typing.records).deals_counted + rng.choice((-1, 0, 1)))
        yield typing.records, foot


@pytest.mark.parametrize(
    ("key", "deals", "sheets", "carries"),
    [
        pytest.param("points", 6, 25, False, id="points on a short sheet"),
        pytest.param("points", 13, 7, False, id="points on a longer sheet"),
        pytest.param("fipsen-prisdorf", 7, 20, False, id="fipsen"),
        pytest.param("jass", 5, 20, True, id="jass"),
        pytest.param("skat", 5, 15, True, id="skat"),
        pytest.param("flunk", 6, 20, False, id="flunk"),
        pytest.param("rifki", 5, 20, True, id="rifki"),
        pytest.param("frepe", 5, 10, True, id="frepe"),
        pytest.param("doppelkopf", 5, 4, True, id="doppelkopf"),
    ],
)
def test_each_explanation_has_its_chance_among_all_that_are_possible(key, deals, sheets, carries):
    course = a_course(key, deals=deals)
    for typed, foot in mistyped_sheets(course, Random(7), sheets):
        naive = Naive(course, typed, carries)
        slips = find_slips(course.game, course.opening, naive.sheet, foot)
        found = [((slip.kind, slip.seats, slip.field), [*slip.rows]) for slip in slips]
        assert found == naive.proposals(foot), (typed, foot)
        footing = Footing(course.game, naive.sheet, foot, states_of(course.game, course.opening, naive.sheet))
        assert row_slips(footing)[1] == pytest.approx(naive.chances(foot)), (typed, foot)
