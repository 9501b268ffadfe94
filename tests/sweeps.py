"""Sweeps: one test with many cases of a kind. A whole run takes some, `run.py soak --only sweeps` the others.

Some cases are for every day. Beside them a whole run takes a sample of the others, which the date chooses:
each case has its turn before any has a second one. SAMPLE=2026-11-26 repeats the sample of that day and
SAMPLE=all takes every case. A case that a whole run leaves out has the mark `soak`; a run that names files or
tests leaves nothing out.

A test that goes through its cases itself takes `todays` of them and has the mark `sampled`: the soak runs it
with all.
"""

import datetime
import os
from collections.abc import Container, Iterable, Sequence
from typing import Any, TypeVar

import pytest

FEW_GAMES = ("fipsen-prisdorf", "skat", "doppelkopf", "points")  # bids, long forms, sides, plain numbers
ONE_GAME = ("skat",)  # the longest form; for what is about the engine and the pad more than about a game
EVENINGS = ("ledger", "nine")  # from the door to the prizes: test_whole_evening, test_evening
PAPER = ("a pile", "a sheet")  # photographs from the camera to the rows: test_photo_evening, test_photos
PRODUCTS = ("bundle", "wheel")  # built from the checkout and used far from it
VARIABLE, ALL = "SAMPLE", "all"

Case = TypeVar("Case")


def choose_sample() -> None:
    """Choose the sample of today for all processes of this run, unless one is named."""
    os.environ.setdefault(VARIABLE, datetime.date.today().isoformat())


def said() -> str:
    """Return the line that says which cases this run takes."""
    sample = os.environ[VARIABLE]
    return f"sweeps: the sample of {sample}, which {VARIABLE}={sample} repeats"


def sweep(cases: Iterable[Any], everyday: Container[Any] = (), sample: int = 1) -> list[Any]:
    """Return the cases for `parametrize`: marked are those neither for every day nor in the sample."""
    listed = list(cases)
    others = [each for each in listed if each not in everyday]
    chosen = todays(others, sample) if os.environ.get(VARIABLE) != ALL else []
    return [
        pytest.param(each, marks=pytest.mark.soak) if each in others and each not in chosen else each
        for each in listed
    ]


def todays(cases: Sequence[Case], size: int) -> list[Case]:
    """Return this many of the cases, or all of them with SAMPLE=all; in their order, every day others."""
    if os.environ.get(VARIABLE) == ALL or size >= len(cases):
        return list(cases)
    first = day() * size
    places = {(first + number) % len(cases) for number in range(size)}
    return [case for place, case in enumerate(cases) if place in places]


def turn(cases: Sequence[Case], place: int) -> list[Case]:
    """Return the case whose turn it is at this place of a longer list, or all of them with SAMPLE=all."""
    is_whole = os.environ.get(VARIABLE) == ALL
    return list(cases) if is_whole else [cases[(day() + place) % len(cases)]]


def on_its_day(case: Case, cases: Sequence[Case]) -> list[pytest.MarkDecorator]:
    """Return the marks of a file that is one of these cases: one of them is for today."""
    return [pytest.mark.soak] if os.environ.get(VARIABLE) == ALL or case not in todays(cases, 1) else []


def day() -> int:
    """Return the number of the sample's day, a seed for what is random."""
    sample = os.environ.get(VARIABLE, ALL)
    date = datetime.date.today() if sample == ALL else datetime.date.fromisoformat(sample)
    return date.toordinal()


def divide(items: Sequence[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return the tests for every day and the others, in their order."""
    left_out = [item for item in items if item.get_closest_marker("soak")]
    return [item for item in items if item not in set(left_out)], left_out
