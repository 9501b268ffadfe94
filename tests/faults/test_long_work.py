"""Nobody waits behind another: archives are checked, photographs read, backups made while tables write.

Each test acts while the long work is known to go on, and begins again where it was over before.
"""

import contextlib
import http.client
import json
import re
import shutil
import sqlite3
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults.conftest import Evening
from tests.faults.servers import Server, assert_whole, deals_counted, sheet_of
from tests.faults.test_strangers import LONG_SHEETS, Writers
from tests.processes import PATIENCE, environment, free_port, loaded, manage, prepared_statics, wait_until

MEMBERS = 2
FEW = ("demo", "--players", "4", "--rounds", "1", "--played", "0.3", "--seed", "7", "--format", "json")
# Members of a club, each with a session and a photograph that waits; the photographs show nothing.
SIGN_IN = """
import json
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from tournaments.models import User
from tournaments.services.clubs.lifecycle import create_club
found = []
for number in range(MEMBERS):
    user = User.objects.create(username=f"member {number}")
    club = create_club(name=f"Club {number}", owner=user)
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session.save()
    found.append([session.session_key, club.slug])
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def server(prepared: Evening, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server on SQLite, which has one lock for all writers."""
    folder = tmp_path_factory.mktemp("long-work")
    shutil.copytree(prepared.folder, folder / "data")
    shutil.copytree(prepared_statics(), folder / "data", dirs_exist_ok=True)
    server = Server(environment(folder / "data"), folder / "web.log", free_port())
    with loaded(server.env, folder):
        manage(server.env, "shell", "-v", "0", "-c", LONG_SHEETS)
        server.start()
        yield server
        assert_whole(server.env, prepared.event)
        server.stop()


class Member:
    """A member of a club with a browser."""

    def __init__(self, server: Server, session: str, club: str) -> None:
        self.port, self.page = server.port, f"/clubs/{club}/import-event/"
        self.cookies = f"sessionid={session}; csrftoken={'a' * 32}"

    def ask(self, method: str, body: bytes = b"", **headers: str) -> str:
        """Return the page."""
        with contextlib.closing(
            http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        ) as connection:
            connection.request(method, self.page, body, {"Cookie": self.cookies, **headers})
            answer = connection.getresponse()
            assert answer.status in (200, 302, 422), answer.status
            return answer.read().decode()

    def choose(self, content: bytes) -> None:
        """Choose the file of an archive."""
        line = uuid.uuid4().hex
        head = 'Content-Disposition: form-data; name="file"; filename="evening.zip"'
        body = f"--{line}\r\n{head}\r\n\r\n".encode() + content + f"\r\n--{line}--\r\n".encode()
        kind = f"multipart/form-data; boundary={line}"
        self.ask("POST", body, **{"Content-Type": kind, "X-CSRFToken": "a" * 32})

    def is_waiting(self) -> bool:
        """Return whether the archive is not checked yet."""
        return "<progress" in self.ask("GET")

    def is_checked(self) -> bool:
        return not self.is_waiting()


@pytest.fixture(scope="module")
def members(server: Server) -> list[Member]:
    told = json.loads(manage(server.env, "shell", "-v", "0", "-c", f"MEMBERS = {MEMBERS}\n{SIGN_IN}"))
    return [Member(server, *each) for each in told]


@pytest.fixture(scope="module")
def played(server: Server) -> str:
    """Return a small event with few deals."""
    return str(json.loads(manage(server.env, *FEW))["event"])


