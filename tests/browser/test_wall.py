"""The wall screen in the hall, and the seat search on a phone, in a real browser."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.hands import (
    OPEN_A_ROUND,
    an_event,
    demo_evening,
    measured,
    open_desk,
    open_phone,
    stand_still,
)
from tests.processes import manage, wait_until
from tests.sweeps import sweep

SCREENS: tuple[ViewportSize, ...] = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})
OTHERS: tuple[ViewportSize, ...] = ({"width": 1024, "height": 768}, {"width": 360, "height": 740})
LEAST_CAPITAL = 42 / 680  # of the height of the screen: 12 arc minutes from 12 m, on 55 inches (68 cm high)
CAPITALS = """cells => cells.map(each => {
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(each);
  const brush = document.createElement("canvas").getContext("2d");
  brush.font = [fontStyle, fontWeight, fontSize, fontFamily].join(" ");
  return brush.measureText("H").actualBoundingBoxAscent;
})"""
LONG_NAMES = [
    "Maximiliane von Hohenlohe-Schillingsfürst",
    "Karl-Friedrich Wilhelm Brockelmann-Dörrenberg",
    "西村 百合子",
    "Ada Lührs",
    "Ben Timm",
    "Cleo Möller",
    "Dov Harms",
    "Emi Sato",
]
ROWS = "tables => tables.map(each => each.tBodies[0].rows.length)"
WIDTHS = "lines => lines.map(each => each.getBoundingClientRect().width)"
TURNED_AT_ONCE = """document.querySelectorAll(".wall-page, .wall-page *").forEach((each) => {
  const style = getComputedStyle(each);
  if (style.animationName !== "none" || style.transitionDuration !== "0s") throw new Error(each.className);
})"""
SPILLED = """Array.from(document.querySelectorAll(".is-shown th.words, .is-shown td")).filter((each) =>
  each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().bottom > innerHeight
).map((each) => each.textContent.trim())"""


@pytest.fixture(scope="module")
def hundred(site: str, installation: dict[str, str]) -> str:
    """Return an event of a hundred players, whose first round is being played."""
    return str(demo_evening(installation, players=100, rounds=1, played=0)["event"])


OVERLAID = """() => {
  const box = (each) => document.querySelector(each).getBoundingClientRect();
  const name = box(".wall-name"), clock = box(".wall-clock"), foot = box(".wall-foot");
  return !clock.width || (name.right > clock.left && name.bottom > clock.top)
    || box(".is-shown table").bottom > foot.top || document.documentElement.scrollWidth > innerWidth;
}"""


SIZES = "cells => cells.map(each => getComputedStyle(each).fontSize)"
HEAD_LINES = """() => {
  document.querySelectorAll(".is-shown tbody td").forEach((each) => { each.textContent = "0"; });
  return [...document.querySelectorAll(".is-shown thead th")].map((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return words.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize);
  });
}"""
BEFORE = """<section class="wall-page" data-key="standings-0-1"></section>
<section class="wall-page is-shown" data-key="standings-0-2"></section>"""


@pytest.fixture(scope="module")
def thirteen(site: str, installation: dict[str, str]) -> str:
    """Return a second round of thirteen players, its clock paused and its last deal announced."""
    slug = str(demo_evening(installation, players=13, rounds=2, played=1)["event"])
    held = (
        "from django.utils import timezone as t; from tournaments.models import Round;"
        f"Round.objects.filter(event__slug={slug!r}, number=2).update("
        "clock_started_at=t.now(), clock_paused_at=t.now(), minutes=25, is_last_deal=True)"
    )
    manage(installation, "shell", "-v", "0", "-c", held)
    return slug


@pytest.fixture(scope="module")
def named(site: str, installation: dict[str, str]) -> str:
    """Return an event of players with long names, with its first round open."""
    return an_event(installation, "Skatfreunde Sparrieshoop", "Wanderpokal", LONG_NAMES, then=OPEN_A_ROUND)


@pytest.fixture(params=SCREENS, ids=["720", "1080"])
def screen(browser: Browser, site: str, request: Any) -> Iterator[Page]:
    page = open_desk(browser, site, viewport=request.param)
    yield page
    page.context.close()


def shown_key(page: Page) -> str:
    return page.locator(".wall-page.is-shown").get_attribute("data-key") or ""


def pages_of(wall: Page) -> Iterator[str]:
    """Show each page of a wall from the first one on, and yield its key; none spills over."""
    shown = wall.locator(".wall-page.is-shown")
    keys = measured(wall, ".wall-page", "pages => pages.map(page => page.dataset.key)")
    expect(shown).to_have_attribute("data-key", keys[0])
    for key, following in zip(keys, [*keys[1:], keys[0]], strict=True):
        assert wall.evaluate(SPILLED) == []
        yield key
        wall.keyboard.press("ArrowRight")
        expect(shown).to_have_attribute("data-key", following)


def names_on(wall: Page) -> list[str]:
    """Return the names of the page that is shown."""
    return wall.locator(".is-shown tbody th").all_inner_texts()


def test_a_hundred_players_all_come_up_in_pages_without_scrolling(screen: Page, hundred: str) -> None:
    stand_still(screen)
    screen.goto(f"/events/{hundred}/wall/?show=seats")
    expect(screen.locator(".wall-page")).to_have_count(2)
    expect(screen.locator(".hall-rings li")).to_have_count(25)
    assert screen.evaluate(CUT_RINGS) == 0
    names = [name for _ in pages_of(screen) for name in names_on(screen)]
    assert len(names) == len(set(names)) == 100
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("show", ["seats", "standings"])
@pytest.mark.parametrize("language", sweep(["en", "de", "ja"]))
def test_the_back_row_reads_names_tables_and_totals(
    desk: Page, thirteen: str, language: str, show: str
) -> None:
    desk.set_viewport_size(SCREENS[0])
    desk.goto(f"/events/{thirteen}/wall/?show={show}&lines=6&lang={language}")
    cells = ".is-shown :is(tbody th.words, td.table, td.rank, td.total), [data-clock]"
    capitals = measured(desk, cells, CAPITALS)
    assert len(capitals) >= 9 and min(capitals) >= LEAST_CAPITAL * SCREENS[0]["height"]
    assert len(set(measured(desk, ".is-shown tbody th.words", SIZES))) == 1
    assert max(desk.evaluate(HEAD_LINES)) < 2  # one line, however narrow its figures


@pytest.mark.parametrize("lines", sweep([6, 8, 10, 14, 21], sample=2))
def test_pages_have_as_many_lines_as_the_screen_is_large(desk: Page, hundred: str, lines: int) -> None:
    desk.set_viewport_size(SCREENS[0])
    stand_still(desk)
    desk.goto(f"/events/{hundred}/wall/?show=seats")
    desk.get_by_role("link", name=str(lines), exact=True).click()
    expect(desk.get_by_role("link", name=str(lines), exact=True)).to_have_attribute("aria-current", "true")
    columns = measured(desk, ".wall-seats", "tables => tables.map(each => each.tBodies[0].rows.length)")
    assert lines - 4 <= max(columns) <= lines
    assert [*pages_of(desk)]


@pytest.mark.parametrize("size", sweep([*SCREENS, *OTHERS], sample=2), ids=["720", "1080", "768", "360"])
@pytest.mark.parametrize("language", sweep(["de", "ja"]))
def test_lines_fill_the_screen_and_the_clock_stands_beside_the_name(
    browser: Browser, site: str, thirteen: str, size: ViewportSize, language: str
) -> None:
    page = open_desk(browser, site, viewport=size)
    page.goto(f"/events/{thirteen}/wall/?show=standings&lines=8&lang={language}")
    expect(page.locator("tbody tr")).to_have_count(13)
    expect(page.locator("[data-clock]")).to_contain_text("25:00")
    assert not page.evaluate(OVERLAID)
    page.context.close()


@pytest.mark.parametrize("show", ["seats", "standings"])
def test_an_upright_television_shows_large_pages_and_not_a_phones_list(
    desk: Page, thirteen: str, show: str
) -> None:
    desk.set_viewport_size({"width": 1080, "height": 1920})
    desk.goto(f"/events/{thirteen}/wall/?show={show}&lines=6")
    assert min(measured(desk, ".is-shown tbody th.words", CAPITALS)) >= 1080 / 32
    assert desk.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert not desk.evaluate(OVERLAID) and desk.evaluate(SPILLED) == []


@pytest.mark.parametrize(("is_held", "then"), [(False, "seats-1-1"), (True, "seats-1-2")])
def test_seats_of_a_round_that_was_released_come_up_at_once_unless_a_page_is_held(
    desk: Page, hundred: str, is_held: bool, then: str
) -> None:
    stand_still(desk)  # or the wall asks, and knows the pages, before the older ones are put in
    desk.goto(f"/events/{hundred}/wall/")
    if is_held:
        desk.get_by_role("button", name="Hold this page").click()
        expect(desk.locator("[data-turn]")).to_be_hidden()
    desk.evaluate("(html) => { document.querySelector('[data-pages]').innerHTML = html; }", BEFORE)
    with desk.expect_response("**/wall/live/**"):
        desk.clock.run_for(4_500)
    expect(desk.locator(".is-shown")).to_have_attribute("data-key", then)


def test_a_long_name_is_never_cut(screen: Page, named: str) -> None:
    stand_still(screen)
    screen.goto(f"/events/{named}/wall/?show=seats")
    names = [name for _ in pages_of(screen) for name in names_on(screen)]
    assert sorted(names) == sorted(LONG_NAMES)


def test_the_wall_turns_by_itself_and_can_be_held(desk: Page, hundred: str) -> None:
    stand_still(desk)
    desk.goto(f"/events/{hundred}/wall/?show=seats")  # two pages of ten seconds
    first = shown_key(desk)
    desk.clock.run_for(3_000)
    growing = measured(desk, "[data-turn]", WIDTHS)
    desk.clock.run_for(3_000)
    assert growing < measured(desk, "[data-turn]", WIDTHS) and shown_key(desk) == first
    desk.clock.run_for(4_500)
    assert shown_key(desk) != first
    desk.get_by_role("button", name="Hold this page").click()
    expect(desk.locator("[data-turn]")).to_be_hidden()
    held = shown_key(desk)
    desk.clock.run_for(25_000)
    assert shown_key(desk) == held


def test_pages_of_the_wall_change_without_movement(desk: Page, hundred: str) -> None:
    desk.goto(f"/events/{hundred}/wall/")
    desk.evaluate(TURNED_AT_ONCE)


def test_the_wall_goes_on_turning_and_says_so_when_the_server_is_gone(desk: Page, hundred: str) -> None:
    stand_still(desk)
    desk.goto(f"/events/{hundred}/wall/?lines=6")
    desk.route("**/wall/live/**", lambda route: route.abort())
    goes_on_until(desk, desk.get_by_text("not connected since").is_visible, "it says so")
    last = shown_key(desk)
    goes_on_until(desk, lambda: shown_key(desk) != last, "it turns")
    expect(desk.get_by_text("not connected since")).to_be_visible()


def goes_on_until(page: Page, is_true: Callable[[], bool], what: str) -> None:
    """Let the page's clock run by seconds; what the page asks for fails meanwhile."""
    wait_until(is_true, what, rest=lambda: page.clock.run_for(1_000))


