"""Pages that organisers print: rows high enough for a pen, and no screen-only elements."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import demo_evening, sign_in

LEAST_ROW = 6.5 * 96 / 25.4  # pixels of 6.5 mm
HEIGHTS = "rows => rows.map(row => row.getBoundingClientRect().height)"


@pytest.fixture(scope="module")
def evening(site: str, installation: dict[str, str]) -> dict[str, Any]:
    return demo_evening(installation, players=7, rounds=1, played=0)


@pytest.fixture
def printed(desk: Page, evening: dict[str, Any]) -> Page:
    """Open the organiser's desktop in print view."""
    sign_in(desk, evening["login"]["username"], evening["login"]["password"])
    desk.emulate_media(media="print")
    return desk


def test_a_row_of_a_blank_sheet_is_wide_enough_for_a_pen(printed: Page, evening: dict[str, Any]) -> None:
    printed.goto(f"/events/{evening['event']}/organise/rounds/1/sheets/")
    heights = printed.locator(".blank-sheet tbody tr").evaluate_all(HEIGHTS)
    assert heights and min(heights) >= LEAST_ROW


@pytest.mark.parametrize("page", ["rounds/1/sheets/", "rounds/1/cards/", "start-cards/"])
def test_no_notice_for_the_screen_is_printed(printed: Page, evening: dict[str, Any], page: str) -> None:
    printed.goto(f"/events/{evening['event']}/organise/{page}")
    notices = printed.locator(".notice")
    expect(notices).not_to_have_count(0)
    assert not any(notice.is_visible() for notice in notices.all())
