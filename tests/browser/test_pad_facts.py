"""A pad's facts besides the deal: accounts over the parts of a sheet, rulings, and its opening."""

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.halls import (
    A_FOUR,
    A_LOST_THREE,
    A_TWO,
    badge,
    has_rules,
    is_ready_for_anything,
    same,
    write,
)
from tests.browser.hands import (
    MINUS,
    Pad,
    demo_evening,
    leave_the_table,
    measured,
    open_phone,
    open_phone_of_all_tables,
)
from tests.browser.tables import Table
from tests.browser.test_calls import START_AND_SAY_LAST_DEAL, let_time_pass
from tests.processes import manage, wait_until

PLAYERS = 64
SLOW_STORE = """() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...wanted) {
        const slow = new EventTarget();
        for (const name of ["onsuccess", "onerror", "onupgradeneeded"]) {
            Object.defineProperty(slow, name, { set: (hear) => { slow[name + "_"] = hear; } });
        }
        setTimeout(() => {
            const request = open.apply(this, wanted);
            request.onupgradeneeded = () => { slow.result = request.result; slow.onupgradeneeded_(); };
            request.onsuccess = () => { slow.result = request.result; slow.onsuccess_(); };
            request.onerror = () => { slow.error = request.error; slow.onerror_(); };
        }, 1500);
        return slow;
    };
}"""
SEATED = """
places = [(entrants[a], entrants[b]) for a, b in {pairs}]
change_seats(table=table, places=places, reason='why', by=ada)
"""
A_NEWCOMER = """
from tournaments.services.entry.entrants import enter_players
enter_players(event=table.round.event, names=["Xaver"])
entrants = dict(table.round.event.entrants.values_list("number", "pk"))
"""
SWAPPED = """
from tournaments.services.tables.seat_changes import swap_players
one, two = (table.round.event.entrants.get(number=each) for each in {pair})
swap_players(round=table.round, one=one, two=two, reason="why", by=ada)
"""
BROKEN_OFF = """
from tournaments.services.tables.abandoning import abandon_table
abandon_table(table=table, by=ada)
"""
CLOSED = """
from tournaments.services.events.lifecycle import close_event
close_round(round=table.round, even_if_incomplete=True)
close_event(event=table.round.event, is_closed=True)
"""
TAKEN_UP = """
from tournaments.models import Event
from tournaments.services.events.lifecycle import close_event
close_event(event=Event.objects.get(slug={slug!r}), is_closed=False)
"""
AT_LENGTH = "a card too many was dealt, and nobody saw it: Kartengeberfehlentscheidung"
RULED_AT_LENGTH = f"rule_on_deal(table=table, number=1, points=[0, 0, 0, 0], reason={AT_LENGTH!r}, by=ada)"
NAMESAKES = """
from tournaments.models import Seat
names = ["Frauke", "Hector", "Rei Kazemori", "Rei Moorwarf"]
for seat, name in zip(Seat.objects.filter(part__table=table), names):
    seat.entrant.player.name = name
    seat.entrant.player.save()
"""  # of 16 tables of a demo evening the one with the widest names
RULED = "rule_on_deal(table=table, number=1, points=[0, 7, 0, 0], reason='a card too many', by=ada)"


@pytest.fixture(scope="module")
def links(site: str, installation: dict[str, str]) -> Iterator[str]:
    evening = demo_evening(installation, players=PLAYERS, rounds=1, played=0)
    return iter([table["path"] for table in evening["tables"]])


@pytest.fixture
def table(links: Iterator[str], site: str) -> Table:
    table = Table(site, next(links))
    table.post(1, A_TWO)
    table.post(2, A_LOST_THREE)
    return table


@pytest.fixture(scope="module")
def switched_on(browser: Browser, site: str) -> Iterator[BrowserContext]:
    with open_phone_of_all_tables(browser, site) as phone:
        yield phone


@pytest.fixture
def phone(switched_on: BrowserContext) -> Iterator[BrowserContext]:
    """Return a phone with the rules, which goes from table to table."""
    yield switched_on
    leave_the_table(switched_on)


def numbers_of(table: Table) -> list[int]:
    return [seat["number"] for seat in table.state()["parts"][-1]["seats"]]


def standings(pad: Pad) -> list[str]:
    """Return the totals beside the names at the pad, without the change of the deal being typed."""
    return [each.split()[0] for each in pad.page.locator("[data-seat] > .n:not(.count)").all_inner_texts()]


def ruling_under(pad: Pad, deal: int) -> Locator:
    """Return the row below a deal's, if it is that of a ruling."""
    return pad.row(deal).locator("xpath=following-sibling::*[1][self::tr[@class='is-ruled']]")


