"""What every test shares: settings that make tests quick."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.processes import clear_away

# Begun first, so that no core is left alone with one of them while the others have nothing left to do: what
# needs servers or a browser, then the rest, each with its longest files ahead.
WITH_SERVERS = {"browser", "faults", "services"}
LONGEST = (
    "test_killed_services", "test_offline", "test_answers", "test_main_job", "test_evening", "test_pads",
    "test_engine", "test_looks", "test_turns", "test_killed_server",
    "test_serving", "test_quality", "test_api_golden", "test_tokens_nowhere", "test_crashes", "test_commands",
    "test_interleavings", "test_secrets", "test_static_publish", "test_publishing", "test_certificates",
    "test_api_reading", "test_paper", "test_schedule", "test_notation", "test_laws",
)  # fmt: skip
FEWER_COLLECTIONS = 100_000  # the default looks through everything loaded after every 700 new objects


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


def pytest_unconfigure() -> None:
    """No folder is left of what was prepared for several installations."""
    clear_away()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Servers and browsers first, and each time the longest files; all others stay in their order."""
    items.sort(key=lambda item: place_of(item.path))


def place_of(path: Path) -> tuple[bool, int]:
    return (
        path.parent.name not in WITH_SERVERS,
        LONGEST.index(path.stem) if path.stem in LONGEST else len(LONGEST),
    )


@pytest.fixture(scope="module")
def lasting(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """For rows that a module's fixture makes once: each test undoes only what it did itself."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
