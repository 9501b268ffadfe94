"""Ids of another club in the body of a program: refused as if they did not exist, and nothing is stored."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.access_world import Evening, make_evening, two_clubs
from tests.tournaments.api.programs import Program
from tests.tournaments.dumps import Dump, dump
from tournaments.models import PersonalToken, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def sides() -> tuple[Evening, Evening]:
    ours, theirs = (make_evening(club, is_published=False) for club in two_clubs())
    return ours, theirs


def a_player_of(evening: Evening) -> int:
    return Player.objects.filter(club=evening.event.club).earliest("pk").pk


def rows() -> Dump:
    """Return all rows; a token notes when it was used."""
    return {table: found for table, found in dump().items() if table != PersonalToken._meta.db_table}


Made = Callable[[Evening], Any]
BODIES: dict[str, tuple[Made, Made]] = {  # by what is foreign: the address, the body
    "a player to merge": (
        lambda ours: f"clubs/{ours.event.club.slug}/players/{a_player_of(ours)}/merge/",
        lambda theirs: {"duplicate": a_player_of(theirs)},
    ),
    "an event of a series": (
        lambda ours: "series/",
        lambda theirs: {"club": "OURS", "name": "Season 2", "events": [theirs.event.slug]},
    ),
    "an event of a webhook": (
        lambda ours: f"clubs/{ours.event.club.slug}/webhooks/",
        lambda theirs: {"url": "https://a.example/", "types": ["list.published"], "event": theirs.event.slug},
    ),
    "the club of an event": (
        lambda ours: "events/",
        lambda theirs: {
            "club": theirs.event.club.slug, "name": "X", "date": "2026-12-01", "game": "fipsen-prisdorf",
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BODIES)
def test_an_object_of_another_club_is_not_there(what: str, sides: tuple[Evening, Evening]) -> None:
    ours, theirs = sides
    address, body = BODIES[what]
    owner = ours.event.club.members.get(role="owner").user
    program = Program(owner.username)
    foreign, own = (
        {name: ours.event.club.slug if value == "OURS" else value for name, value in body(each).items()}
        for each in (theirs, ours)
    )
    before = rows()
    answer = program.send("post", address(ours), foreign)
    assert answer.status_code in (404, 422), answer.content
    assert rows() == before
    answer = program.send("post", address(ours), own)
    assert answer.status_code in (200, 201, 409), answer.content