def test_a_television_without_scripts_turns_too(browser: Browser, site: str, hundred: str) -> None:
    page = open_desk(browser, site, java_script_enabled=False)
    page.goto(f"/events/{hundred}/wall/?show=seats&lines=6&page=2")
    assert shown_key(page) == "seats-1-3"
    refresh = page.content().split('http-equiv="refresh"')[1]
    assert "page=3" in refresh.split(">")[0]
    page.context.close()


# Seat search


def test_a_player_types_a_name_and_sees_where_to_go(browser: Browser, site: str, named: str) -> None:
    page = open_phone(browser, site, rules=False)
    page.goto(f"/events/{named}/seats/")
    page.get_by_label("Name or start number").fill("möl cleo")
    expect(page.locator(".seat-places > li:visible")).to_have_count(1)
    expect(page.locator(".is-one .seat-where:visible")).to_contain_text("Table")
    page.reload()
    expect(page.locator(".seat-places > li:visible .seat-who")).to_contain_text("Cleo Möller")
    page.get_by_role("link", name="Cleo Möller").click()
    expect(page.get_by_role("heading", name="Cleo Möller")).to_be_visible()
    page.context.close()


def test_a_name_nobody_has_is_answered_with_what_to_do(browser: Browser, site: str, named: str) -> None:
    page = open_phone(browser, site, rules=False)
    page.goto(f"/events/{named}/seats/")
    page.get_by_label("Name or start number").fill("Zacharias")
    expect(page.get_by_text("No player of this name plays in round 1")).to_be_visible()
    page.context.close()


