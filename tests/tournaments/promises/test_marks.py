"""A public page is made again when its mark changed, and only then: so no page changes without its mark.

The walk is made from the table of addresses: a new write, or a new public page, is in it by itself.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from server.marks import subject_of
from tests.builders import a_club, write_deal
from tests.sweeps import todays
from tests.tournaments.access_world import BY, NOW, OLD, make_evening
from tests.tournaments.pictures import a_picture
from tests.tournaments.public_addresses import of_all, of_event, of_series
from tests.tournaments.written_states import World, all_writes, send, world_of
from tournaments.models import Entrant, Event, EventChange, Round, ShownAs
from tournaments.selectors.events.marks import SITE, mark_of, marks_of, round_marks
from tournaments.selectors.rounds.progress import FRESH
from tournaments.services.clubs.anonymising import anonymise_player, show_player_as
from tournaments.services.clubs.lifecycle import remove_emblem, set_emblem
from tournaments.services.clubs.members import rename_club
from tournaments.services.draw.constraints import keep_teams_apart
from tournaments.services.entry.entrants import enter_players, rename_player, set_team, share_number
from tournaments.services.installation.event_removal import history_open
from tournaments.services.series.lifecycle import change_series, list_player

pytestmark = pytest.mark.django_db

MADE_ONCE = (".pdf", ".xlsx", ".png")  # from the same facts as the pages, and slowly
MADE_AT = re.compile(rb"DTSTAMP:\S+|csrfmiddlewaretoken\S* value=\S+")
OK = 200
Pages = dict[str, bytes]
Marks = dict[str, str | None]


@pytest.fixture(scope="module")
def world(lasting: None) -> World:
    return world_of(make_evening(a_club(), is_published=True))


def first_pages(world: World) -> Pages:
    """Return public pages with the event, its club or its series: of each kind the first that exists."""
    event, first, visitor = world.event, {}, Client()
    for name, address in [*of_event(event), *of_series(world.evening.series), *of_all(event)]:
        path, _, query = address.partition("?")
        is_slow = path.endswith(MADE_ONCE) or "/stream/" in path
        if (name, query) not in first and not is_slow:
            answer = visitor.get(address)
            if answer.status_code == OK:
                first[name, query] = address, shown(answer)
    return dict(first.values())


def pages(addresses: list[str]) -> Pages:
    """Return what a stranger is shown."""
    stranger = Client()
    return {each: shown(stranger.get(each)) for each in addresses}


def shown(answer: Any) -> bytes:
    """Return a page without what is new in each answer; a calendar says when it was made."""
    return MADE_AT.sub(b"", answer.content)


def mark_by_page(addresses: Iterable[str]) -> dict[str, str | None]:
    """Return the mark of each page's subject."""
    subjects = {each: str(subject_of(*each.partition("?")[::2])) for each in addresses}
    marks = marks_of([*subjects.values(), SITE])
    return {each: marks.get(subject) for each, subject in subjects.items()}


@pytest.fixture(scope="module")
def before(world: World) -> tuple[Pages, Marks]:
    """Return all pages and marks before anything changes."""
    now = first_pages(world)
    return now, mark_by_page(now)


def changed_beside_the_mark(earlier: tuple[Pages, Marks]) -> list[str]:
    """Return the pages that changed although the mark of their subject did not."""
    (before, old), now = earlier, mark_by_page(earlier[0])
    kept = [each for each in before if now[each] == old[each]]
    after = pages(kept)
    return [each for each in kept if after[each] != before[each]]


@pytest.mark.sampled
def test_no_write_changes_a_public_page_without_its_mark(world: World, before: Any) -> None:
    writes = all_writes()

    def look() -> list[str]:
        return changed_beside_the_mark(before)

    answers = {
        f"{each.method} {each.name}": send(world, each, look=look)
        for each in todays(writes, len(writes) // 12)
    }
    assert len([each for each in answers.values() if each.seen is not None]) > 5
    assert {name: each.seen for name, each in answers.items() if each.seen} == {}


CHANGES: dict[str, Callable[[World, Entrant], Any]] = {
    "a player's name": lambda world, one: rename_player(entrant=one, name="Zora Zebra"),
    "how a name is shown": lambda world, one: show_player_as(player=one.player, shown_as=ShownAs.SHORT),
    "a forgotten name": lambda world, one: anonymise_player(player=one.player, by=BY),
    "a player's categories": lambda world, one: list_player(
        player=one.player, categories=["women"], is_guest=False
    ),
    "a team": lambda world, one: set_team(entrant=one, team="Reds"),
    "teams apart": lambda world, one: keep_teams_apart(event=world.event, are_apart=True),
    "a shared number": lambda world, one: share_number(entrant=one, name="Yves Yak"),
    "another player": lambda world, one: enter_players(event=world.event, names=["Xenia Ox"]),
    "the club's name": lambda world, one: rename_club(
        club=world.event.club, name="Other", by=world.event.club.members.first().user
    ),
    "the club's emblem": lambda world, one: set_emblem(club=world.event.club, content=a_picture((60, 60))),
    "no emblem": lambda world, one: remove_emblem(club=world.event.club),
    "a series": lambda world, one: change_series(
        series=world.evening.series, name="Other", policy={}, events=[world.event], is_published=True
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_no_change_of_the_club_changes_a_public_page_without_its_mark(
    change: Callable[[World, Entrant], Any], world: World, before: Any
) -> None:
    change(world, world.event.entrants.select_related("player", "event").get(number=1))
    assert changed_beside_the_mark(before) == []
    assert mark_by_page(["/"]) != {"/": before[1]["/"]}


def test_marks_of_other_events_stay(world: World) -> None:
    one, other = world.event, make_evening(a_club("dov"), is_published=True).event
    before = marks_of([one.slug, other.slug])
    enter_players(event=one, names=["Xenia Ox"])
    after = marks_of([one.slug, other.slug])
    assert before[one.slug] != after[one.slug] and before[other.slug] == after[other.slug]


def test_a_mark_changes_when_time_is_up_and_when_seats_are_no_news_any_more(
    world: World,
) -> None:
    event = world.event
    Round.objects.filter(event=event, number=NOW).update(clock_started_at=timezone.now(), minutes=1)
    running = marks_of([event.slug])
    Round.objects.filter(event=event, number=NOW).update(clock_started_at=timezone.now() - FRESH)
    assert (over := marks_of([event.slug])) != running
    with history_open(EventChange._meta.db_table):
        EventChange.objects.filter(event=event).update(at=timezone.now() - FRESH)
    assert marks_of([event.slug]) != over


def test_an_event_that_is_not_published_has_no_mark(world: World) -> None:
    Event.objects.filter(pk=world.event.pk).update(is_published=False)
    event = world.event
    assert marks_of([event.slug, "nowhere"]) == {} and mark_of(event)


def test_a_finished_round_keeps_its_mark_while_another_is_played(world: World) -> None:
    event = world.event
    before = round_marks(event)
    write_deal(event.rounds.get(number=NOW).tables.get(number=2))
    after = round_marks(event)
    assert after[OLD] == before[OLD] and after[NOW] != before[NOW]
