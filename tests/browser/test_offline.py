"""Tables without their server: deals shown as saved arrive, once; the badge is correct."""

import json
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import NAME
from tests.browser.halls import (
    A_FOUR,
    A_LOST_THREE,
    A_TWO,
    DEALS,
    FROM_ANOTHER_VERSION,
    KEPT_ADDRESSES,
    KEPT_FACTS,
    KEPT_OPERATIONS,
    NEXT,
    NEXT_LOOK,
    NO_STORE,
    OLD_FASHIONED,
    RUTEN_IN_CLUBS,
    Hall,
    badge,
    has_rules,
    is_kept,
    is_ready_for_anything,
    play,
    release_another_version,
    release_every_script,
    same,
    set_revoked,
    switch_on,
    table_of,
    write,
)
from tests.browser.hands import MINUS, NO_RULES, Pad, open_phone
from tests.processes import answers, loaded, wait_until
from tests.sweeps import todays

MOST_BYTES, MOST_REQUESTS = 100_000, 6  # the link, its page, a style, two scripts, an icon
TURNS = """async (count) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}"""
BLOCKING = """() => performance.getEntriesByType("resource")
    .filter((each) => each.initiatorType === "script" && each.renderBlockingStatus === "blocking")
    .map((each) => new URL(each.name).pathname)"""


@pytest.fixture(scope="module")
def a_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    hall = Hall(tmp_path_factory.mktemp("hall"))
    with loaded(hall.env, hall.folder):
        hall.prepare()
        yield hall
        hall.stack.close()


@pytest.fixture
def hall(a_hall: Hall) -> Hall:
    """Start the server."""
    if not answers(f"{a_hall.url}/accounts/login/"):
        a_hall.start()
    return a_hall


@pytest.fixture
def link(hall: Hall) -> str:
    return next(hall.links)


@pytest.fixture
def pad(browser: Browser, hall: Hall, link: str) -> Iterator[Pad]:
    page = open_phone(browser, hall.url)
    yield Pad(page, link)
    page.context.close()


@pytest.fixture
def pad_without_rules(browser: Browser, hall: Hall, link: str) -> Iterator[Pad]:
    """Open a phone whose deals only the server checks."""
    page = open_phone(browser, hall.url, rules=False)
    yield Pad(page, link)
    page.context.close()


# Without a server


def test_an_evening_without_a_server_arrives_whole_in_order_and_once(
    browser: Browser, hall: Hall, link: str, tmp_path: Path
) -> None:
    phone = switch_on(browser, tmp_path, hall.url)
    pad = Pad(phone.new_page(), link)
    write(pad, **A_TWO)
    badge(pad, "sent")
    is_ready_for_anything(pad)
    place = pad.page.url
    hall.kill()
    for number, record in enumerate(DEALS, start=1):
        write(pad, **record)
        badge(pad, f"saved here ({number})")
    pad.shows_totals("0", "+4", f"{MINUS}6", "+4")
    deals = pad.place("seats").locator(".dealer").inner_text()
    pad.page.add_init_script(NO_RULES)  # the sheet with what waits is known before the rules are loaded
    pad.page.reload()
    badge(pad, "saved here (3)")
    pad.shows_totals("0", "+4", f"{MINUS}6", "+4")
    expect(pad.place("seats").locator(".dealer")).to_have_text(deals)
    phone.close()
    phone = switch_on(browser, tmp_path, hall.url)
    pad = Pad(phone.new_page(), place)
    badge(pad, "saved here (3)")
    has_rules(pad)
    pad.shows_totals("0", "+4", f"{MINUS}6", "+4")
    expect(pad.place("contact")).to_contain_text("Offline. Saved on this phone and sent automatically later")
    write(pad, **A_FOUR)
    badge(pad, "saved here (4)")
    hall.start()
    badge(pad, "sent")
    assert same(hall.records(link), [A_TWO, *DEALS, A_FOUR])
    pad.shows_totals("0", "+4", f"{MINUS}6", "+8")
    phone.close()


def test_without_a_server_deals_are_refused_corrected_struck_out_and_put_back_as_ever(
    hall: Hall, pad: Pad, link: str
) -> None:
    is_ready_for_anything(pad)
    pad.context.set_offline(True)
    write(pad, **RUTEN_IN_CLUBS)
    expect(pad.refusal("trump")).to_contain_text("A bid with Ruten has diamonds as trumps, not clubs.")
    assert pad.page.evaluate(KEPT_OPERATIONS) == []
    pad.tap(announced="ruten", bid=2)
    for record in ({"trump": "S"}, A_LOST_THREE, A_FOUR):
        write(pad, **record)
        badge(pad, re.compile("saved here"))
    pad.open_row(1)
    pad.tap(bid=4, tricks=4)
    pad.press(re.compile("^Save the correction"))
    badge(pad, "saved here (4)")
    pad.shows_totals("0", "+4", f"{MINUS}6", "+4")
    pad.press("undo")
    badge(pad, "saved here (5)")
    pad.shows_totals("0", "+4", f"{MINUS}6", "0")
    pad.press("restore")
    badge(pad, "saved here (6)")
    pad.context.set_offline(False)
    badge(pad, "sent")
    assert same(hall.records(link), [{**A_TWO, "bid": 4, "tricks": 4}, A_LOST_THREE, A_FOUR])


