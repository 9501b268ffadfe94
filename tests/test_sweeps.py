"""A whole run leaves out the cases of sweeps that are not for every day."""

from typing import Any, cast

import pytest

from tests.sweeps import divide, sweep


class Item:
    """A test as pytest has collected it."""

    def __init__(self, case: Any) -> None:
        self.marks = {mark.name: mark for mark in getattr(case, "marks", ())}

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.marks.get(name)


def test_what_is_not_for_every_day_is_left_out() -> None:
    fipsen, skat, flunk = items = [
        Item(each) for each in sweep(["fipsen", "skat", "flunk"], ["fipsen", "flunk"])
    ]
    kept, left_out = divide(cast(list[pytest.Item], items))
    assert (kept, left_out) == ([fipsen, flunk], [skat])
