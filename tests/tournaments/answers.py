"""The events, states and roles whose answers `tests/answers.py` compares; needs Django's settings."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern

from tests.builders import a_user, end_round
from tests.tournaments.access_roles import Visitor, all_visitors, at_the_table
from tests.tournaments.access_rules import all_addresses
from tests.tournaments.access_world import BY, WHY, Evening, address_of, make_evening, two_clubs
from tests.tournaments.asking import ask
from tournaments.models import Event, Member, Player, Role, ShownAs, Stage
from tournaments.services.demonstration.club_night import DemoOptions, play_event
from tournaments.services.events.lifecycle import close_event
from tournaments.services.publishing.publications import freeze_event, publish_list
from tournaments.services.publishing.sign_off import sign_off
from tournaments.services.series.lifecycle import create_series
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points, rule_on_deal

ROLES = {  # and the language in which each reads
    "anonymous": "en", "owner": "de", "scorer": "en", "cashier": "ja", "referee": "en",
    "helping scorer": "de",
    "registered player": "ja", "page with the link": "de", "program with the link": "en",
    "program of the owner": "en",
}  # fmt: skip
FEWER_ROLES = ("anonymous", "owner", "page with the link", "program with the link", "program of the owner")
NOT_ASKED = {"phone_python", "phone_files", "phone_worker"}  # made from the code itself
State = tuple[str, Evening, Sequence[Visitor]]


def write_all(folder: Path, words: Sequence[str], chance: Random) -> None:
    """Ask for every address in every state and role, and write the answers."""
    prepare_settings()
    connection.creation.create_test_db(verbosity=0)
    for state, evening, visitors in states():
        for name, pattern in asked(words):
            for visitor in visitors:
                cache.clear()
                chance.seed(f"{visitor.name} {name}")
                address = address_of(name, pattern, evening, visitor.tokens)
                answer = ask(visitor, "GET", address, headers={"Accept-Language": ROLES[visitor.name]})
                file = folder / state.replace(" ", "_") / visitor.name.replace(" ", "_") / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(bytes_of(address, answer.response))
        chance.seed(f"after {state}")  # other ids for what is made next


def prepare_settings() -> None:
    """Name static files as they are, and hash passwords fast."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def asked(words: Sequence[str]) -> Iterator[tuple[str, URLPattern]]:
    """Yield our own addresses whose names contain one of the words, if there are any."""
    for name, pattern in all_addresses():
        is_ours = pattern.callback.__module__.startswith("tournaments.") and name not in NOT_ASKED
        if is_ours and (not words or any(word in name for word in words)):
            yield name, pattern


def bytes_of(address: str, response: HttpResponseBase) -> bytes:
    """Return status, headers and body of an answer; of a stream that does not end, only the head."""
    headers = sorted(f"{name}: {value}" for name, value in response.items())
    cookies = [cookie.OutputString() for cookie in response.cookies.values()]
    body = response.content if isinstance(response, HttpResponse) else b""
    return "\n".join([f"{response.status_code} {address}", *headers, *cookies, "", ""]).encode() + body


def states() -> Iterator[State]:
    """Yield events in the states of their lives. Each begins when the one before it has been asked about."""
    clubs = two_clubs()
    evening, theirs = (make_evening(club, is_published=True) for club in clubs)
    visitors = [each for each in all_visitors(evening, theirs) if each.name in ROLES]
    yield "an evening", evening, visitors
    yield "an unpublished evening", make_evening(clubs[0], is_published=False), visitors
    event = play_event(DemoOptions(players=8, game="skat"), str)
    demo, visitors = played(evening, event, visitors)
    yield "under way", demo, visitors
    publish_list(event=event, stage=Stage.PROVISIONAL, by=BY)
    freeze_event(event=event, is_frozen=True, by=BY)
    end_round(event.rounds.get(number=2))
    compute_event_standings(event_id=event.pk)
    yield "secret", demo, visitors
    sign_off(event=event, by=BY)
    publish_list(event=event, stage=Stage.FINAL, by=BY)
    close_event(event=event, is_closed=True)
    yield "final", demo, visitors


def played(evening: Evening, event: Event, visitors: Sequence[Visitor]) -> tuple[Evening, list[Visitor]]:
    """Return a played event in place of the evening, with a few decisions, and its fewer visitors."""
    one, two, three, *_ = event.entrants.order_by("number")
    Player.objects.filter(pk=two.player_id).update(shown_as=ShownAs.NUMBER)
    event.entrants.filter(pk__in=[one.pk, three.pk]).update(team="Die Blanken")
    penalty = adjust_points(entrant=one, points=-5, reason=WHY, by=BY)
    old, table = (event.rounds.get(number=number).tables.get(number=1) for number in (1, 2))
    ruling = rule_on_deal(table=old, number=1, points=[0] * 4, reason=WHY, by=BY)
    compute_event_standings(event_id=event.pk)
    ids = {
        "slug": event.slug,
        "public_id": table.public_id,
        "entrant_id": one.pk,
        "second_id": two.pk,
        "third_id": three.pk,
        "player_id": one.player_id,
        "adjustment_id": penalty.pk,
        "ruling_id": ruling.pk,
    }
    series = create_series(club=event.club, name="Demo season", events=[event], is_published=True)
    demo = replace(evening, event=event, series=series, table=table, ids={**evening.ids, **ids})
    Member.objects.create(club=event.club, user=a_user("the owner"), role=Role.OWNER)
    known = [each for each in visitors if each.name in FEWER_ROLES and not each.has_link]
    return demo, [*known, *(each for each in at_the_table(demo) if each.name in ROLES)]
