"""Two directors act in the same moment, each in a thread with a browser and a connection of its own.

For `manage.py shell`: `print_cases()` prints a JSON object for every case. A third connection holds what both
need, so that both have read everything before either of them writes.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from html import unescape
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, connections, transaction
from django.test import Client

from scoring.not_possible import NotPossible
from tests.builders import a_user, an_event, write_deal
from tests.processes import wait_until
from tests.tournaments.paper_files import PLAYERS, a_line, a_seating, some_files
from tests.tournaments.visitors import signed_in
from tournaments.models import AuthorKind, Club, Deal, Entrant, Event, Invitation, Member, Player, Role, Table
from tournaments.selectors.installation.chosen_archives import archives_waiting
from tournaments.services.clubs.joining import invitation_token, invite_member
from tournaments.services.clubs.lifecycle import create_club
from tournaments.services.clubs.merging import merge_players
from tournaments.services.entry.entrants import enter_players
from tournaments.services.history.audit import audit
from tournaments.services.history.sheet_chain import Author
from tournaments.services.installation.chosen_archives import carry_on
from tournaments.services.installation.event_deletion import delete_event
from tournaments.services.paper import create_event_from_paper
from tournaments.services.publishing.sign_off import sign_off
from tournaments.services.rounds.lifecycle import close_round, open_round, seat_round
from tournaments.services.standings.computation import compute_event_standings

WAITING = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE wait_event_type = 'Lock' AND datname = current_database() AND pid <> pg_backend_pid()"
)
HELD = ("event", "club", "player", "invitation", "member")
SAID = re.compile(r'role="(?:alert|status)"[^>]*>(.*?)</(?:div|ul|p)>', re.DOTALL)
MAIN = re.compile(r"<main[^>]*>(.*?)</main>", re.DOTALL)
TAGS = re.compile(r"<[^>]+>")
Act = Callable[[], tuple[int, str]]


@dataclass(frozen=True)
class Evening:
    """A club of two directors and one of its events, with no player."""

    club: Club
    event: Event
    ada: Client
    ben: Client

    def posts(self, *urls: str, **values: Any) -> tuple[Act, Act]:
        """Return the same request of both; with two addresses, one of each."""
        return post(self.ada, urls[0], **values), post(self.ben, urls[-1], **values)

    def players(self, *names: str) -> list[Player]:
        """Return new players of the club."""
        return [Player.objects.create(club=self.club, name=name) for name in names]

    def of_event(self, more: str) -> str:
        """Return an address of the event's organisers."""
        return f"/events/{self.event.slug}/organise/{more}"

    def of_player(self, player: Player, more: str) -> str:
        """Return an address of a player."""
        return f"/clubs/{self.club.slug}/players/{player.pk}/{more}"


def an_evening(name: str) -> Evening:
    """Return a club of its own for a case."""
    club = create_club(name=name, owner=a_user("ada"))
    Member.objects.create(club=club, user=a_user("ben"), role=Role.OWNER)
    event = an_event(club=club, name=name, deals_per_table={"4": 1, "3": 1})
    return Evening(club, event, *(signed_in(a_user(each)) for each in ("ada", "ben")))


def post(client: Client, url: str, **values: Any) -> Act:
    """Return a request that answers with its first status and what the page says in the end."""

    client.raise_request_exception = False
    return lambda: told(client.post(url, values, follow=True))


def told(answer: Any) -> tuple[int, str]:
    """Return the first status of an answer, and what the page says in the end."""
    first = answer.redirect_chain[0][1] if answer.redirect_chain else answer.status_code
    page = answer.content.decode()
    words = SAID.findall(page) or (MAIN.findall(page) if first >= 400 else [])
    return first, " ".join(unescape(TAGS.sub(" ", " ".join(words))).split())


def called(act: Callable[[], object]) -> Act:
    """Return a call of a service as a request: 200 and nothing, or 409 and the refusal."""

    def answered() -> tuple[int, str]:
        try:
            act()
        except NotPossible as refusal:
            return 409, refusal.message
        return 200, ""

    return answered


# Cases: two acts, and the facts afterwards


def list_stored(evening: Evening, first: str, second: str) -> tuple[Act, Act]:
    """Let both have uploaded a list of names and seen its preview."""
    acts = []
    for client, names in ((evening.ada, first), (evening.ben, second)):
        file = SimpleUploadedFile("list.csv", f"Name;Club\n{names}".replace(",", ";Kiel\n").encode())
        page = client.post(evening.of_event("players/upload/"), {"file": file}, follow=True)
        plan = re.search(r'name="plan" value="([^"]*)"', page.content.decode())
        assert plan
        acts.append(post(client, evening.of_event("players/list/store/"), plan=plan[1]))
    return acts[0], acts[1]


