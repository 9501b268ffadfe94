"""An evening on paper in the organiser's browser: from a pile of photographs to the standings.

A run takes one table; `run.py soak --only sweeps` three lists of Skat at four tables.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.hands import demo_evening, open_desk, press, sign_in
from tests.processes import LONG_PATIENCE, manage
from tests.sweeps import PAPER, on_its_day, sweep

pytestmark = on_its_day("a pile", PAPER)
PILE = """
from pathlib import Path
from tests.marked.pile import write_pile
write_pile({slug!r}, {number}, {deals}, Path({folder!r}))
"""
SEAT = """
from tests.builders import seat_round
from tournaments.models import Event, Round, RoundStatus
event = Event.objects.get(slug={slug!r})
entrants = list(event.entrants.all())
for _ in range({lists} - 1):
    seat_round(event=event, tables=[entrants[first : first + 4] for first in range(0, len(entrants), 4)])
Round.objects.filter(event=event).update(status=RoundStatus.OPEN)
"""
TOTALS = """
import json
from tournaments.models import Table
from tournaments.services.standings.computation import compute_event_standings
tables = Table.objects.filter(round__event__slug={slug!r}).order_by("round__number", "number")
compute_event_standings(event_id=tables[0].round.event_id)
event = tables[0].round.event
print(json.dumps([
    [list(table.parts.get().tallies["total"]) for table in tables],
    sorted(points for row in event.standings_rows.all() for _, points, *_ in row.rounds),
]))
"""
EVENINGS = [(4, 1, 12), (16, 3, 36)]  # players, lists, deals of a list


@pytest.mark.parametrize("size", sweep(EVENINGS, everyday=[(4, 1, 12)], sample=0), ids="{0[0]}-{0[1]}".format)
def test_an_evening_on_paper_goes_from_the_pile_to_the_standings(
    browser: Browser, site: str, installation: dict[str, str], tmp_path: Path, size: tuple[int, int, int]
) -> None:
    players, lists, deals = size
    evening = demo_evening(installation, game="skat", players=players, rounds=1, played=0)
    slug = evening["event"]
    manage(installation, "shell", "-v", "0", "-c", SEAT.format(slug=slug, lists=lists))
    page = open_desk(browser, site)
    sign_in(page, evening["login"]["username"], evening["login"]["password"])
    wanted: list[Any] = []
    asked = 0
    for number in range(1, lists + 1):
        folder = tmp_path / str(number)
        folder.mkdir()
        pile = PILE.format(slug=slug, number=number, deals=deals, folder=str(folder))
        manage(installation, "shell", "-v", "0", "-c", pile)
        truth = json.loads((folder / "truth.json").read_text())
        wanted += [table["totals"] for table in truth.values()]
        send_pile(page, slug, number, folder)
        asked += answer_all(page, truth)
        press(page, f"Store {deals * len(truth)} lines")
        expect(page.get_by_text(f"{deals * len(truth)} rows stored.")).to_be_visible()
    print(f"{lists} lists, {len(wanted)} tables, {deals} deals each: {asked} questions")
    found, standings = json.loads(manage(installation, "shell", "-v", "0", "-c", TOTALS.format(slug=slug)))
    assert found == wanted
    assert standings == sorted(points for totals in wanted for points in totals)
    page.context.close()


def send_pile(page: Page, slug: str, number: int, folder: Path) -> None:
    """Choose all photographs of a round at once, and wait until they are read."""
    page.goto(f"/events/{slug}/organise/rounds/{number}/photos/")
    page.set_input_files("[name=photos]", [str(path) for path in sorted(folder.glob("*.jpg"))])
    press(page, "Read the photos")
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile("being read"))).to_have_count(0, timeout=LONG_PATIENCE * 1000)


def answer_all(page: Page, truth: dict[str, Any]) -> int:
    """Answer every question as the tables meant it; return how many there were."""
    asked = 0
    while (form := page.locator("form.photo-doubt").first).count():
        asked += 1
        if form.locator("[name=place]").count():
            answer_strip(form, truth)
        else:
            table, row = re.findall(r"\d+", form.locator("h3").inner_text())
            form.locator("[name=line]").fill(truth[table]["lines"][int(row) - 1])
            with page.expect_navigation():
                form.get_by_role("button", name="Take the typed line").click()
    while (looked := page.get_by_role("button", name="I looked: the lines are right")).count():
        asked += 1
        with page.expect_navigation():
            looked.first.click()
    return asked


def answer_strip(form: Locator, truth: dict[str, Any]) -> None:
    """Tick the lines in which the box was meant."""
    table = re.findall(r"\d+", form.locator("legend").inner_text())[0]
    place = int(form.locator("[name=place]").input_value())
    for label in form.locator("li label").all():
        row = int(label.inner_text().strip())
        is_meant = truth[table]["boxes"][row - 1][place] == "x"
        label.locator("[type=checkbox]").set_checked(is_meant)
    with form.page.expect_navigation():
        form.get_by_role("button").click()
