"""Every server answer to queued operations: the message on the page, and no lost or duplicate deal."""

import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.halls import (
    A_FOUR,
    A_LOST_THREE,
    A_TWO,
    KEPT_OPERATIONS,
    badge,
    has_rules,
    same,
    write,
)
from tests.browser.hands import (
    NO_KEEPER,
    STATE,
    Pad,
    demo_evening,
    leave_the_table,
    open_phone,
    open_phone_of_all_tables,
    stand_still,
)
from tests.browser.tables import Table
from tests.processes import wait_until
from tests.sweeps import sweep

POST = "**/api/v1/table/deals/"
CONFLICTS = "**/api/v1/table/conflicts/*/"
CORRECTIONS = "**/api/v1/table/deals/*/"
ASKED = 60  # seconds, with Retry-After; skipped on a page with a fake clock
KEPT = re.compile(r"(saved here|checking) \(\d\)")
MOST_CONFLICTS = 20
A_DECISION = """
from tests.builders import a_request
from tournaments.models import AuthorKind
from tournaments.services.tables.deal_versions import settle_conflict
left = table.parked.latest("pk").pk
asked = a_request({}, key="late", kind=AuthorKind.MEMBER)
settle_conflict(table=table, conflict_id=left, choose="stored", request=asked)
"""


@pytest.fixture(scope="module")
def links(site: str, installation: dict[str, str]) -> Iterator[str]:
    evening = demo_evening(installation, players=88, rounds=1, played=0)
    return iter([table["path"] for table in evening["tables"]])


@pytest.fixture
def table(links: Iterator[str], site: str) -> Table:
    return Table(site, next(links))


@pytest.fixture(scope="module")
def switched_on(browser: Browser, site: str) -> Iterator[BrowserContext]:
    with open_phone_of_all_tables(browser, site) as phone:
        yield phone


@pytest.fixture
def phone(switched_on: BrowserContext) -> Iterator[BrowserContext]:
    """Return a phone with the rules and no service worker between it and the faked answers."""
    yield switched_on
    leave_the_table(switched_on)


@pytest.fixture
def pad(phone: BrowserContext, table: Table) -> Pad:
    pad = Pad(phone.new_page(), table.link)
    has_rules(pad)
    return pad


@pytest.fixture
def still_pad(browser: Browser, site: str, table: Table) -> Iterator[Pad]:
    """Open the pad on a phone of its own, whose clock stands still."""
    with open_phone(browser, site).context as phone:
        phone.add_init_script(NO_KEEPER)
        pad = Pad(phone.new_page(), table.link)
        has_rules(pad)
        stand_still(pad.page)
        yield pad


def answer_with(page: Page, status: int, body: dict[str, Any], **headers: str) -> list[Route]:
    """Answer the first deal sent with this; return all attempts."""
    sent: list[Route] = []

    def reply(route: Route) -> None:
        sent.append(route)
        if len(sent) == 1:
            route.fulfill(
                status=status, body=json.dumps(body), headers=headers, content_type="application/json"
            )
        else:
            route.continue_()

    page.route(POST, reply)
    return sent


def operations(pad: Pad) -> list[dict[str, Any]]:
    table = pad.page.url.rstrip("/").rsplit("/", 1)[-1]
    return [each for each in pad.page.evaluate(KEPT_OPERATIONS) if each["table"] == table]


def states(pad: Pad) -> list[str]:
    return [each["state"] for each in operations(pad)]


def look_at(pad: Pad) -> None:
    """Fire the event of a user picking up the phone again."""
    pad.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def has_deals(pad: Pad, table: Table, *records: dict[str, Any]) -> None:
    """Have these deals on the sheet, from another phone, before anything is tapped here."""
    for number, record in enumerate(records, start=1):
        table.post(number, record)
    look_at(pad)
    expect(pad.row(len(records))).to_be_visible()


# A server that requests a pause


def wait_for(pad: Pad, seconds: int) -> None:
    """Advance the page's clock."""
    pad.page.clock.fast_forward(seconds * 1000)


