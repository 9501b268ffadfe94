"""Search table numbers and new partners only briefly, except in the tests of how well they are found."""

import pytest

from seating import new_partners, table_numbers

FEW_STEPS = 12_000  # of the search for new partners


@pytest.fixture(autouse=True)
def hasty_numbers(monkeypatch):
    monkeypatch.setattr(table_numbers, "STEPS", 1000)


@pytest.fixture(autouse=True)
def hasty_partners(monkeypatch):
    monkeypatch.setattr(new_partners, "STEPS", FEW_STEPS)