def sheets_stored(evening: Evening, *tricks: int) -> tuple[Act, Act]:
    """Let both have uploaded sheets of the same tables, with these tricks of the first deal."""
    enter_players(event=evening.event, names=PLAYERS)
    for client, number in zip((evening.ada, evening.ben), tricks, strict=True):
        files = some_files(a_line(tricks=number), a_line(table=2)).by_part()
        sent = {part: SimpleUploadedFile(each.name, each.content) for part, each in files.items()}
        client.post(evening.of_event("paper/"), sent)
    return evening.posts(evening.of_event("paper/store/"))


def merged(evening: Evening, first: tuple[int, int], second: tuple[int, int]) -> tuple[Act, Act]:
    """Let each keep one of the players Anna, ANNA and Ana and merge another into it."""
    players = evening.players("Anna", "ANNA", "Ana")
    enter_players(event=evening.event, names=["ANNA"])
    acts = [
        post(client, evening.of_player(players[kept], "merge/"), other=players[other].pk)
        for client, (kept, other) in ((evening.ada, first), (evening.ben, second))
    ]
    return acts[0], acts[1]


def merged_and_listed(evening: Evening) -> tuple[Act, Act]:
    """Let one merge ANNA into Anna while the other imports a list with ANNA."""
    anna, other = evening.players("Anna", "ANNA")
    _, listed = list_stored(evening, "Nobody", "ANNA")
    return post(evening.ada, evening.of_player(anna, "merge/"), other=other.pk), listed


def merge_undone(evening: Evening) -> tuple[Act, Act]:
    """Let both undo the same merge."""
    anna, other = evening.players("Anna", "ANNA")
    enter_players(event=evening.event, names=["ANNA"])
    merge = merge_players(player=anna, duplicate=other, by=a_user("ada"))
    return evening.posts(evening.of_player(anna, f"merges/{merge.pk}/undo/"))


def list_undone(evening: Evening) -> tuple[Act, Act]:
    """Let both undo the same import."""
    list_stored(evening, "Anna,Ben", "Cleo")[0]()
    taken = evening.event.list_imports.get()
    return evening.posts(evening.of_event("players/list/undo/"), list=taken.pk)


def an_invitation(evening: Evening) -> Invitation:
    return invite_member(club=evening.club, role=Role.SCORER, by=a_user("ada"))


def accepted(evening: Evening, *names: str) -> tuple[Act, Act]:
    """Let two browsers have opened the same invitation, of these accounts."""
    address = f"/i/{invitation_token(an_invitation(evening))}"
    clients = [signed_in(a_user(name)) for name in names]
    for client in clients:
        client.get(address)
    return post(clients[0], "/invitation/"), post(clients[1], "/invitation/")


def accepted_and_revoked(evening: Evening) -> tuple[Act, Act]:
    """Let one accept an invitation while its owner revokes it."""
    invitation = an_invitation(evening)
    guest = signed_in(a_user("cleo"))
    guest.get(f"/i/{invitation_token(invitation)}")
    url = f"/clubs/{evening.club.slug}/invitations/{invitation.pk}/revoke/"
    return post(guest, "/invitation/"), post(evening.ada, url)


def events_created(evening: Evening) -> tuple[Act, Act]:
    """Let both create an event with the same name and date."""
    values = {"name": "Same evening", "date": "2026-12-24", "deals_4": "100", "deals_3": "120"}
    return evening.posts(f"/clubs/{evening.club.slug}/new-event/", **values, option_min_bid="2")


def imported_with_create(evening: Evening) -> tuple[Act, Act]:
    """Let two commands create the event of the same files."""
    files = some_files(seating=a_seating())

    def create() -> None:
        with transaction.atomic():
            create_event_from_paper(
                slug=f"created-{evening.club.pk}",
                game="fipsen-prisdorf",
                options={},
                policy={"by": "game"},
                files=files,
                by=Author(AuthorKind.PAPER),
                club=evening.club.slug,
            )

    return called(create), called(create)


def archive_stored(evening: Evening) -> tuple[Act, Act]:
    """Let both have uploaded the archive of the event, which is gone; two workers store it."""
    enter_players(event=evening.event, names=PLAYERS)
    content = evening.ada.post(evening.of_event("archive/")).content
    delete_event(event=evening.event)
    page = f"/clubs/{evening.club.slug}/import-event/"
    for client in (evening.ada, evening.ben):
        client.post(page, {"file": SimpleUploadedFile("event.zip", content)}, follow=True)
        carry_on()

    def stored_by(client: Client) -> Act:
        def act() -> tuple[int, str]:
            client.post(f"{page}store/")
            carry_on()  # with the other's archive, perhaps
            wait_until(lambda: not archives_waiting().exists(), "both archives are worked on")
            return told(client.get(page, follow=True))

        return act

    return stored_by(evening.ada), stored_by(evening.ben)


def a_table_in_play(evening: Evening) -> Table:
    """Return a table of four in an open round, each with one deal to come."""
    entrants = enter_players(event=evening.event, names=PLAYERS[:4])
    round = open_round(round=seat_round(event=evening.event, tables=[entrants]))
    return round.tables.select_related("round__event").get()


