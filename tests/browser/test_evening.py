"""A whole event in several browsers at once: a director, a cashier at check-in, phones on the tables.

All users do what the pages offer; no step reads the database. Most deals come through the API that the pad
itself uses, a few through taps.
"""

import os
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.hands import (
    MINUS,
    STATE,
    Pad,
    make_event,
    make_organiser,
    open_desk,
    open_phone,
    press,
    send,
    sign_in,
    unfold_list,
)
from tests.processes import wait_until
from tests.sweeps import EVENINGS, on_its_day

pytestmark = on_its_day("nine", EVENINGS)
PICTURES = os.environ.get("CONTACT_SHEET", "")
PASSWORD = "nine-come-to-Prisdorf"
REGISTERED = ("Ada Lührs", "Ben Timm")
EXPECTED = ["Cleo Möller", "Dov Harms", "Emi Sato", "Finn Boje", "Grete Ohl"]
LATE = ("Lars Witt", "Malte Brandt")
LEAVES = "Dov Harms"
DEALS = {4: 3, 3: 2}  # per size of table
KEY = "1: 40 %\n2: 20 %\n3: a ham"
IN_THE_BOX = "18.00"  # nine fees of 5.00 without 60 per cent
BONUS, RULED = 50, 20
IN_ROUND_1, IN_ROUND_2 = 3 + 2, 2 + 2 + 2  # deals
A_TWO = {"contract": "tricks", "bid": 2, "trump": "S", "took_skat": True, "tricks": 2}
BY_THUMB = {"declarer": 1, "bid": 2, "trump": "S", "tricks": 2}
OTHERWISE = {"declarer": 2, "bid": 3, "trump": "H", "tricks": 1}


class Evening:
    """The browsers of one event."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser, self.site = browser, site
        self.director = open_desk(browser, site)
        self.stranger = open_phone(browser, site, rules=False)
        self.cashier = open_phone(browser, site, rules=False)
        self.pads: list[Pad] = []
        self.links: list[str] = []
        self.slug = ""

    def begin(self) -> None:
        sign_in(self.director, "greta", PASSWORD)
        self.slug = make_event(self.director, "Fipsfreunde Prisdorf", "The long evening")

    def pad(self, link: str) -> Pad:
        """Open another phone at a table."""
        return Pad(open_phone(self.browser, self.site, rules=False), link)

    def organise(self, page: str = "") -> Page:
        """Open one of the director's pages."""
        self.director.goto(f"/events/{self.slug}/organise/{page}")
        return self.director

    def total(self, name: str) -> Locator:
        """Return a player's total on the public page."""
        return self.stranger.locator(".standings tbody tr", has_text=name).locator(".total")

    def picture(self, page: Page, name: str) -> None:
        if PICTURES:
            for size in (PHONE, DESK):
                page.set_viewport_size(size)
                page.screenshot(path=f"{PICTURES}/{name}-{size['width']}.png", full_page=True)

    def end(self) -> None:
        for context in self.browser.contexts:
            context.close()


@pytest.fixture
def evening(browser: Browser, site: str, installation: dict[str, str]) -> Iterator[Evening]:
    make_organiser(installation, "greta", PASSWORD)
    evening = Evening(browser, site)
    yield evening
    evening.end()


def test_nine_players_have_an_evening_from_the_door_to_the_prizes(evening: Evening) -> None:
    evening.begin()
    announce(evening)
    register(evening)
    send_the_cashier_a_link(evening)
    check_everybody_in(evening)
    play_the_first_round(evening)
    let_the_late_ones_in(evening)
    close_the_round(evening, 1)
    play_at_three_tables(evening)
    rule_and_adjust(evening)
    is_not_complete(evening)
    close_the_round(evening, 2)
    let_one_leave(evening)
    play_the_last_round(evening)
    give_the_prizes(evening)
    close_the_box(evening)
    sign_off_and_publish(evening)
    is_seen_by_a_stranger(evening)


# Before the event


def announce(evening: Evening) -> None:
    """Set a fee, open registration, few deals; five players are expected."""
    desk = evening.organise("settings/")
    desk.locator("summary", has_text="Time, fee and registration").click()
    desk.fill("input[name=fee_cents]", "5.00")
    desk.check("input[name=is_registration_open]")
    desk.locator("summary", has_text="Deals and house rules").click()
    for seats, deals in DEALS.items():
        desk.fill(f"input[name=deals_{seats}]", str(deals))
    send(desk, "Save")
    unfold_list(evening.organise("players/"))
    desk.fill("textarea[name=names]", "\n".join(EXPECTED))
    desk.locator("#list_expected").check()
    press(desk, "Add all players")
    expect(desk.locator(".people li.is-away")).to_have_count(len(EXPECTED))


