"""A director's draw: all rounds, a draft changed by hand, released, printed, searched."""

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.hands import (
    DRAW_TWO_ROUNDS,
    an_event,
    demo_evening,
    open_desk,
    open_phone,
    press,
    sign_in,
)
from tests.sweeps import sweep

CAST = [
    "Ada Lührs",
    "Ben Timm",
    "Cleo Möller",
    "Dov Harms",
    "Emi Sato",
    "Finn Boje",
    "Grete Ohl",
    "Hanne Voss",
]
MakeEvent = Callable[..., str]
COST = re.compile(r"[±+−]\d+ repeats?")


@pytest.fixture(scope="module")
def login(site: str, installation: dict[str, str]) -> dict[str, str]:
    """Return the username and the password of an organiser."""
    return dict(demo_evening(installation, players=4, rounds=1, played=0)["login"])


@pytest.fixture(scope="module")
def ada(browser: Browser, site: str, login: dict[str, str]) -> Iterator[Page]:
    """Open an organiser's desktop browser."""
    page = open_desk(browser, site)
    sign_in(page, **login)
    yield page
    page.context.close()


@pytest.fixture
def make_event(
    ada: Page, installation: dict[str, str], login: dict[str, str], request: pytest.FixtureRequest
) -> MakeEvent:
    """Make an event of players and return its slug; none of its rounds is drawn unless a script does it."""
    ada.set_viewport_size(DESK)
    club = f"Club of {request.node.name}"[:60]
    return partial(an_event, installation, club, "Friday in November", owner=login["username"])


@pytest.fixture
def slug(make_event: MakeEvent) -> str:
    """Return an event of eight players at two tables, its rounds not drawn."""
    return make_event(CAST)


@pytest.fixture
def drafted(make_event: MakeEvent) -> str:
    """Return an event of eight players at two tables, two rounds of it drawn."""
    return make_event(CAST, then=DRAW_TWO_ROUNDS)


def open_draft(ada: Page, slug: str) -> None:
    ada.goto(f"/events/{slug}/organise/rounds/1/")
    expect(ada.get_by_role("heading", name="Round 1")).to_be_visible()


def draw_rounds(ada: Page, slug: str, rounds: int) -> None:
    """Request all rounds at once and wait for the first draft."""
    ada.goto(f"/events/{slug}/organise/draw/")
    ada.check("input[name=mode][value=all]")
    ada.fill("input[name=rounds]", str(rounds))
    press(ada, "Draw from round 1 on")
    expect(ada.get_by_role("heading", name="Round 1")).to_be_visible()


def place(ada: Page, table: int, seat: int) -> Locator:
    return ada.locator(".round-tables > li").nth(table - 1).locator("[data-place] .place").nth(seat - 1)


def seat_at(ada: Page, table: int, seat: int) -> Locator:
    return ada.locator(".round-tables > li").nth(table - 1).locator("[data-place]").nth(seat - 1)


def name_at(ada: Page, table: int, seat: int) -> str:
    return seat_at(ada, table, seat).get_attribute("data-name") or ""


def sit_at(ada: Page, names: dict[tuple[int, int], str]) -> None:
    """Expect these players at a table and seat."""
    for (table, seat), name in names.items():
        expect(seat_at(ada, table, seat)).to_have_attribute("data-name", name)


def note(ada: Page) -> Locator:
    return ada.locator("[data-note]")


