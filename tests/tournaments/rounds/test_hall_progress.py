"""How far a hall is: deals of the round in play, and a ring for each table."""

from uuid import uuid4

import pytest

from tests.builders import a_round, an_event, write_deal
from tests.tournaments.visitors import stranger, text_of
from tournaments.models import RoundStatus
from tournaments.selectors.rounds.progress import RoundProgress, TableProgress
from tournaments.selectors.rounds.running_tables import RING, hall_progress


def table(counted: int, expected: int | None = 10, **more: bool) -> TableProgress:
    return TableProgress(
        number=1,
        public_id=uuid4(),
        seats=(),
        deals_counted=counted,
        deals_expected=expected,
        last_activity=None,
        **more,
    )


def in_play(*tables: TableProgress, status: str = RoundStatus.OPEN) -> list[RoundProgress]:
    return [RoundProgress(number=2, status=status, tables=tables)]


def test_a_hall_has_as_many_deals_as_its_tables_and_each_ring_is_drawn_as_far():
    (hall,) = hall_progress(in_play(table(5), table(10), table(0)))
    assert (hall.round, hall.counted, hall.expected, hall.complete) == (2, 15, 30, 1)
    assert [float(ring.drawn) for ring in hall.rings] == [pytest.approx(RING / 2, abs=0.01), RING, 0]


def test_an_abandoned_table_and_one_with_too_many_deals_are_done():
    (hall,) = hall_progress(in_play(table(3, is_abandoned=True), table(12)))
    assert (hall.counted, hall.expected, hall.complete) == (20, 20, 2)


@pytest.mark.parametrize(
    "rounds",
    [
        in_play(table(3, None)),
        in_play(table(3, is_secret=True)),
        in_play(table(3), status=RoundStatus.CLOSED),
        in_play(),
    ],
    ids=["no number agreed", "secret", "closed", "no table"],
)
def test_a_hall_of_which_nothing_may_be_told_has_no_progress(rounds):
    assert hall_progress(rounds) == []


def test_more_tables_than_rings_can_be_told_apart_are_numbers_alone():
    (hall,) = hall_progress(in_play(*(table(1) for _ in range(41))))
    assert hall.counted == 41 and hall.rings == ()


@pytest.mark.django_db
def test_page_and_wall_say_how_far_the_hall_is():
    round = a_round(an_event(slug="autumn", deals_per_table={"4": 2}))
    write_deal(round.tables.get())
    for address in (
        "/events/autumn/",
        "/events/autumn/live/",
        "/events/autumn/wall/",
        "/events/autumn/wall/live/",
    ):
        page = text_of(stranger().get(address))
        assert "Round 1: 1 of 2 deals" in page and page.count("ring-whole") == 1