def register(evening: Evening) -> None:
    """Register two players from a phone without an account."""
    phone = evening.stranger
    for name in REGISTERED:
        phone.goto(f"/events/{evening.slug}/")
        press(phone, "Register")
        phone.fill("input[name=name]", name)
        phone.check("input[name=agrees_to_list]")
        press(phone, "Register")
        expect(phone.get_by_text("You have a place.")).to_contain_text("Pay the fee of 5.00")
    phone.goto(f"/events/{evening.slug}/")
    phone.reload()  # a browser may cache the page for a second
    expect(phone.locator(".coming li")).to_have_text(list(REGISTERED))
    expect(phone.get_by_text(f"and {len(EXPECTED)} more")).to_be_visible()


# Check-in


def send_the_cashier_a_link(evening: Evening) -> None:
    """Give the cashier's phone the helper's link; it opens check-in and nothing else."""
    desk = evening.organise("helpers/")
    desk.select_option("select[name=role]", "cashier")
    desk.fill("input[name=name]", "Uwe")
    send(desk, "Create code")
    address = desk.locator("article", has_text="Uwe").locator(".address").inner_text()
    evening.cashier.goto(address)
    expect(evening.cashier.get_by_role("heading", name="Check-in")).to_be_visible()
    refused = evening.cashier.request.get(f"/events/{evening.slug}/organise/settings/")
    assert refused.status in (403, 404)


def person_key(page: Page, name: str, what: str) -> Locator:
    return page.get_by_role("button", name=f"{name} {what}")


def check_everybody_in(evening: Evening) -> None:
    """Cashier and director tick players at the same time; no tick is lost."""
    desk, door = evening.organise("check-in/"), evening.cashier
    *others, by_director = [*EXPECTED, *REGISTERED]
    for name in others:
        person_key(door, name, "has come and pays").tap()
        expect(person_key(door, name, "is not here")).to_be_visible()
        expect(person_key(door, name, "pays the fee")).to_have_count(0)
    person_key(desk, by_director, "is here").click()
    person_key(door, by_director, "pays the fee").tap()
    for page in (desk, door):
        expect(page.locator(".people-counts")).to_contain_text("7 of 7 here")
        expect(page.locator(".people-counts")).to_contain_text(re.compile(r"35\.00\s€\s+fees taken"))
    evening.picture(desk, "check_in")


def let_the_late_ones_in(evening: Evening) -> None:
    """Add two players while the first round is played: one line and a tap each."""
    door = evening.cashier
    for name in LATE:
        door.get_by_label("Name", exact=True).fill(name)
        press(door, "Add and check in")
        person_key(door, name, "pays the fee").tap()
        expect(person_key(door, name, "pays the fee")).to_have_count(0)
    expect(door.locator(".people-counts")).to_contain_text("9 of 9 here")
    door.goto("about:blank")  # a page that nobody reads asks the server all the same


# At the tables


def draw(evening: Evening, number: int, tables: int) -> list[str]:
    """Draw, review and release the round; return the tables' links."""
    desk = evening.organise()
    press(desk, f"Draw round {number}")
    expect(desk.locator(".draft-seats").first).to_be_visible()
    expect(desk.locator(".round-tables > li")).to_have_count(tables)
    evening.picture(desk, f"draft-{number}")
    press(desk, f"Open round {number}")
    expect(desk.get_by_text("Table link")).to_have_count(tables)
    return [str(each.get_attribute("href")) for each in desk.locator(".address a").all()]


def ask(evening: Evening, link: str, path: str = "", **more: Any) -> dict[str, Any]:
    """Send a request as a table's phone."""
    token = link.rsplit("/", 1)[-1]
    headers = {"Authorization": f"Table {token}", "Idempotency-Key": f"{token}-{more}"[:60]}
    request = evening.stranger.request
    url = f"/api/v1/table/{path}"
    answer = request.post(url, headers=headers, data=more) if more else request.get(url, headers=headers)
    assert answer.ok, answer.text()
    return dict(answer.json())


def write_the_rest(evening: Evening, link: str) -> None:
    """Write a table's missing deals: each player in turn makes a two in spades."""
    state = ask(evening, link)
    seats = len(state["parts"][-1]["seats"])
    for number in range(len(state["deals"]) + 1, DEALS[seats] + 1):
        record = {**A_TWO, "declarer": number % 2}
        ask(evening, link, "deals/", number=number, record=record)