def test_totals_go_on_where_the_accounts_stand_when_the_seats_have_changed(
    phone: BrowserContext, installation: dict[str, str], table: Table
) -> None:
    one, two, three, four = numbers_of(table)
    declarer = table.state()["parts"][0]["seats"][2]["name"].split()[0]
    pairs = [(each, each) for each in (one, two, four, three)]
    table.director(installation, SEATED.format(pairs=pairs))
    pad = Pad(phone.new_page(), table.link)
    has_rules(pad)
    assert standings(pad) == ["0", "+2", "0", f"{MINUS}6"]
    expect(pad.place("question")).to_contain_text(declarer)
    expect(pad.page.locator("[data-sheet]")).to_contain_text("Result of the whole sheet")
    pad.context.set_offline(True)
    write(pad, **A_FOUR)
    badge(pad, "saved here (1)")
    assert standings(pad) == ["0", "+2", "0", f"{MINUS}2"]
    expect(pad.page.locator(".sheet.accounts td")).to_have_text(["0", "+2", f"{MINUS}2", "0"])
    expect(pad.page.locator(".sheet tfoot")).to_contain_text("totals of this part")


def test_a_stand_in_plays_on_with_the_points_of_the_replaced_player(
    phone: BrowserContext, installation: dict[str, str], table: Table
) -> None:
    one, two, three, four = numbers_of(table)
    newcomer = PLAYERS + 1
    pairs = [(one, one), (newcomer, two), (three, three), (four, four)]
    table.director(installation, A_NEWCOMER + SEATED.format(pairs=pairs))
    pad = Pad(phone.new_page(), table.link)
    expect(pad.page.locator("[data-seat='1']")).to_contain_text("Xaver")
    assert standings(pad) == ["0", "+2", f"{MINUS}6", "0"]


def test_a_ruling_is_marked_on_the_pad_with_the_points_that_count(
    phone: BrowserContext, installation: dict[str, str], table: Table
) -> None:
    pad = Pad(phone.new_page(), table.link)
    has_rules(pad)
    assert standings(pad) == ["0", "+2", f"{MINUS}6", "0"]
    table.director(installation, RULED)
    expect(ruling_under(pad, 1)).to_contain_text("ruled: 0 +7 0 0")
    assert standings(pad) == ["0", "+7", f"{MINUS}6", "0"]
    pad.context.set_offline(True)
    write(pad, **A_FOUR)
    badge(pad, "saved here (1)")
    expect(ruling_under(pad, 1)).to_contain_text("ruled: 0 +7 0 0")
    assert standings(pad) == ["0", "+7", f"{MINUS}6", "+4"]
    pad.open_row(1)
    expect(pad.place("mode")).to_contain_text("a card too many")
    pad.tap(bid=4, tricks=4)
    expect(pad.place("save")).to_contain_text("+4")
    assert standings(pad) == ["0", "+7", f"{MINUS}6", "+4"]


def fits(pad: Pad) -> bool:
    """Return whether the sheet needs no scrolling to the side; the page settles after a new width."""
    return bool(measured(pad.page, ".paper", "([each]) => each.scrollWidth <= each.clientWidth"))


def test_a_ruling_is_read_whole_below_its_deal_and_breaks_no_word(
    phone: BrowserContext, installation: dict[str, str], table: Table
) -> None:
    table.director(installation, NAMESAKES + RULED_AT_LENGTH)
    pad = Pad(phone.new_page(), table.link)
    expect(pad.page.locator(".sheet .seat-name").last).to_have_text("Rei Moorwarf")
    for width in (PHONE["width"], 600, 1024, DESK["width"]):
        pad.page.set_viewport_size({"width": width, "height": 900})
        expect(ruling_under(pad, 1)).to_contain_text("Kartengeberfehlentscheidung")
        wait_until(partial(fits, pad), f"the sheet fits {width} pixels")


def test_a_forgotten_deal_moves_a_ruling_with_its_row(
    phone: BrowserContext, installation: dict[str, str], table: Table
) -> None:
    table.director(installation, RULED)
    pad = Pad(phone.new_page(), table.link)
    has_rules(pad)
    pad.context.set_offline(True)
    pad.open_row(1)
    pad.press("Insert a deal before it")
    write(pad, **A_FOUR)
    badge(pad, "saved here (1)")
    expect(ruling_under(pad, 2)).to_contain_text("ruled:")
    expect(pad.page.locator(".is-ruled")).to_have_count(1)


def test_after_a_swap_the_last_deal_shows_the_right_player(
    phone: BrowserContext, installation: dict[str, str], table: Table
) -> None:
    names = [seat["name"].split()[0] for seat in table.state()["parts"][-1]["seats"]]
    pad = Pad(phone.new_page(), table.link)
    expect(pad.place("question")).to_contain_text(names[2])
    table.director(installation, SWAPPED.format(pair=numbers_of(table)[1:3]))
    expect(pad.page.locator("[data-seat='2']")).to_contain_text(names[1])
    expect(pad.place("question")).to_contain_text(names[1])
    assert standings(pad) == ["0", "+2", f"{MINUS}6", "0"]


