"""Numbers of tables are searched for a short while only, but where tests are about them."""

import pytest

from seating import numbers


@pytest.fixture(autouse=True)
def hasty_numbers(monkeypatch):
    monkeypatch.setattr(numbers, "STEPS", 1000)
