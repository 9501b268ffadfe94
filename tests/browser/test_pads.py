"""The pad of every game on a phone: a common deal by taps, counted, its value shown before it is saved."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from rules import GAMES, get_game
from rules.evenings import LABEL, SEAT, CommonDeal, Tap
from rules.game import Game, signed
from tests.browser.hands import (
    COVERED,
    MINUS,
    NO_KEEPER,
    Pad,
    box_of,
    demo_evening,
    measured,
    open_phone,
)
from tests.processes import PATIENCE, manage
from tests.sweeps import FEW_GAMES, ONE_GAME, sweep
from tournaments.wording.numbers import amount
from tournaments.wording.person_names import called_names

ALLOW_HALVES = (
    "from tournaments.models import Event;"
    "event = Event.objects.latest('pk'); event.options = {'halves': True, 'zero_sum': True}; event.save()"
)
BY_SIDES = ALLOW_HALVES.replace("'halves': True, 'zero_sum': True", "'sides': 2, 'deal_sum': 162")
WITH_COMMON_DEAL = [game.key for game in GAMES if game.common_deal]


def a_table(env: dict[str, str], key: str) -> dict[str, Any]:
    """Return one table of the game with an empty sheet: its link and its seats."""
    players = get_game(key).standard_seats
    return dict(demo_evening(env, game=key, players=players, rounds=1, played=0)["tables"][0])


@pytest.fixture(scope="module")
def phone(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """Switch on a phone that goes from table to table; no service worker stands between page and server."""
    with open_phone(browser, site, rules=False).context as phone:
        phone.add_init_script(NO_KEEPER)
        yield phone


@pytest.fixture
def page(phone: BrowserContext) -> Iterator[Page]:
    """Open a page of the phone; its console must stay empty."""
    said: list[str] = []
    page = phone.new_page()
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    page.close()
    assert said == []


def deal_of(key: str) -> CommonDeal:
    """Return the common deal of a game that has one."""
    deal = get_game(key).common_deal
    assert deal
    return deal


def enter(pad: Pad, taps: tuple[Tap, ...]) -> None:
    """Tap every touch of the screen, also a digit on the phone's own keys."""
    for tap in taps:
        if tap.target == SEAT:
            pad.tap(declarer=tap.value)
        elif tap.target == LABEL:
            pad.page.get_by_label(tap.value, exact=True).tap()
            pad.taps += 1
        else:
            pad.tap(**{tap.target: tap.value})
        if tap.digits:
            pad.page.keyboard.type(tap.digits)
            pad.taps += len(tap.digits)


LOWER_EDGE = """(places) => Math.min(...places.filter((each) => each.offsetParent)
  .map((each) => each.getBoundingClientRect().bottom))"""


def is_within(page: Page) -> bool:
    """Check that no element is wider than the phone, and Save, or what is asked, is on its screen."""
    width = page.evaluate("document.documentElement.scrollWidth")
    edge = measured(page, "[data-place=asked], [data-place=save]", LOWER_EDGE)
    return bool(width <= 360 and edge <= 640)


@pytest.mark.parametrize("key", sweep(WITH_COMMON_DEAL, FEW_GAMES))
def test_a_common_deal_takes_the_taps_of_the_document(
    key: str, page: Page, installation: dict[str, str]
) -> None:
    deal, pad = deal_of(key), Pad(page, a_table(installation, key)["path"])
    assert is_within(page)
    enter(pad, deal.taps)
    changes = [points for points in changes_of_sides(get_game(key), deal) if points]
    expect(pad.place("seats").locator(".change")).to_have_text([signed(points) for points in changes])
    if len([points for points in deal.deltas if points]) <= 1:
        expect(pad.place("save").locator(".save-points")).to_have_text(signed(sum(deal.deltas)))
    assert is_within(page)
    pad.save()
    pad.has_sent()
    pad.shows_totals(*(amount(points, get_game(key).points_unit) for points in deal.deltas))
    print(f"{key}: {pad.taps} taps")
    assert pad.taps == deal.count


KEYS_OF_MANY = """(keys) => keys.map((key) => {
  const { left, right, width, height } = key.getBoundingClientRect();
  const fields = key.closest(".fields").getBoundingClientRect();
  return { size: Math.min(width, height), isInside: left >= fields.left && right <= fields.right };
})"""


def test_keys_of_many_numbers_keep_to_the_gutter_and_are_as_wide_as_a_thumb(
    page: Page, installation: dict[str, str]
) -> None:
    pad = Pad(page, a_table(installation, "flunk")["path"])
    expect(pad.key("bid", 13)).to_be_visible()
    for width, in_a_row in ((360, 7), (320, 6)):
        page.set_viewport_size({"width": width, "height": 640})
        page.wait_for_function("width => innerWidth === width", arg=width)
        keys = measured(page, "[data-field=bid] .key", KEYS_OF_MANY)
        assert len(keys) == 14 and all(key["isInside"] and key["size"] >= 44 for key in keys), width
        tops = measured(page, "[data-field=bid] .key", "(keys) => keys.map((key) => key.offsetTop)")
        assert tops.count(tops[0]) == in_a_row, width


