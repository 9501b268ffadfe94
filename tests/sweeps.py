"""Sweeps: one test with many cases of a kind. A whole run takes some, `run.py soak --only sweeps` the others.

A case that a whole run leaves out has the mark `soak`. A run that names files or tests leaves nothing out.
"""

from collections.abc import Container, Iterable, Sequence
from typing import Any

import pytest

FEW_GAMES = ("fipsen-prisdorf", "skat", "doppelkopf", "points")  # bids, long forms, sides, plain numbers


def sweep(cases: Iterable[Any], everyday: Container[Any]) -> list[Any]:
    """Return the cases for `parametrize`; those that are not for every day are marked."""
    return [each if each in everyday else pytest.param(each, marks=pytest.mark.soak) for each in cases]


def divide(items: Sequence[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return the tests for every day and the others, in their order."""
    left_out = [item for item in items if item.get_closest_marker("soak")]
    return [item for item in items if item not in set(left_out)], left_out
