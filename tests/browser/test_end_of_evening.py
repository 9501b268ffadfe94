"""The end of an evening: few clicks from the last deal to the published list, and always a next step."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import box_of, demo_evening, open_desk, open_phone, send, sign_in
from tests.processes import manage

HIGHEST_ROW = 330  # pixels from the top of a phone to the first row, below the podium
MOST_CLICKS = 4  # from the last deal to the published list
LISTS = ("sign-off-checklist/", "publish/")
MORE_ROUNDS = """(table) => {
  for (const round of table.querySelectorAll(".round")) {
    for (let more = 0; more < 3; more += 1) round.after(round.cloneNode(true));
  }
  return table.parentElement.scrollWidth - table.parentElement.clientWidth;
}"""
PAGES = ("", "sign-off-checklist/", "publish/", "prizes/", "cash/")
NEXT_STEPS = """(pages) => Promise.all(pages.map(async (each) => {
  const page = new DOMParser().parseFromString(await (await fetch(each)).text(), "text/html");
  return page.querySelectorAll("main :is(.next-step, .actions) :is(a.button, button)").length;
}))"""
PLANNED = "from tournaments.models import Event; Event.objects.filter(slug={!r}).update(planned_rounds={})"


class Desk:
    """A director who counts their clicks."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def send(self, name: str) -> None:
        send(self.page, name)
        self.clicks += 1


@pytest.fixture
def played(installation: dict[str, str]) -> dict[str, Any]:
    """Return an evening whose last deal was recorded a moment ago; its second round is still open."""
    return demo_evening(installation, game="doppelkopf", players=8, rounds=2, played=1)


def directed(browser: Browser, site: str, evening: dict[str, Any]) -> Desk:
    page = open_desk(browser, site)
    sign_in(page, evening["login"]["username"], evening["login"]["password"])
    page.goto(f"/events/{evening['event']}/organise/")
    return Desk(page)


def plan_rounds(installation: dict[str, str], evening: dict[str, Any], number: int) -> None:
    manage(installation, "shell", "-v", "0", "-c", PLANNED.format(evening["event"], number))


def test_the_last_deal_is_four_clicks_from_the_published_list_even_with_a_round_left_out(
    browser: Browser, site: str, installation: dict[str, str], played: dict[str, Any]
) -> None:
    plan_rounds(installation, played, 3)
    desk = directed(browser, site, played)
    desk.send("Close round 2")
    desk.send("Final check")
    expect(desk.page.locator(".questions")).to_contain_text("2 of 3 planned rounds have been played")
    expect(desk.page.get_by_role("button", name="Sign off")).to_have_count(0)
    desk.send("Count 2 rounds only")
    expect(desk.page.locator("table.standings tbody tr")).to_have_count(8)  # the list that is published
    desk.send("Sign off and publish")
    expect(desk.page.get_by_role("heading", name="The final list is published.")).to_be_visible()
    final_lists_are_whole_and_named(desk.page, played["event"])
    assert desk.clicks <= MOST_CLICKS
    leads_on_everywhere(desk.page, played["event"])
    desk.send("Close the event")
    leads_on_everywhere(desk.page, played["event"])
    desk.send("Plan the next evening")
    expect(desk.page.get_by_role("button", name="Create event")).to_be_visible()


def test_all_planned_rounds_are_three_clicks_from_the_published_list(
    browser: Browser, site: str, installation: dict[str, str], played: dict[str, Any]
) -> None:
    plan_rounds(installation, played, 2)
    desk = directed(browser, site, played)
    phone = open_phone(browser, site, rules=False)
    phone.goto(played["tables"][-1]["path"])
    ranks = phone.locator(".hall-ranks")
    expect(ranks).to_contain_text("Where you stand in the hall")
    expect(ranks.locator("li")).to_have_count(4)
    expect(ranks.locator("li").first).to_contain_text("of 8")
    for name in ("Close round 2", "Final check", "Sign off and publish"):
        desk.send(name)
    phone.reload()
    expect(phone.locator("[data-place=panel]")).to_contain_text("The results are final")
    expect(ranks).to_contain_text("Congratulations, ")
    expect(phone.get_by_text("Tap a deal to correct it.")).to_be_hidden()
    expect(desk.page.get_by_role("heading", name="The final list is published.")).to_be_visible()
    assert desk.clicks == 3
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(f"/events/{played['event']}/")
    expect(phone.get_by_role("heading", name="Final result")).to_be_visible()
    expect(phone.locator(".podium-step").first).to_be_visible()
    expect(phone.locator(".podium-step").nth(3)).to_have_count(0)
    assert box_of(phone.locator("table.standings tbody tr").first)["y"] <= HIGHEST_ROW


def final_lists_are_whole_and_named(page: Page, event: str) -> None:
    """Assert that a desk shows a list of eight rounds without scrolling, and that its pages call it final."""
    for each in LISTS:
        page.goto(f"/events/{event}/organise/{each}")
        expect(page.get_by_role("heading", name="Final result")).to_be_visible()
        expect(page.locator("h1")).to_have_text("The final list is published.")
        assert page.locator("table.standings").evaluate(MORE_ROUNDS) <= 0, each


def leads_on_everywhere(page: Page, event: str) -> None:
    """Assert that each page of the end offers what a club does next; return to the first one."""
    page.goto(f"/events/{event}/organise/")
    steps = page.evaluate(NEXT_STEPS, PAGES)
    assert all(steps), dict(zip(PAGES, steps, strict=True))