def test_a_table_with_too_many_conflicts_hears_so_and_settles_one_although_a_deal_waits(
    pad: Pad, table: Table
) -> None:
    pad.page.route(STATE, lambda route: route.abort())
    table.post(1, A_TWO)
    for number in range(MOST_CONFLICTS):
        another = {**A_FOUR, "declarer": number % 4, "tricks": number // 4}
        table.post(1, another, key=f"{table.token}-other-{number}", status=409)
    write(pad, **A_LOST_THREE)
    expect(pad.place("contact")).to_contain_text("Too many conflicts are open at this table")
    pad.page.unroute(STATE)
    versions = pad.page.locator(".version")
    expect(versions).to_have_count(2)
    versions.first.get_by_role("button", name="This version is right").tap()
    wait_until(lambda: states(pad) == ["parked", "sent"], "the deal is kept and the conflict settled")
    assert len(table.state()["conflicts"]) == MOST_CONFLICTS
    assert same(table.records(), [A_TWO])


@pytest.mark.parametrize("status", sweep([429, 503]))
def test_a_server_that_asks_for_patience_gets_it_and_the_page_says_so(
    status: int, still_pad: Pad, table: Table
) -> None:
    pad = still_pad
    sent = answer_with(pad.page, status, {"code": "rest"}, **{"Retry-After": str(ASKED)})
    write(pad, **A_TWO)
    expect(pad.place("contact")).to_contain_text("The server is busy")
    write(pad, **A_LOST_THREE)
    badge(pad, "saved here (2)")
    wait_for(pad, ASKED // 2)
    badge(pad, "saved here (2)")
    assert len(sent) == 1
    wait_for(pad, ASKED)
    pad.page.clock.resume()
    badge(pad, "sent")
    expect(pad.place("contact")).to_have_text("")
    assert len(sent) == 3
    assert same(table.records(), [A_TWO, A_LOST_THREE])


def test_a_rest_outlives_a_reload(still_pad: Pad, table: Table) -> None:
    pad = still_pad
    sent = answer_with(pad.page, 429, {"code": "rest"}, **{"Retry-After": str(ASKED)})
    write(pad, **A_TWO)
    expect(pad.place("contact")).to_contain_text("The server is busy")
    pad.page.reload()
    badge(pad, "saved here (1)")
    wait_for(pad, ASKED // 2)
    look_at(pad)
    badge(pad, "saved here (1)")
    assert len(sent) == 1
    wait_for(pad, ASKED)
    pad.page.clock.resume()
    badge(pad, "sent")
    assert len(sent) == 2 and same(table.records(), [A_TWO])


def test_a_conflict_whose_settling_is_refused_is_asked_for_as_before(pad: Pad, table: Table) -> None:
    table.post(1, A_TWO)
    table.post(1, A_FOUR, key=f"{table.token}-other", status=409)
    asked: list[Route] = []
    refusals = {409: "round_closed", 422: "trump_unknown", 404: "conflict_unknown"}
    answers = iter(refusals.items())

    def refuse(route: Route) -> None:
        asked.append(route)
        status, code = next(answers)
        route.fulfill(status=status, json={"code": code, "message": "No."})

    def is_answered(count: int) -> bool:
        return "waiting" not in states(pad) and len(asked) == count

    pad.page.route(CONFLICTS, refuse)
    look_at(pad)
    versions = pad.page.locator(".version")
    for number, code in enumerate(refusals.values(), start=1):
        expect(versions).to_have_count(2)
        versions.first.get_by_role("button", name="This version is right").tap()
        wait_until(partial(is_answered, number), f"{code} is answered")
        expect(versions).to_have_count(2)
        pad.page.reload()
    expect(versions).to_have_count(2)
    assert len(table.state()["conflicts"]) == 1


# A phone without its service worker


def test_the_rules_load_although_the_service_worker_never_gets_ready(
    browser: Browser, site: str, table: Table
) -> None:
    page = open_phone(browser, site, service_workers="block")
    page.clock.install()
    with page.expect_console_message(lambda said: "Service Worker" in said.text):
        pad = Pad(page, table.link)
    wait_for(pad, 10)
    has_rules(pad)
    pad.context.close()


# A phone without access


def test_a_phone_whose_cookie_is_gone_gets_another_and_sends_the_deal_once(pad: Pad, table: Table) -> None:
    pad.context.clear_cookies(name="csrftoken")
    with pad.page.expect_response(lambda answer: answer.status == 403):
        write(pad, **A_TWO)
    badge(pad, "sent")
    assert same(table.records(), [A_TWO])


def test_a_cookie_of_the_unencrypted_address_does_not_shadow_that_of_the_encrypted_one(pad: Pad) -> None:
    pad.page.evaluate("""() => Object.defineProperty(document, "cookie", {
        get: () => "csrftoken=of-the-plain-one; __Host-csrftoken=of-this-one",
    })""")
    with pad.page.expect_request(POST) as sent:
        write(pad, **A_TWO)
    assert sent.value.headers["x-csrftoken"] == "of-this-one"


def test_a_phone_that_is_never_let_in_is_told_to_scan_the_card_and_keeps_its_deals(
    pad: Pad, table: Table
) -> None:
    body = json.dumps({"code": "forbidden", "message": "no"})
    pad.page.route(POST, lambda route: route.fulfill(status=403, body=body, content_type="application/json"))
    write(pad, **A_TWO)
    expect(pad.place("contact")).to_contain_text("Scan the card on the table again")
    badge(pad, KEPT)
    pad.page.unroute(POST)
    badge(pad, "sent")
    assert same(table.records(), [A_TWO])


def test_a_phone_that_lost_its_link_keeps_its_deals_until_the_card_is_scanned_again(
    pad: Pad, table: Table
) -> None:
    pad.tap(**A_TWO)
    pad.context.clear_cookies(name=re.compile("^table_"))
    pad.save()  # before the phone asks for its sheet again, and hides the key
    badge(pad, "needs you")
    expect(pad.place("panel")).to_contain_text("Scan the card on the table again")
    expect(pad.place("panel")).to_contain_text("Not sent yet: 1")
    assert states(pad) == ["waiting"] and table.records() == []
    tab = Pad(pad.context.new_page(), table.link)
    badge(tab, "sent")
    look_at(pad)
    badge(pad, "sent")
    assert same(table.records(), [A_TWO])


def test_a_foreign_page_is_no_answer_and_the_badge_shows_it(pad: Pad, table: Table) -> None:
    for address in (STATE, POST):
        pad.page.route(
            address, lambda route: route.fulfill(body="<p>Room number?</p>", content_type="text/html")
        )
    badge(pad, "not connected")
    write(pad, **A_TWO)
    expect(pad.place("contact")).to_contain_text("Offline. Saved on this phone and sent automatically later")
    pad.page.unroute_all()
    badge(pad, "sent")
    assert same(table.records(), [A_TWO])


# A closed round


def test_deals_that_come_late_are_kept_for_the_director_and_the_table_hears_so(
    phone: BrowserContext, site: str, installation: dict[str, str]
) -> None:
    evening = demo_evening(installation, players=4, rounds=1, played=0)
    table = Table(site, evening["tables"][0]["path"])
    pad = Pad(phone.new_page(), table.link)
    has_rules(pad)
    pad.context.set_offline(True)
    for number, record in enumerate([A_TWO, A_LOST_THREE], start=1):
        write(pad, **record)
        badge(pad, f"saved here ({number})")
    table.director(installation, "close_round(round=table.round, even_if_incomplete=True)")
    pad.context.set_offline(False)
    pad.says_that_the_director_decides()
    badge(pad, "sent")
    assert states(pad) == ["parked", "parked"] and table.records() == []
    told = table.director(installation, "print(table.parked.filter(cause='late').count())")
    assert told.strip() == "2"
    table.director(installation, A_DECISION)
    expect(pad.place("late")).to_contain_text("the director rejected: 1")
    expect(pad.place("late").locator(".late-line")).to_have_count(2)


# Faster phones


def test_rows_that_come_too_far_down_are_put_in_place_by_one_look_and_stay_in_order(
    pad: Pad, table: Table
) -> None:
    has_deals(pad, table, A_FOUR, A_TWO)
    pad.context.set_offline(True)
    for number, record in enumerate([A_LOST_THREE, A_FOUR, A_TWO], start=1):
        write(pad, **record)
        badge(pad, f"saved here ({number})")
    table.strike(1)
    pad.context.set_offline(False)
    badge(pad, "needs you")
    expect(pad.place("panel")).to_contain_text("Row 3 was saved here, but not accepted")
    assert states(pad)[-3:] == ["refused", "waiting", "waiting"]
    pad.press("Correct it")
    expect(pad.place("notice")).to_contain_text("The sheet continues with row 2")
    pad.save()
    badge(pad, "sent")
    assert same(table.records(), [A_TWO, A_LOST_THREE, A_FOUR, A_TWO])


def test_a_correction_behind_a_deal_that_is_taken_overwrites_nobody(pad: Pad, table: Table) -> None:
    pad.context.set_offline(True)
    write(pad, **A_TWO)
    correct(pad, 1, bid=4, tricks=4)
    badge(pad, "saved here (2)")
    table.post(1, A_LOST_THREE)
    pad.context.set_offline(False)
    expect(pad.place("panel")).to_contain_text("Two versions of row 1")
    wait_until(lambda: states(pad) == ["parked", "parked"], "both have their answer")
    assert same(table.records(), [A_LOST_THREE])
    assert [each["sent"]["record"]["bid"] for each in table.state()["conflicts"]] == [2, 4]


def test_a_second_correction_behind_a_stale_one_overwrites_nobody(pad: Pad, table: Table) -> None:
    has_deals(pad, table, A_TWO)
    pad.context.set_offline(True)
    correct(pad, 1, bid=4, tricks=4)
    correct(pad, 1, trump="H")
    badge(pad, "saved here (2)")
    table.put(1, A_LOST_THREE, revision=1)
    pad.context.set_offline(False)
    expect(pad.place("panel")).to_contain_text("Two versions of row 1")
    wait_until(lambda: states(pad)[-2:] == ["parked", "parked"], "both have their answer")
    assert same(table.records(), [A_LOST_THREE])


def test_a_correction_of_a_deal_that_another_phone_moved_meanwhile_overwrites_nobody(
    pad: Pad, table: Table
) -> None:
    has_deals(pad, table, A_TWO)
    pad.context.set_offline(True)
    correct(pad, 1, bid=4, tricks=4)
    table.insert(1, A_LOST_THREE)
    pad.context.set_offline(False)
    expect(pad.place("panel")).to_contain_text("Two versions of row 2")
    assert same(table.records(), [A_LOST_THREE, A_TWO])
    pad.page.locator(".version").last.get_by_role("button", name="This version is right").tap()
    wait_until(lambda: same(table.records(), [A_LOST_THREE, {**A_TWO, "bid": 4, "tricks": 4}]), "it is taken")


def test_a_correction_of_a_deal_that_moved_as_soon_as_it_was_sent_overwrites_nobody(
    pad: Pad, table: Table
) -> None:
    pad.context.set_offline(True)
    write(pad, **A_TWO)
    correct(pad, 1, bid=4, tricks=4)
    pad.page.route(CORRECTIONS, lambda route: route.abort())
    pad.context.set_offline(False)
    wait_until(lambda: states(pad) == ["sent", "waiting"], "the deal is there")
    table.insert(1, A_LOST_THREE)
    pad.page.unroute(CORRECTIONS)
    expect(pad.place("panel")).to_contain_text("Two versions of row 2")
    assert same(table.records(), [A_LOST_THREE, A_TWO])


def test_an_undo_behind_a_deal_that_is_taken_strikes_out_nobody_elses(pad: Pad, table: Table) -> None:
    pad.context.set_offline(True)
    write(pad, **A_TWO)
    pad.press("undo")
    badge(pad, "saved here (2)")
    table.post(1, A_LOST_THREE)
    pad.context.set_offline(False)
    expect(pad.place("panel")).to_contain_text("Two versions of row 1")
    wait_until(lambda: states(pad) == ["parked", "refused"], "both have their answer")
    assert same(table.records(), [A_LOST_THREE])


def test_a_correction_behind_an_insertion_that_is_stale_finds_its_row(pad: Pad, table: Table) -> None:
    has_deals(pad, table, A_TWO, A_FOUR)
    pad.context.set_offline(True)
    pad.open_row(1)
    pad.press("Insert a deal before it")
    write(pad, **A_LOST_THREE)
    correct(pad, 3, trump="H")
    badge(pad, "saved here (2)")
    table.post(3, A_TWO)
    pad.context.set_offline(False)
    wait_until(lambda: states(pad)[-2:] == ["parked", "sent"], "both have their answer")
    assert same(table.records(), [A_TWO, {**A_FOUR, "trump": "H"}, A_TWO])
    expect(pad.place("panel")).to_contain_text("A deal for row 1 arrived after the sheet had changed")
    pad.press("Accept")
    expect(pad.place("panel")).to_have_text("")
    assert same(table.records(), [A_LOST_THREE, A_TWO, {**A_FOUR, "trump": "H"}, A_TWO])


def test_a_correction_that_the_rules_refuse_once_they_are_there_is_never_sent_and_stays_in_the_line(
    pad: Pad, table: Table
) -> None:
    table.post(1, A_TWO)
    held: list[Route] = []
    pad.page.route("**/phone/**", lambda route: held.append(route))  # the rules are on their way
    pad.page.route("**/table/preview/**", lambda route: route.abort())
    answer_with(pad.page, 429, {"code": "rest"}, **{"Retry-After": str(ASKED)})
    asked: list[Route] = []
    pad.page.route(CORRECTIONS, lambda route: asked.append(route))
    pad.page.reload()
    write(pad, **A_LOST_THREE)
    expect(pad.place("contact")).to_contain_text("The server is busy")
    correct(pad, 1, announced="ruten", trump="C")
    badge(pad, "checking (2)")
    pad.page.unroute("**/phone/**")
    for each in held:
        each.continue_()
    badge(pad, "needs you")
    expect(pad.place("panel")).to_contain_text("A bid with Ruten has diamonds as trumps, not clubs.")
    assert states(pad) == ["waiting", "refused"]
    pad.page.reload()
    badge(pad, "needs you")
    assert states(pad) == ["waiting", "refused"] and asked == []
    assert same(table.records(), [A_TWO])


def correct(pad: Pad, deal: int, **changes: object) -> None:
    pad.open_row(deal)
    expect(pad.place("mode")).to_contain_text(f"Correcting deal {deal}")
    pad.tap(**changes)
    pad.press(re.compile("^Save the correction"))
    expect(pad.place("mode")).to_have_text("")
