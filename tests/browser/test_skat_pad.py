"""The pad of Skat: value and bonus before saving, overbidding in words, rare numbers, sitting out."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from rules.skat.record import LADDER_OF_BIDS
from tests.browser.hands import MINUS, Pad, demo_evening, measured, open_desk, open_phone, sign_in
from tests.browser.test_pads import a_table

OVERBID = "2 × 9 = 18 does not reach the bid of 33: overbid, counts as 4 × 9 = 36"

WIDTHS_OF_KEYS = "(keys) => keys.map((key) => key.getBoundingClientRect().width)"
WIDTHS = (320, 360, 412, 430, 1280)
TOPS = """keys => keys.filter((key) => key.checkVisibility())
  .map((key) => [key.dataset.value, key.getBoundingClientRect().top + scrollY])"""
LINES = """node => {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getClientRects().length;
}"""


@pytest.fixture(scope="module")
def links(site: str, installation: dict[str, str]) -> Iterator[str]:
    evening = demo_evening(installation, game="skat", players=48, rounds=1, played=0)
    return iter([table["path"] for table in evening["tables"]])


@pytest.fixture(scope="module")
def phone(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """Switch on a phone that goes from table to table."""
    with open_phone(browser, site, rules=False).context as phone:
        yield phone


@pytest.fixture
def pad(phone: BrowserContext, links: Iterator[str]) -> Iterator[Pad]:
    with phone.new_page() as page:
        yield Pad(page, next(links))


def test_value_game_points_and_bonus_stand_on_the_pad_before_saving(pad: Pad) -> None:
    pad.tap(declarer=1, contract="C", matadors=-2, hand="true", result="lost")
    expect(pad.place("worth").locator(".save-note")).to_have_text(
        ["4 × 12 = 48", f"game points {MINUS}96, bonus {MINUS}50, each of the others +30"]
    )
    pad.save()
    pad.shows_totals("30", f"{MINUS}146", "30", "30")


def test_an_overbid_game_is_refused_as_won_and_told_in_the_words_of_the_rule(pad: Pad) -> None:
    pad.tap(declarer=1, contract="D", matadors=1, result="won")
    expect(pad.place("worth").locator(".save-note").first).to_have_text("2 × 9 = 18")
    pad.show_more()
    pad.tap(bid=33)
    expect(pad.refusal("result")).to_contain_text("2 × 9 = 18 does not reach the bid of 33: overbid")
    pad.tap(result="lost")
    expect(pad.place("worth").locator(".save-note").first).to_have_text(OVERBID)
    expect(pad.place("save")).to_contain_text("Bid 33")


def test_four_matadors_either_way_stand_in_rows_and_the_rarer_behind_a_key_of_their_row(pad: Pad) -> None:
    for width in WIDTHS:
        pad.page.set_viewport_size({"width": width, "height": 740})
        tops = tops_of_matadors(pad)
        assert tops["1"] == tops["4"] < tops["-1"] == tops["-4"], width
        expect(pad.key("matadors", 11)).to_be_hidden()
    pad.show_rare("matadors")
    expect(pad.key("matadors", 11)).to_be_visible()
    for width in WIDTHS:
        pad.page.set_viewport_size({"width": width, "height": 740})
        tops = tops_of_matadors(pad)
        assert tops["5"] == tops["9"] < tops["11"] < tops["-5"] == tops["-9"] < tops["-11"], width
        widths = measured(pad.page, "[data-field=matadors] .key:not([hidden])", WIDTHS_OF_KEYS)
        assert min(widths) >= 44, width
    pad.show_rare("matadors")
    expect(pad.key("matadors", 11)).to_be_hidden()


def test_a_grand_and_a_null_offer_no_fifth_matador_and_more_does_not_bring_one(pad: Pad) -> None:
    opener = pad.page.locator("[data-opens=matadors]")
    expect(opener).to_have_text(["5\u00a0…"] * 2)
    pad.show_rare("matadors")
    for contract in ("grand", "null"):
        pad.tap(contract=contract)
        pad.show_more()
        for hidden in (opener.first, opener.last, pad.key("matadors", 5), pad.key("matadors", -11)):
            expect(hidden).to_be_hidden()
        pad.show_more()
    pad.tap(contract="C")
    expect(opener.first).to_be_visible()


def test_the_dealer_of_four_sits_out_and_cannot_declare(pad: Pad) -> None:
    expect(pad.key("declarer", 0)).to_have_class(re.compile("is-closed"))
    dealer = pad.key("declarer", 0).locator(".seat-key").inner_text()
    pad.tap(declarer=0, contract="C", matadors=1, result="won")
    expect(pad.page.locator(".refusal").first).to_contain_text(f"{dealer} deals and sits out this deal")


def test_bids_go_up_to_what_the_game_is_worth_and_the_others_wait_behind_their_own_key(pad: Pad) -> None:
    pad.tap(declarer=1, contract="S", matadors=-2, result="lost")
    expect(pad.place("worth").locator(".save-note").first).to_have_text("3 × 11 = 33")
    pad.show_more()
    expect(pad.key("bid", 33)).to_be_visible()
    expect(pad.key("bid", 35)).to_be_hidden()
    pad.tap(contract="C", matadors=4, hand="true")
    expect(pad.key("bid", 72)).to_be_visible()
    shown = pad.page.locator("[data-field=bid] .key:visible")
    expect(shown.last).to_have_text("77\u00a0…")
    pad.show_rare("bid")
    expect(pad.key("bid", 264)).to_be_visible()
    *bids, closing = shown.all_inner_texts()
    assert bids == [str(bid) for bid in LADDER_OF_BIDS] and closing == MINUS


def test_an_opened_key_says_what_it_closes_and_closes_it(pad: Pad) -> None:
    pad.tap(contract="C")
    more = pad.page.locator("[data-more]")
    expect(more).to_have_text("+ Announced, Bid …")
    pad.show_more()
    expect(more).to_have_text(f"{MINUS} Announced, Bid …")
    pad.show_more()
    expect(pad.key("announced", "schneider")).to_be_hidden()


def test_rarer_matadors_come_below_the_usual_ones_which_stay_where_they_are(pad: Pad) -> None:
    before = tops_of_matadors(pad)
    pad.show_rare("matadors")
    expect(pad.key("matadors", 5)).to_be_visible()
    after = tops_of_matadors(pad)
    assert before.items() <= after.items() and after["5"] > before["-4"]


def tops_of_matadors(pad: Pad) -> dict[str, float]:
    """Return how far from the top of the page each key lies that is shown, by its number."""
    return dict(measured(pad.page, "[data-field=matadors] [data-value]", TOPS))


def test_an_empty_list_of_48_deals_is_two_pages_of_paper(
    browser: Browser, site: str, installation: dict[str, str]
) -> None:
    evening = demo_evening(installation, game="skat", players=4, rounds=1, played=0)
    page = open_desk(browser, site, locale="de-DE")
    sign_in(page, **evening["login"])
    page.goto(f"/events/{evening['event']}/organise/rounds/1/sheets/")
    code = '<div class="qr"><svg viewBox="0 0 9 9"></svg></div>'
    page.locator(".blank-sheet header").evaluate("(head, code) => { head.innerHTML += code; }", code)
    expect(page.locator(".blank-sheet tbody tr")).to_have_count(48)
    width = "document.querySelector('.blank-sheet tbody td:nth-child(%d)').offsetWidth"
    assert page.evaluate(width % 2) > 2 * page.evaluate(width % 3)  # points need more room than games won
    for paper in ("A4", "Letter"):
        assert page.pdf(format=paper, prefer_css_page_size=True).count(b"/Type /Page\n") == 2, paper
    page.context.close()


def test_no_word_of_a_game_is_broken_on_a_narrow_phone(
    browser: Browser, site: str, installation: dict[str, str]
) -> None:
    page = open_phone(browser, site, locale="de-DE", rules=False)
    word = Pad(page, a_table(installation, "skat")["path"]).key("contract", "passed")
    expect(word).to_have_text("alle gepasst")
    assert word.locator("span").first.evaluate(LINES) == 1
    page.context.close()
