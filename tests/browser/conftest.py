"""A real Chromium, on a phone and on a desk, and a real server on the embedded default."""

import json
import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.processes import environment, loaded, manage, miss, web_server

try:
    from playwright.sync_api import Browser, BrowserType, Page, ViewportSize, expect, sync_playwright
except ImportError:
    miss("playwright")

expect.set_options(timeout=15_000)  # two browsers, their servers and databases share two cores
PHONE: ViewportSize = {"width": 360, "height": 640}
DESK: ViewportSize = {"width": 1280, "height": 800}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


def launch(chromium: BrowserType, *flags: str, **more: Any) -> Browser:
    """The Chromium of this machine."""
    executable = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not executable:
        miss("chromium")
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return chromium.launch(executable_path=executable, args=[*as_root, *flags], **more)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright.chromium)
        yield chromium
        chromium.close()


@pytest.fixture
def phone(browser: Browser, site: str) -> Iterator[Page]:
    with browser.new_context(viewport=PHONE, base_url=site, has_touch=True, is_mobile=True) as context:
        yield context.new_page()


@pytest.fixture
def desk(browser: Browser, site: str) -> Iterator[Page]:
    with browser.new_context(viewport=DESK, base_url=site) as context:
        yield context.new_page()


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment for `manage` of the installation that `site` serves."""
    return environment(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def site(installation: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("log")
    with web_server(installation, folder / "web.log") as url, loaded(installation, folder):
        yield url


@pytest.fixture(scope="session")
def demo(site: str, installation: dict[str, str]) -> dict[str, Any]:
    """What `manage.py demo` prints: the event, the organiser's login, the tables with their links."""
    return dict(json.loads(manage(installation, "demo", "--format", "json")))
