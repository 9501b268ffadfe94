"""A table for tests that need one; draws search briefly, as tests/seating tests how well they search.

Uploaded files are read in the process of the test.
"""

from collections.abc import Iterator

import pytest

from seating import new_partners, table_numbers
from tests.builders import a_table
from tests.tournaments.phones import Phone
from tests.tournaments.readers import WITH_READERS, read_here
from tests.tournaments.visitors import undraw
from tournaments.models import Table
from tournaments.services.draw import drawing
from tournaments.storage.uploads.apart import read_apart


@pytest.fixture(scope="module", autouse=True)
def hasty_draws() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(drawing, "STEPS", 20_000)
        monkeypatch.setattr(table_numbers, "STEPS", 1000)
        monkeypatch.setattr(new_partners, "STEPS", 12_000)
        yield


@pytest.fixture(scope="module", autouse=True)
def files_read_here() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        for each in WITH_READERS:
            monkeypatch.setattr(each, "read_apart", read_here)
        yield


@pytest.fixture
def files_read_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read files in a process of their own, as everywhere but here."""
    for each in WITH_READERS:
        monkeypatch.setattr(each, "read_apart", read_apart)


@pytest.fixture(scope="module")
def table_at_hand(lasting: None) -> Table:
    """Return table 1 of an open round without deals."""
    return a_table()


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Render a page as its template's name: permissions and writes are decided before rendering."""
    undraw(monkeypatch)


@pytest.fixture
def phone(table_at_hand: Table) -> Phone:
    """Return a phone at that table."""
    return Phone(table_at_hand)
