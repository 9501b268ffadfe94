"""Settings that make all tests fast, and how a run goes: what it leaves out, its order, what it says."""

import contextlib
import gc
import importlib
import os
import sqlite3
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import translation
from pytest_django import DjangoDbBlocker

from tests import missing, order, reach, sweeps, type_check
from tests.processes import DATABASE, clear_away, once, prepare_folder, prepared_database
from tests.progress import Progress, lanes
from tests.sharing import Sharing
from tournaments.storage.uploads import apart

IS_EVERYDAY = pytest.StashKey[bool]()  # the run names no files and no tests
CHANGED = pytest.StashKey[list[str]]()
TOUCHED = pytest.StashKey[frozenset[str] | None]()  # the only files of the run; None: all
RECORD = pytest.StashKey[dict[str, order.Taken]]()  # of earlier runs
PROGRESS = pytest.StashKey[Progress]()
CLEARS_AWAY = pytest.StashKey[bool]()
SET_UP = pytest.StashKey[list[float]]()  # seconds of shared fixtures since the last test began
OF_ALL = "seconds of the set-up that other tests share"
TYPE_CHECK = pytest.StashKey[subprocess.Popen[bytes]]()
SECONDS: defaultdict[str, float] = defaultdict(float)  # of this run, by test
SHARED: defaultdict[str, float] = defaultdict(float)  # of them, the set-up of what other tests use too
ENDS: dict[str, float] = {}  # when each worker ended its last test
FEWER_COLLECTIONS = 100_000  # by default a collection runs after every 700 new objects

