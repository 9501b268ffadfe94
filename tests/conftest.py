"""What every test shares: settings that make tests quick."""

import gc
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests import type_check
from tests.processes import clear_away

# Begun first, so that no core is left alone with one of them while the others have nothing left to do: what
# needs servers or a browser, then the rest, each with its longest files ahead.
WITH_SERVERS = {"browser", "faults", "services"}
LONGEST = (
    "test_looks", "test_strangers", "test_killed_services", "test_killed_server", "test_offline",
    "test_engine", "test_answers", "test_main_job", "test_https", "test_pads", "test_evening", "test_turns",
    "test_still_pad", "test_pad_facts", "test_bidding", "test_calls", "test_draw", "test_wall",
    "test_access_matrix", "test_hostile_input", "test_serving", "test_unusable_databases", "test_secrets",
    "test_lock_outs", "test_tries", "test_foreign_ids", "test_laws", "test_crashes", "test_tokens_nowhere",
    "test_api_golden", "test_commands", "test_roles", "test_pages_evening", "test_replacing", "test_schedule",
    "test_pages_seating", "test_papers", "test_paper", "test_demo", "test_interleavings", "test_notation",
    "test_backups", "test_trials_and_persons", "test_keeping",
)  # fmt: skip
LAST = "test_quality"  # reads what was checked beside the others
PURE = {"rules", "scoring", "seating", "simulation"}
FOR_A_WHOLE_RUN = {  # servers, browsers, and most files outside the pure folders that take seconds
    *WITH_SERVERS, "test_access_matrix", "test_hostile_input", "test_serving", "test_unusable_databases",
    "test_secrets", "test_lock_outs", "test_tries", "test_foreign_ids", "test_crashes", "test_tokens_nowhere",
    "test_api_golden", "test_commands", "test_roles", "test_interleavings", "test_every_answer",
    "test_pages_evening", "test_papers", "test_pages_seating", "test_replacing", "test_confirming",
    "test_whole_numbers", "test_door", "test_paper", "test_pages_series", "test_privacy", "test_publishing",
    "test_api_promises", "test_demo", "test_api_reading", "test_pages_draws", "test_kept_pages",
    "test_static_publish", "test_prizes", "test_outages", "test_backups", "test_trials_and_persons",
    "test_keeping", "test_health", LAST,
}  # fmt: skip
TYPE_CHECK = pytest.StashKey[subprocess.Popen[bytes]]()
FEWER_COLLECTIONS = 100_000  # the default looks through everything loaded after every 700 new objects


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out servers, browsers and long tests")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A quick run does not even read what it leaves out."""
    is_long = collection_path.stem in FOR_A_WHOLE_RUN and collection_path.parent.name not in PURE
    is_left_out = config.option.quick and is_long
    return True if is_left_out else None


def pytest_configure() -> None:
    """Plain static names need no collectstatic; a quick hash is enough for passwords that guard nothing."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    gc.set_threshold(FEWER_COLLECTIONS)
    # A browser's event loop runs in the thread of a worker's tests; nothing of ours is ever awaited in it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_sessionstart(session: pytest.Session) -> None:
    """The types are checked beside a whole run, once."""
    config = session.config
    is_whole = config.args_source == config.ArgsSource.TESTPATHS and not config.option.quick
    if is_whole and not hasattr(config, "workerinput") and not config.option.collectonly:
        config.stash[TYPE_CHECK] = type_check.begin()


def pytest_unconfigure(config: pytest.Config) -> None:
    """No folder is left of what was prepared for several installations, and no process."""
    clear_away()
    if TYPE_CHECK in config.stash:
        type_check.end(config.stash[TYPE_CHECK])


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Servers and browsers first, and each time the longest files; all others stay in their order."""
    items.sort(key=lambda item: place_of(item.path))


def place_of(path: Path) -> tuple[bool, bool, int]:
    return (
        path.stem == LAST,
        path.parent.name not in WITH_SERVERS,
        LONGEST.index(path.stem) if path.stem in LONGEST else len(LONGEST),
    )


@pytest.fixture(scope="module")
def lasting(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """For rows that a module's fixture makes once: each test undoes only what it did itself."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
