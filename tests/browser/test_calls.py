"""A table calls the director, and the round's clock runs on every screen, in a real browser."""

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.hands import (
    STATE,
    Pad,
    box_of,
    demo_evening,
    measured,
    open_desk,
    open_phone,
    press,
    sign_in,
)
from tests.browser.tables import Table
from tests.processes import wait_until

SAID = "[data-call-said]"
PICTURES = os.environ.get("CONTACT_SHEET", "")
START_AND_SAY_LAST_DEAL = """
from tournaments.services.rounds.clock import announce_last_deal, start_clock
start_clock(round=table.round, by=ada, minutes=60)
announce_last_deal(round=table.round, by=ada)
"""
SIZES = "keys => keys.map(key => key.getBoundingClientRect()).map(({ width, height }) => [width, height])"
RUNNING = re.compile(r"^\d+:\d\d(:\d\d)?$")


@pytest.fixture(scope="module")
def evening(site: str, installation: dict[str, str]) -> dict[str, Any]:
    return demo_evening(installation, players=4, rounds=1, played=0)


@pytest.fixture(scope="module")
def dashboard(browser: Browser, site: str, evening: dict[str, Any]) -> Iterator[Page]:
    page = open_desk(browser, site)
    sign_in(page, evening["login"]["username"], evening["login"]["password"])
    page.goto(f"/events/{evening['event']}/organise/")
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def pad(browser: Browser, site: str, evening: dict[str, Any]) -> Iterator[Pad]:
    """Open the pad of the table; each test ends its call."""
    pad = Pad(open_phone(browser, site, rules=False), evening["tables"][0]["path"])
    yield pad
    pad.context.close()


def picture(page: Page, name: str) -> None:
    if PICTURES:
        for size in (PHONE, DESK):
            page.set_viewport_size(size)
            page.screenshot(path=f"{PICTURES}/{name}-{size['width']}.png", full_page=True)


def own_calls(dashboard: Page) -> Locator:
    """Return the calls of the dashboard's own tables."""
    return dashboard.locator(".director-call")


def test_a_table_calls_the_director_and_learns_that_they_come_and_were_there(
    dashboard: Page, pad: Pad
) -> None:
    opens_a_sheet_over_the_pad(pad)
    pad.press("we do not agree on a deal")
    expect(pad.page.locator(SAID)).to_have_text("The director is coming")
    expect(pad.page.locator(SAID)).to_be_in_viewport(ratio=1)
    seats = box_of(pad.place("seats"))
    expect(own_calls(dashboard)).to_contain_text(["Table 1 calls you"])
    picture(dashboard, "call")
    own_calls(dashboard).get_by_role("button", name="I was there").click()
    expect(own_calls(dashboard)).to_have_count(0)
    expect(pad.page.locator(SAID)).to_have_text("The director was here")
    assert box_of(pad.place("seats")) == seats
    pad.press("Understood")
    expect(pad.page.locator(SAID)).to_be_hidden()


def opens_a_sheet_over_the_pad(pad: Pad) -> None:
    """Check that every key of it is as wide as the phone and 56 px high, and nothing is scrolled."""
    sheet = pad.page.locator(".call-sheet")
    for ends in (lambda: pad.press("Cancel"), lambda: pad.page.keyboard.press("Escape"), lambda: None):
        pad.page.locator(".call-key").tap()
        expect(sheet).to_be_in_viewport(ratio=1)
        ends()
    sizes = measured(pad.page, ".call-sheet button", SIZES)
    assert len(sizes) == 6
    assert all(height >= 56 and width > 0.9 * PHONE["width"] for width, height in sizes)
    assert pad.page.evaluate("scrollY") == 0


def test_a_call_is_undone_with_a_tap_under_the_head(dashboard: Page, pad: Pad) -> None:
    pad.page.locator(".call-key").tap()
    pad.press("something else")
    expect(own_calls(dashboard)).to_contain_text(["Table 1 calls you"])
    pad.page.reload()
    expect(pad.page.locator(SAID)).to_have_text("The director is coming")
    expect(pad.place("badge")).to_have_text("sent")
    pad.press("undo")
    expect(pad.page.locator(SAID)).to_be_hidden()
    expect(own_calls(dashboard)).to_have_count(0)


