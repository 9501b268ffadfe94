"""A table for tests that need one; numbers of tables are searched for a moment, tests/seating judges them."""

from collections.abc import Iterator

import pytest

from seating import numbers
from tests.builders import a_table
from tests.tournaments.phones import Phone
from tournaments.models import Table


@pytest.fixture(scope="module", autouse=True)
def hasty_numbers() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(numbers, "STEPS", 1000)
        yield


@pytest.fixture(scope="module")
def table_at_hand(lasting: None) -> Table:
    """Table 1 of an open round, where nothing is written yet."""
    return a_table()


@pytest.fixture
def phone(table_at_hand: Table) -> Phone:
    """A phone at that table."""
    return Phone(table_at_hand)