def changes_of_sides(game: Game, deal: CommonDeal) -> list[int]:
    """Return the points of each side: its players stand in one place."""
    return [deal.deltas[side[0]] for side in game.partners.sides(len(deal.deltas))]


# Other automatic behaviour of pads


def write_deals(site: str, link: str, records: list[dict[str, Any]]) -> None:
    """Write deals as a program does."""
    for number, record in enumerate(records, start=1):
        body = json.dumps({"number": number, "record": record}).encode()
        token = link.rsplit("/", 1)[-1]
        headers = {"Authorization": f"Table {token}", "Content-Type": "application/json"}
        headers["Idempotency-Key"] = f"{token}-{number}"
        with urlopen(Request(f"{site}/api/v1/table/deals/", body, headers), timeout=PATIENCE) as answer:
            assert answer.status == 201


def seat(pad: Pad, number: int) -> Locator:
    return pad.page.locator(f"[data-seat='{number}']")


def test_the_king_of_rifki_is_one_tap_and_a_contract_that_is_used_up_is_marked_and_explains_itself(
    page: Page, installation: dict[str, str]
) -> None:
    pad = Pad(page, a_table(installation, "rifki")["path"])
    for total in (320, 640):
        pad.write(contract="rifki", declarer=2)
        pad.shows_totals("0", "0", f"{MINUS}{total}", "0")
    expect(pad.key("contract", "rifki")).to_have_class(re.compile("is-closed"))
    expect(pad.key("contract", "kupa").locator(".left")).to_have_text("2")
    pad.tap(contract="rifki")
    expect(pad.refusal("contract")).to_contain_text("2 times")


def test_a_new_phone_asks_once_whether_the_last_deal_is_written(
    page: Page, site: str, installation: dict[str, str]
) -> None:
    link = a_table(installation, "rifki")["path"]
    write_deals(site, link, [{"contract": "rifki", "counts": [1, 0, 0, 0]}] * 2)
    pad = Pad(page, link)
    question = pad.place("question")
    expect(question).to_contain_text("Last: deal 2")
    for answer in ("Yes", "No"):
        expect(question.get_by_role("button", name=answer, exact=True)).to_be_in_viewport(ratio=1)
    assert is_within(page) and page.evaluate(COVERED, "asked") == []
    assert box_of(question)["height"] < 64  # a line of keys
    page.reload()
    expect(question).to_contain_text("Last: deal 2")
    pad.tap(contract="kupa")
    pad.press("No")
    expect(question).to_contain_text("bring it back into the Wi-Fi")
    with page.expect_request(lambda asked: asked.headers.get("x-unsent") == "0"):
        page.reload()
    expect(pad.place("badge")).to_have_text("sent")
    expect(question).to_be_empty()


LONG_NAMES = """
from tournaments.models import Seat
names = ["Annegret Petersen", "Klaus Behrens-Lüdemann", "Klaus Petersen", "Dr. Maximiliane-Hannelore Voss"]
for seat, name in zip(Seat.objects.filter(part__table__public_id="{table}"), names):
    seat.entrant.player.name = name
    seat.entrant.player.save()
"""
FIT_INTO_THEIR_SEAT = """(pieces) => pieces.every((piece) => (
    piece.getBoundingClientRect().width <= piece.closest(".seat").clientWidth
))"""
WEIGHTS = "(pieces) => pieces.map((piece) => getComputedStyle(piece).fontWeight)"
LINES_OF_PIECES = """(keys) => keys.flatMap((key) => Array.from(key.querySelectorAll(".piece"), (piece) => {
    const text = document.createRange();
    text.selectNodeContents(piece);
    return new Set(Array.from(text.getClientRects(), (box) => Math.round(box.top))).size;
}))"""


def test_points_may_be_below_zero_without_a_minus_on_the_keyboard_and_a_name_is_never_cut(
    page: Page, installation: dict[str, str]
) -> None:
    pad = Pad(page, a_table(installation, "points")["path"])
    seat(pad, 1).locator("input").fill("24")
    seat(pad, 1).locator(".sign").tap()
    expect(pad.place("save").locator(".save-points")).to_have_text(f"{MINUS}24")
    table = page.url.rstrip("/").rsplit("/", 1)[-1]
    manage(installation, "shell", "-v", "0", "-c", LONG_NAMES.format(table=table))
    page.reload()
    names_are_broken_inside_only_if_no_size_fits_and_namesakes_stay_apart(pad)