def test_a_call_without_a_network_goes_out_once_there_is_one(dashboard: Page, pad: Pad) -> None:
    pad.context.set_offline(True)
    pad.page.locator(".call-key").tap()
    pad.press("a question on the rules")
    expect(pad.page.locator(SAID)).to_contain_text("No connection yet")
    pad.context.set_offline(False)
    expect(own_calls(dashboard)).to_contain_text(["Table 1 calls you"])
    own_calls(dashboard).get_by_role("button", name="I was there").click()
    pad.press("Understood")
    expect(pad.page.locator(SAID)).to_be_hidden()


def test_the_clock_runs_on_the_board_the_table_and_the_wall_and_without_a_network(
    dashboard: Page, pad: Pad, browser: Browser, site: str, evening: dict[str, Any]
) -> None:
    dashboard.get_by_label("Minutes").fill("60")
    press(dashboard, "Start the clock")
    expect(dashboard.locator(".open-round .clock-left")).to_have_text(RUNNING)
    picture(dashboard, "dashboard")
    expect(pad.page.locator("[data-table-clock] .clock-left")).to_have_text(RUNNING)
    wall = open_desk(browser, site)
    wall.goto(f"/events/{evening['event']}/wall/")
    expect(wall.locator("[data-clock]")).to_have_text(RUNNING)
    picture(wall, "wall")
    wall.context.set_offline(True)
    shown = wall.locator("[data-clock]").inner_text()
    expect(wall.locator("[data-clock]")).not_to_have_text(shown)
    expect(wall.locator("[data-clock]")).to_have_text(RUNNING)
    wall.context.close()


def test_a_table_asks_for_its_calls_by_itself_only_where_its_pad_hears_nothing(
    browser: Browser, site: str, evening: dict[str, Any]
) -> None:
    page = open_phone(browser, site, rules=False)
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url) if each.url.endswith("/table/call/") else None)
    page.clock.install()
    pad = Pad(page, evening["tables"][0]["path"])
    expect(pad.place("badge")).to_have_text("sent")
    let_time_pass(page)
    assert len(asked) == 1
    page.route(STATE, lambda route: route.abort())
    let_time_pass(page)
    assert len(asked) > 1
    page.context.close()


def let_time_pass(page: Page) -> None:
    """Advance the page's clock by forty seconds; each step waits for the answers to its requests."""
    under_way: set[Request] = set()
    page.on("request", lambda each: under_way.add(each))
    for end in ("requestfinished", "requestfailed"):
        page.on(end, lambda each: under_way.discard(each))

    def is_answered() -> bool:
        page.evaluate("null")  # its requests begin, their answers come
        return not under_way

    for _ in range(20):
        page.clock.run_for(2000)
        wait_until(is_answered, "everything is answered")


def test_the_call_key_is_large_and_the_pad_still_fits_the_phone(pad: Pad) -> None:
    box = box_of(pad.page.locator(".call-key"))
    assert min(box["width"], box["height"]) >= 48
    bottom = box_of(pad.page.locator("[data-place=save]"))
    assert bottom["y"] + bottom["height"] <= PHONE["height"]
    if PICTURES:
        pad.page.screenshot(path=f"{PICTURES}/pad.png")


def test_the_last_deal_is_announced_above_the_pad_and_ends_with_the_round(
    browser: Browser, site: str, installation: dict[str, str]
) -> None:
    evening = demo_evening(installation, players=4, rounds=1, played=0)
    table = Table(site, evening["tables"][0]["path"])
    pad = Pad(open_phone(browser, site, rules=False), table.link)
    clock = pad.page.locator(".bar [data-table-clock]")
    expect(clock.get_by_role("timer")).to_have_count(0)
    expect(clock.get_by_role("status")).to_have_text("")
    table.director(installation, START_AND_SAY_LAST_DEAL)
    expect(clock.get_by_role("status")).to_have_text("last deal")
    for place in (clock.get_by_role("timer"), clock.get_by_role("status"), pad.place("save")):
        expect(place).to_be_in_viewport(ratio=1)
    runs_without_a_network(pad, clock.get_by_role("timer"))
    table.director(installation, "close_round(round=table.round, even_if_incomplete=True)")
    expect(clock.get_by_role("timer")).to_have_count(0)
    expect(clock.get_by_role("status")).to_have_text("")
    pad.context.close()


def runs_without_a_network(pad: Pad, timer: Locator) -> None:
    pad.context.set_offline(True)
    shown = timer.inner_text()
    expect(timer).not_to_have_text(shown)
    expect(timer).to_have_text(RUNNING)
    pad.context.set_offline(False)