def signed_off(evening: Evening) -> tuple[Act, Act]:
    """Let two directors sign off the same results."""
    table = a_table_in_play(evening)
    write_deal(table)
    close_round(round=table.round)
    event = Event.objects.get(pk=evening.event.pk)
    compute_event_standings(event_id=event.pk)
    acts = [
        partial(sign_off, event=event, by=Author(AuthorKind.MEMBER, a_user(who).pk)) for who in ("ada", "ben")
    ]
    return called(acts[0]), called(acts[1])


def merged_while_posting(evening: Evening) -> tuple[Act, Act]:
    """Let one merge a player who sits at a table into another, while the table posts its deal."""
    table = a_table_in_play(evening)
    seated = evening.event.entrants.get(number=1).player
    [kept] = evening.players("Aaron")
    merge = post(evening.ada, evening.of_player(kept, "merge/"), other=seated.pk)
    return called(partial(write_deal, table)), merge


CASES: Mapping[str, Callable[[Evening], tuple[Act, Act]]] = {
    "the same list": lambda evening: list_stored(evening, "Anna,Ben", "Anna,Ben"),
    "lists that share a name": lambda evening: list_stored(evening, "Anna,Ben", "Ben,Cleo"),
    "the same names pasted": lambda evening: evening.posts(
        evening.of_event("players/paste/"), names="Anna\nBen"
    ),
    "the same import undone": list_undone,
    "the same sheets": lambda evening: sheets_stored(evening, 2, 2),
    "different sheets of a table": lambda evening: sheets_stored(evening, 2, 3),
    "the same event from paper": imported_with_create,
    "the same archive": archive_stored,
    "events of one name": events_created,
    "the same merge": lambda evening: merged(evening, (0, 1), (0, 1)),
    "merges of each other": lambda evening: merged(evening, (0, 1), (1, 0)),
    "a merge into a duplicate": lambda evening: merged(evening, (0, 1), (2, 0)),
    "a merge and a list with the duplicate": merged_and_listed,
    "the same merge undone": merge_undone,
    "two sign-offs": signed_off,
    "a merge while a table posts": merged_while_posting,
    "an invitation of two people": lambda evening: accepted(evening, "cleo", "dov"),
    "an invitation twice by one person": lambda evening: accepted(evening, "cleo", "cleo"),
    "an invitation accepted and revoked": accepted_and_revoked,
}


def facts_of(club: Club) -> dict[str, Any]:
    """Return what is stored of a club: counts, and what may never be."""
    entrants = Entrant.objects.filter(event__club=club)
    names = list(entrants.order_by("player__name").values_list("player__name", flat=True))
    return {
        "entrants": names,
        "events": club.events.count(),
        "deals": Deal.objects.filter(table__round__event__club=club).count(),
        "merged": club.players.filter(merged_into__isnull=False).count(),
        "members": club.members.count(),
        "broken": [
            *entrants.filter(player__merged_into__isnull=False).values_list("number", flat=True),
            *(f"{event}: {found}" for event in club.events.all() for found in audit(event)[1]),
        ],
    }


def print_cases() -> None:
    """Run every case on this database."""
    settings.ALLOWED_HOSTS = ["*"]
    for name, prepare in CASES.items():
        evening = an_evening(name)
        acts = prepare(evening)
        answers = at_once(*acts)
        print(json.dumps({"case": name, "told": sorted(answers), **facts_of(evening.club)}))


class Director(threading.Thread):
    """A thread that acts on a connection of its own."""

    def __init__(self, act: Act) -> None:
        super().__init__()
        self.act, self.told, self.has_begun_to_write = act, (0, ""), False

    def run(self) -> None:
        try:
            with connection.execute_wrapper(self.note):
                self.told = self.act()
        finally:
            connections.close_all()

    def note(self, execute: Any, sql: str, *more: Any) -> Any:
        """Note when the statement comes that takes the lock of SQLite, where nobody can see who waits."""
        self.has_begun_to_write |= sql.startswith("BEGIN IMMEDIATE")
        return execute(sql, *more)


def at_once(*acts: Act) -> list[tuple[int, str]]:
    """Return the answers of both; each waits for what a third connection holds."""
    directors = [Director(act) for act in acts]
    with held():
        for director in directors:
            director.start()
        wait_until(lambda: number_waiting(directors) == sum(map(Director.is_alive, directors)), "both wait")
    for director in directors:
        director.join()
    return [director.told for director in directors]


@contextmanager
def held() -> Iterator[None]:
    """Hold all that the acts lock: on SQLite the whole database."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            tables = ", ".join(f"tournaments_{name}" for name in HELD)
            with connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLE {tables} IN EXCLUSIVE MODE")
        yield


def number_waiting(directors: Sequence[Director]) -> int:
    """Return how many of them wait for a lock, of those who act."""
    if connection.vendor != "postgresql":
        return sum(each.is_alive() and each.has_begun_to_write for each in directors)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(WAITING)
        return int(cursor.fetchone()[0])