def names_are_broken_inside_only_if_no_size_fits_and_namesakes_stay_apart(pad: Pad) -> None:
    """Read the names of the keys and their lines: only the longest has two."""
    page = pad.page
    keys = pad.place("seats").locator(".seat-key")
    called = ["Annegret", "Klaus Behrens-Lüdemann", "Klaus Petersen", "Maximiliane-Hannelore"]
    expect(keys).to_have_text(called)
    expect(seat(pad, 3)).to_have_attribute("title", "Dr. Maximiliane-Hannelore Voss")
    lines = measured(page, ".seat", LINES_OF_PIECES)
    assert lines[:2] == [1, 1] and max(lines) == 2  # of Annegret, Klaus; "Maximiliane-"
    assert len(set(measured(page, ".seat .piece", WEIGHTS))) == 1
    assert measured(page, ".seat .piece", FIT_INTO_THEIR_SEAT)
    hyphenated = page.locator(".seat .name-fit.is-hyphenated .piece")
    ink = seat(pad, 0).evaluate("each => getComputedStyle(each).color")
    expect(hyphenated.first).to_have_css("color", ink)
    syllables = hyphenated.first.evaluate("each => each.textContent.split('\u00ad')")
    assert syllables == ["Maxi", "milia", "ne-"]


def test_money_and_bread_are_shown_as_such_and_a_long_press_counts_down(
    page: Page, site: str, installation: dict[str, str]
) -> None:
    link = a_table(installation, "fipsen-thedinghausen")["path"]
    write_deals(site, link, [{"tricks": [5, 0, 0, 0, 0]}])
    pad = Pad(page, link)
    lines = pad.place("board").locator("tbody tr")
    others = [f"{MINUS}1.80"] * 4
    expect(lines.nth(0).locator("td")).to_have_text(["5", "0", "0", "0", "0"])
    expect(lines.nth(1).locator("td")).to_have_text(["5", "0", "0", "0", "0"])
    expect(lines.nth(2).locator("td")).to_have_text(["3.20", *others])
    for _ in range(3):
        seat(pad, 1).tap()
    expect(seat(pad, 1).locator(".count")).to_have_text("3")
    seat(pad, 1).click(delay=700)
    expect(seat(pad, 1).locator(".count")).to_have_text("2")


def test_the_pad_asks_for_the_first_with_ten_only_when_two_may_be(
    page: Page, site: str, installation: dict[str, str]
) -> None:
    link = a_table(installation, "fipsen-thedinghausen")["path"]
    by_turns = [{"tricks": [2, 2, 1, 0, 0]}] * 4
    write_deals(site, link, by_turns)
    pad = Pad(page, link)
    expect(page.locator("[data-field=first_to_ten]")).to_be_hidden()
    enter(pad, (Tap("tricks", 2), Tap("tricks", 3)))
    expect(page.locator("[data-field=first_to_ten]")).to_be_visible()


def test_the_dealer_of_frepe_is_preset_to_play_and_alone_gets_no_preset_tricks(
    page: Page, installation: dict[str, str]
) -> None:
    pad = Pad(page, a_table(installation, "frepe")["path"])
    expect(seat(pad, 0)).to_have_attribute("aria-pressed", "true")
    expect(pad.place("board")).to_contain_text("60")
    pad.tap(tricks=4)
    expect(pad.place("save").locator(".save-points")).to_have_text("")
    pad.tap(tricks=1)
    expect(seat(pad, 0).locator(".change")).to_have_text("+50")


def test_a_claim_of_scarne_stands_behind_more(page: Page, installation: dict[str, str]) -> None:
    pad = Pad(page, a_table(installation, "briscola-scarne")["path"])
    expect(page.locator("[data-field=claim]")).to_be_hidden()
    points = page.locator("[data-seat] input")
    for typed, rest in (("50", "70"), ("163", ""), ("", "")):
        points.first.fill(typed)
        expect(points.last).to_have_value(rest)  # nobody has −43 card points
    pad.show_more()
    pad.tap(claim=1)
    page.get_by_label("Counted", exact=True).fill("80")
    expect(pad.place("seats").locator(".change")).to_have_text(["+1"])
    pad.save()
    pad.has_sent()
    pad.shows_totals("+1", "0", "+1", "0")


def test_half_points_are_typed_or_added_by_a_key(page: Page, installation: dict[str, str]) -> None:
    table = a_table(installation, "points")
    manage(installation, "shell", "-v", "0", "-c", ALLOW_HALVES)
    pad = Pad(page, table["path"])
    seat(pad, 0).locator("input").fill("3,5")
    seat(pad, 1).locator("input").fill("-2")
    seat(pad, 1).get_by_role("button", name="Half a point more").tap()
    expect(seat(pad, 1).locator("input")).to_have_value(f"{MINUS}2.5")
    seat(pad, 2).locator("input").fill("0")
    pad.save()
    pad.has_sent()
    pad.shows_totals("+3.5", f"{MINUS}2.5", "0", f"{MINUS}1")


