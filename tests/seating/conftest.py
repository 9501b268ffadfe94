"""Search table numbers only briefly, except in the tests of table numbers."""

import pytest

from seating import table_numbers


@pytest.fixture(autouse=True)
def hasty_numbers(monkeypatch):
    monkeypatch.setattr(table_numbers, "STEPS", 1000)
