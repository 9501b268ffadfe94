"""A whole run leaves out the cases of sweeps that are neither for every day nor in the sample of the day."""

from collections import Counter
from typing import Any, cast

import pytest

from tests import sweeps
from tests.sweeps import divide, sweep, todays, turn

GAMES = ["fipsen", "skat", "flunk", "rifki", "points"]


class Item:
    """A test as pytest has collected it."""

    def __init__(self, case: Any) -> None:
        self.case = case.values[0] if hasattr(case, "values") else case
        self.marks = {mark.name: mark for mark in getattr(case, "marks", ())}

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.marks.get(name)


def games_taken(*everyday: str, sample: int) -> list[str]:
    """Return the games that a whole run takes."""
    items = [Item(each) for each in sweep(GAMES, everyday, sample)]
    kept, left_out = divide(cast(list[pytest.Item], items))
    assert [*kept, *left_out] == sorted(items, key=lambda item: item in left_out)
    return [cast(Item, item).case for item in kept]


@pytest.fixture(autouse=True)
def on_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(sweeps.VARIABLE, "2026-11-26")


def test_games_that_are_not_for_every_day_are_left_out() -> None:
    assert games_taken("fipsen", "flunk", sample=0) == ["fipsen", "flunk"]


def test_every_game_has_its_turn_before_any_has_a_second_one(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[str] = Counter()
    for day in ("2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01"):
        monkeypatch.setenv(sweeps.VARIABLE, day)
        everyday, *others = games_taken("fipsen", sample=1)
        assert everyday == "fipsen" and len(others) == 1
        seen.update(others)
    assert seen == {"skat": 1, "flunk": 1, "rifki": 1, "points": 1}


def test_of_two_files_each_has_every_second_day_and_the_soak_both(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    for sample in ("2026-11-28", "2026-11-29", sweeps.ALL):
        monkeypatch.setenv(sweeps.VARIABLE, sample)
        taken.append([each for each in sweeps.PRODUCTS if not sweeps.on_its_day(each, sweeps.PRODUCTS)])
    assert sorted(taken) == [[], ["bundle"], ["wheel"]]


def test_a_sample_is_the_same_all_day_and_keeps_the_order_of_its_cases() -> None:
    assert todays(GAMES, 3) == todays(GAMES, 3) == [each for each in GAMES if each in todays(GAMES, 3)]
    assert len(todays(GAMES, 3)) == 3


def test_neighbours_in_a_long_list_have_different_turns_which_the_next_day_moves_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    today = [turn(GAMES, place) for place in range(10)]
    assert today[:5] == today[5:] and sorted(game for (game,) in today[:5]) == sorted(GAMES)
    monkeypatch.setenv(sweeps.VARIABLE, "2026-11-27")
    assert [turn(GAMES, place) for place in range(9)] == today[1:]


def test_with_all_samples_every_case_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(sweeps.VARIABLE, sweeps.ALL)
    assert turn(GAMES, 3) == GAMES


def test_a_random_test_has_the_day_of_the_sample_as_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sweeps.day()
    monkeypatch.setenv(sweeps.VARIABLE, "2026-11-27")
    assert sweeps.day() == before + 1


def test_a_sample_that_is_as_long_as_the_list_is_the_list() -> None:
    assert todays(GAMES, 9) == GAMES and todays([], 1) == []


def test_the_soak_takes_every_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(sweeps.VARIABLE, sweeps.ALL)
    assert todays(GAMES, 1) == GAMES
    assert games_taken("fipsen", sample=1) == ["fipsen"]  # and the mark `soak` names all others


def test_a_line_says_which_cases_a_run_takes_and_how_to_repeat_them() -> None:
    assert sweeps.said() == "sweeps: the sample of 2026-11-26, which SAMPLE=2026-11-26 repeats"
