"""The clock of a laptop is set right while a round is played: its round clock keeps its minutes."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import F

from tests.builders import a_round
from tests.tournaments.evenings import ADA
from tournaments.models import Round
from tournaments.selectors.rounds.clock import clock_of
from tournaments.services.rounds.clock import keep_minutes, pause_clock, start_clock
from tournaments.services.rounds.lifecycle import close_round
from tournaments.storage.steady_clock import NOTICED, ClockWatch

DAY = 24 * 3600.0
MINUTE = timedelta(minutes=1)


class Computer:
    """A computer with a clock that anybody can set, and a steady one."""

    def __init__(self, file: Path, boot: str = "first start") -> None:
        self.file, self.boot, self.wall, self.steady = file, boot, 1_000_000.0, 50.0
        self.moves: list[timedelta] = []
        self.serve()

    def serve(self) -> None:
        """Start a server."""
        self.watch = ClockWatch(self.file, wall=lambda: self.wall, steady=lambda: self.steady, boot=self.boot)

    def pass_time(self, seconds: float, *, set_by: float = 0) -> list[timedelta]:
        """Let time pass, and set the clock; return by how much all clocks were moved so far."""
        self.wall, self.steady = self.wall + seconds + set_by, self.steady + seconds
        self.watch.follow(self.moves.append)
        return self.moves


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path / "clock.json")


@pytest.mark.parametrize("days", [-3, 2500])
def test_clocks_move_once_by_what_the_computer_was_set(days: int, computer: Computer) -> None:
    computer.pass_time(90, set_by=days * DAY)
    assert computer.pass_time(1) == [timedelta(days=days)]


def test_clocks_stay_while_the_computer_runs_or_sleeps(computer: Computer) -> None:
    assert computer.pass_time(3 * 3600) == []


def test_a_clock_that_runs_a_little_fast_moves_none(computer: Computer) -> None:
    assert computer.pass_time(3600, set_by=NOTICED / 2) == []


def test_clocks_move_when_the_computer_was_set_between_two_servers(computer: Computer) -> None:
    computer.wall -= 3 * DAY
    computer.serve()
    assert computer.pass_time(1) == [timedelta(days=-3)]
    computer.serve()
    assert len(computer.pass_time(1)) == 1


@pytest.mark.parametrize("boot", ["second start", ""])
def test_clocks_stay_when_the_computer_itself_was_started_again(boot: str, computer: Computer) -> None:
    computer.boot, computer.wall, computer.steady = boot, computer.wall - 3 * DAY, 7.0
    computer.serve()
    assert computer.pass_time(1) == []


def test_a_move_that_failed_is_made_again(computer: Computer) -> None:
    computer.wall -= DAY
    with pytest.raises(ZeroDivisionError):
        computer.watch.follow(lambda by: 1 // 0)
    assert computer.pass_time(1) == [timedelta(days=-1)]


def test_an_unreadable_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "clock.json"
    file.write_text("[]", encoding="ascii")
    assert Computer(file).pass_time(1) == []


def a_clock_ahead(minutes: int = 30) -> Round:
    """Return a round whose clock was started while the computer was three days ahead."""
    drawn = start_clock(round=a_round(), minutes=minutes, by=ADA)
    Round.objects.filter(pk=drawn.pk).update(clock_started_at=F("clock_started_at") + timedelta(days=3))
    return again(drawn)


def again(round: Round) -> Round:
    return Round.objects.get(pk=round.pk)


@pytest.mark.django_db
def test_a_running_round_keeps_its_minutes_and_the_history_says_why() -> None:
    drawn = a_clock_ahead()
    assert clock_of(drawn).left > timedelta(days=3)
    keep_minutes(timedelta(days=-3))
    assert 29 * MINUTE < clock_of(again(drawn)).left <= 30 * MINUTE
    entry = drawn.event.entries.latest("number")
    assert entry.facts == {"round": 1, "minutes": 30, "seconds": -3 * DAY, "done": "keep_minutes"}


@pytest.mark.django_db
def test_a_paused_round_keeps_its_minutes_and_goes_on_with_them() -> None:
    drawn = start_clock(round=a_round(), minutes=30, by=ADA)
    before = clock_of(pause_clock(round=drawn, by=ADA)).left
    keep_minutes(timedelta(days=2500))
    keep_minutes(timedelta(days=-2500))
    assert clock_of(again(drawn)).left == before
    keep_minutes(timedelta(days=-3))
    assert clock_of(again(drawn)).left == before


@pytest.mark.django_db
def test_a_closed_round_and_one_without_a_clock_stay_as_they_are() -> None:
    drawn = a_clock_ahead()
    close_round(round=drawn, even_if_incomplete=True)
    a_round(drawn.event)
    entries = drawn.event.entries.count()
    keep_minutes(timedelta(days=-3))
    assert drawn.event.entries.count() == entries
