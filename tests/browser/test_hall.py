"""An evening in a hall: screens that share one list, switched from one chair, a tablet at the door, phones.

A run takes three screens, 48 people and two phones; `run.py soak --only sweeps` four screens, 184 people at
46 tables and eleven phones.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import Pad, demo_evening, open_desk, open_phone, sign_in
from tests.browser.test_wall import SPILLED
from tests.processes import manage
from tests.sweeps import sweep

PROJECTION = {"width": 1280, "height": 720}
TABLET = {"width": 1024, "height": 768}
PHONE = {"width": 360, "height": 780}
HALLS = sweep([48, 184], everyday=[48], sample=0)
PARTS, PHONES = {48: 2, 184: 3}, {48: 2, 184: 11}  # screens that share the list, phones, by people
LATE = ["Zita Quappe", "Zora Quappe"]
A_TWO = {"declarer": 1, "bid": 2, "trump": "S", "tricks": 2}
ADD = """
from tournaments.models import Event
from tournaments.services.entry.door import set_door
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.hall.screens import add_screens
event = Event.objects.get(slug={slug!r})
add_screens(event=event, name="Hall", parts={parts}, shows="seats")
add_screens(event=event, name="Door", lines=10, shows="missing")
for each in enter_players(event=event, names={late}):
    check_in(entrant=each, is_present=False)
set_door(event=event, is_open=True, by=SYSTEM)
print(*event.screens.values_list("code", flat=True))
"""


@pytest.fixture
def opened(browser: Browser, site: str) -> Iterator[Any]:
    contexts = []

    def run(size: Any, state: Any = None) -> Page:
        page = open_desk(browser, site, viewport=size, storage_state=state)
        contexts.append(page.context)
        return page

    yield run
    for each in contexts:
        each.close()


@pytest.mark.parametrize("players", HALLS)
def test_an_evening_in_a_hall_is_led_from_one_chair(
    opened: Any, browser: Browser, site: str, installation: dict[str, str], players: int
) -> None:
    evening = demo_evening(installation, players=players, rounds=1, played=0)
    slug = str(evening["event"])
    asked = ADD.format(slug=slug, parts=PARTS[players], late=LATE)
    codes = manage(installation, "shell", "-v", "0", "-c", asked).split()
    screens = [opened(PROJECTION) for _ in codes[:-1]] + [opened(TABLET)]
    for screen, code in zip(screens, codes, strict=True):
        screen.goto(f"/w/{code}/")
        expect(screen.locator(".is-shown")).to_be_visible()
    everybody_finds_a_seat(screens, players)

    desk = opened({"width": 1280, "height": 900})
    sign_in(desk, evening["login"]["username"], evening["login"]["password"])
    links = [table["path"] for table in evening["tables"][: PHONES[players]]]
    pads = [Pad(open_phone(browser, site, rules=False), link) for link in links]
    desk.goto(f"/events/{slug}/organise/")
    expect(desk.locator(".screen").get_by_text("alive")).to_have_count(len(codes))
    desk.get_by_role("textbox", name="Text of the banner").fill("Break until 20:15")
    desk.get_by_role("button", name="Show the banner").click()
    for screen in screens:
        expect(screen.locator("[data-banner]")).to_have_text("Break until 20:15")
    expect(pads[0].page.get_by_text("Break until 20:15")).to_be_visible()

    expect(screens[-1].locator(".is-shown th")).to_have_text(LATE)
    people_check_themselves_in(opened(TABLET, desk.context.storage_state()), slug)
    expect(screens[-1].locator(".is-shown th")).to_have_text(LATE[1:])

    for pad in pads:
        pad.write(**A_TWO)
    show_all(desk, "standings")
    for screen in screens:
        expect(screen.locator(".is-shown .wall-title")).to_contain_text(f"after {len(pads)} deals")
    another_director_sees_it_on_a_phone(opened(PHONE, desk.context.storage_state()), slug)
    for screen in screens[:-1]:
        expect(screen.locator(".wall-seats").first).to_be_visible()


def everybody_finds_a_seat(screens: list[Page], players: int) -> None:
    """Expect everybody once on the screens that share the list, on one page each, and no text cut off."""
    names = [name for each in screens[:-1] for name in each.locator("tbody th").all_inner_texts()]
    assert len(names) == len(set(names)) == players
    for each in screens[:-1]:
        expect(each.locator(".wall-page")).to_have_count(1)
    assert [each.evaluate(SPILLED) for each in screens] == [[]] * len(screens)


def show_all(desk: Page, scene: str) -> None:
    """Switch all screens by one key."""
    desk.locator(".screen-switch").first.get_by_role("button", name=scene, exact=True).click()


def people_check_themselves_in(tablet: Page, slug: str) -> None:
    """Let the first of two namesakes type the surname and tap twice."""
    tablet.goto(f"/events/{slug}/arrive/")
    tablet.get_by_role("searchbox").fill("quap")
    tablet.get_by_role("button", name="Find").click()
    expect(tablet.locator("strong")).to_have_text([f"{name}?" for name in LATE])
    tablet.get_by_role("button", name=f"Yes, {LATE[0]}").click()
    expect(tablet.get_by_role("status")).to_contain_text(f"Welcome, {LATE[0]}")


def another_director_sees_it_on_a_phone(page: Page, slug: str) -> None:
    """Check that the page of the screens says who switched, fits a phone, and goes back by one key."""
    page.goto(f"/events/{slug}/organise/screens/")
    expect(page.get_by_text("switched by").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    show_all(page, "as set for each")


def test_a_screen_stays_through_a_server_that_is_gone_and_comes_back(
    opened: Any, installation: dict[str, str]
) -> None:
    slug = str(demo_evening(installation, players=8, rounds=1, played=0)["event"])
    code = manage(installation, "shell", "-v", "0", "-c", ADD.format(slug=slug, parts=1, late=[])).split()[0]
    screen = opened(PROJECTION)
    screen.clock.install()
    screen.goto(f"/w/{code}/")
    screen.context.set_offline(True)
    for _ in range(8):
        screen.clock.run_for(4_000)
        screen.evaluate("null")  # what it asked for fails meanwhile
    expect(screen.get_by_text("not connected since")).to_be_visible()
    expect(screen.locator(".is-shown tbody th")).to_have_count(8)
    screen.context.set_offline(False)
    with screen.expect_response("**/live/"):
        screen.clock.run_for(11_000)
    expect(screen.get_by_text("not connected since")).to_be_hidden()