def test_names_over_the_sheet_are_those_of_the_keys_and_read_aloud_whole(
    phone: BrowserContext, table: Table
) -> None:
    names = [seat["name"] for seat in table.state()["parts"][-1]["seats"]]
    pad = Pad(phone.new_page(), table.link)
    has_rules(pad)
    expect(pad.page.locator(".sheet .seat-name")).to_have_text([each.split()[0] for each in names])
    expect(pad.page.get_by_role("columnheader", name=names[0], exact=True)).to_be_visible()
    pad.context.set_offline(True)
    write(pad, **A_FOUR)
    badge(pad, "saved here (1)")
    expect(pad.page.locator(".sheet .seat-name").first).to_have_text(names[0].split()[0])


def test_while_bids_are_called_only_the_last_call_can_be_undone(phone: BrowserContext, table: Table) -> None:
    pad = Pad(phone.new_page(), table.link)
    has_rules(pad)
    pad.press("Yes")
    expect(pad.place("last")).to_contain_text("undo")
    pad.press("Record the bidding")
    pad.page.locator("[data-call=pass]").tap()
    expect(pad.page.get_by_role("button", name="undo")).to_have_count(1)
    pad.press("Cancel")
    expect(pad.place("last")).to_contain_text("undo")


# A closed table


def test_a_table_that_was_abandoned_hears_so_and_has_no_clock_no_closed_round_and_no_deal_to_come(
    phone: BrowserContext, installation: dict[str, str], table: Table
) -> None:
    table.director(installation, START_AND_SAY_LAST_DEAL)
    pad = Pad(phone.new_page(), table.link)
    bar = pad.page.locator(".bar")
    expect(bar).to_contain_text("last deal")
    expect(bar.get_by_role("timer")).to_be_visible()
    table.director(installation, BROKEN_OFF)
    for _ in range(2):
        expect(pad.place("panel")).to_contain_text("Play at this table was abandoned")
        expect(pad.place("panel")).not_to_contain_text("Round 1")
        expect(bar).not_to_contain_text("last deal")
        expect(pad.place("deal")).not_to_contain_text("deal")
        expect(bar.get_by_role("timer")).to_have_count(0)
        pad.page.reload()
    pad.press("Record a missing deal")
    expect(pad.place("deal")).to_contain_text("deal 3")


def test_after_the_event_the_kept_sheet_is_shown_and_nothing_offered_that_cannot_be_done(
    browser: Browser, site: str, installation: dict[str, str]
) -> None:
    evening = demo_evening(installation, players=4, rounds=1, played=0)
    table = Table(site, evening["tables"][0]["path"])
    pad = Pad(open_phone(browser, site), table.link)
    is_ready_for_anything(pad)
    pad.write(**A_TWO)
    pad.has_sent()
    expect(pad.row(1)).to_contain_text("+2")
    table.director(installation, CLOSED)
    pad.page.clock.install()
    asked: list[str] = []
    pad.page.on("request", lambda each: asked.append(each.url) if "/api/v1/table/" in each.url else None)
    pad.page.reload()
    expect(pad.place("panel")).to_contain_text("This table link has ended")
    way_on = pad.place("panel").get_by_role("link", name="Score")
    expect(way_on).to_have_attribute("href", f"/events/{evening['event']}/")
    expect(pad.page.locator("[role=alert]:visible, .is-urgent")).to_have_count(0)
    badge(pad, "sent")
    expect(pad.row(1)).to_contain_text("+2")
    for offer in ("Tap a deal", "Call the director"):
        expect(pad.page.get_by_text(offer)).to_be_hidden()
    expect(pad.page.locator(".row-key, .call-key:visible")).to_have_count(0)
    let_time_pass(pad.page)
    known = len(asked)
    let_time_pass(pad.page)
    assert len(asked) == known
    manage(installation, "shell", "-v", "0", "-c", TAKEN_UP.format(slug=evening["event"]))
    pad.page.clock.fast_forward(400_000)
    badge(pad, "sent")
    expect(pad.page.locator(".row-key")).to_have_count(1)
    expect(pad.page.get_by_text("Tap a deal")).to_be_visible()
    pad.context.close()


# A pad that is still loading


def test_two_deals_tapped_while_the_pad_is_still_opening_are_both_written(
    phone: BrowserContext, site: str, links: Iterator[str]
) -> None:
    page = phone.new_page()
    page.add_init_script(f"({SLOW_STORE})()")
    table = Table(site, next(links))
    pad = Pad(page, table.link)
    expect(pad.place("badge")).to_have_text("opening")
    pad.write(**A_TWO)
    pad.write(**A_LOST_THREE)
    pad.has_sent()
    assert same(table.records(), [A_TWO, A_LOST_THREE])
