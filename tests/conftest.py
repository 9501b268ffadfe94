"""Settings that make all tests fast, and the order of the tests."""

import contextlib
import gc
import os
import sqlite3
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import DjangoDbBlocker

from tests import missing, order, sweeps, type_check
from tests.processes import DATABASE, clear_away, once, prepare_folder, prepared_database

IS_WHOLE = pytest.StashKey[bool]()
CLEARS_AWAY = pytest.StashKey[bool]()
TYPE_CHECK = pytest.StashKey[subprocess.Popen[bytes]]()
SECONDS_BEFORE = pytest.StashKey[dict[str, float]]()
SECONDS: defaultdict[str, float] = defaultdict(float)  # of this run, by test file
FEWER_COLLECTIONS = 100_000  # by default a collection runs after every 700 new objects

# The only profile of Hypothesis: on a busy machine an example may take as long as it likes.
hypothesis.settings.register_profile(
    "without a clock", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("without a clock")


def record() -> Path:
    """The file with the seconds of each test file in the last whole run."""
    return Path(settings.DATA_DIR, "seconds.json")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out servers, browsers and long tests")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """In a quick run, do not even import the files it leaves out."""
    is_test = collection_path.is_file() and collection_path.name.startswith("test_")
    return True if config.option.quick and is_test and order.is_slow(collection_path) else None


def pytest_configure(config: pytest.Config) -> None:
    """Plain static names need no collectstatic; test passwords need no slow hash."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    told = getattr(config, "workerinput", None)  # of a worker
    config.stash[CLEARS_AWAY] = prepare_folder()
    sweeps.choose_sample()
    config.stash[IS_WHOLE] = is_whole(config) if told is None else told["is_whole"]
    config.stash[SECONDS_BEFORE] = order.known(record()) if told is None else told["seconds"]
    gc.set_threshold(FEWER_COLLECTIONS)
    # A browser's event loop runs in the thread of a worker's tests; our code never awaits in it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_report_header() -> str:
    """Say which cases of the sweeps this run takes."""
    return sweeps.said()


def is_whole(config: pytest.Config) -> bool:
    """Return whether this run names no files and is not a quick one."""
    return config.args_source == config.ArgsSource.TESTPATHS and not config.option.quick


def pytest_sessionstart(session: pytest.Session) -> None:
    """Check the types once, in parallel with a whole run."""
    config = session.config
    if config.stash[IS_WHOLE] and not hasattr(config, "workerinput") and not config.option.collectonly:
        config.stash[TYPE_CHECK] = type_check.begin()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the folders prepared for installations, and end all processes."""
    if config.stash[CLEARS_AWAY]:
        clear_away()
    if TYPE_CHECK in config.stash:
        type_check.end(config.stash[TYPE_CHECK])


# The longest files first


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Give all workers the same record, so that they collect the same tests in the same order."""
    node.workerinput["is_whole"] = node.config.stash[IS_WHOLE]
    node.workerinput["seconds"] = node.config.stash[SECONDS_BEFORE]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Servers and browsers first, and each time the longest files; all others stay in their order.

    A whole run leaves out the cases of sweeps that are not for every day.
    """
    if config.stash[IS_WHOLE]:
        items[:], left_out = sweeps.divide(items)
        config.hook.pytest_deselected(items=left_out)
    items.sort(key=lambda item: order.place_of(item.path, config.stash[SECONDS_BEFORE]))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add the duration of a test to its file."""
    SECONDS[report.nodeid.partition("::")[0]] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Record the seconds of each file after a whole run."""
    if TYPE_CHECK in session.config.stash:
        order.note(record(), SECONDS)


# Missing browsers, servers and tools


def pytest_collection_finish(session: pytest.Session) -> None:
    """Report what is missing in a run without workers."""
    if not hasattr(session.config, "workerinput"):
        say_what_is_missing(session.config, [item.nodeid for item in session.items])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: list[str]) -> None:
    """Report what is missing when the first worker has collected the tests."""
    if node.gateway.id == "gw0":
        say_what_is_missing(node.config, ids)


def say_what_is_missing(config: pytest.Config, ids: list[str]) -> None:
    """Write a line for each missing thing that these tests need."""
    told = config.pluginmanager.get_plugin("terminalreporter")
    for line in missing.before(ids) if told else ():
        told.write_line(line, yellow=True)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Report what was missing, after the tests."""
    for line in missing.after(reasons(terminalreporter.stats)):
        terminalreporter.write_line(line, yellow=True)


def reasons(stats: Mapping[str, list[Any]]) -> Iterator[str]:
    """Yield the reasons of skips, failures and errors."""
    for report in [*stats.get("skipped", ()), *stats.get("failed", ()), *stats.get("error", ())]:
        yield report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longreprtext


# The database


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Make the empty migrated database in memory that all tests of a worker use; one worker migrates it."""
    with django_db_blocker.unblock():
        name = connection.creation._get_test_db_name()  # type: ignore[attr-defined]
        connection.close()
        settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
        connection.ensure_connection()
        once(DATABASE, migrate_here)
        if not MigrationRecorder(connection).has_table():
            with contextlib.closing(sqlite3.connect(prepared_database())) as migrated:
                migrated.backup(connection.connection)
    yield
    with django_db_blocker.unblock():
        connection.close()


def migrate_here(file: Path) -> None:
    """Migrate the database in memory, and keep a copy for the other workers and the installations."""
    call_command("migrate", verbosity=0)
    with contextlib.closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)


@pytest.fixture(scope="module")
def lasting(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Keep the rows of a module's fixture: each test undoes only its own changes."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
