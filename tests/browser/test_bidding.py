"""Bidding on a phone: offline, after a reload, and with taps faster than the answers."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.halls import A_TWO, KEPT_OPERATIONS, badge, is_ready_for_anything
from tests.browser.hands import Pad, demo_evening, open_phone
from tests.browser.tables import Table
from tests.sweeps import sweep

SLOW_PHONE = 6
SLOW_ANSWERS = """() => {
    const fetchNow = window.fetch;
    window.fetch = async (address, ...more) => {
        const isSlow = String(address).includes("/auction/");
        await new Promise((resolve) => { setTimeout(resolve, isSlow ? 400 : 0); });
        return fetchNow(address, ...more);
    };
}"""
A_HELD_DUEL = ["pass", "2", "2", "2", "2 Ruten", "hold", "pass", "pass"]


@pytest.fixture(scope="module")
def links(site: str, installation: dict[str, str]) -> Iterator[str]:
    evening = demo_evening(installation, players=16, rounds=1, played=0)
    return iter([table["path"] for table in evening["tables"]])


@pytest.fixture
def table(links: Iterator[str], site: str) -> Table:
    return Table(site, next(links))


@pytest.fixture
def pad(browser: Browser, site: str, table: Table) -> Iterator[Pad]:
    pad = Pad(open_phone(browser, site), table.link)
    yield pad
    pad.context.close()


def call(pad: Pad, *labels: str) -> None:
    for label in labels:
        pad.page.locator(f"[data-call='{label}']").tap()


def calls_said(pad: Pad, count: int) -> None:
    expect(pad.page.locator(".calls li")).to_have_count(count)


def test_without_a_network_an_auction_goes_on_over_a_reload_and_its_deal_is_refused_as_ever(
    pad: Pad, table: Table
) -> None:
    is_ready_for_anything(pad)
    pad.context.set_offline(True)
    pad.press("Record the bidding")
    call(pad, "pass")
    expect(pad.page.locator("[data-call=hold]")).to_have_count(0)
    call(pad, "2", "2", "2", "2 Ruten")
    calls_said(pad, 3)
    pad.page.reload()
    calls_said(pad, 3)
    expect(pad.page.locator("[data-call=hold]")).to_be_visible()
    call(pad, "hold", "pass")
    pad.page.locator("[data-undo]").tap()
    calls_said(pad, 4)
    call(pad, "pass", "pass")
    expect(pad.page.locator(".auction h2")).to_contain_text("options owed: 1")
    pad.page.locator("[data-take]").tap()
    expect(pad.page.locator(".auction")).to_have_count(0)
    pad.tap(trump="C", tricks=2)
    pad.save()
    expect(pad.page.locator(".pad")).to_contain_text("the bid was held: 1; shown before the play: only 0")
    assert pad.page.evaluate(KEPT_OPERATIONS) == []
    pad.tap(trump="D")
    pad.save()
    badge(pad, "saved here (1)")
    pad.context.set_offline(False)
    badge(pad, "sent")
    assert [each["trump"] for each in table.records()] == ["D"]


def test_an_auction_whose_deal_another_phone_wrote_is_over_after_a_reload(
    browser: Browser, site: str, table: Table
) -> None:
    pad = Pad(open_phone(browser, site, rules=False), table.link)
    pad.press("Record the bidding")
    call(pad, "pass")
    calls_said(pad, 1)
    table.post(1, A_TWO)
    pad.page.reload()
    expect(pad.row(1)).to_have_count(1)
    expect(pad.page.get_by_role("button", name="Record the bidding")).to_be_visible()
    pad.context.close()


def with_slow_answers(browser: Browser, table: Table) -> Pad:
    """Leave the rules to the server, which takes its time."""
    page = open_phone(browser, table.site, rules=False)
    page.add_init_script(f"({SLOW_ANSWERS})()")
    return Pad(page, table.link)


def on_a_slow_phone(browser: Browser, table: Table) -> Pad:
    pad = Pad(open_phone(browser, table.site), table.link)
    network = pad.context.new_cdp_session(pad.page)
    network.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PHONE})
    return pad


@pytest.mark.parametrize("open_slow", sweep([with_slow_answers, on_a_slow_phone]))
def test_thumbs_faster_than_the_pad_lose_no_call(
    browser: Browser, table: Table, open_slow: Callable[[Browser, Table], Pad]
) -> None:
    pad = open_slow(browser, table)
    pad.press("Record the bidding")
    call(pad, *A_HELD_DUEL)
    expect(pad.page.locator(".auction h2")).to_contain_text("options owed: 1")
    pad.context.close()
