"""Every write on a table, in every state of its round, the table and the event; and what hangs on a draft.

The walk is made from the table of addresses: a new address is in it by itself.
"""

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache as page_cache
from django.template.backends.django import Template

from tests.builders import a_club
from tests.sweeps import sweep, todays
from tests.tournaments.access_world import make_evening
from tests.tournaments.written_states import (
    FINAL,
    HANGING,
    RESULTS,
    STATES,
    World,
    Write,
    all_writes,
    hang_call,
    hang_deal,
    hang_seats,
    hang_totals,
    hung,
    in_state,
    send,
    world_of,
)
from tournaments.models import RoundStatus

pytestmark = pytest.mark.django_db

AT_TABLES = [write for write in all_writes() if write.is_of_table]
KEEPS_NOTHING = {  # of a table, and no part of its results
    "api_call", "api_table_link", "renew_link", "revoke_link",
    "api_first_dealer",  # the phone's table has deals; `api_event_first_dealer` is the same for a new table
}  # fmt: skip
NOT_PLAYED = [name for name in STATES if name not in ("in play", "abandoned")]
CLOSES_AGAIN = {"close_round", "api_close_round"}  # a round is closed, and says so again
STANDING = {f"tournaments_{name}" for name in (
    "standingsmarker", "team", "teammember", "competition", "competitionentry",
)}  # fmt: skip
ENDS_ALL = {"delete_event", "api_photo"}  # a photo may always be deleted: it shows people
SEATED = {"tournaments_table", "tournaments_part", "tournaments_seat"}


@pytest.fixture(scope="module")
def world(lasting: None) -> World:
    return world_of(make_evening(a_club(), is_published=True))


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Do not log refusals, and render a page as its template's name; other tests read the pages."""
    monkeypatch.setattr(Template, "render", lambda self, *arguments, **more: str(self.template.name))
    logging.disable(logging.ERROR)
    page_cache.clear()
    yield
    logging.disable(logging.NOTSET)


def walk(world: World, writes: list[Write], **how: Any) -> Iterator[tuple[str, int, frozenset[str]]]:
    """Yield what each write was answered, and which results it wrote."""
    for write in writes:
        answer = send(world, write, **how)
        yield f"{write.method} {write.name}", answer.status, answer.written & RESULTS


def crashed(told: list[tuple[str, int, frozenset[str]]]) -> list[tuple[str, int]]:
    return [(name, status) for name, status, _ in told if status >= 500]


def test_a_table_in_play_takes_every_write(world: World) -> None:
    answers, named = list(walk(world, AT_TABLES)), [write for write in AT_TABLES if not write.is_of_phone]
    with in_state(world, STATES["abandoned"]):
        answers += walk(world, AT_TABLES)
    for hang in (hang_deal, hang_totals, hang_seats):
        silent = {name for name, _, _ in answers} - {name for name, _, written in answers if written}
        left = [write for write in named if f"{write.method} {write.name}" in silent]
        with hung(world, hang, RoundStatus.OPEN):
            answers += walk(world, left, on_draft=True)
    silent = {name for name, _, _ in answers} - {name for name, _, written in answers if written}
    assert crashed(answers) == []
    assert {name.split()[1] for name in silent} == KEEPS_NOTHING, answers


@pytest.mark.parametrize("state", sweep(NOT_PLAYED, everyday=["of a cancelled event", "signed off"]))
def test_a_table_that_may_not_play_is_never_written(state: str, world: World) -> None:
    writes = all_writes() if state == "a draft with deals" else AT_TABLES
    with in_state(world, STATES[state]):
        answers = [each for each in walk(world, writes) if each[0].split()[1] not in ENDS_ALL]
    assert crashed(answers) == []
    if state in ("a draft with deals", "of a cancelled event"):
        assert [each for each in answers if each[2]] == []
    if state in FINAL:
        phones = {f"{write.method} {write.name}" for write in writes if write.is_of_phone}
        assert [each for each in answers if each[2] and each[0] not in phones] == []


@pytest.mark.sampled
def test_a_closed_event_keeps_who_took_part_and_who_won(world: World) -> None:
    writes = [each for each in all_writes() if each.name not in CLOSES_AGAIN]
    with in_state(world, STATES["of a closed event"]):
        answers = [(each.name, send(world, each)) for each in todays(writes, len(writes) // 6)]
    assert [name for name, each in answers if each.status >= 500 or each.written & STANDING] == []


def test_a_draft_takes_no_write_at_a_table(world: World) -> None:
    answers = list(walk(world, [each for each in AT_TABLES if not each.is_of_phone], on_draft=True))
    assert crashed(answers) == [] and [each for each in answers if each[2]] == []


@pytest.fixture(scope="module")
def destructive(world: World) -> list[Write]:
    """Return the writes that change an empty draft, while no other round is open."""
    asked = [write for write in all_writes() if re.search("rounds|draw|entrants|players", write.route)]
    with in_state(world, STATES["closed"]):
        return [write for write in asked if send(world, write, on_draft=True).written & SEATED]


def test_the_steps_that_change_a_draft_are_found(destructive: list[Write]) -> None:
    names = {write.name for write in destructive}
    assert names >= {"discard_draft", "draw_again", "swap", "api_draft", "api_swap", "api_draw_again"}
    assert names >= {"discard_draw", "api_draw", "api_draws"}


@pytest.mark.parametrize(
    ("state", "left"),
    [
        ("of a cancelled event", {"discard_draft", "discard_draw", "api_draft", "api_draw"}),
        ("signed off", {"discard_draft", "discard_draw", "api_draft", "api_draw"}),
        ("of a closed event", set()),
    ],
)
def test_a_draft_of_an_event_that_is_over_is_discarded_at_most(
    state: str, left: set[str], world: World, destructive: list[Write]
) -> None:
    steps = [write for write in destructive if write.name not in ENDS_ALL]
    with in_state(world, {**STATES["closed"], **STATES[state]}):
        statuses = {write.name: send(world, write, on_draft=True).status for write in steps}
    assert {name for name, status in statuses.items() if status < 400} == left, statuses


@pytest.mark.parametrize(
    "hang", sweep(HANGING, sample=len(HANGING) // 2), ids=lambda each: each.__name__.removeprefix("hang_")
)
def test_a_fact_that_hangs_on_a_draft_goes_to_nobody_and_nowhere(
    hang: Any, world: World, destructive: list[Write]
) -> None:
    steps = [write for write in destructive if write.name not in ENDS_ALL]
    with in_state(world, STATES["closed"]), hung(world, hang):
        answers = list(walk(world, steps, on_draft=True))
    assert crashed(answers) == []
    assert hang is hang_call or [each for each in answers if each[2]] == []
