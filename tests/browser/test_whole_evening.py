"""An evening on which everything goes wrong, and a ledger beside it: separate code computes every figure.

Two late arrivals, a no-show, a leaver, a replaced phone, a paper table, a conflict, a wrong seat, a ruling, a
penalty that makes a tie, and a correction after the final list. The ledger knows only what people played.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import (
    MINUS,
    STATE,
    make_event,
    make_organiser,
    paste_players,
    press,
    send,
    sign_in,
)
from tests.browser.test_evening import Evening, ask, draw, person_key
from tests.processes import wait_until
from tests.sweeps import EVENINGS, on_its_day

pytestmark = on_its_day("ledger", EVENINGS)
PASSWORD = "eight-and-two-late-ones"
HERE = ("Ada Lührs", "Ben Timm", "Cleo Möller", "Dov Harms", "Emi Sato", "Finn Boje", "Grete Ohl")
NO_SHOW, LATE, LEAVES = "Hanne Voss", ("Ida Kruse", "Jens Pahl"), "Finn Boje"
DEALS = {4: 4, 3: 3}  # per size of table
RULED = 9


class Ledger:
    """The points of each deal by round and table, in the order played; no code of the program."""

    def __init__(self) -> None:
        self.deals: defaultdict[tuple[int, int], list[tuple[str, int]]] = defaultdict(list)
        self.decided: Counter[str] = Counter()
        self.seats: dict[tuple[int, int], list[str]] = {}

    def play(self, place: tuple[int, int], seat: int, bid: int, *, made: bool) -> None:
        """Enter a deal, which brings the bid if made, and costs twice the bid if lost."""
        self.deals[place].append((self.seats[place][seat], bid if made else -2 * bid))

    def swap(self, round_number: int, one: str, two: str) -> None:
        """Exchange two players who sat in each other's place for a whole round."""
        other = {one: two, two: one}
        for place in self.seats:
            if place[0] == round_number:
                self.seats[place] = [other.get(name, name) for name in self.seats[place]]
                self.deals[place] = [(other.get(name, name), points) for name, points in self.deals[place]]

    def totals(self) -> dict[str, int]:
        totals = {name: self.decided[name] for names in self.seats.values() for name in names}
        for deals in self.deals.values():
            for name, points in deals:
                totals[name] += points
        return totals

    def rows(self) -> dict[str, tuple[int, int]]:
        """Rank and total by name; equals share a rank."""
        totals = self.totals()
        return {name: (1 + sum(each > own for each in totals.values()), own) for name, own in totals.items()}


@pytest.fixture
def evening(browser: Browser, site: str, installation: dict[str, str]) -> Iterator[Evening]:
    make_organiser(installation, "wiebke", PASSWORD)
    evening = Evening(browser, site)
    yield evening
    evening.end()


def test_every_figure_of_a_whole_evening_is_the_one_that_the_ledger_has(evening: Evening) -> None:
    ledger = Ledger()
    begin(evening)
    check_in_all_but_one(evening)
    play_round_1(evening, ledger)
    two_sat_in_each_others_place(evening, ledger)
    agree(evening, ledger)
    two_come_late_and_one_leaves(evening)
    play_round_2(evening, ledger)
    agree(evening, ledger)
    rule(evening, ledger)
    make_a_tie_by_a_penalty(evening, ledger)
    agree(evening, ledger)
    publish(evening)
    published = ledger.rows()
    correct_after_publication(evening, ledger)
    assert rows_shown(evening) == published != ledger.rows()
    publish(evening, reason="a deal was typed wrong")
    agree(evening, ledger)
    assert {NO_SHOW} == {*HERE, *LATE, NO_SHOW} - set(rows_shown(evening))


def begin(evening: Evening) -> None:
    desk = evening.director
    sign_in(desk, "wiebke", PASSWORD)
    evening.slug = make_event(desk, "Kartenfreunde Appen", "The evening with everything")
    evening.organise("settings/").locator("summary", has_text="Deals and house rules").click()
    for seats, deals in DEALS.items():
        desk.fill(f"input[name=deals_{seats}]", str(deals))
    send(desk, "Save")
    paste_players(desk, evening.slug, [*HERE, NO_SHOW])


def check_in_all_but_one(evening: Evening) -> None:
    """Enter all as present; one turns out not to have come."""
    desk = evening.organise("check-in/")
    person_key(desk, NO_SHOW, "is not here").click()
    expect(person_key(desk, NO_SHOW, "is here")).to_be_visible()
    send(desk, "Remove no-shows")


# The rounds


