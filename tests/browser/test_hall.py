"""A hall with screens that share one list, switched and told from one chair.

A run takes two screens and 48 people; `run.py soak --only sweeps` three screens and 184.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import demo_evening, sign_in
from tests.browser.test_wall import SPILLED
from tests.processes import manage
from tests.sweeps import sweep

PROJECTION = {"width": 1920, "height": 1080}
TABLET = {"width": 1024, "height": 768}
PHONE = {"width": 360, "height": 780}
HALLS = sweep([48, 184], everyday=[48], sample=0)
ADD = """
from tournaments.models import Event
from tournaments.services.publishing.screens import add_screens
event = Event.objects.get(slug={slug!r})
add_screens(event=event, name="Hall", parts={parts}, shows="seats")
add_screens(event=event, name="Door", lines=10)
print(*event.screens.values_list("code", flat=True))
"""
SHORT = 6_000  # milliseconds: a switch takes two seconds on a machine that is not shared


@pytest.fixture
def opened(browser: Browser, site: str) -> Iterator[Any]:
    contexts = []

    def run(size: Any, state: Any = None) -> Page:
        context = browser.new_context(viewport=size, base_url=site, locale="en-GB", storage_state=state)
        contexts.append(context)
        return context.new_page()

    yield run
    for each in contexts:
        each.close()


@pytest.mark.parametrize("players", HALLS)
def test_a_hall_finds_its_seats_on_screens_that_one_chair_switches(
    opened: Any, site: str, installation: dict[str, str], players: int
) -> None:
    evening = demo_evening(installation, players=players, rounds=1, played=0)
    slug, parts = str(evening["event"]), 2 if players < 63 else 3
    codes = manage(installation, "shell", "-v", "0", "-c", ADD.format(slug=slug, parts=parts)).split()
    screens = [opened(PROJECTION) for _ in codes[:-1]] + [opened(TABLET)]
    for screen, code in zip(screens, codes, strict=True):
        screen.goto(f"/w/{code}/")
        expect(screen.locator(".is-shown")).to_be_visible()

    names = [name for each in screens[:-1] for name in each.locator("tbody th").all_inner_texts()]
    assert len(names) == len(set(names)) == players
    assert all(each.locator(".wall-page").count() == 1 for each in screens[:-1])
    assert [each.evaluate(SPILLED) for each in screens] == [[]] * len(screens)

    desk = opened({"width": 1280, "height": 900})
    sign_in(desk, evening["login"]["username"], evening["login"]["password"])
    desk.goto(f"/events/{slug}/organise/")
    expect(desk.locator(".screen").get_by_text("alive")).to_have_count(len(codes))
    desk.get_by_role("textbox", name="Text of the banner").fill("Break until 20:15")
    desk.get_by_role("button", name="Show the banner").click()
    for screen in screens:
        expect(screen.locator("[data-banner]")).to_have_text("Break until 20:15", timeout=SHORT)
    desk.locator(".screen-switch").first.get_by_role("button", name="clock").click()
    for screen in screens:
        expect(screen.locator("[data-clock-large]")).to_be_visible(timeout=SHORT)

    other = opened(PHONE, desk.context.storage_state())
    other.goto(f"/events/{slug}/organise/screens/")
    expect(other.get_by_text("switched by").first).to_be_visible()
    assert other.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    other.locator(".screen-switch").first.get_by_role("button", name="as set for each").click()
    for screen in screens[:-1]:
        expect(screen.locator(".wall-seats").first).to_be_visible(timeout=SHORT)


def test_a_screen_stays_through_a_server_that_is_gone_and_comes_back(
    opened: Any, installation: dict[str, str]
) -> None:
    slug = str(demo_evening(installation, players=8, rounds=1, played=0)["event"])
    code = manage(installation, "shell", "-v", "0", "-c", ADD.format(slug=slug, parts=1)).split()[0]
    screen = opened(PROJECTION)
    screen.clock.install()
    screen.goto(f"/w/{code}/")
    screen.context.set_offline(True)
    for _ in range(8):
        screen.clock.run_for(4_000)
        screen.evaluate("null")  # what it asked for fails meanwhile
    expect(screen.get_by_text("not connected since")).to_be_visible()
    assert screen.locator(".is-shown tbody th").count() == 8
    screen.context.set_offline(False)
    with screen.expect_response("**/live/"):
        screen.clock.run_for(11_000)
    expect(screen.get_by_text("not connected since")).to_be_hidden()