def play_the_first_round(evening: Evening) -> None:
    """Play seven players at two tables; the public page shows the deals."""
    evening.stranger.goto(f"/events/{evening.slug}/")
    evening.links = draw(evening, 1, tables=2)
    for link in evening.links:
        write_the_rest(evening, link)
    shows_deals(evening, IN_ROUND_1)


def shows_deals(evening: Evening, number: int) -> None:
    """Wait until the public standings have this many deals."""
    footnote = evening.stranger.locator(".standings-note")
    expect(footnote).to_contain_text(f"after {number} deals")


def close_the_round(evening: Evening, number: int) -> None:
    desk = evening.organise()
    send(desk, f"Close round {number}")
    expect(desk.get_by_role("alert")).to_have_count(0)
    expect(evening.organise().get_by_role("button", name=f"Close round {number}")).to_have_count(0)


def play_at_three_tables(evening: Evening) -> None:
    """Play nine players at three tables, a phone on the first and the last: taps, a call, a conflict."""
    evening.links = draw(evening, 2, tables=3)
    evening.pads = [evening.pad(link) for link in (evening.links[0], evening.links[-1])]
    evening.pads[-1].write(**BY_THUMB)
    evening.pads[-1].has_sent()
    evening.organise()
    two_phones_disagree(evening)
    a_table_calls(evening)
    for link in evening.links:
        write_the_rest(evening, link)
    expect(evening.director.locator(".open-tables .badge.is-final")).to_have_count(3)
    evening.picture(evening.director, "board")
    for pad in evening.pads:
        pad.context.close()


def two_phones_disagree(evening: Evening) -> None:
    """Write deal 1 of table 1 differently on two phones; the board shows the conflict until settled."""
    pad, other = evening.pads[0], evening.pad(evening.links[0])
    other.page.route(STATE, lambda route: route.abort())  # it does not have the first phone's deal yet
    other.tap(**OTHERWISE)
    pad.write(**BY_THUMB)
    other.save()
    other.page.unroute(STATE)
    conflict = evening.director.locator(".needs").get_by_text("1 open conflict")
    expect(conflict).to_be_visible()
    expect(other.page.locator(".version")).to_have_count(2)
    evening.picture(evening.director, "board-conflict")
    other.page.locator(".version").last.get_by_role("button", name="This version is right").tap()
    expect(pad.page.locator(".sheet tfoot td.n").nth(2)).to_have_text(f"{MINUS}6")
    expect(conflict).to_have_count(0)
    other.context.close()


def a_table_calls(evening: Evening) -> None:
    desk, pad = evening.director, evening.pads[-1]
    pad.page.locator(".call-key").tap()
    pad.press("a question on the rules")
    expect(desk.get_by_text("Table 3 calls you")).to_be_visible()
    press(desk, "I was there")
    expect(desk.get_by_text("Table 3 calls you")).to_have_count(0)
    expect(pad.page.locator("[data-call-said]")).to_have_text("The director was here")


# Rulings, and players who leave


def rule_and_adjust(evening: Evening) -> None:
    """Rule on a deal and give a bonus: the public page shows both with their reasons."""
    state = ask(evening, evening.links[2])
    named, written = state["parts"][-1]["seats"][0]["name"], state["deals"][-1]["deltas"][0]
    shows_deals(evening, IN_ROUND_1 + IN_ROUND_2)
    shown = number_in(evening.total(named))
    desk = evening.organise()
    with desk.expect_navigation():
        desk.locator(".open-tables > li").nth(2).locator("a.table-name").click()
    desk.select_option("select[name=deal]", index=0)
    for seat, entry in enumerate(desk.locator("[name^=points_]").all()):
        entry.fill("0" if seat else str(RULED))
    desk.fill("#reason-0", "the last trick was played twice")
    send(desk, "Apply ruling")
    expect(desk.get_by_role("heading", name="A ruling")).to_be_visible()
    send(desk, "Apply ruling")
    expect(desk.get_by_role("alert")).to_have_count(0)
    evening.picture(desk, "table")
    evening.organise("rulings/")
    option = desk.locator("select[name=number] option", has_text=named)
    desk.select_option("select[name=number]", option.get_attribute("value"))
    desk.get_by_label("Bonus: gives points").check()
    desk.fill("input[name=points]", str(BONUS))
    desk.fill("form input[name=reason]", "brought the cake")
    send(desk, "Adjust the points")
    expect(desk.get_by_role("heading", name="A bonus")).to_be_visible()
    evening.picture(desk, "effect")
    send(desk, "Adjust the points")
    expect(desk.locator(".decisions > li")).to_have_count(2)
    evening.picture(desk, "rulings")
    evening.stranger.reload()
    total = shown - written + RULED + BONUS
    wait_until(lambda: number_in(evening.total(named)) == total, "the ruling and the bonus count")
    expect(evening.stranger.locator("#notes")).to_contain_text("brought the cake")