def seats_at(evening: Evening, ledger: Ledger, number: int, links: list[str]) -> None:
    """Write down who sits where, as the tables' own pages say it."""
    for table, link in enumerate(links, start=1):
        seats = ask(evening, link)["parts"][-1]["seats"]
        ledger.seats[number, table] = [seat["name"] for seat in seats]


def play_round_1(evening: Evening, ledger: Ledger) -> None:
    """Table 1 plays on phones, table 2 on paper."""
    evening.links = draw(evening, 1, tables=2)
    seats_at(evening, ledger, 1, evening.links)
    a_phone_is_replaced(evening, ledger)
    two_phones_disagree(evening, ledger)
    by_program(evening, ledger, 1, 1)
    type_the_paper(evening, ledger)
    close(evening, 1)


def a_phone_is_replaced(evening: Evening, ledger: Ledger) -> None:
    first = evening.pad(evening.links[0])
    first.write(declarer=1, bid=2, trump="S", tricks=2)
    first.has_sent()
    first.context.close()
    second = evening.pad(evening.links[0])
    expect(second.row(1)).to_be_visible()
    second.write(declarer=0, bid=3, trump="H", tricks=3)
    second.has_sent()
    ledger.play((1, 1), 1, 2, made=True)
    ledger.play((1, 1), 0, 3, made=True)
    evening.pads = [second]


def two_phones_disagree(evening: Evening, ledger: Ledger) -> None:
    """Let the table take the version of the other phone."""
    pad, other = evening.pads[0], evening.pad(evening.links[0])
    other.page.route(STATE, lambda route: route.abort())  # it does not have the first phone's deal yet
    other.tap(declarer=2, bid=3, trump="H", tricks=1)
    pad.write(declarer=1, bid=2, trump="S", tricks=2)
    other.save()
    other.page.unroute(STATE)
    expect(other.page.locator(".version")).to_have_count(2)
    other.page.locator(".version").last.get_by_role("button", name="This version is right").tap()
    expect(other.page.locator(".version")).to_have_count(0)
    wait_until(lambda: not ask(evening, evening.links[0])["conflicts"], "the conflict is settled")
    for each in (pad, other):
        each.context.close()
    ledger.play((1, 1), 2, 3, made=False)


def by_program(evening: Evening, ledger: Ledger, round_number: int, table: int) -> None:
    """Write the missing deals as a phone does, some made and some lost."""
    place, link = (round_number, table), evening.links[table - 1]
    seats = len(ledger.seats[place])
    for number in range(len(ledger.deals[place]) + 1, DEALS[seats] + 1):
        seat, bid, made = (number * table) % seats, 2 + (number + table) % 3, (number + table) % 4 != 0
        record = {"contract": "tricks", "declarer": seat, "bid": bid, "trump": "S", "took_skat": True}
        ask(evening, link, "deals/", number=number, record={**record, "tricks": bid if made else bid - 1})
        ledger.play(place, seat, bid, made=made)


def type_the_paper(evening: Evening, ledger: Ledger) -> None:
    """Type table 2 as director: seat 2 makes a three, seat 3 loses a two, seat 1 makes a four."""
    desk = sheet_of(evening, table=2)
    for seat, bid, end in ((2, 3, "+"), (3, 2, "-1"), (1, 4, "+"), (2, 2, "+"))[
        : table_deals(ledger, (1, 2))
    ]:
        desk.keyboard.type(f"{seat} {bid} c {end}")
        desk.keyboard.press("Enter")
        ledger.play((1, 2), seat - 1, bid, made=end == "+")
    expect(desk.locator("[data-place=badge]")).to_have_text("everything is stored")


def table_deals(ledger: Ledger, place: tuple[int, int]) -> int:
    return DEALS[len(ledger.seats[place])]


def sheet_of(evening: Evening, table: int) -> Page:
    """Open the typed sheet of a table of round 1."""
    desk = evening.organise("rounds/1/")
    desk.bring_to_front()  # the pages of one browser share the keyboard focus
    desk.get_by_role("link", name="Type the paper sheet").nth(table - 1).click()
    expect(desk.locator("#line-1")).to_be_visible()
    return desk


def close(evening: Evening, number: int) -> None:
    send(evening.organise(), f"Close round {number}")
    expect(evening.director.get_by_role("alert")).to_have_count(0)


def two_sat_in_each_others_place(evening: Evening, ledger: Ledger) -> None:
    one, two = ledger.seats[1, 1][0], ledger.seats[1, 2][1]
    desk = evening.organise("rounds/1/")
    with desk.expect_navigation():
        desk.locator("a.table-name, .round-tables a").first.click()
    send(desk, "Change the seats")
    for field, name in (("one", one), ("two", two)):
        option = desk.locator(f"select[name={field}] option", has_text=name)
        desk.select_option(f"select[name={field}]", option.get_attribute("value"))
    with desk.expect_navigation():
        desk.locator("form[action*=swap]").get_by_role("button", name="Preview the change").click()
    desk.fill("#reason-swap", "they took the wrong chairs")
    send(desk, "Let them swap")
    ledger.swap(1, one, two)