# The only profile of Hypothesis: on a busy machine an example may take as long as it likes.
hypothesis.settings.register_profile(
    "without a clock", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("without a clock")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out servers, browsers and long tests")
    parser.addoption(
        "--changed", action="store_true", help="what the files touch that differ from the last commit"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Static names need no collectstatic, test passwords no slow hash; no reader of a file steps back."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    config.stash[CLEARS_AWAY] = prepare_folder()
    sweeps.choose_sample()
    told = getattr(config, "workerinput", None)  # of a worker
    config.stash[IS_EVERYDAY] = is_everyday(config) if told is None else told["is_everyday"]
    config.stash[CHANGED] = reach.changed_files() if config.option.changed and told is None else []
    config.stash[TOUCHED] = touched(config) if told is None else told["touched"]
    config.stash[RECORD] = order.known(record())
    gc.set_threshold(FEWER_COLLECTIONS)
    # A browser's event loop runs in the thread of a worker's tests; our code never awaits in it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    apart.NICE = 0  # a test waits for the process that reads its file; real servers keep theirs


def is_everyday(config: pytest.Config) -> bool:
    """Return whether this run names no files and no tests."""
    names_some = config.option.keyword or config.option.markexpr
    return config.args_source == config.ArgsSource.TESTPATHS and not names_some


def is_whole(config: pytest.Config) -> bool:
    """Return whether this process runs everything, or gives it to workers."""
    chooses = config.option.quick or config.option.changed or config.option.collectonly
    return config.stash[IS_EVERYDAY] and not chooses and not hasattr(config, "workerinput")


def touched(config: pytest.Config) -> frozenset[str] | None:
    """Return the test files that the changed files touch; None if all run."""
    return frozenset(reach.touched(config.stash[CHANGED])) if config.option.changed else None


def record() -> Path:
    """Return the file with what each test file took in the last whole run."""
    return Path(settings.DATA_DIR, order.NAME)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell all workers the same, so that they collect the same tests in the same order."""
    for name, key in {"is_everyday": IS_EVERYDAY, "touched": TOUCHED}.items():
        node.workerinput[name] = node.config.stash[key]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Share whole files out, and folders with servers among half of the workers."""
    return Sharing(config, log, config.stash[RECORD]) if config.option.dist == "loadfile" else None


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Check the types once, in parallel with a whole run. With CI=true nothing may be missing for it."""
    if is_whole(session.config):
        missing.refuse_to_start(missing.before(order.names_in(session.config.stash[RECORD])))
        session.config.stash[TYPE_CHECK] = type_check.begin()


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import a share of all test files first: in a fresh clone each is compiled by one worker, not by all."""
    told = getattr(session.config, "workerinput", None)
    if told is None or not session.config.stash[IS_EVERYDAY]:
        return
    files = sorted(order.ROOT.glob("tests/**/test_*.py"))
    asked = [each for each in files if not pytest_ignore_collect(each, session.config)]
    for file in asked[int(told["workerid"].removeprefix("gw")) :: told["workercount"]]:
        with contextlib.suppress(Exception, pytest.skip.Exception):  # the collection will say it
            importlib.import_module(".".join(file.relative_to(order.ROOT).with_suffix("").parts))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the folders prepared for installations, and end all processes."""
    if config.stash[CLEARS_AWAY]:
        clear_away()
    if TYPE_CHECK in config.stash:
        type_check.end(config.stash[TYPE_CHECK])


# Which tests run, and in which order


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import the files that a quick run, or one of what was changed, leaves out."""
    if not (collection_path.is_file() and collection_path.name.startswith("test_")):
        return None
    files = config.stash[TOUCHED]
    if files is not None and order.file_of(collection_path) not in files:
        return True
    return True if config.option.quick and order.is_slow(collection_path) else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the files; leave out the cases of sweeps that are not for today."""
    if config.stash[IS_EVERYDAY]:
        items[:], left_out = sweeps.divide(items)
        config.hook.pytest_deselected(items=left_out)
    places = {path: order.place_of(path, config.stash[RECORD]) for path in {item.path for item in items}}
    items.sort(key=lambda item: places[item.path])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin each test in English: the answer to a request leaves its language active in the thread."""
    translation.deactivate()


# What a run says


def pytest_report_header() -> str:
    """Say which cases of the sweeps this run takes."""
    return sweeps.said()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Say what is ahead in a run without workers."""
    gc.freeze()  # what is there now stays until the end: no collection need look at it again
    if not hasattr(session.config, "workerinput") and not session.config.option.collectonly:
        say_what_is_ahead(session.config, [item.nodeid for item in session.items], workers=1)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: list[str]) -> None:
    """Say what is ahead when the first worker has collected the tests."""
    if node.gateway.id == "gw0":
        say_what_is_ahead(node.config, ids, workers=len(node.config.option.tx))


def say_what_is_ahead(config: pytest.Config, ids: list[str], workers: int) -> None:
    """Write how many tests there are, why these, how long they take and what is missing for them."""
    if not ids:  # the controller of a run with workers has none itself
        return
    config.stash[PROGRESS] = progress = Progress(
        ids, config.stash[RECORD], lanes(workers, os.cpu_count() or 1)
    )
    if config.option.changed:
        total = sum(taken.tests for taken in config.stash[RECORD].values())
        write(config, f"{len(ids):,} of {total:,} tests: what {reach.listed(config.stash[CHANGED])} touches")
    if progress.is_long:
        write(config, progress.first_line())
        config.pluginmanager.register(Telling(config))
    for line in missing.before(ids):
        write(config, line, yellow=True)


@dataclass(eq=False)  # pluggy hashes plugins
class Telling:
    """Writes how far the run is."""

    config: pytest.Config

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown" and (line := self.config.stash[PROGRESS].finish(report.nodeid)):
            write(self.config, line)


def write(config: pytest.Config, line: str, **markup: bool) -> None:
    """Write a line of its own."""
    if terminal := config.pluginmanager.get_plugin("terminalreporter"):
        if terminal._tw.width_of_current_line:  # dots of tests
            terminal._tw.line()
        terminal.write_line(line, **markup)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> Any:
    """Measure a fixture that tests share: it is none of the test that happens to be the first."""
    begun = time.perf_counter()
    try:
        return (yield)
    finally:
        if fixturedef.scope != "function":
            request.session.stash.setdefault(SET_UP, []).append(time.perf_counter() - begun)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Hand over how much of a set-up is shared."""
    if call.when == "setup" and (shared := item.session.stash.setdefault(SET_UP, [])):
        item.user_properties.append((OF_ALL, sum(shared)))
        shared.clear()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what a test took, and when its worker was done with it."""
    SECONDS[report.nodeid] += report.duration
    if report.when == "setup":
        SHARED[report.nodeid] = float(dict(report.user_properties).get(OF_ALL, 0))
    ENDS[report.node.gateway.id if hasattr(report, "node") else ""] = report.stop


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Record what each file took, after a whole run that came to its end."""
    came_to_its_end = exitstatus in (0, 1) and not (session.shouldstop or session.shouldfail)
    if TYPE_CHECK in session.config.stash and came_to_its_end:
        order.note(record(), SECONDS, session.config.stash[RECORD])


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say what was missing, which tests took longest, and how long workers waited for the last one."""
    for line in missing.after(reasons(terminalreporter.stats)):
        terminalreporter.write_line(line, yellow=True)
    if PROGRESS in config.stash and config.stash[PROGRESS].is_long:
        terminalreporter.section("longest tests")
        for line in order.longest({name: each - SHARED[name] for name, each in SECONDS.items()}):
            terminalreporter.write_line(line)
        waits = ", ".join(f"{max(ENDS.values()) - each:.0f}" for each in ENDS.values())
        terminalreporter.write_line(f"seconds that each worker had nothing left to do: {waits}")


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
