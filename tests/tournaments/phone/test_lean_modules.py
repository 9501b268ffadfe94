"""The phone's reduced library equals the standard one, as far as the rules use it."""

import functools
import itertools
from typing import Any

import pytest

from tournaments.phone.lean import dataclasses as lean
from tournaments.phone.lean import functools as lean_functools
from tournaments.phone.lean import itertools as lean_itertools


@lean.dataclass(frozen=True, slots=True)
class Base:
    __match_args__ = ("seats", "points")
    points = 3


@lean.dataclass(frozen=True)
class More(Base):
    __match_args__ = ("facts",)
    facts = lean.field(default_factory=dict)


@lean.dataclass(frozen=True)
class Like:
    __match_args__ = ("seats", "points")
    points = 3


@lean.dataclass(eq=False)
class Only:
    pass


def made(kind: Any, *values: Any, **named: Any) -> Any:
    return kind(*values, **named)


def test_a_value_has_what_was_given_and_else_its_defaults() -> None:
    value = made(More, 4, facts={"made": True})
    assert (value.seats, value.points, value.facts) == (4, 3, {"made": True})
    assert [each.name for each in lean.fields(value)] == ["seats", "points", "facts"]


def test_every_value_has_facts_of_its_own() -> None:
    assert made(More, 4).facts is not made(More, 4).facts


def test_values_are_equal_if_all_of_them_are_and_their_kinds() -> None:
    assert made(Base, 4) == made(Base, seats=4, points=3) != made(Base, 5)
    assert made(Base, 4) != made(Like, 4)
    assert hash(made(Base, 4)) == hash(made(Base, 4, 3))


def test_a_value_that_is_equal_only_to_itself() -> None:
    assert made(Only) != made(Only)


def test_a_replaced_value_keeps_the_rest() -> None:
    assert lean.replace(made(Base, 4, 1), seats=5) == made(Base, 5, 1)


@pytest.mark.parametrize("size", range(5))
def test_combinations_come_in_order(size: int) -> None:
    assert lean_itertools.combinations("abc", size) == list(itertools.combinations("abc", size))


def test_an_answer_is_worked_out_once() -> None:
    asked = []

    def work_out(each: int) -> int:
        asked.append(each)
        return each

    remembering = lean_functools.cache(work_out)
    assert [remembering(1), remembering(1), remembering(2)] == [1, 1, 2]
    assert asked == [1, 2]


def test_the_first_arguments_are_given_beforehand() -> None:
    assert lean_functools.partial(max, 1)(2, 3) == functools.partial(max, 1)(2, 3)