def two_come_late_and_one_leaves(evening: Evening) -> None:
    desk = evening.organise("check-in/")
    for name in LATE:
        desk.get_by_label("Name", exact=True).fill(name)
        send(desk, "Add and check in")
    evening.organise("players/")
    press(desk, LEAVES)
    desk.locator("summary", has_text="Leaves early").click()
    send(desk, "Leaves early")


def play_round_2(evening: Evening, ledger: Ledger) -> None:
    evening.links = draw(evening, 2, tables=2)
    seats_at(evening, ledger, 2, evening.links)
    for table in (1, 2):
        by_program(evening, ledger, 2, table)


# Decisions


def rule(evening: Evening, ledger: Ledger) -> None:
    """Let the last deal of table 1 count for seat 1 instead."""
    desk = evening.organise()
    with desk.expect_navigation():
        desk.locator(".open-tables > li").first.locator("a.table-name").click()
    desk.select_option("select[name=deal]", index=0)
    for seat, entry in enumerate(desk.locator("[name^=points_]").all()):
        entry.fill("0" if seat else str(RULED))
    desk.fill("#reason-0", "a card lay on the floor")
    for _ in ("show what it does", "take it"):
        send(desk, "Apply ruling")
    ledger.deals[2, 1][-1] = (ledger.seats[2, 1][0], RULED)


def make_a_tie_by_a_penalty(evening: Evening, ledger: Ledger) -> None:
    """Let a player lose so much that they are level with the next one below."""
    ordered = sorted(ledger.totals().items(), key=lambda each: -each[1])
    (better, most), (next_one, less) = next((one, two) for one, two in pairwise(ordered) if one[1] > two[1])
    desk = evening.organise("rulings/")
    option = desk.locator("select[name=number] option", has_text=better)
    desk.select_option("select[name=number]", option.get_attribute("value"))
    desk.fill("input[name=points]", str(most - less))
    desk.fill("form input[name=reason]", "late by a quarter of an hour")
    for _ in ("show what it does", "take it"):
        send(desk, "Adjust the points")
    ledger.decided[better] -= most - less
    assert ledger.rows()[better] == ledger.rows()[next_one]


# Publishing


def publish(evening: Evening, reason: str = "") -> None:
    """Close what is open, sign off and publish the final list."""
    desk = evening.organise()
    if desk.get_by_role("button", name="Close round 2").count():
        close(evening, 2)
    send(evening.organise("sign-off-checklist/"), "Sign off results")
    evening.organise("publish/").fill("#reason", reason)
    send(desk, "Publish the final list")
    expect(desk.get_by_role("alert")).to_have_count(0)


def correct_after_publication(evening: Evening, ledger: Ledger) -> None:
    """Deal 1 of the paper table was lost; the published list stays until it is replaced."""
    send(evening.organise("sign-off-checklist/"), "Undo sign-off")
    desk = sheet_of(evening, table=2)
    desk.locator("#line-1").fill("2 3 c -2")
    desk.locator("#line-1").press("Enter")
    expect(desk.locator("#trouble-1 .effect")).to_be_visible()
    desk.get_by_role("button", name="Store the correction").click()
    expect(desk.locator("[data-place=badge]")).to_have_text("everything is stored")
    ledger.deals[1, 2][0] = (ledger.deals[1, 2][0][0], -6)
    differs = "The sheets differ from the published list"
    wait_until(lambda: differs in evening.organise("publish/").content(), "the list is outdated")


# Figures


def rows_shown(evening: Evening) -> dict[str, tuple[int, int]]:
    """Rank and total by name, as everybody can read them."""
    answer = evening.stranger.request.get(f"/events/{evening.slug}/standings.json")
    return {row["name"]: (row["rank"], row["total"]) for row in answer.json()["rows"]}


def agree(evening: Evening, ledger: Ledger) -> None:
    """File and page show rank and total of everybody as the ledger has them."""
    wanted = ledger.rows()
    wait_until(lambda: rows_shown(evening) == wanted, f"the standings are {wanted}")
    evening.stranger.goto(f"/events/{evening.slug}/")
    for name, (_, total) in wanted.items():
        signed = f"{total:+d}".replace("-", MINUS) if total else "0"
        expect(evening.total(name)).to_have_text(signed)
    evening.stranger.goto("about:blank")  # a page that nobody reads asks the server all the same
