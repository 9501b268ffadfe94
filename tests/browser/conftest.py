"""Fixtures: a real Chromium, phone and desktop, and a real server on the embedded database."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.missing import chromium, miss
from tests.processes import PATIENCE, environment, loaded, manage, web_server

try:
    from playwright.sync_api import (
        Browser,
        BrowserContext,
        BrowserType,
        Page,
        ViewportSize,
        expect,
        sync_playwright,
    )
except ImportError:
    miss("playwright")

expect.set_options(timeout=PATIENCE * 1000)
PHONE: ViewportSize = {"width": 360, "height": 640}
LAUNCHED: list[Browser] = []  # of this worker
AS_ROOT = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
DESK: ViewportSize = {"width": 1280, "height": 800}
NAME = "hall.example"  # not loopback: browsers treat it as insecure, like any address in a hall
TO_THIS_MACHINE = f"--host-resolver-rules=MAP {NAME} 127.0.0.1, MAP *.local 127.0.0.1"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


def launch(kind: BrowserType, *flags: str, **more: Any) -> Browser:
    """Return the Chromium of this machine."""
    return kind.launch(executable_path=executable(), args=[*AS_ROOT, *flags], **more)


def executable() -> str:
    """Return the path of Chromium; skip or fail the test if it is missing."""
    return chromium() or miss("chromium")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium, TO_THIS_MACHINE)
        LAUNCHED.append(browser)
        yield browser
        LAUNCHED.remove(browser)
        browser.close()


def close_new_pages() -> Iterator[None]:
    """Close the pages opened meanwhile: an open pad asks the server every few seconds until the browser ends.

    It could also take the focus from the pages of later tests.
    """
    known = contexts()
    yield
    for context in contexts():
        if context not in known:
            context.close()


def contexts() -> list[BrowserContext]:
    """Return the open contexts of this worker's browser."""
    return [context for browser in LAUNCHED for context in browser.contexts]


pages_of_a_file = pytest.fixture(scope="module", autouse=True)(close_new_pages)
pages_of_a_test = pytest.fixture(autouse=True)(close_new_pages)


def patient(context: BrowserContext) -> BrowserContext:
    """Let a page take as long for an answer as for what is expected on it."""
    context.set_default_timeout(PATIENCE * 1000)
    return context


@pytest.fixture
def phone(browser: Browser, site: str) -> Iterator[Page]:
    settings: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    with patient(browser.new_context(base_url=site, **settings)) as context:
        yield context.new_page()


@pytest.fixture
def desk(browser: Browser, site: str) -> Iterator[Page]:
    with patient(browser.new_context(viewport=DESK, base_url=site)) as context:
        yield context.new_page()


@pytest.fixture(scope="package")
def installation(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment for `manage` of the installation that `site` serves."""
    return served(tmp_path_factory.mktemp("data"))


def served(data_dir: Path, **changes: str) -> dict[str, str]:
    """Return the environment of an installation on which passwords take no time."""
    usual = {"ALLOWED_HOSTS": f"localhost,127.0.0.1,{NAME}", "DJANGO_SETTINGS_MODULE": "tests.served"}
    return environment(data_dir, **{**usual, **changes})


@pytest.fixture(scope="package")
def site(installation: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("log")
    with loaded(installation, folder), web_server(installation, folder / "web.log") as url:
        yield url


@pytest.fixture(scope="package")
def demo(site: str, installation: dict[str, str]) -> dict[str, Any]:
    """Return the output of `manage.py demo`: the event, the organiser's login, the tables and their links."""
    return dict(json.loads(manage(installation, "demo", "--format", "json")))