def test_a_deal_nobody_could_check_waits_and_the_table_puts_it_right_before_later_ones_are_sent(
    hall: Hall, pad_without_rules: Pad, link: str
) -> None:
    pad = pad_without_rules
    pad.context.set_offline(True)
    write(pad, **RUTEN_IN_CLUBS)
    badge(pad, "checking (1)")
    write(pad, **A_LOST_THREE)
    badge(pad, "checking (2)")
    pad.context.set_offline(False)
    badge(pad, "needs you")
    panel = pad.place("panel")
    expect(panel).to_contain_text("A bid with Ruten has diamonds as trumps, not clubs.")
    panel.get_by_role("button", name="Correct it").tap()
    pad.tap(trump="D")
    pad.save()
    badge(pad, "sent")
    assert [each["trump"] for each in hall.records(link)] == ["D", "H"]


# The worst moment to lose it


@pytest.mark.sampled
def test_a_reload_right_after_the_tap_loses_nothing_that_was_saved_and_writes_nothing_twice(
    hall: Hall, pad: Pad, link: str
) -> None:
    is_ready_for_anything(pad)
    pad.page.add_init_script(NO_RULES)  # not needed again after the first moment
    pad.context.set_offline(True)
    moments = todays(range(10), 5)
    for kept, turns in enumerate(moments):
        pad.tap(**A_TWO)
        pad.place("save").tap(no_wait_after=True)
        pad.page.evaluate(TURNS, turns)
        shown = pad.place("badge").inner_text()
        pad.page.reload()
        expect(pad.place("badge")).to_have_text(re.compile("saved here|checking|not connected"))
        now = len(pad.page.evaluate(KEPT_OPERATIONS))
        assert now - kept in (0, 1) and (f"({kept + 1})" not in shown or now == kept + 1)
        if now == kept:
            pad.save()
            badge(pad, re.compile(rf"\({kept + 1}\)"))
    pad.context.set_offline(False)
    badge(pad, "sent")
    assert same(hall.records(link), [A_TWO] * len(moments))


def test_two_tabs_and_two_phones_that_send_the_same_write_it_once(
    browser: Browser, hall: Hall, pad: Pad, link: str
) -> None:
    other = Pad(open_phone(browser, hall.url, rules=False), link)
    tab = Pad(pad.context.new_page(), link)
    pad.page.bring_to_front()
    has_rules(pad)
    for each, kept in ((pad, "saved here"), (other, "checking")):
        each.context.set_offline(True)
        for number, record in enumerate(play(2), start=1):
            write(each, **record)
            badge(each, f"{kept} ({number})")
    badge(tab, re.compile(r"\(2\)"))
    for each in (pad, other):
        each.context.set_offline(False)
    for each in (pad, other, tab):
        badge(each, "sent")
    assert same(hall.records(link), play(2))
    assert hall.sheet(link)["conflicts"] == []
    other.context.close()