@pytest.mark.parametrize("size", sweep([PHONE, DESK]), ids=["phone", "desk"])
def test_a_draft_is_swapped_released_printed_and_looked_up(
    browser: Browser, site: str, ada: Page, slug: str, size: ViewportSize
) -> None:
    ada.set_viewport_size(size)
    draw_rounds(ada, slug, 2)
    expect(ada.locator(".quality")).to_contain_text("repeat")
    expect(ada.locator(".siblings a")).to_have_count(2)

    one, two = name_at(ada, 1, 1), name_at(ada, 2, 2)
    place(ada, 1, 1).click()
    expect(note(ada)).to_contain_text(f"{one} is picked up.")
    expect(place(ada, 2, 2).locator(".cost")).to_have_text(COST)
    place(ada, 2, 2).click()
    expect(note(ada)).to_contain_text(f"{one} and {two} have changed places:")
    sit_at(ada, {(1, 1): two, (2, 2): one})
    expect(ada.locator(".changes li")).to_have_count(1)

    press(ada, "Open round 1")
    press(ada, "Print table cards")
    expect(ada.locator(".table-card")).to_have_count(2)
    expect(ada.locator(".table-card").first).to_contain_text(two)

    friend = open_phone(browser, site, rules=False)
    friend.goto(f"/events/{slug}/seats/")
    friend.fill("input[name=name]", two)
    press(friend, "Find")
    expect(friend.locator(".seat-places > li:visible")).to_contain_text([two])
    expect(friend.locator(".seat-places > li:visible .seat-where")).to_have_text(["Table 1 Seat 1"])
    friend.context.close()


def test_the_keyboard_swaps_too_and_escape_puts_back(ada: Page, drafted: str) -> None:
    ada.bring_to_front()  # other pages of this file were opened after it
    open_draft(ada, drafted)
    one, two = name_at(ada, 1, 2), name_at(ada, 2, 1)
    place(ada, 1, 2).focus()
    ada.keyboard.press("Enter")
    expect(place(ada, 1, 2)).to_have_attribute("aria-pressed", "true")
    ada.keyboard.press("Escape")
    expect(place(ada, 1, 2)).to_have_attribute("aria-pressed", "false")
    expect(note(ada)).to_have_text(f"{one} stays.")

    ada.keyboard.press("Enter")
    expect(place(ada, 2, 1)).to_have_attribute("aria-label", re.compile(f"swap with {one}, ({COST.pattern})"))
    for _ in range(3):
        ada.keyboard.press("Tab")
    ada.keyboard.press(" ")
    expect(note(ada)).to_contain_text(f"{one} and {two} have changed places:")
    expect(place(ada, 2, 1)).to_be_focused()
    press(ada, "Swap back")
    expect(ada.locator(".changes li")).to_have_count(2)
    sit_at(ada, {(1, 2): one, (2, 1): two})


def test_one_is_dragged_onto_another(ada: Page, drafted: str) -> None:
    open_draft(ada, drafted)
    one, two = name_at(ada, 1, 3), name_at(ada, 2, 4)
    place(ada, 1, 3).drag_to(place(ada, 2, 4))
    expect(note(ada)).to_contain_text(f"{one} and {two} have changed places:")
    sit_at(ada, {(1, 3): two, (2, 4): one})


def test_without_a_script_two_are_swapped_by_number(
    browser: Browser, site: str, ada: Page, drafted: str
) -> None:
    state = ada.context.storage_state()
    page = open_desk(browser, site, java_script_enabled=False, storage_state=state)
    open_draft(page, drafted)
    page.get_by_text("Swap two players by number").click()
    page.select_option("#swap-one", "1")
    page.select_option("#swap-two", "8")
    press(page, "Swap")
    expect(page.locator(".messages")).to_contain_text("Ada Lührs and Hanne Voss have changed places:")
    page.context.close()


def test_without_a_script_the_page_of_a_draw_leads_to_the_draft(
    browser: Browser, site: str, ada: Page, slug: str
) -> None:
    page = open_desk(browser, site, java_script_enabled=False, storage_state=ada.context.storage_state())
    page.goto(f"/events/{slug}/organise/draw/")
    press(page, "Draw from round 1 on")
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    page.context.close()


def test_a_long_search_shows_progress_and_is_stopped(ada: Page, make_event: MakeEvent) -> None:
    slug = make_event([f"Player {number}" for number in range(1, 42)])
    ada.goto(f"/events/{slug}/organise/draw/")
    ada.check("input[name=mode][value=all]")
    ada.fill("input[name=rounds]", "20")
    ada.check("input[name=thorough]")
    press(ada, "Draw from round 1 on")
    expect(ada.locator("[data-progress] progress")).to_have_attribute("value", re.compile(r"[1-9]\d*"))
    press(ada, "Stop and use the best so far")
    expect(ada.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(ada.locator(".siblings a")).to_have_count(20)
