"""A hall with its own certificate: phones that trust the authority, and phones that do not."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from cryptography import x509
from playwright.sync_api import Browser, Error, Page, expect

from server.local_ca import fingerprint
from tests.browser.conftest import TO_THIS_MACHINE, launch, served
from tests.browser.hands import Pad, demo_evening, open_desk, open_phone, sign_in
from tests.missing import miss
from tests.processes import answers, free_pair, loaded, migrated, prepared_statics, running, wait_until

HOST = f"{socket.gethostname().lower()}.local"  # browsers treat localhost as secure even on plain HTTP
A_TWO = {"declarer": 1, "bid": 2, "trump": "S", "tricks": 2}
OFFLINE_PARTS = "[isSecureContext, 'serviceWorker' in navigator, 'locks' in navigator]"


@pytest.fixture(scope="module")
def port() -> int:
    return free_pair()


@pytest.fixture(scope="module")
def hall_environment(port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Yield the environment of `run.py serve --https`: its own data, gathered styles."""
    folder = tmp_path_factory.mktemp("hall")
    shutil.copytree(prepared_statics(), folder, dirs_exist_ok=True)
    own = {"HTTPS": "on", "HTTPS_PORT": str(port), "PUBLIC_URL": f"https://{HOST}:{port}"}
    env = served(folder, **own, ALLOWED_HOSTS=f"{HOST},localhost,127.0.0.1")
    with loaded(env, folder):
        yield env


@pytest.fixture(scope="module")
def evening(hall_environment: dict[str, str]) -> dict[str, Any]:
    migrated(hall_environment)
    return demo_evening(hall_environment, players=8, rounds=1, played=0)


@pytest.fixture(scope="module")
def hall(hall_environment: dict[str, str], evening: dict[str, Any], port: int) -> Iterator[tuple[str, str]]:
    """Return the encrypted address and the plain one."""
    log = Path(hall_environment["DATA_DIR"]) / "log"
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with running(command, hall_environment, log) as server:
        wait_until(lambda: answers(f"http://127.0.0.1:{port + 1}/connection/"), f"it answers; see {log}")
        wait_until(lambda: not socket.socket().connect_ex(("127.0.0.1", port)), f"it serves; see {log}")
        yield f"https://{HOST}:{port}", f"http://{HOST}:{port + 1}"
        server.kill()
        wait_until(lambda: not answers(f"http://127.0.0.1:{port + 1}/"), "plain HTTP ends with it")


@pytest.fixture(scope="module")
def friend(
    browser: Browser, hall: tuple[str, str], hall_environment: dict[str, str], tmp_path_factory: Any
) -> Iterator[Browser]:
    """Open a browser on which the hall's authority was installed."""
    home = tmp_path_factory.mktemp("home")
    certificate = Path(hall_environment["DATA_DIR"]) / "certificates" / "authority.crt"
    install(certificate, home / ".pki" / "nssdb")
    chromium = launch(browser.browser_type, TO_THIS_MACHINE, env={**os.environ, "HOME": str(home)})
    yield chromium
    chromium.close()


def install(certificate: Path, store: Path) -> None:
    """Install the certificate as a user does in a phone's settings, for Chromium on Linux."""
    if not shutil.which("certutil"):
        miss("certutil")
    store.mkdir(parents=True)
    tool = ["certutil", "-d", f"sql:{store}"]
    subprocess.run([*tool, "-N", "--empty-password"], check=True)
    subprocess.run([*tool, "-A", "-n", "Stichtag", "-t", "C,,", "-i", str(certificate)], check=True)


@pytest.fixture
def phone(browser: Browser, hall: tuple[str, str]) -> Iterator[Page]:
    """Open a phone that does not trust the hall, at its plain address."""
    page = open_phone(browser, hall[1], rules=False)
    yield page
    page.context.close()


# Trusted


def test_a_phone_that_trusts_the_authority_has_all_that_offline_needs_and_writes_a_deal(
    friend: Browser, hall: tuple[str, str], evening: dict[str, Any]
) -> None:
    page = open_phone(friend, hall[0], rules=False)
    page.goto("/connection/")
    assert page.evaluate(OFFLINE_PARTS) == [True, True, True]
    expect(page.locator("main")).to_contain_text("This page was sent encrypted")
    pad = Pad(page, evening["tables"][0]["path"])
    pad.write(**A_TWO)
    pad.has_sent()


def test_an_organiser_signs_in_over_https_and_cards_lead_there_and_say_where_to_begin(
    friend: Browser, hall: tuple[str, str], evening: dict[str, Any]
) -> None:
    desk = open_desk(friend, hall[0])
    sign_in(desk, evening["login"]["username"], evening["login"]["password"])
    cookies = {str(each.get("name")): each.get("secure") for each in desk.context.cookies()}
    assert cookies["__Host-sessionid"] and cookies["__Host-csrftoken"]
    desk.goto(f"/events/{evening['event']}/organise/rounds/1/cards/")
    card = desk.locator(".table-card .address").first
    expect(card).to_contain_text(f"{hall[0]}/t/")
    expect(card).to_contain_text(f"{hall[1]}/connection/")


# Untrusted: as on plain HTTP


def test_without_the_authority_the_encrypted_address_is_refused(phone: Page, hall: tuple[str, str]) -> None:
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        phone.goto(f"{hall[0]}/connection/")


def test_the_plain_address_says_what_to_keep_in_mind_and_how_everybody_can_trust_on_a_small_phone(
    phone: Page, hall: tuple[str, str]
) -> None:
    phone.goto("/connection/")
    assert phone.evaluate(OFFLINE_PARTS) == [False, False, False]
    expect(phone.locator("main")).to_contain_text("Keep the page of your table open")
    expect(phone.locator("main")).to_contain_text("Every phone must do this once")
    expect(phone.get_by_role("link", name=hall[0])).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    tags = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}}
    assert Axe().run(phone, options=tags).response["violations"] == []
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Download the certificate").tap()
    assert download.value.suggested_filename == "stichtag-authority.crt"
    offered = x509.load_der_x509_certificate(download.value.path().read_bytes())
    expect(phone.locator(".fingerprint")).to_have_text(fingerprint(offered))


def test_deals_are_written_on_plain_http_and_none_is_lost_where_the_network_comes_and_goes(
    phone: Page, evening: dict[str, Any]
) -> None:
    pad = Pad(phone, evening["tables"][1]["path"])
    pad.write(**A_TWO)
    pad.has_sent()
    pad.shows_totals("0", "+2", "0", "0")
    phone.context.set_offline(True)
    pad.tap(**A_TWO)
    pad.save()
    phone.context.set_offline(False)
    pad.shows_totals("0", "+4", "0", "0")
    pad.has_sent()


def test_a_phone_that_used_https_before_is_not_locked_out_of_plain_http(
    browser: Browser, hall: tuple[str, str], evening: dict[str, Any]
) -> None:
    link = evening["tables"][0]["path"]
    page = open_phone(browser, hall[1], ignore_https_errors=True, rules=False)
    encrypted = page.goto(f"{hall[0]}/connection/")
    assert encrypted and "strict-transport-security" not in encrypted.headers
    Pad(page, f"{hall[0]}{link}")
    pad = Pad(page, f"{hall[1]}{link}")
    pad.write(**A_TWO)
    pad.has_sent()
    page.goto("/")
    expect(page).to_have_url(f"{hall[1]}/")
