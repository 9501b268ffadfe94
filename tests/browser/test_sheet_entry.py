"""An organiser types a paper sheet at a desktop, by keyboard alone.

SHEET_ENTRY_PICTURES=folder stores screenshots of the grid on a phone and on a desktop.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.hands import MINUS, demo_evening, open_desk, sign_in
from tests.browser.tables import Table

PICTURES = os.environ.get("SHEET_ENTRY_PICTURES", "")


@pytest.fixture(scope="module")
def evening(site: str, installation: dict[str, str]) -> dict[str, Any]:
    return demo_evening(installation, players=12, rounds=1, played=0)


@pytest.fixture(scope="module")
def director(browser: Browser, site: str, evening: dict[str, Any]) -> Iterator[Page]:
    page = open_desk(browser, site)
    sign_in(page, evening["login"]["username"], evening["login"]["password"])
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def grids(director: Page, evening: dict[str, Any]) -> list[str]:
    """Return the addresses of the tables' grids, as the page of their round has them."""
    director.goto(f"/events/{evening['event']}/organise/rounds/1/")
    links = director.get_by_role("link", name="Type the paper sheet")
    expect(links).to_have_count(3)
    return [link.get_attribute("href") or "" for link in links.all()]


class Grid:
    """The grid of one table of the event."""

    def __init__(self, page: Page, address: str, next_row: int = 1) -> None:
        self.page = page
        page.bring_to_front()  # the pages of one browser share the keyboard focus
        page.goto(address)
        expect(self.line(next_row)).to_be_focused()

    def line(self, number: int) -> Locator:
        return self.page.locator(f"#line-{number}")

    def row(self, number: int) -> Locator:
        return self.page.locator(f"tr[data-row='{number}']")

    def type(self, *lines: str) -> None:
        for line in lines:
            self.page.keyboard.type(line)
            self.page.keyboard.press("Enter")

    def correct(self, number: int, line: str, reason: str = "") -> None:
        """Type a line over a stored one, see what it does, and store it."""
        self.type(line)
        self.says(f"row {number} needs you")
        expect(self.page.locator(f"#trouble-{number} .effect")).to_be_visible()
        self.picture(f"correction-{number}")
        if reason:
            self.page.fill(f"#reason-{number}", reason)
        self.page.keyboard.press("Enter")
        self.says("everything is stored")

    def says(self, text: str) -> None:
        expect(self.page.locator("[data-place=badge]")).to_have_text(text)

    def totals(self, number: int, *totals: str) -> None:
        expect(self.row(number).locator("td.account")).to_have_text(list(totals))

    def picture(self, name: str) -> None:
        for size in (PHONE, DESK) if PICTURES else ():
            self.page.set_viewport_size(size)
            self.page.screenshot(path=Path(PICTURES, f"{name}-{size['width']}.png"), full_page=True)


def test_three_deals_are_typed_a_wrong_one_stays_red_and_an_arrow_leads_back(
    director: Page, grids: list[str]
) -> None:
    grid = Grid(director, grids[0])
    grid.type("34Sh+", "12c-1", "2 3 x +")
    expect(grid.row(3)).to_have_class("is-wrong")
    expect(director.locator("#trouble-3 .refusal")).to_contain_text("Word 3, “x”, is not understood")
    grid.says("row 3 needs you")
    grid.picture("wrong")
    director.keyboard.press("ArrowUp")
    expect(grid.line(3)).to_be_focused()
    grid.type("2 3 hearts +")
    grid.says("everything is stored")
    grid.totals(3, f"{MINUS}4", "+3", "+8", "0")
    director.keyboard.press("ArrowUp")
    director.keyboard.press("ArrowUp")
    grid.correct(2, "12c+", "misread")
    grid.totals(3, "+2", "+3", "+8", "0")
    director.reload()
    grid.totals(3, "+2", "+3", "+8", "0")
    expect(grid.line(1)).to_have_value("3 4 s h +")


def test_a_line_that_is_known_to_be_wrong_keeps_the_cursor_and_is_not_counted(
    director: Page, grids: list[str]
) -> None:
    grid = Grid(director, grids[0], next_row=4)
    count = director.locator("[data-place=count]")
    director.keyboard.type("34Sh+")
    expect(grid.row(4).locator("td.played")).not_to_be_empty()
    expect(count).to_contain_text("3 of")
    director.keyboard.press("Control+a")
    director.keyboard.insert_text("2 3 x +")  # at once: a part of it would be wrong too
    expect(grid.row(4)).to_have_class("is-wrong")
    director.keyboard.press("Enter")
    grid.says("row 4 needs you")
    expect(grid.line(4)).to_be_focused()
    expect(count).to_contain_text("3 of")
    director.keyboard.press("ArrowDown")
    director.keyboard.type("12c+")
    grid.says("row 4 needs you; Lines not stored yet: 2")
    for _ in range(2):
        director.keyboard.press("Escape")
        director.keyboard.press("ArrowUp")
    grid.says("everything is stored")


