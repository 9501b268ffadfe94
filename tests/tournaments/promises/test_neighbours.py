"""Other evenings, one before and one after, change nothing at an event, and it changes nothing at them.

Whoever forgets a scope, such as the event of a draw, reads or writes the rows of all. Most tests have one
event, and notice nothing. Here every address about an event is asked, and written to, with two more events in
the database and then without them: half of the addresses each day.
"""

import logging
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.cache import cache as page_cache
from django.db import transaction
from django.http import HttpResponse
from django.template.backends.django import Template
from django.urls import URLPattern

from tests.builders import a_club
from tests.sweeps import todays
from tests.tournaments.access_roles import Visitor
from tests.tournaments.access_rules import all_addresses
from tests.tournaments.access_world import Evening, address_of, make_evening
from tests.tournaments.asking import ask
from tests.tournaments.clocks import stopped_clock
from tests.tournaments.dumps import OF_THE_MOMENT, Dump, dump
from tests.tournaments.written_states import World, all_writes, is_of_event, send, world_of
from tournaments.services.installation.event_removal import remove_event

pytestmark = pytest.mark.django_db

OF_ONE_ANSWER = re.compile(  # nonces and tokens, keys of forms, milliseconds of the real clock
    rb'nonce-[^\']+|nonce="[^"]+"|name="csrfmiddlewaretoken" value="[^"]+"|\b[0-9a-f]{20,64}\b|\b1[0-9]{12}\b'
)
BY_CHANCE = {"tombola", "api_tombola", "teams_by_lot", "api_teams_by_lot"}
TOLD_TO_ALL = {"round_photos"}  # it says how many photographs of other clubs are read before
BY_CHANCE_TOO = OF_THE_MOMENT | {"key", "body", "code"}

Answers = dict[str, tuple[int, bytes]]
Changes = dict[str, tuple[list[Any], list[Any]]]  # by table: the rows that went and those that came


@pytest.fixture(scope="module")
def neighbours(lasting: None) -> list[Evening]:
    """Return two evenings, between which the one of `world` is made."""
    return [make_evening(a_club("dov", "Kartenfreunde Elmshorn"), is_published=True)]


@pytest.fixture(scope="module")
def world(neighbours: list[Evening]) -> World:
    """Return an evening; with a later one both the first and the last row of all are others' rows."""
    made = world_of(make_evening(a_club(), is_published=True))
    neighbours.append(make_evening(a_club("eli", "Kartenfreunde Pinneberg"), is_published=True))
    return made


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


@contextmanager
def alone(neighbours: list[Evening]) -> Iterator[None]:
    """Remove the neighbours, and bring them back."""
    with transaction.atomic():
        for each in neighbours:
            remove_event(each.event)
        yield
        transaction.set_rollback(True)


def answers(world: World) -> Answers:
    """Return what each address about the event answers, without what is new in every answer."""
    told = {}
    of_event = [each for each in all_addresses() if is_of_event(*each) and each[0] not in TOLD_TO_ALL]
    for name, pattern in todays(of_event, len(of_event) // 2):
        page_cache.clear()
        address = address_of(name, pattern, world.evening, {})
        answer = ask(reader(world, name, pattern), "GET", address)
        body = getattr(answer.response, "content", b"") if is_text(answer.response) else b""
        told[name] = answer.status, OF_ONE_ANSWER.sub(b"", body)
    return told


def is_text(response: HttpResponse) -> bool:
    """Return whether two answers can be compared: a PDF or an archive has its time in it."""
    return re.match("text/|application/(json|problem|xml|atom)", response.headers["Content-Type"]) is not None


def reader(world: World, name: str, pattern: URLPattern) -> Visitor:
    """Return the owner, their program, or the table's phone."""
    if not name.startswith("api_"):
        return world.owner
    return world.phone if str(pattern.pattern).startswith("table/") else world.program


def changes(world: World) -> dict[str, tuple[int, Changes]]:
    """Return the status of each write of today, and which rows it removes and adds."""
    before, told = dump(BY_CHANCE_TOO), {}
    writes = list(all_writes())
    for write in todays(writes, len(writes) // 2):
        page_cache.clear()
        answer = send(world, write, dumped=True, leaving_out=BY_CHANCE_TOO)
        told[f"{write.method} {write.name}"] = answer.status, difference(before, answer.left or {})
    return told


def difference(before: Dump, after: Dump) -> Changes:
    """Return the rows that went and those that came, by table."""
    return {
        table: (less(before[table], rows), less(rows, before[table]))
        for table, rows in after.items()
        if rows != before[table]
    }


def less(rows: list[Any], others: list[Any]) -> list[Any]:
    """Return the rows that the others do not have."""
    return sorted((Counter(rows) - Counter(others)).elements(), key=repr)


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return what differs, by the name of the address."""
    return {name: (one[name], other[name]) for name in one if one[name] != other[name]}


@pytest.mark.sampled
def test_every_address_about_an_event_answers_as_if_there_were_no_other(
    world: World, neighbours: list[Evening]
) -> None:
    with stopped_clock():
        beside = answers(world)
        with alone(neighbours):
            assert differing(beside, answers(world)) == {}


@pytest.mark.sampled
def test_every_write_on_an_event_changes_the_same_rows_as_if_there_were_no_other(
    world: World, neighbours: list[Evening], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Template, "render", lambda self, *arguments, **more: str(self.template.name))
    with stopped_clock():
        beside = changes(world)
        with alone(neighbours):
            found = differing(beside, changes(world))
    assert {name: each for name, each in found.items() if name.split()[1] not in BY_CHANCE} == {}
