"""A hall without encryption: without locks, the pages of one phone take turns by a lease in its storage."""

from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import NAME
from tests.browser.halls import A_TWO, WHAT_IS_MISSING, badge, has_rules, play, same, write
from tests.browser.hands import Pad, demo_evening, open_phone, stand_still
from tests.browser.tables import Table

TABS = 3
DEALS = 3
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


@pytest.fixture
def phone(browser: Browser, site: str) -> Iterator[Page]:
    page = open_phone(browser, site.replace("127.0.0.1", NAME))
    yield page
    page.context.close()


@pytest.fixture
def phone_without_rules(browser: Browser, site: str) -> Iterator[Page]:
    """Open a phone that only sends."""
    page = open_phone(browser, site.replace("127.0.0.1", NAME), rules=False)
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def tables(site: str, installation: dict[str, str]) -> Iterator[Table]:
    evening = demo_evening(installation, players=8, rounds=1, played=0)
    return iter([Table(site, table["path"]) for table in evening["tables"]])


@pytest.fixture
def table(tables: Iterator[Table]) -> Table:
    return next(tables)


def test_pages_of_one_phone_that_flush_one_queue_at_once_send_every_deal_once(
    phone_without_rules: Page, table: Table
) -> None:
    phone, context = phone_without_rules, phone_without_rules.context
    answered: list[str] = []  # an attempt without a connection does not count
    context.on("response", lambda each: answered.append(each.request.headers.get("idempotency-key", "")))
    tabs = [Pad(phone, table.link), *(Pad(context.new_page(), table.link) for _ in range(TABS - 1))]
    assert phone.evaluate(WHAT_IS_MISSING) == [False] * 3
    phone.bring_to_front()
    context.set_offline(True)
    for number, record in enumerate(play(DEALS)):
        write(tabs[0], **record)
        badge(tabs[0], f"checking ({number + 1})")
    context.set_offline(False)
    for tab in tabs:
        badge(tab, "sent")
    assert same(table.records(), play(DEALS))
    assert table.state()["conflicts"] == []
    assert {count for key, count in Counter(answered).items() if key} == {1}


def test_the_turn_of_a_page_that_died_while_sending_ends_by_itself(phone: Page, table: Table) -> None:
    pad = Pad(phone, table.link)
    has_rules(pad)
    stand_still(pad.page)
    pad.page.evaluate(DEAD_LEASE, LEFT)
    sent: list[str] = []
    pad.page.on("request", lambda each: sent.append(each.url) if each.method == "POST" else None)
    write(pad, **A_TWO)
    badge(pad, "saved here (1)")
    pad.page.clock.run_for(LEFT - 1)
    badge(pad, "saved here (1)")
    assert sent == []
    pad.page.clock.run_for(2)
    pad.page.clock.resume()
    badge(pad, "sent")
    assert len(sent) == 1
    assert same(table.records(), [A_TWO])
