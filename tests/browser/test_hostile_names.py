"""Hostile names make no page wider than a phone, and execute nowhere."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import demo_evening, open_phone, sign_in
from tests.processes import manage
from tests.sweeps import todays
from tests.tournaments.hostile_names import NAMES

RENAME = f"""
from tournaments.models import Entrant, Event, Player
NAMES = {NAMES!r}
event = Event.objects.get(slug="SLUG")
for number, entrant in enumerate(event.entrants.select_related("player")):
    name = NAMES[number % len(NAMES)]
    Player.objects.filter(pk=entrant.player_id).update(name=name)
    Entrant.objects.filter(pk=entrant.pk).update(team=NAMES[-number % len(NAMES)][:80])
event.name, event.place = NAMES[26], NAMES[28]
event.save()
"""
ORGANISE = "/events/{event}/organise/"
ADDRESSES = (
    "/events/{event}/", "/events/{event}/embed/", "/events/{event}/wall/", "/events/{event}/teams/",
    "/events/{event}/seats/", "/events/{event}/seats/?name=1", "/events/{event}/seats/print/",
    "/events/{event}/entrants/27/", "/events/{event}/entrants/29/rank/", "/events/{event}/charts/",
    "/events/{event}/tables/{table}/", "{club}players/",
    ORGANISE, ORGANISE + "players/", ORGANISE + "rounds/1/", ORGANISE + "rounds/1/cards/",
    ORGANISE + "check-in/", ORGANISE + "tables/{table}/", ORGANISE + "tables/{table}/type/",
    ORGANISE + "start-cards/",
    ORGANISE + "prizes/", ORGANISE + "publish/", ORGANISE + "sign-off-checklist/", ORGANISE + "cash/sheet/",
)  # fmt: skip
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
HOLE = "window.x_hole = () => console.error('a name was run')"


@pytest.fixture(scope="module")
def evening(site: str, installation: dict[str, str]) -> dict[str, Any]:
    """Return an event half played by players with such names."""
    made = demo_evening(installation, players=36, rounds=1, played=0, seed=11)
    manage(installation, "shell", "-v", "0", "-c", RENAME.replace("SLUG", made["event"]))
    return made


@pytest.fixture(scope="module")
def visit(browser: Browser, site: str, evening: dict[str, Any]) -> Iterator[tuple[Page, list[str]]]:
    """Return an organiser's phone, and its errors."""
    complaints: list[str] = []
    page = open_phone(browser, site, rules=False)
    page.add_init_script(HOLE)
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    sign_in(page, evening["login"]["username"], evening["login"]["password"])
    yield page, complaints
    page.context.close()


@pytest.mark.sampled
def test_no_name_makes_a_page_wider_than_a_phone_or_runs(
    visit: tuple[Page, list[str]], evening: dict[str, Any]
) -> None:
    page, complaints = visit
    too_wide = {}
    for link in todays([table["path"] for table in evening["tables"]], 3):
        page.goto(link)
        expect(page.locator("[data-place=save]")).to_be_attached()
        too_wide[page.url] = page.evaluate(TOO_WIDE)
    places = {"event": evening["event"], "table": page.url.rstrip("/").split("/")[-1]}
    page.goto(f"/events/{evening['event']}/")
    club = page.locator(".crumbs a[href^='/clubs/']").get_attribute("href")
    for address in todays(ADDRESSES, 12):
        page.goto(address.format(club=club, **places))
        too_wide[address] = page.evaluate(TOO_WIDE)
    assert {address: pixels for address, pixels in too_wide.items() if pixels} == {}
    assert complaints == []
