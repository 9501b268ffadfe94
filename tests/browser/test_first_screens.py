"""The content visible before scrolling, and how long pages are: a phone of 360 x 740, three languages."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from rules import all_games
from tests.browser.hands import box_of, demo_evening, measured, open_phone, sign_in
from tests.sweeps import sweep

SCREEN = {"width": 360, "height": 740}
HIGHEST_ROW = 330  # pixels from the top of the screen to the first row of the standings
ROWS = 9  # of one line each, on the first screen
ONE_LINE = 48
BETWEEN_KEYS = 8  # for a thumb
LONGEST_DASHBOARD, MOST_LINKS = 2_500, 40  # with seven tables
LANGUAGES = ["en", "de", "ja"]
LINES_AND_WORDS = """names => names.map(name => [
  Math.round(name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight)),
  name.textContent.split(/[ -]/).length,
])"""
IS_IN_SIGHT = """([cell]) => cell.getBoundingClientRect().right
  <= cell.closest(".scroll").getBoundingClientRect().right"""
THREE_MORE_EACH = """cells => cells.forEach((each) => {
  for (let more = 0; more < 3; more += 1) each.after(each.cloneNode(true));
})"""
BOXES = "rows => rows.map(row => row.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"


@pytest.mark.parametrize("language", sweep(LANGUAGES))
def test_the_standings_are_on_the_first_screen_of_a_phone(
    browser: Browser, site: str, demo: dict[str, Any], language: str
) -> None:
    page = open_phone(browser, site, locale=language, rules=False)
    page.set_viewport_size(SCREEN)
    page.goto(f"/events/{demo['event']}/")
    expect(page.locator("[data-live-note]")).not_to_be_empty()  # it appears a second later
    boxes = measured(page, "table.standings tbody tr", BOXES)
    seen = [bottom - top for top, bottom in boxes if bottom <= SCREEN["height"]]
    assert boxes[0][0] <= HIGHEST_ROW
    assert len(seen) >= ROWS and max(seen) <= ONE_LINE
    page.context.close()


@pytest.mark.parametrize("game", sweep([game.key for game in all_games()]))
def test_standings_of_every_game_have_three_columns_on_a_phone_and_show_the_total_at_a_desk(
    browser: Browser, site: str, installation: dict[str, str], game: str
) -> None:
    event = demo_evening(installation, game=game, players=12, rounds=2, played=1)["event"]
    page = open_phone(browser, site, locale="de", rules=False)
    page.set_viewport_size(SCREEN)
    page.goto(f"/events/{event}/")
    expect(page.locator("table.standings thead th:visible")).to_have_count(3)
    boxes = measured(page, "table.standings tbody tr", BOXES)
    seen = [bottom - top for top, bottom in boxes if bottom <= SCREEN["height"]]
    assert boxes[0][0] <= HIGHEST_ROW and len(seen) >= ROWS and max(seen) <= ONE_LINE
    page.set_viewport_size({"width": 1280, "height": 800})
    measured(page, "tbody .round", THREE_MORE_EACH)
    assert measured(page, "td.total", IS_IN_SIGHT)
    page.context.close()


def test_rounds_are_shown_on_tap_and_stay_when_the_page_renews_itself(
    browser: Browser, site: str, demo: dict[str, Any]
) -> None:
    page = open_phone(browser, site, rules=False)
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
    page = open_phone(browser, site, rules=False)
    page.goto(f"/events/{demo['event']}/seats/")
    lines = measured(page, ".seat-places > li", BOXES)
    assert lines and all(bottom - top <= ONE_LINE + 1 for top, bottom in lines)
    expect(page.locator(".seat-company").first).to_be_hidden()
    page.fill("input[name=name]", "1")
    expect(page.locator(".seat-places > li:visible")).to_have_count(1)
    expect(page.locator(".seat-company:visible")).to_have_count(1)
    page.context.close()


@pytest.fixture(scope="module")
def signed_in(browser: Browser, site: str, demo: dict[str, Any]) -> Any:
    """Return the cookies of the organiser of the demonstration."""
    page = open_phone(browser, site, rules=False)
    sign_in(page, demo["login"]["username"], demo["login"]["password"])
    return page.context.storage_state()


@pytest.mark.parametrize("language", sweep(LANGUAGES))
def test_the_dashboard_is_short_and_leads_on_with_one_button(
    browser: Browser, site: str, demo: dict[str, Any], signed_in: Any, language: str
) -> None:
    page = open_phone(browser, site, locale=language, rules=False, storage_state=signed_in)
    page.set_viewport_size(SCREEN)
    page.goto(f"/events/{demo['event']}/organise/")
    expect(page.locator(".open-tables > li")).to_have_count(7)
    measured(page, ".same-evening", "all => all.forEach(each => each.remove())")  # other tests' events
    assert page.evaluate("document.documentElement.scrollHeight") < LONGEST_DASHBOARD
    assert measured(page, "a[href]", "all => all.length") <= MOST_LINKS
    expect(page.locator(".primary:visible")).to_have_count(1)
    lines = measured(page, ".open-tables > li", BOXES)
    assert max(bottom - top for top, bottom in lines) <= ONE_LINE + 1
    names = page.locator(".open-tables .table-seats").first
    expect(names).to_be_hidden()
    page.locator(".open-tables summary").first.tap()
    expect(names).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("language", sweep(LANGUAGES))
def test_the_bar_leads_from_part_to_part_of_an_event_and_marks_where_one_is(
    browser: Browser, site: str, demo: dict[str, Any], signed_in: Any, language: str
) -> None:
    page = open_phone(browser, site, locale=language, rules=False, storage_state=signed_in)
    page.set_viewport_size(SCREEN)
    page.goto(f"/events/{demo['event']}/organise/")
    stops = page.locator(".organiser-bar a")
    expect(stops).to_have_count(5)
    for number in range(5):
        stops.nth(number).tap()
        expect(stops.nth(number)).to_have_attribute("aria-current", "page")
        expect(page.locator(".organiser-bar [aria-current]")).to_have_count(1)
        ((top, bottom),) = measured(page, ".organiser-bar", BOXES)
        assert bottom == SCREEN["height"] and bottom - top <= 64
        assert page.evaluate("document.documentElement.scrollWidth") == SCREEN["width"]
    page.context.close()


@pytest.mark.parametrize("path", ["players/", "check-in/"])
def test_a_person_is_one_line_with_its_toggle_at_the_right(
    browser: Browser, site: str, demo: dict[str, Any], signed_in: Any, path: str
) -> None:
    page = open_phone(browser, site, locale="de", rules=False, storage_state=signed_in)
    page.set_viewport_size(SCREEN)
    page.goto(f"/events/{demo['event']}/organise/{path}")
    boxes = measured(page, ".people > li, .people-rows > li", BOXES)
    assert len(boxes) == 27 and boxes[0][0] < 360
    assert max(bottom - top for top, bottom in boxes) <= ONE_LINE + 10
    keys = measured(page, ".people .person-key, .people-rows .person-key", BOXES)
    assert min(below - bottom for (_, bottom), (below, _) in pairwise(keys)) >= BETWEEN_KEYS
    key = box_of(page.locator(".people .person-key, .people-rows .person-key").first)
    assert key["height"] >= ONE_LINE and key["x"] + key["width"] > 330
    page.context.close()


THREE_LINES = 66  # of 14 px, with the space around them: where six play, some words of a deal take two lines
HEIGHTS = "(rows) => rows.map((row) => row.getBoundingClientRect().height)"


@pytest.fixture(scope="module", params=[("frepe", 6), ("skat", 4)], ids=["frepe", "skat"])
def written_sheet(site: str, installation: dict[str, str], request: pytest.FixtureRequest) -> str:
    """Return the link of a table that has played: six players, or large totals."""
    game, players = request.param
    evening = demo_evening(installation, game=game, players=players, rounds=1, played=1)
    return str(evening["tables"][0]["path"])


@pytest.mark.parametrize("language", sweep(LANGUAGES))
def test_a_sheet_of_six_players_or_of_large_totals_fits_a_phone_in_low_rows(
    browser: Browser, site: str, written_sheet: str, language: str
) -> None:
    page = open_phone(browser, site, rules=False, locale=language)
    page.goto(written_sheet)
    assert measured(page, ".paper", "([each]) => each.scrollWidth <= each.clientWidth")
    rows = measured(page, ".sheet tbody tr[data-number]", HEIGHTS)
    assert len(rows) > 3 and max(rows) < THREE_LINES
    page.context.close()


def test_names_in_the_head_of_a_sheet_break_between_words_only(
    desk: Page, site: str, demo: dict[str, Any]
) -> None:
    sign_in(desk, demo["login"]["username"], demo["login"]["password"])
    desk.goto(f"/events/{demo['event']}/organise/rounds/2/")
    desk.goto(desk.locator("a[href*='/organise/tables/']").first.get_attribute("href") or "")
    lines = measured(desk, ".sheet .seat-name", LINES_AND_WORDS)
    assert lines and all(found <= words for found, words in lines)