def test_points_by_sides_are_typed_once_for_both_players(page: Page, installation: dict[str, str]) -> None:
    table = a_table(installation, "points")
    manage(installation, "shell", "-v", "0", "-c", BY_SIDES)
    pad = Pad(page, table["path"])
    expect(page.locator("[data-pad] .seat")).to_have_count(2)
    seat(pad, 0).locator("input").fill("90")
    expect(seat(pad, 1).locator("input")).to_have_value("72")
    expect(pad.place("worth").locator(".save-pays")).to_contain_text(" +90 ")
    pad.save()
    pad.has_sent()
    pad.shows_totals("+90", "+72", "+90", "+72")


def test_the_tricks_of_the_others_tell_that_a_bid_was_made(page: Page, installation: dict[str, str]) -> None:
    pad = Pad(page, a_table(installation, "fips-anseger")["path"])
    counts = page.locator("[data-field=tricks] .cell .count")
    pad.tap(declarer=2, bid=4, trump="S")
    expect(counts).to_have_text(["·", "·", "4 ✓", "·"])
    pad.tap(declarer=1, bid=3)
    expect(counts).to_have_text(["·", "3 ✓", "·", "·"])  # the number that the aimed place needs
    expect(page.locator("[data-field=tricks] .key:has(.aim)")).to_have_text(["3✓"])
    for place in (0, 3):
        page.locator(f"[data-field=tricks] [data-place-of='{place}']").tap()
    expect(counts).to_have_text(["1", "3", "0", "1"])
    expect(pad.place("save").locator(".save-points")).to_have_text("+3")


# Bidding


def call(pad: Pad, *labels: str) -> None:
    for label in labels:
        pad.page.locator(f"[data-call='{label}']").tap()


def test_a_hold_of_a_duel_is_handed_to_the_record(page: Page, installation: dict[str, str]) -> None:
    table = a_table(installation, "fipsen-prisdorf")
    pad = Pad(page, table["path"])
    pad.press("Record the bidding")
    call(pad, "pass")
    expect(page.locator("[data-call=hold]")).to_have_count(0)
    call(pad, "2", "2", "2", "2 Ruten", "hold", "4")
    expect(page.locator("[data-call='4 Ruten Hand']")).to_be_visible()
    call(pad, "4")
    page.locator("[data-undo]").tap()
    expect(page.locator(".calls li")).to_have_count(4)
    call(pad, "pass", "pass")
    expect(page.locator(".auction h2")).to_contain_text("options owed: 1")
    page.locator("[data-take]").tap()
    expect(seat(pad, 2)).to_have_attribute("aria-pressed", "true")
    pad.write(trump="D", tricks=2)
    pad.shows_totals("0", "0", "+4", "0")


def test_after_four_passes_ruten_ueber_takes_over(page: Page, installation: dict[str, str]) -> None:
    pad = Pad(page, a_table(installation, "fips-dutt")["path"])
    pad.press("Record the bidding")
    for name in range(4):
        expect(page.locator(".calls li")).to_have_count(name)
        call(pad, "pass")
    expect(page.locator(".auction .keys .key")).to_have_text(["pass", "Ruten-über"])
    call(pad, "Ruten-über")
    page.locator("[data-take]").tap()
    expect(pad.key("contract", "ruten_ueber")).to_have_attribute("aria-pressed", "true")
    expect(pad.key("trump", "D")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("key", sweep(["briscola", "flunk", "jass"], ONE_GAME))
def test_the_last_line_of_a_deal_that_names_nobody_says_who_got_what(
    key: str, page: Page, installation: dict[str, str]
) -> None:
    table, deal = a_table(installation, key), deal_of(key)
    pad = Pad(page, table["path"])
    enter(pad, deal.taps)
    pad.save()
    pad.has_sent()
    names = called_names(table["seats"])
    for points in {each for each in deal.deltas if each}:
        who = " + ".join(name for name, own in zip(names, deal.deltas, strict=True) if own == points)
        expect(pad.place("last").locator(".save-pays")).to_contain_text(f"{who} {signed(points)}")
    expect(pad.place("last")).to_contain_text("\u2013 ")
    if key == "jass":  # whose points are those of the line, and told once
        once = re.compile("^(?:(?!{0}).)*{0}(?:(?!{0}).)*$".format(max(deal.deltas)), re.DOTALL)
        expect(pad.place("last")).to_have_text(once, use_inner_text=True)
