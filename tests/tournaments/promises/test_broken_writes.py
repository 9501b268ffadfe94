"""Every write with a field or two that nobody would type: no server error, no change by a refused one.

Unlike hostile input of any shape (test_hostile_input.py), all other fields are right, so that the input gets
past the form, into the services. BROKEN_WRITES says how many, BROKEN_SEED from which seed; else the date.
"""

import logging
import os
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from django.core.cache import cache as page_cache

from tests.builders import a_club
from tests.sweeps import day
from tests.tournaments.access_world import make_evening
from tests.tournaments.dumps import Dump, changed_tables, dump
from tests.tournaments.hostile import NAMES
from tests.tournaments.written_states import World, all_writes, send, world_of

pytestmark = pytest.mark.django_db

WRITES = int(os.environ.get("BROKEN_WRITES", "200"))
SEED = int(os.environ.get("BROKEN_SEED", "0")) or day()
OF_TRIES = ("tournaments_personaltoken", "tournaments_tries")  # what counts and dates every try
PLAIN: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 1.5, 10**9, 2**31, 2**63, -(2**63) - 1, 10**25, [], {}, [None], [[1]],
    {"a": 1}, ["x"] * 50, "0", "-1", "2026-02-30", "25:61", "2026-11-26", "x" * 10_000, "1;2", "+",
    "1 2 S +\n" * 60,
)  # fmt: skip


@pytest.fixture(scope="module")
def world(lasting: None) -> World:
    return world_of(make_evening(a_club(), is_published=True))


@pytest.fixture(scope="module")
def before(world: World) -> Dump:
    return dump()


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Do not log hundreds of refusals."""
    logging.disable(logging.CRITICAL)
    page_cache.clear()
    yield
    logging.disable(logging.NOTSET)


def junk(random: Random) -> Any:
    """Return a value of no meaning."""
    return random.choice(random.choice((PLAIN, NAMES)))


def broken_body(random: Random, sent: Any) -> Any:
    """Return a body with some values replaced, left out or added, at any depth."""
    if isinstance(sent, dict) and sent and random.random() < 0.95:
        name = random.choice(sorted(sent))
        if random.random() < 0.15:
            return {each: value for each, value in sent.items() if each != name}
        return {**sent, name: broken_body(random, sent[name])}
    if isinstance(sent, list) and sent and random.random() < 0.6:
        place = random.randrange(len(sent))
        return [*sent[:place], broken_body(random, sent[place]), *sent[place + 1 :]]
    return junk(random)


def broken_form(random: Random, sent: dict[str, Any]) -> dict[str, Any]:
    """Return a form with one to three fields replaced or left out."""
    body = dict(sent)
    for name in random.sample(sorted(body), random.randint(1, 3)):
        value = junk(random)
        if random.random() < 0.1:
            del body[name]
        else:
            body[name] = str(value).encode(errors="replace").decode()  # a form has no lone surrogates
    return body


def test_no_broken_write_is_a_server_error_and_none_that_is_refused_changes_a_row(
    world: World, before: Dump
) -> None:
    random, writes, failed = Random(SEED), all_writes(), []
    print(f"BROKEN_SEED={SEED}")
    for number in range(WRITES):
        write = writes[(number + SEED) % len(writes)]
        seed, on_draft = random.getrandbits(32), write.is_of_round and random.random() < 0.5
        breaks = broken_body if write.name.startswith("api_") else broken_form
        answer = send(world, write, on_draft=on_draft, broken=partial(breaks, Random(seed)), dumped=True)
        left = changed_tables(before, answer.left) if answer.status >= 400 else []
        changed = [table for table in left if table not in OF_TRIES]
        if answer.status >= 500 or changed:
            failed.append((write.method, write.name, answer.status, changed, seed, on_draft))
    assert failed == []
