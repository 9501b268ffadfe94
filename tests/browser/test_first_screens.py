"""The content visible before scrolling, on a phone of 360 x 740, in three languages."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hands import open_phone

SCREEN = {"width": 360, "height": 740}
HIGHEST_ROW = 330  # pixels from the top of the screen to the first row of the standings
ROWS = 9  # of one line each, on the first screen
ONE_LINE = 48
BOXES = "rows => rows.map(row => row.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_how_it_stands_is_on_the_first_screen_of_a_phone(
    browser: Browser, site: str, demo: dict[str, Any], language: str
) -> None:
    page = open_phone(browser, site, locale=language)
    page.set_viewport_size(SCREEN)
    page.goto(f"/events/{demo['event']}/")
    expect(page.locator("[data-live-note]")).not_to_be_empty()  # it appears a second later
    boxes = page.locator("table.standings tbody tr").evaluate_all(BOXES)
    seen = [bottom - top for top, bottom in boxes if bottom <= SCREEN["height"]]
    assert boxes[0][0] <= HIGHEST_ROW
    assert len(seen) >= ROWS and max(seen) <= ONE_LINE
    page.context.close()


def test_rounds_are_shown_on_tap_and_stay_when_the_page_renews_itself(
    browser: Browser, site: str, demo: dict[str, Any]
) -> None:
    page = open_phone(browser, site)
    page.goto(f"/events/{demo['event']}/")
    rounds = page.locator("table.standings tbody .round").first
    expect(rounds).to_be_hidden()
    page.get_by_text("Rounds", exact=True).tap()
    expect(rounds).to_be_visible()
    live = page.locator("[data-live]")
    live.evaluate("section => { section.innerHTML = section.innerHTML; }")
    expect(rounds).to_be_visible()
    page.context.close()


def test_a_seat_is_one_line_until_a_search(browser: Browser, site: str, demo: dict[str, Any]) -> None:
    page = open_phone(browser, site)
    page.goto(f"/events/{demo['event']}/seats/")
    lines = page.locator(".seat-places > li").evaluate_all(BOXES)
    assert lines and all(bottom - top <= ONE_LINE + 1 for top, bottom in lines)
    expect(page.locator(".seat-company").first).to_be_hidden()
    page.fill("input[name=name]", "1")
    expect(page.locator(".seat-places > li:visible")).to_have_count(1)
    expect(page.locator(".seat-company:visible")).to_have_count(1)
    page.context.close()
