"""Hostile input to every address, by all roles: no server error, no change by a refused request.

500 inputs in a run and 100,000 in `run.py soak` (HOSTILE_INPUTS), by the seed HOSTILE_SEED or the date.
"""

import logging
import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.builders import a_club
from tests.sweeps import day
from tests.tournaments.access_roles import Visitor, visitors_of
from tests.tournaments.access_world import Evening, make_evening
from tests.tournaments.asking import ask
from tests.tournaments.dumps import Dump, changed_tables, dump
from tests.tournaments.hostile import Question, large_ones, names_of_all, questions

pytestmark = pytest.mark.django_db

INPUTS = int(os.environ.get("HOSTILE_INPUTS", "500"))
SEED = int(os.environ.get("HOSTILE_SEED", "0")) or day()
OWNER, OTHERS = "owner", "all others"
SENDERS = (
    "anonymous", "program with the link", "page with the link", "helping cashier", "registered player",
)  # fmt: skip
INPUTS_OF = {OWNER: INPUTS // 2, OTHERS: INPUTS - INPUTS // 2}  # an owner's reaches the most code
Hall = tuple[Evening, dict[str, Visitor], Dump]
Strategies = dict[str, st.SearchStrategy[Question]]


@pytest.fixture(scope="module")
def hall(lasting: None) -> Hall:
    ours = make_evening(a_club(), is_published=True)
    return ours, {visitor.name: visitor for visitor in visitors_of(ours)}, dump()


@pytest.fixture(scope="module")
def strategies(hall: Hall) -> Strategies:
    """Return the questions of each sender."""
    evening, visitors, _ = hall
    names = names_of_all(evening, visitors[OWNER])
    return {who: questions(evening, visitors[who], names) for who in (OWNER, *SENDERS)}


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Do not log thousands of refusals."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def judge(hall: Hall, who: str, question: Question) -> None:
    """Send the request. Refused and read-only requests must change nothing."""
    _, visitors, before = hall
    answer = ask(visitors[who], question.method, question.address, dumped=True, **question.sent)
    assert answer.status < 500, f"{answer.status} for {who}: {question}; HOSTILE_SEED={SEED}"
    if question.method == "GET" or answer.status >= 400:
        changed = changed_tables(before, answer.left)
        assert changed == [], f"{answer.status} changed rows of {changed}: {who}: {question}"


def many(inputs: int) -> settings:
    """Return the settings for so many inputs."""
    return settings(
        max_examples=inputs,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )


@pytest.mark.parametrize("group", INPUTS_OF)
def test_no_input_is_a_server_error_and_none_that_is_refused_changes_a_row(
    group: str, hall: Hall, strategies: Strategies
) -> None:
    sent = 0

    @many(INPUTS_OF[group])
    @seed(SEED)
    @given(data=st.data(), who=st.sampled_from(SENDERS if group == OTHERS else (OWNER,)))
    def throw(data: Any, who: str) -> None:
        nonlocal sent
        sent += 1
        judge(hall, who, data.draw(strategies[who]))

    print(f"HOSTILE_SEED={SEED}")
    throw()
    assert sent >= INPUTS_OF[group]


def test_ten_megabytes_are_refused_unread(hall: Hall) -> None:
    for question in large_ones(hall[0]):
        for who in ("anonymous", "program with the link"):
            answer = ask(hall[1][who], question.method, question.address, **question.sent)
            assert answer.status == 413
