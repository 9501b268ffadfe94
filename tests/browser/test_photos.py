"""An organiser sends photographs of a table's sheet, answers a doubt by keyboard, and stores the rows."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hands import demo_evening, open_desk, press, sign_in
from tests.processes import manage
from tests.sweeps import PAPER, on_its_day

pytestmark = on_its_day("a sheet", PAPER)
A_PHOTO = """
from tests.marked.one_photo import photo_of
open({path!r}, "wb").write(photo_of({slug!r}))
"""


@pytest.fixture
def evening(site: str, installation: dict[str, str]) -> dict[str, Any]:
    return demo_evening(installation, players=4, rounds=1, played=0)


def test_photos_are_sent_asked_and_stored(
    browser: Browser, site: str, installation: dict[str, str], evening: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "page.jpg"
    slug = evening["event"]
    manage(installation, "shell", "-v", "0", "-c", A_PHOTO.format(slug=slug, path=str(path)))
    page = open_desk(browser, site)
    sign_in(page, evening["login"]["username"], evening["login"]["password"])
    page.goto(f"/events/{slug}/organise/rounds/1/photos/")
    page.set_input_files("[name=photos]", str(path))
    press(page, "Read the photos")
    expect(page.get_by_role("heading", name="2 lines to look at")).to_be_visible()
    expect(page.locator(":focus")).to_have_text(re.compile(r"^\s*Take “2 3 s"))
    page.keyboard.press("ArrowDown")
    expect(page.locator("form:has(:focus) h3")).to_have_text("Table 1, line 3")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="1 line to look at")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Table 1: 3 of 3 lines can be stored")).to_be_visible()
    press(page, "Store 3 lines")
    expect(page.get_by_text("3 rows stored.")).to_be_visible()
    page.context.close()
