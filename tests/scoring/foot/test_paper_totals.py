"""The judgement of a sheet by the totals on its paper."""

import pytest

from scoring.foot.paper_totals import Reading, Standing, judge

OURS, DEALS = (12, -5, 3), 20


def readings(*totals, deals=None):
    return [Reading(each, deals) for each in totals]


@pytest.mark.parametrize(
    ("read", "standing", "differences"),
    [
        pytest.param([], Standing.NEVER, (0, 0, 0), id="nothing was read"),
        pytest.param(readings((None, None, None), deals=20), Standing.NEVER, (0, 0, 0), id="the deals alone"),
        pytest.param(readings((12, None, 3)), Standing.PARTLY, (0, 0, 0), id="two of three"),
        pytest.param(readings(OURS), Standing.AGREES, (0, 0, 0), id="all of them"),
        pytest.param(readings((12, None, None), (None, -5, 3)), Standing.AGREES, (0, 0, 0), id="in steps"),
        pytest.param(readings((21, None, None)), Standing.DIFFERS, (9, 0, 0), id="one differs"),
        pytest.param(readings((21, -5, 3), (None, -5, 3)), Standing.DIFFERS, (9, 0, 0), id="then empty"),
        pytest.param(readings((21, -5, 3), (12, None, None)), Standing.AGREES, (0, 0, 0), id="read again"),
        pytest.param(readings(OURS, deals=21), Standing.DIFFERS, (0, 0, 0), id="another number of deals"),
    ],
)
def test_the_last_total_read_for_a_seat_counts(read, standing, differences):
    judgement = judge(read, OURS, DEALS)
    assert (judgement.standing, judgement.differences) == (standing, differences)


def test_a_table_sees_how_much_was_read():
    assert judge(readings((12, None, 3)), OURS, DEALS).compared == 2


OTHER = Reading((21, -5, 3))
UPHELD = Reading(OURS, DEALS, is_decision=True)


@pytest.mark.parametrize(
    ("said", "ours", "standing"),
    [
        pytest.param([OTHER, UPHELD], OURS, Standing.UPHELD, id="stands"),
        pytest.param([OTHER, UPHELD, OTHER], OURS, Standing.UPHELD, id="the same was read again"),
        pytest.param([OTHER, UPHELD], (13, -5, 3), Standing.DIFFERS, id="the sheet changed"),
        pytest.param([OTHER, UPHELD, Reading((22, -5, 3))], OURS, Standing.DIFFERS, id="another total"),
        pytest.param([OTHER, UPHELD, Reading(OURS)], OURS, Standing.AGREES, id="the paper was read wrongly"),
        pytest.param([OTHER, UPHELD], (21, -5, 3), Standing.AGREES, id="the sheet was corrected after all"),
    ],
)
def test_a_confirmed_sheet_stays_so_until_sheet_or_paper_say_something_new(said, ours, standing):
    assert judge(said, ours, DEALS).standing == standing