def test_every_request_that_writes_says_which_phone_and_when_by_its_clock(pad_without_rules: Pad) -> None:
    pad = pad_without_rules
    with pad.page.expect_request("**/api/v1/table/deals/") as sent:
        write(pad, **A_TWO)
    headers = sent.value.headers
    assert re.fullmatch("[0-9a-f]{32}", headers["x-device"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", headers["x-device-time"])


# Phones without some features


def is_sending(pad: Pad) -> bool:
    """Return whether a page of the phone holds the turn to send."""
    return any(fact["name"].startswith("lease ") for fact in pad.page.evaluate(KEPT_FACTS))


def test_over_plain_http_the_page_says_what_to_keep_in_mind_and_keeps_its_deals(
    browser: Browser, hall: Hall, link: str, tmp_path: Path
) -> None:
    rule = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    phone = switch_on(browser, tmp_path, f"http://{NAME}:{hall.port}", rule)
    phone.add_init_script(NO_RULES)
    pad = Pad(phone.new_page(), link)
    assert (
        pad.page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'locks' in navigator]")
        == [False] * 3
    )
    expect(pad.place("plain")).to_contain_text("Keep this page open")
    expect(pad.place("plain").get_by_role("link")).to_have_attribute("href", "/connection/")
    phone.set_offline(True)
    for number, record in enumerate(play(2), start=1):
        write(pad, **record)
        badge(pad, f"checking ({number})")
    place = pad.page.url
    wait_until(lambda: not is_sending(pad), "it holds no turn to send, which is its own for 20 s")
    phone.close()
    phone = switch_on(browser, tmp_path, f"http://{NAME}:{hall.port}", rule)
    phone.add_init_script(NO_RULES)
    pad = Pad(phone.new_page(), place)
    badge(pad, "sent")
    assert same(hall.records(link), play(2))
    phone.close()


def test_a_phone_that_can_keep_nothing_says_so_before_the_deal_is_taken(
    browser: Browser, hall: Hall, link: str
) -> None:
    page = open_phone(browser, hall.url, rules=False)
    page.add_init_script(f"({NO_STORE})()")
    pad = Pad(page, link)
    write(pad, **A_TWO)
    expect(pad.place("notice")).to_contain_text("Write it on paper")
    expect(pad.key("bid", 2)).to_have_attribute("aria-pressed", "true")
    assert hall.records(link) == []
    pad.press("Send it without saving it here")
    badge(pad, "sent")
    assert same(hall.records(link), [A_TWO])
    page.context.close()


# Other versions


def test_a_new_version_takes_over_and_the_queue_is_still_there(
    hall: Hall, pad_without_rules: Pad, link: str
) -> None:
    pad = pad_without_rules
    is_kept(pad)
    hall.kill()
    write(pad, **A_TWO)
    badge(pad, "checking (1)")
    release_another_version(hall)
    pad.page.reload()
    badge(pad, "checking (1)")
    old = pad.page.evaluate("caches.keys()")
    hall.start()
    badge(pad, "sent")
    pad.page.reload()
    wait_until(lambda: pad.page.evaluate("caches.keys()") != old, "the new version has taken over")
    pad.page.reload()
    expect(pad.page.locator("link[rel=stylesheet]")).to_have_attribute("href", f"/static/{NEXT_LOOK}")
    assert same(hall.records(link), [A_TWO])


def test_an_open_page_of_the_version_before_writes_at_the_new_server(
    hall: Hall, browser: Browser, link: str
) -> None:
    page = open_phone(browser, hall.url, rules=False, service_workers="block")
    missed: list[str] = []
    asked: list[str] = []
    page.on("response", lambda answer: asked.append(answer.url))
    page.on("response", lambda answer: missed.append(answer.url) if answer.status == 404 else None)
    pad = Pad(page, link)
    write(pad, **A_TWO)
    badge(pad, "sent")
    hall.kill()
    write(pad, **A_LOST_THREE)
    badge(pad, "checking (1)")
    release_every_script(hall)
    asked.clear()
    hall.start()
    badge(pad, "sent")
    write(pad, **A_FOUR)
    badge(pad, "sent")
    pad.open_row(1)
    pad.tap(bid=3, tricks=3)
    pad.press(re.compile("^Save the correction"))
    badge(pad, "sent")
    assert same(hall.records(link), [{**A_TWO, "bid": 3, "tricks": 3}, A_LOST_THREE, A_FOUR])
    assert missed == [] and not any("/static/" in each for each in asked)
    page.reload()
    badge(pad, "sent")
    assert any(NEXT in each for each in asked) and missed == []
    page.context.close()


def test_a_deal_that_an_older_version_kept_is_sent_with_its_key(
    hall: Hall, pad_without_rules: Pad, link: str
) -> None:
    pad = pad_without_rules
    record = {**A_TWO, "contract": "tricks", "took_skat": True, "durch": "no"}
    arguments = json.dumps([f"stichtag.table.{table_of(pad)}", record])
    pad.page.add_init_script(f"({OLD_FASHIONED})({arguments})")  # before the page could write its own
    with pad.page.expect_request("**/api/v1/table/deals/") as sent:
        pad.page.reload()
    assert sent.value.headers["idempotency-key"] == "k1"
    badge(pad, "sent")
    assert same(hall.records(link), [A_TWO])


def test_a_deal_that_a_newer_version_kept_is_shown_as_such_and_never_sent(
    hall: Hall, pad_without_rules: Pad, link: str
) -> None:
    pad = pad_without_rules
    badge(pad, "sent")
    pad.page.evaluate(FROM_ANOTHER_VERSION)
    pad.page.reload()
    badge(pad, "needs you")
    expect(pad.place("panel")).to_contain_text("this version cannot read")
    pad.press("Discard it")
    badge(pad, "sent")
    write(pad, **A_TWO)
    badge(pad, "sent")
    assert same(hall.records(link), [A_TWO])


# A server that has lost all data, an expired link


def test_a_server_without_deals_gets_them_back_from_the_phone(
    browser: Browser, hall: Hall, pad_without_rules: Pad, link: str
) -> None:
    pads = {link: pad_without_rules}
    anew = next(hall.links)
    pads[anew] = Pad(open_phone(browser, hall.url, rules=False), anew)
    kept = {link: write_two(hall, pads[link], link) for link in pads}
    hall.kill()
    hall.lose_everything()
    with hall.database() as database:
        database.execute(
            "UPDATE tournaments_table SET public_id = ? WHERE public_id = ?",
            [uuid.uuid4().hex, table_of(pads[anew]).replace("-", "")],
        )
    hall.start()
    for link, keys in kept.items():
        are_sent_again(hall, Pad(pads[link].page, link), link)
        with hall.database() as database:
            assert keys <= {key for (key,) in database.execute("SELECT key FROM tournaments_reply")}
    pads[anew].context.close()


def write_two(hall: Hall, pad: Pad, link: str) -> set[str]:
    """Write two deals; return the keys of what the phone keeps of them."""
    for record in play(2):
        write(pad, **record)
        badge(pad, "sent")
    kept = {each["key"] for each in pad.page.evaluate(KEPT_OPERATIONS)}
    wait_until(lambda: len(hall.records(link)) == 2, "they are there")
    pad.page.reload()
    badge(pad, "sent")
    return kept


def are_sent_again(hall: Hall, pad: Pad, link: str) -> None:
    expect(pad.place("panel")).to_contain_text("Missing or different deals: 2")
    badge(pad, "needs you")
    assert hall.records(link) == []
    pad.press("Send them again")
    badge(pad, "sent")
    assert same(hall.records(link), play(2))


def test_a_phone_whose_link_is_over_keeps_its_deals_and_hands_them_out(
    hall: Hall, pad_without_rules: Pad, link: str
) -> None:
    pad = pad_without_rules
    is_kept(pad)
    pad.context.set_offline(True)
    write(pad, **A_TWO)
    badge(pad, "checking (1)")
    set_revoked(hall, pad, 1)
    pad.context.set_offline(False)
    badge(pad, "needs you")
    pad.page.reload()
    expect(pad.place("panel")).to_contain_text("Ask the director for a new link")
    with pad.page.expect_download() as download:
        pad.place("panel").get_by_role("button", name="Save the deals on this phone").tap()
    file = json.loads(Path(download.value.path()).read_text())
    kept = [each for each in file["operations"] if each["table"] in pad.page.url]
    assert same([each["body"]["record"] for each in kept], [A_TWO])
    set_revoked(hall, pad, 0)
    pad.page.reload()
    badge(pad, "sent")
    assert same(hall.records(link), [A_TWO])


# Size


def test_the_first_load_is_light_and_a_phone_keeps_the_page_of_its_table_and_no_token(
    browser: Browser, hall: Hall, link: str
) -> None:
    page = open_phone(browser, hall.url, is_new=True)
    network = page.context.new_cdp_session(page)
    asked: list[str] = []
    sizes: list[int] = []
    first: dict[str, int] = {}  # at the end of the first load
    for domain in ("Network", "Page"):
        network.send(f"{domain}.enable")
    network.on("Network.requestWillBeSent", lambda each: asked.append(urlsplit(each["request"]["url"]).path))
    network.on("Network.loadingFinished", lambda each: sizes.append(int(each["encodedDataLength"])))
    network.on("Page.loadEventFired", lambda _: first.update(asked=len(asked), size=sum(sizes)))
    pad = Pad(page, link)
    pad.key("bid", 3).tap()
    expect(pad.key("bid", 3)).to_have_attribute("aria-pressed", "true")
    has_rules(pad)
    print(f"{first['size']} bytes: {asked[: first['asked']]}")
    assert 0 < first["size"] < MOST_BYTES
    for_taps = [each for each in asked[: first["asked"]] if not each.startswith("/api/")]
    assert len(for_taps) <= MOST_REQUESTS
    assert not any(each.startswith(("/phone/", "/worker.js")) for each in for_taps)
    assert any(each.startswith("/phone/") for each in asked[first["asked"] :])
    assert [each for each in page.evaluate(BLOCKING) if "first_taps" not in each] == []
    is_ready_for_anything(pad)
    kept = page.evaluate(KEPT_ADDRESSES)
    table = page.evaluate("location.pathname")
    assert [each for each in kept if not each.startswith(("/static/", "/phone/"))] == [table]
    page.context.close()