def test_a_german_reader_types_german_words_and_sees_how(
    browser: Browser, site: str, evening: dict[str, Any]
) -> None:
    page = open_desk(browser, site, locale="de-DE")
    sign_in(page, evening["login"]["username"], evening["login"]["password"])
    page.goto(f"/events/{evening['event']}/organise/paper/")
    if PICTURES:
        page.screenshot(path=Path(PICTURES, "papers.png"), full_page=True)
    page.locator("a[href$='/type/']").nth(1).click()
    expect(page.locator("details[data-open-wide]")).to_have_attribute("open", "")
    expect(page.locator("details[data-open-wide] summary")).to_contain_text("2 3 Kreuz Hand +")
    page.keyboard.type("2 3 kreuz ha -")
    expect(page.locator("tr[data-row='1'] td.played")).to_contain_text("Hand")
    page.keyboard.press("Control+a")
    page.keyboard.type("2 laus")
    expect(page.locator("#trouble-1 .refusal")).to_contain_text("Kieker, Siebener-Fips")
    for size in (PHONE, DESK) if PICTURES else ():
        page.set_viewport_size(size)
        page.screenshot(path=Path(PICTURES, f"german-{size['width']}.png"), full_page=True)
    page.keyboard.press("Escape")
    page.context.close()


def test_the_foot_of_the_paper_leads_to_the_slip(director: Page, grids: list[str]) -> None:
    grid = Grid(director, grids[1])
    grid.type("34s+", "12c-1", "23h+")
    grid.says("everything is stored")
    for seat, total in enumerate(("2", "3", "4", "0")):
        director.fill(f"#total-{seat}", total)
    expect(director.locator("[data-place=foot]")).to_contain_text("Made and lost are swapped")
    grid.picture("foot")
    director.get_by_role("link", name="Row 2", exact=True).first.click()
    expect(grid.line(2)).to_be_focused()
    grid.correct(2, "12c+")
    expect(director.locator("[data-place=foot]")).to_contain_text("Paper and sheet agree.")
    director.reload()
    expect(director.locator("#total-1")).to_have_value("3")
    expect(director.locator("[data-place=foot]")).to_contain_text("Paper and sheet agree.")


def test_a_line_that_is_not_stored_survives_a_reload_and_a_lost_connection(
    director: Page, grids: list[str]
) -> None:
    grid = Grid(director, grids[1], next_row=4)
    director.context.set_offline(True)
    grid.type("34s+")
    grid.says("offline; your lines stay here")
    director.keyboard.type("2 2")
    expect(grid.line(5)).to_have_value("2 2")
    director.context.set_offline(False)
    director.reload()
    grid.says("Lines not stored yet: 1")
    expect(grid.line(5)).to_have_value("2 2")
    expect(grid.line(4)).to_have_value("3 4 s +")  # stored automatically once there was a connection


def test_a_row_that_a_phone_wrote_while_it_was_typed_is_not_overwritten(
    director: Page, site: str, evening: dict[str, Any], grids: list[str]
) -> None:
    table = Table(site, evening["tables"][2]["path"])
    grid = Grid(director, grids[2])
    director.keyboard.type("34")
    table.post(1, {"bid": 2, "tricks": 2, "declarer": 1, "trump": "S"})
    with director.expect_response(re.compile(r"check/\?line=1")):
        director.keyboard.type("s")  # the grid learns of the other row
    director.keyboard.type("+")
    director.keyboard.press("Enter")
    expect(director.locator("#trouble-1")).to_contain_text("Another record already exists as deal 1")
    assert [record["bid"] for record in table.records()] == [2]
    director.get_by_role("button", name="My line is right").click()
    expect(director.locator("#trouble-1 .effect")).to_be_visible()
    assert [record["bid"] for record in table.records()] == [2]
    director.get_by_role("button", name="My line is right").click()
    grid.says("everything is stored")
    assert [record["bid"] for record in table.records()] == [4]


def test_the_grid_fits_a_phone_and_empty_sheets_do_too(director: Page, grids: list[str]) -> None:
    Grid(director, grids[0], next_row=4)
    addresses = [director.url, re.sub(r"tables/.*", "rounds/1/sheets/", director.url)]
    for name, address in zip(("grid", "sheets"), addresses, strict=True):
        director.goto(address)
        for size in (PHONE, DESK):
            director.set_viewport_size(size)
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert director.evaluate(wide) == 0
            if PICTURES:
                director.screenshot(path=Path(PICTURES, f"{name}-{size['width']}.png"), full_page=True)
    if PICTURES:
        director.pdf(path=Path(PICTURES, "sheets.pdf"))