def test_without_a_script_the_form_finds_the_seat(browser: Browser, site: str, named: str) -> None:
    page = open_desk(browser, site, java_script_enabled=False)
    page.goto(f"/events/{named}/seats/")
    page.get_by_label("Name or start number").fill("hohenlohe")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".seat-places > li")).to_have_count(1)
    page.context.close()


A_FINAL_LIST = """
from tests.builders import end_round
from tournaments.models import Event
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.publishing.publications import sign_off_and_publish
event = Event.objects.get(slug={!r})
end_round(event.rounds.get())
sign_off_and_publish(event=Event.objects.get(slug={!r}), by=SYSTEM)
"""


STEP_EDGES = """[...document.querySelectorAll(
  innerWidth > 800 ? ".wall-step, .wall-behind tr" : ".wall-step"
)].map((each) => {
  const { top, bottom } = each.getBoundingClientRect();
  return [top, bottom];
})"""


TOPS_ON_PODIUM = """[".wall-step > :first-child", ".wall-step-block"].flatMap((kind) =>
  [...document.querySelectorAll(kind)]
    .map((each) => [each.closest("[data-rank]").dataset.rank, each.getBoundingClientRect().top])
    .sort().map(([, top]) => top))"""


@pytest.mark.parametrize("size", sweep([SCREENS[1], *OTHERS]), ids=["1920", "1024", "360"])
def test_a_prize_giving_shows_the_third_the_second_and_the_first_by_key(
    browser: Browser, site: str, installation: dict[str, str], size: ViewportSize
) -> None:
    event = demo_evening(installation, game="skat", players=13, rounds=1, played=1)["event"]
    manage(installation, "shell", "-v", "0", "-c", A_FINAL_LIST.format(event, event))
    page = open_desk(browser, site, viewport=size, locale="de-DE")
    page.goto(f"/events/{event}/wall/?show=ceremony")
    steps = page.locator(".wall-step")
    expect(steps).to_have_count(3)
    expect(page.locator(".wall-step:visible")).to_have_count(0)
    expect(page.locator("[data-opening]")).to_contain_text("Siegerehrung")
    expect(page.locator("[data-opening]")).to_be_visible()
    for key, shown in ((" ", "3"), ("Enter", "32"), ("ArrowRight", "321"), ("ArrowLeft", "32"), ("x", "321")):
        page.keyboard.press(key)
        expect(page.locator(".wall-step:visible strong")).to_have_count(len(shown))
        for rank in shown:
            expect(page.locator(".wall-step:visible strong", has_text=rank)).to_have_count(1)
    expect(page.locator(".wall-behind")).to_be_hidden()
    expect(page.locator("[data-opening]")).to_be_hidden()
    page.keyboard.press(" ")
    expect(page.locator(".wall-behind tr")).to_have_count(10)
    expect(page.locator(".wall-behind")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for top, bottom in page.evaluate(STEP_EDGES):  # at once: an update of the wall puts other elements there
        assert top >= 0 and bottom <= size["height"]
    tops = page.evaluate(TOPS_ON_PODIUM)
    assert size["width"] == 360 or tops[0] < 0.2 * size["height"], tops  # the winner's words use the height
    assert tops[3:] == sorted(tops[3:]), tops  # the winner's block is the highest
    page.context.close()


READABLE = 14  # pixels on a phone
LEAST_LETTER = """() => Math.min(...[...document.querySelectorAll("main *")]
  .filter((each) => each.checkVisibility() && !each.closest("svg") && [...each.childNodes].some(
    (child) => child.nodeType === Node.TEXT_NODE && child.data.trim()))
  .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""
CUT_RINGS = """() => [...document.querySelectorAll(".hall-rings li")]
  .filter((each) => each.getBoundingClientRect().right
    > document.querySelector(".wall-hall").getBoundingClientRect().right).length"""
CUT_BOXES = """() => [...document.querySelectorAll(".wall-head, .wall-title, .wall-hall, .wall-foot")]
  .filter((each) => each.checkVisibility() && each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.className)"""
LEFT_EDGES = "tables => [...new Set(tables.map(each => each.getBoundingClientRect().left))]"


@pytest.mark.parametrize("show", ["seats", "standings"])
def test_on_a_phone_a_hundred_players_are_one_column_in_readable_letters_and_nothing_is_cut(
    browser: Browser, site: str, hundred: str, show: str
) -> None:
    page = open_desk(browser, site, viewport={"width": 360, "height": 740})
    page.goto(f"/events/{hundred}/wall/?show={show}")
    assert page.evaluate(LEAST_LETTER) >= READABLE
    assert page.evaluate(CUT_BOXES) == []
    assert len(measured(page, ".is-shown table", LEFT_EDGES)) == 1
    page.context.close()


LOWEST = 0.9965  # of the screen's height: what is written or drawn keeps a margin
LEFT_EMPTY = """() => {
  const foot = document.querySelector(".wall-foot").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".is-shown tbody tr")];
  return (foot.top - Math.max(...rows.map((each) => each.getBoundingClientRect().bottom))) / foot.height;
}"""


LOWEST_WORDS = """() => [".wall-hall .hall-words", ".wall-hall .hall-rings svg"].map((each) => {
  const all = document.querySelectorAll(each);
  return Math.max(...Array.from(all, (one) => one.getBoundingClientRect().bottom)) / innerHeight;
})"""


@pytest.mark.parametrize("lines", sweep(["", 6, 8, 10, 14, 21], sample=2))
def test_thirteen_players_fill_each_page_and_the_controls_wait_for_the_mouse(
    screen: Page, thirteen: str, lines: object
) -> None:
    stand_still(screen)
    screen.goto(f"/events/{thirteen}/wall/?show=standings&lines={lines}")
    for _ in pages_of(screen):
        assert 0 <= screen.evaluate(LEFT_EMPTY) < 1  # less than the foot is high
        assert max(screen.evaluate(LOWEST_WORDS)) <= LOWEST  # of the hall's progress
    screen.clock.resume()
    screen.reload()
    controls = screen.locator(".wall-choice")
    expect(controls).to_have_css("opacity", "0")
    screen.mouse.move(100, 100)
    screen.mouse.move(200, 200)
    expect(controls).to_have_css("opacity", "1")
    expect(screen.locator(".wall-hall .hall-rings li")).to_have_count(4)