def number_in(figure: Locator) -> int:
    return int(figure.inner_text().replace(MINUS, "-"))


def is_not_complete(evening: Evening) -> None:
    """Check that the checklist names the open round, links to it, and prevents the sign-off."""
    desk = evening.organise("sign-off-checklist/")
    expect(desk.locator(".questions")).to_contain_text("Round 2 is not closed yet")
    expect(desk.get_by_role("button", name="Sign off results")).to_have_count(0)
    evening.picture(desk, "gate")
    desk.locator(".questions a.primary").click()
    expect(desk.get_by_role("heading", name="Round 2")).to_be_visible()


def let_one_leave(evening: Evening) -> None:
    desk = evening.organise("players/")
    press(desk, LEAVES)
    desk.locator("summary", has_text="Leaves early").click()
    send(desk, "Leaves early")
    evening.cashier.goto(f"/events/{evening.slug}/organise/check-in/")
    expect(evening.cashier.get_by_text("left after round 2")).to_be_visible()


def play_the_last_round(evening: Evening) -> None:
    """Play the last round with eight players."""
    for link in draw(evening, 3, tables=2):
        write_the_rest(evening, link)
    expect(evening.stranger.locator(".tables > li").first).not_to_contain_text(LEAVES)
    close_the_round(evening, 3)


# After the event


def give_the_prizes(evening: Evening) -> None:
    """Give two shares of the fees and a thing; prizes and the rest add up to the pot."""
    desk = evening.organise("prizes/")
    for row, line in enumerate(KEY.splitlines()):
        places, prize = line.split(": ")
        desk.locator("input[name=places]").nth(row).fill(places)
        desk.locator("input[name=prize]").nth(row).fill(prize)
    expect(desk.locator("[data-prize-preview]")).to_contain_text("a ham")
    expect(desk.locator("[data-prize-preview]")).to_contain_text("not saved")
    desk.check("input[name=pot][value=fee]")
    send(desk, "Save")
    sums = desk.get_by_text("remain in the pot").inner_text()
    given, left = (Decimal(each) for each in re.findall(r"\d+\.\d\d", sums))
    assert (given, left) == (Decimal(27), Decimal(18))
    press(desk, "Give out prizes")
    expect(desk.get_by_text("All prizes are given out.")).to_be_visible()
    evening.picture(desk, "prizes")


def close_the_box(evening: Evening) -> None:
    """Close the cash box after a wrong count."""
    phone = evening.cashier
    press(phone, "Cash desk")
    for counted, answer in (("25.00", "Difference"), (IN_THE_BOX, "The box balances.")):
        phone.fill("input[name=counted]", counted)
        send(phone, "Close the cash box")
        expect(phone.locator("form", has_text="Closing")).to_contain_text(answer)
    evening.picture(phone, "cash")


def sign_off_and_publish(evening: Evening) -> None:
    desk = evening.organise("sign-off-checklist/")
    expect(desk.locator(".standings tbody tr")).to_have_count(9)
    evening.picture(desk, "final-check")
    send(desk, "Sign off and publish")
    expect(desk.get_by_role("heading", name="The final list is published.")).to_be_visible()
    evening.picture(desk, "published")
    send(desk, "Close the event")
    evening.picture(evening.organise("publish/"), "publish")
    evening.cashier.goto(f"/events/{evening.slug}/organise/check-in/")
    expect(evening.cashier.get_by_role("heading", name="Check-in")).to_have_count(0)


def is_seen_by_a_stranger(evening: Evening) -> None:
    phone = evening.stranger
    phone.goto(f"/events/{evening.slug}/")
    expect(phone.locator(".standings tbody tr")).to_have_count(9)
    phone.locator(".list-mark a").first.click()
    expect(phone.locator(".standings tbody tr")).to_have_count(9)
    expect(phone.locator(".is-kept")).to_be_visible()
    evening.picture(phone, "list")
