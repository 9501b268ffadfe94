"""A hall without encryption: without locks, the pages of one phone take turns by a lease in its storage."""

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.halls import (
    A_TWO,
    NAME,
    SOON,
    WHAT_IS_MISSING,
    Hall,
    badge,
    has_rules,
    play,
    same,
    switch_on,
    write,
)
from tests.browser.hands import Pad

TABS = 3
DEALS = 12
DEAD_LEASE = """async (left) => {
    const database = await new Promise((resolve) => {
        const request = indexedDB.open("stichtag");
        request.onsuccess = () => resolve(request.result);
    });
    const table = document.querySelector("[data-pad]").dataset.publicId;
    const transaction = database.transaction("about", "readwrite");
    const lease = { name: `lease ${table}`, owner: "a page that died", until: Date.now() + left };
    transaction.objectStore("about").put(lease);
    await new Promise((resolve) => { transaction.oncomplete = resolve; });
    database.close();
}"""
LEFT = 4000  # milliseconds of a dead page's lease


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    hall = Hall(tmp_path_factory.mktemp("hall"))
    hall.prepare()
    hall.start()
    yield hall
    hall.stack.close()


@pytest.fixture
def phone(browser: Browser, hall: Hall, tmp_path: Path) -> Iterator[BrowserContext]:
    rule = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    with switch_on(browser, tmp_path, f"http://{NAME}:{hall.port}", rule) as phone:
        yield phone


@pytest.fixture
def link(hall: Hall) -> str:
    return next(hall.links)


def test_pages_of_one_phone_that_flush_one_queue_at_once_send_every_deal_once(
    phone: BrowserContext, hall: Hall, link: str
) -> None:
    answered: list[str] = []  # an attempt without a connection does not count
    phone.on("response", lambda each: answered.append(each.request.headers.get("idempotency-key", "")))
    tabs = [Pad(phone.new_page(), link) for _ in range(TABS)]
    assert tabs[0].page.evaluate(WHAT_IS_MISSING) == [False] * 3
    for tab in tabs:
        has_rules(tab)
    tabs[0].page.bring_to_front()
    phone.set_offline(True)
    for number, record in enumerate(play(DEALS)):
        write(tabs[0], **record)
        badge(tabs[0], f"saved here ({number + 1})")
    phone.set_offline(False)
    for tab in tabs:
        badge(tab, "sent", SOON)
    assert same(hall.records(link), play(DEALS))
    assert hall.sheet(link)["conflicts"] == []
    assert {count for key, count in Counter(answered).items() if key} == {1}


def test_the_turn_of_a_page_that_died_while_sending_ends_by_itself(
    phone: BrowserContext, hall: Hall, link: str
) -> None:
    pad = Pad(phone.new_page(), link)
    has_rules(pad)
    began = time.monotonic()
    pad.page.evaluate(DEAD_LEASE, LEFT)
    with pad.page.expect_request("**/api/v1/table/deals/"):
        write(pad, **A_TWO)
        badge(pad, "saved here (1)")
    assert time.monotonic() - began > LEFT / 1000
    badge(pad, "sent", SOON)
    assert same(hall.records(link), [A_TWO])
