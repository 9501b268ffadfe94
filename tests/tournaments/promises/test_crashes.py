"""An interruption at any statement: the use case has no effect, and can be repeated."""

import contextlib
import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from tests.sweeps import sweep
from tests.tournaments.asking import Writes
from tests.tournaments.dumps import dump, is_as_before, lasting_dump
from tests.tournaments.use_cases import KEYED, UNKEYED, Act, record

CASES = [*KEYED, *UNKEYED]
HALF_OF_THEM = sweep(CASES, sample=len(CASES) // 2 + 1)
MOMENTS = (1, 4)  # an interrupted use case leaves only what the process caches

pytestmark = pytest.mark.django_db


class CutOff:
    """Disconnect the database before one statement, counting savepoints."""

    def __init__(self, step: int) -> None:
        self.step, self.asked = step, 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.asked += 1
        if self.asked == self.step:
            raise OperationalError("gone away")
        return execute(sql, params, many, context)


def is_cut_off(act: Act, step: int) -> bool:
    """Return whether the use case has this many statements."""
    try:
        with connection.execute_wrapper(CutOff(step)):
            act()
    except OperationalError:
        return True
    return False


@contextlib.contextmanager
def undone() -> Iterator[None]:
    """Roll back all changes made inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("case", HALF_OF_THEM, ids=lambda case: case.__name__)
def test_a_use_case_cut_off_at_any_statement_has_done_nothing(case: Any) -> None:
    act, before = case(), dump()
    for step in itertools.count(1):
        writes = Writes()
        with undone():
            with connection.execute_wrapper(writes):
                if not is_cut_off(act, step):
                    break
            assert is_as_before(before, writes.tables), f"half done after statement {step}"
    assert step > 4 and writes.tables


@pytest.mark.parametrize("case", HALF_OF_THEM, ids=lambda case: case.__name__)
def test_a_request_that_was_cut_off_is_repeated_as_if_nothing_had_been(case: Any) -> None:
    act, before = case(), lasting_dump()
    with undone():
        act()
        expected = lasting_dump()
    assert expected != before
    for step in MOMENTS:
        with undone():
            assert is_cut_off(act, step)
            act()
            assert lasting_dump() == expected, f"another outcome after statement {step}"


@pytest.mark.parametrize("case", KEYED, ids=lambda case: case.__name__)
def test_a_request_whose_answer_was_lost_is_repeated_without_effect(case: Any) -> None:
    act = case()
    first = act()
    after = dump()
    assert act().body == first.body
    assert dump() == after


def test_a_cut_is_felt() -> None:
    assert is_cut_off(record(), 1) and not is_cut_off(record(), 1000)
