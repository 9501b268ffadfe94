"""Numbers of tables are searched for a short while only: how good they get is for tests/seating."""

from collections.abc import Iterator

import pytest

from seating import numbers


@pytest.fixture(scope="module", autouse=True)
def hasty_numbers() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(numbers, "STEPS", 1000)
        yield
