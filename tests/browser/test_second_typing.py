"""A sheet is typed a second time: the lines that differ are decided by one key each."""

import json
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.hands import demo_evening, open_desk, press, sign_in
from tests.processes import manage

LINES = """
import json
from tournaments.models import Table
from tournaments.selectors.tables.sheet_entry import load_typed, typed_json
table = Table.objects.get(round__event__slug={slug!r}, number=1)
print(json.dumps([str(table.public_id), [row["line"] for row in typed_json(load_typed(table))["rows"]]]))
"""


def test_one_key_says_which_line_is_right_and_goes_on_to_the_next(
    browser: Browser, site: str, installation: dict[str, str]
) -> None:
    evening = demo_evening(installation, players=4, rounds=1, played=0.2)
    slug = evening["event"]
    table, lines = typed_lines(installation, slug)
    assert len(lines) > 2
    page = open_desk(browser, site)
    sign_in(page, evening["login"]["username"], evening["login"]["password"])
    page.goto(f"/events/{slug}/organise/tables/{table}/type/again/")
    page.get_by_label("One line for every deal, in order").fill("\n".join(["-", *lines[1:-1], "-"]))
    press(page, "Compare with the first typing")
    expect(page.get_by_role("heading", name=f"2 of {len(lines)} rows were typed in two ways")).to_be_visible()
    expect(page.get_by_role("radio").first).to_be_focused()
    page.keyboard.press("2")
    page.keyboard.press("1")
    expect(page.get_by_role("button", name="Store what was chosen")).to_be_focused()
    page.keyboard.press("Enter")
    press(page, "Store all lines")
    expect(page.get_by_text(f"{len(lines)} rows typed a second time, 2 different.")).to_be_visible()
    assert typed_lines(installation, slug)[1] == ["-", *lines[1:]]
    page.context.close()


def typed_lines(installation: dict[str, str], slug: str) -> tuple[str, list[str]]:
    """Return a table's address part and its lines."""
    found: Any = json.loads(manage(installation, "shell", "-v", "0", "-c", LINES.format(slug=slug)))
    return found[0], found[1]
