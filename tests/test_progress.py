"""A long run says how far it is by the work, not by the number of tests."""

from tests.order import Taken
from tests.progress import Progress, clock, lanes

RECORD = {"tests/a.py": Taken(100, 100), "tests/b.py": Taken(300, 2)}
NAMES = [*(f"tests/a.py::test_{number}" for number in range(100)), "tests/b.py::test_1", "tests/b.py::test_2"]


def test_a_hundred_short_tests_are_a_quarter_of_the_work() -> None:
    progress = Progress(NAMES, RECORD, lanes=2)
    lines = [line for name in NAMES[:100] if (line := progress.finish(name))]
    assert len(lines) == 2 and progress.first_line() == "102 tests, about 3:20 on a quiet machine"
    assert progress.line(60) == "25% of the work, 100 of 102 tests, after 1:00: about 3:00 to go"


def test_a_tenth_is_said_once() -> None:
    progress = Progress(NAMES, RECORD, lanes=2)
    assert [bool(progress.finish(name)) for name in NAMES].count(True) == 3  # 10, 20, 62 percent


def test_a_short_run_says_nothing() -> None:
    progress = Progress(NAMES[:50], RECORD, lanes=2)
    assert not any(map(progress.finish, NAMES[:50])) and not progress.is_long


def test_tests_of_a_new_file_weigh_as_much_as_others_do() -> None:
    assert Progress(["tests/new.py::test", "tests/a.py::test"], RECORD, lanes=1).weights == {
        "tests/new.py": 1.0,
        "tests/a.py": 1.0,
    }


def test_seconds_are_said_as_on_a_clock() -> None:
    assert [clock(each) for each in (0.4, 65, 3600)] == ["0:00", "1:05", "60:00"]


def test_on_two_cores_three_workers_take_as_long_as_two_and_one_twice_as_long() -> None:
    assert [lanes(workers, cores=2) for workers in (1, 2, 3)] == [1.5, 3, 3]
    assert [lanes(workers, cores=8) for workers in (1, 4)] == [1, 4]