@pytest.fixture(scope="module")
def archive(server: Server, played: str, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the archive of that event; it is here, which is found out last."""
    file = tmp_path_factory.mktemp("archive") / "event.zip"
    manage(server.env, "export_event", played, str(file))
    return file.read_bytes()


def test_tables_of_others_write_while_archives_are_checked(
    server: Server, prepared: Evening, members: list[Member], archive: bytes
) -> None:
    writers = Writers(server, prepared, tables=2)

    def has_met() -> bool:
        """Let tables write while each archive waits; return whether some did so after the first deals."""
        for member in members:
            member.choose(archive)
        writers.write()
        is_met = any([each.is_waiting() for each in members])  # all look
        for member in members:
            writers.write()
            wait_until(member.is_checked, "an archive is checked")
        return is_met

    wait_until(has_met, "tables write while archives are checked")
    writers.assert_all_stored()
    answers = {re.sub(r"\s+", " ", each.ask("GET")) for each in members}
    assert not any("<progress" in page for page in answers)


PHOTOS = 2
# Photographs of one page: what stands behind its end makes each another file.
TAKE_PHOTOS = """
from django.utils import timezone
from tests.marked.one_photo import photo_of
from tournaments.models import MarkedPhoto, Round
slug = "{slug}"
drawn, content = Round.objects.get(event__slug=slug, number=1), photo_of(slug)
names = [f"{first} {{number}}" for number in range({photos})]
MarkedPhoto.objects.bulk_create(
    MarkedPhoto(round=drawn, digest=f"{{name:>64}}", at=timezone.now(), upload=content + name.encode())
    for name in names
)
"""


def test_standings_of_others_are_computed_while_photos_are_read(
    server: Server, prepared: Evening, played: str
) -> None:
    database = Path(server.env["DATA_DIR"], "stichtag.sqlite3")
    phone = Writers(server, prepared).phones[0]

    def has_met() -> bool:
        """Let a deal be counted while photographs are read; return whether some were not read yet."""
        sheet = sheet_of(server.address, phone.token)
        number, before = sheet["next_number"], deals_counted(server.address, prepared.event)
        manage(
            server.env, "shell", "-v", "0", "-c", TAKE_PHOTOS.format(slug=played, photos=PHOTOS, first=number)
        )
        wait_until(lambda: unread(database) < PHOTOS, "the first photograph is read")
        deal = {"number": number, "record": phone.records[number - 1]}
        assert phone.post(f"while photos are read {number}", deal) == 201
        wait_until(lambda: deals_counted(server.address, prepared.event) > before, "the deal counts")
        return unread(database) > 0

    wait_until(has_met, "the standings count a deal while photographs are read")
    wait_until(lambda: unread(database) == 0, "all photographs are read")


def unread(database: Path) -> int:
    """Return how many photographs wait."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        found = connection.execute("SELECT count(*) FROM tournaments_markedphoto WHERE reading IS NULL")
        return int(found.fetchone()[0])


def test_a_backup_made_while_tables_write_restores_every_sheet_whole(
    server: Server, prepared: Evening, tmp_path: Path
) -> None:
    writers = Writers(server, replace(prepared, tables=prepared.tables[2:6]))
    writers.write()
    backups, before = list[Path](), dict[str, int]()

    def has_met() -> bool:
        """Let tables write until a backup is made; return whether they were in the midst of it."""
        backups.append(tmp_path / f"backup {len(backups)}.zip")
        before.update(writers.sent)
        writes = 0
        with ThreadPoolExecutor() as other:
            backup = other.submit(manage, server.env, "backup", str(backups[-1]))
            while not backup.done():
                writers.write()
                writes += 1
        backup.result()
        return writes > 1

    wait_until(has_met, "tables write while a backup is made")
    restored = environment(tmp_path / "restored")
    with loaded(restored, tmp_path):
        manage(restored, "restore", str(backups[-1]))
        assert_whole(restored, prepared.event)
    numbers = numbers_by_table(Path(restored["DATA_DIR"], "stichtag.sqlite3"), prepared.event)
    for phone, sent in writers.sent.items():
        number = numbers[int(phone[1:].partition("p")[0])]
        assert number == list(range(1, len(number) + 1)), phone
        assert before[phone] <= len(number) <= sent, phone


def numbers_by_table(database: Path, event: str) -> dict[int, list[int]]:
    """Return the numbers of the rows of each table of the first round, in their order."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(
            "SELECT t.number, d.number FROM tournaments_deal d JOIN tournaments_table t ON t.id = d.table_id"
            " JOIN tournaments_round r ON r.id = t.round_id JOIN tournaments_event e ON e.id = r.event_id"
            " WHERE e.slug = ? ORDER BY t.number, d.number",
            [event],
        ).fetchall()
    pages: dict[int, list[int]] = {}
    for table, number in rows:
        pages.setdefault(table, []).append(number)
    return pages
