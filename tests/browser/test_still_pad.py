"""A pad that stays stable while a deal is tapped: no answer is falsely refused, and no key moves."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.browser.conftest import PHONE
from tests.browser.hands import COVERED, Pad, box_of, demo_evening, lies_in_sight, measured, open_phone
from tests.browser.test_pads import WITH_COMMON_DEAL, a_table, deal_of, enter, write_deals
from tests.builders import a_record
from tests.sweeps import sweep

SLOWER = 4  # an old phone compared with this machine
COUNT_QUESTIONS = """
const post = Worker.prototype.postMessage;
window.asked = window.answered = 0;
Worker.prototype.postMessage = function (...said) {
  if (!this.isHeard) this.addEventListener("message", () => { window.answered += 1; });
  this.isHeard = true;
  window.asked += 1;
  return post.apply(this, said);
};
"""
ALL_IS_SHOWN = """async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let quiet = 0; quiet < 3; quiet = window.answered < window.asked ? 0 : quiet + 1) await frame();
}"""
WATCH = """() => {
  const seen = { refusals: [], moves: [] };
  const places = new Map();
  const nameOf = (key) => {
    const group = key.closest("[data-field]");
    const { value, seat, placeOf } = key.dataset;
    const place = placeOf && `place ${placeOf}`;
    return [group ? group.dataset.field : "seat", value, seat, place].filter(Boolean).join(" ");
  };
  const look = () => {
    document.querySelectorAll("[data-pad] .refusal").forEach((each) => {
      if (each.offsetParent && each.textContent.trim()) seen.refusals.push(each.textContent.trim());
    });
    const keys = "[data-pad] :is(.key[data-value], [data-seat], [data-place-of])";
    document.querySelectorAll(keys).forEach((key) => {
      if (!key.offsetParent) return;
      const name = nameOf(key);
      let top = 0;
      for (let box = key; box; box = box.offsetParent) top += box.offsetTop;
      const moved = top - (places.has(name) ? places.get(name) : top);
      if (moved) seen.moves.push(`${name}: ${moved} px`);
      places.set(name, top);
    });
    const { bottom } = document.querySelector("[data-place=save]").getBoundingClientRect();
    const moved = Math.round(bottom - (places.has("save") ? places.get("save") : bottom));
    if (moved) seen.moves.push(`save: ${moved} px`);
    places.set("save", bottom);
  };
  const lookAtEveryFrame = () => {
    look();
    if (window.isWatched) requestAnimationFrame(lookAtEveryFrame);
  };
  window.isWatched = true;
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document.querySelector("[data-pad]"), everything);
  requestAnimationFrame(lookAtEveryFrame);
  window.watched = seen;
}"""


def slow_down(page: Page) -> None:
    """Let the phone do nothing most of the time, which takes the processor of this machine all the same."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


@pytest.mark.parametrize("key", sweep(WITH_COMMON_DEAL))
def test_nothing_is_refused_and_no_key_moves_while_a_deal_is_tapped(
    key: str, browser: Browser, site: str, installation: dict[str, str]
) -> None:
    page = open_phone(browser, site)
    page.add_init_script(COUNT_QUESTIONS)
    pad = Pad(page, a_table(installation, key)["path"])
    expect(page.locator("[data-rules=here]")).to_be_visible()
    assert lies_in_sight(page, "[data-place=save]")
    page.evaluate(WATCH)
    slow_down(page)
    for tap in deal_of(key).taps:
        enter(pad, (tap,))
        page.evaluate(ALL_IS_SHOWN)
    seen: dict[str, Any] = page.evaluate("() => { window.isWatched = false; return window.watched; }")
    assert seen == {"refusals": [], "moves": []}
    assert page.evaluate("window.answered") > 0
    page.context.close()


KEYS_AT = """() => [...document.querySelectorAll("[data-pad] :is(.key[data-value], [data-seat])")]
  .filter((each) => each.offsetParent)
  .map((each) => Math.round(each.getBoundingClientRect().top + scrollY))"""
HEAD = "() => document.querySelector('.bar').getBoundingClientRect().height / innerHeight"
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
TWICE_THE_TEXT = "() => { document.documentElement.style.fontSize = '32px'; }"
NARROW: ViewportSize = {"width": 320, "height": 640}
EACH_BADGE = """(count) => {
  const badge = document.querySelector("[data-place=badge]");
  const { className, textContent } = badge;
  const said = [...document.querySelector("#texts").content.querySelectorAll("[data-text^=badge_]")]
    .map((text) => text.textContent.replace("{count}", count));
  const kinds = ["badge", "badge is-waiting", "badge is-urgent"];
  const seen = kinds.flatMap((kind) => said.map((text) => {
    badge.className = kind;
    badge.textContent = text;
    const bar = badge.closest(".bar").getBoundingClientRect().height;
    const isCut = badge.scrollHeight > badge.clientHeight || badge.scrollWidth > badge.clientWidth;
    return [text, bar, isCut];
  }));
  badge.className = className;
  badge.textContent = textContent;
  return seen;
}"""  # its text, the height of the bar, and whether some of the text is out of sight


def whatever_the_badge_says_all_stands_still(page: Page) -> None:
    """Let the badge say all it can, in each of its colours: the bar has one height, and nothing is cut."""
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 640})
        seen: list[tuple[str, float, bool]] = page.evaluate(EACH_BADGE, "12")
        assert len(seen) > 20 and len({height for _, height, _ in seen}) == 1, seen
        assert not any(is_cut for _, _, is_cut in seen), seen
    page.set_viewport_size(NARROW)


@pytest.mark.parametrize("locale", sweep(["de-DE", "en-GB", "ja-JP"]))
def test_without_the_network_no_key_moves_and_large_text_leaves_room(
    locale: str, browser: Browser, site: str, installation: dict[str, str]
) -> None:
    page = open_phone(browser, site, rules=False, locale=locale)
    page.set_viewport_size(NARROW)
    pad = Pad(page, a_table(installation, "fipsen-prisdorf")["path"])
    expect(pad.key("bid", 2)).to_be_visible()
    before = page.evaluate(KEYS_AT)
    whatever_the_badge_says_all_stands_still(page)
    page.context.set_offline(True)
    expect(pad.place("contact")).not_to_be_empty()
    assert page.evaluate(KEYS_AT) == before and page.evaluate(BROKEN) == []
    page.evaluate(TWICE_THE_TEXT)
    assert page.evaluate(HEAD) < 0.4 and page.evaluate(TOO_WIDE) <= 0
    page.context.close()


MORE = "[data-more]"
CUT = """() => [...document.querySelectorAll("[data-pad] :is(.key, .legend, .badge, .save), .paper")]
  .filter((each) => each.offsetParent && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""
BROKEN = """() => {
  const kindOf = (sign) => ["[ァ-ヺー]", "[一-鿿]"].findIndex((kind) => new RegExp(kind).test(sign));
  const linesOf = (words) => {
    const lines = [];
    let lowest = 0;
    const texts = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      [...text.data].forEach((sign, at) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const { bottom, height } = range.getBoundingClientRect();
        if (!lines.length || bottom > lowest + height / 2) lines.push("");
        lowest = bottom;
        lines[lines.length - 1] += sign;
      });
    }
    return lines;
  };
  const isTorn = (lines) => lines.length > 1 && lines.some((line, at) => line.trim().length === 1
    || (at && (/^[ぁ-ゟ]/.test(line)
      || (kindOf(line[0]) >= 0 && kindOf(line[0]) === kindOf(lines[at - 1].slice(-1))))));
  return [...document.querySelectorAll("[data-pad]:lang(ja) .key > span:not([class])")]
    .filter((words) => words.offsetParent).map(linesOf).filter(isTorn).map((lines) => lines.join("|"));
}"""  # labels of keys whose line ends inside a word, or that leave one sign alone in a line
SMALL = """() => [...document.querySelectorAll("body *")]
  .filter((each) => each.offsetParent && !each.closest(".unseen"))
  .filter((each) => [...each.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim()))
  .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 14)
  .map((each) => each.textContent.trim())"""
REFUSALS_AT = """() => [...document.querySelectorAll("[data-pad] .is-refused")].map((group) => {
  const key = group.querySelector(".key, .entry").getBoundingClientRect();
  return [...group.children].filter((each) => each.matches(".legend")
    && (each.scrollWidth > each.clientWidth || each.getBoundingClientRect().bottom > key.top));
})"""
SAVE_AT = """() => {
  const { top, height } = document.querySelector("[data-place=save]").getBoundingClientRect();
  return [top, height];
}"""
OFFLINE_DEALS: dict[str, dict[str, object]] = {
    "skat": {"declarer": 1, "contract": "C", "matadors": -2, "result": "won"},
    "schafkopf": {"declarer": 1, "partner": 2, "called": "C", "result": "won"},
}


@pytest.mark.parametrize("locale", sweep(["de-DE", "en-GB", "ja-JP"]))
@pytest.mark.parametrize("key", sweep(list(OFFLINE_DEALS)))
def test_a_first_dealer_a_refusal_an_empty_save_and_a_deal_kept_without_the_network_move_no_key(
    key: str, locale: str, browser: Browser, site: str, installation: dict[str, str]
) -> None:
    page = open_phone(browser, site, rules=False, locale=locale)
    pad = Pad(page, a_table(installation, key)["path"])
    before = page.evaluate(KEYS_AT)
    dealer, dealers = page.locator("[data-first-dealer]"), pad.place("dealer").get_by_role("button")
    for shown in (dealer, pad.place("save")):
        expect(shown).to_be_in_viewport(ratio=1)
    assert page.evaluate(COVERED, "save") == []
    dealer.tap()
    expect(dealers.nth(2)).to_be_in_viewport(ratio=1)
    assert page.evaluate(COVERED, "asked") == [] and page.evaluate(KEYS_AT) == before
    name = dealers.nth(2).inner_text()
    dealers.nth(2).tap()
    expect(dealer).to_contain_text(name)
    expect(dealers).to_have_count(0)
    assert page.evaluate(KEYS_AT) == before
    pad.write(**OFFLINE_DEALS[key])
    expect(pad.row(1)).to_be_visible()
    before = page.evaluate(KEYS_AT)
    page.locator("[data-seat].is-dealer").tap()
    expect(pad.place("save")).to_contain_text(re.compile("[:：]"))  # the rules have said what is missing
    save = page.evaluate(SAVE_AT)
    pad.save()
    expect(page.locator(".is-refused > .legend").first).to_be_in_viewport(ratio=1)
    expect(pad.place("save")).to_contain_text(re.compile("[.。]$"))  # it says the whole sentence
    assert page.evaluate(KEYS_AT) == before and page.evaluate(SAVE_AT) == save
    refusals = page.evaluate(REFUSALS_AT)
    assert refusals and not any(refusals)  # each in the line of its label, over no key
    page.locator("[data-seat].is-dealer").tap()
    expect(page.locator("[data-seat].is-dealer")).not_to_have_attribute("aria-pressed", "true")
    save = page.evaluate(SAVE_AT)
    pad.save()
    expect(pad.place("save")).to_have_class(re.compile("is-empty"))
    expect(page.locator("[data-pad] :active")).to_have_count(0)  # a key under a thumb is a pixel lower
    expect(pad.place("notice")).not_to_be_empty()  # for who hears the page
    assert page.evaluate(KEYS_AT) == before and page.evaluate(SAVE_AT) == save
    page.context.set_offline(True)
    pad.tap(**OFFLINE_DEALS[key])
    pad.save()
    expect(pad.place("contact")).not_to_be_empty()
    expect(pad.place("badge")).to_contain_text("1")
    assert page.evaluate(KEYS_AT) == before
    page.context.close()


@pytest.mark.parametrize("locale", sweep(["de-DE", "en-GB", "ja-JP"]))
@pytest.mark.parametrize("key", sweep(["skat", "doppelkopf", "schafkopf", "jass"]))
def test_words_are_large_enough_and_twice_as_large_the_save_key_lies_below_all_others(
    key: str, locale: str, browser: Browser, site: str, installation: dict[str, str]
) -> None:
    page = open_phone(browser, site, rules=False, locale=locale)
    players = 5 if key == "doppelkopf" else 4
    pad = Pad(
        page, demo_evening(installation, game=key, players=players, rounds=1, played=0.2)["tables"][0]["path"]
    )
    expect(pad.page.locator(".fields .key:visible").first).to_be_visible()
    expect(pad.place("save")).to_be_in_viewport(ratio=1)
    assert page.evaluate(COVERED, "save") == [] and page.evaluate(COVERED, "asked") == []
    for size in ({"width": 360, "height": 740}, NARROW):
        page.set_viewport_size(size)
        assert page.evaluate(SMALL) == [] and page.evaluate(CUT) == [] and page.evaluate(TOO_WIDE) <= 0
        assert page.evaluate(BROKEN) == []
    if (more := page.locator(MORE)).is_visible():
        more.tap()
        expect(pad.place("savePlace")).to_have_css("position", "static")
        assert page.evaluate(COVERED, "save") == [] and page.evaluate(BROKEN) == []
    page.evaluate(TWICE_THE_TEXT)
    assert page.evaluate(COVERED, "save") == [] and page.evaluate(CUT) == [] and page.evaluate(TOO_WIDE) <= 0
    page.context.close()


TOLD = "[role=status], .clock-left"  # named also while they are empty
NAMELESS = """(told) => [...document.querySelectorAll(`[data-pad] :is([role=group], details, ${told})`)]
  .filter((each) => each.matches(told) || each.offsetParent)
  .filter((each) => {
    const label = document.getElementById(each.getAttribute("aria-labelledby"));
    return !(each.getAttribute("aria-label") || (label && label.textContent.trim()));
  }).map((each) => each.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("key", ["skat", "doppelkopf"])
def test_each_group_has_a_name_and_the_dealer_who_sits_out_says_so(
    key: str, browser: Browser, site: str, installation: dict[str, str]
) -> None:
    page = open_phone(browser, site, rules=False)
    wishes = {"players": 5 if key == "doppelkopf" else 4, "rounds": 1, "played": 0}
    pad = Pad(page, demo_evening(installation, game=key, **wishes)["tables"][0]["path"])
    expect(pad.key("declarer", 0)).to_have_attribute("aria-description", "deals and sits out")
    expect(pad.key("declarer", 1)).not_to_have_attribute("aria-description", "deals and sits out")
    assert page.evaluate(NAMELESS, TOLD) == []
    page.context.close()


ON_ITS_SIDE: ViewportSize = {"width": 740, "height": 360}
TABLET: ViewportSize = {"width": 1024, "height": 768}
ONE_STOP_EACH = """() => {
  const groups = [...document.querySelectorAll("[data-pad] [role=group]")]
    .map((group) => [...group.querySelectorAll("button.key")].filter((key) => key.offsetParent))
    .filter((keys) => keys.length > 1);
  return groups.length > 0 && groups.every((keys) => keys.filter((key) => key.tabIndex === 0).length === 1);
}"""


def test_a_deal_by_keyboard_one_tab_for_each_group_and_the_page_stays_where_it_was(
    browser: Browser, site: str, installation: dict[str, str]
) -> None:
    page = open_phone(browser, site, rules=False)
    pad = Pad(page, a_table(installation, "fipsen-prisdorf")["path"])
    expect(pad.place("badge")).to_have_text("sent")
    types_seat_and_bid(pad)
    fits_a_phone_on_its_side(pad)
    chooses_trumps_by_an_arrow(pad)
    leads_to_what_is_missing(pad)
    page.evaluate("scrollTo(0, 0)")
    pad.save()
    pad.has_sent()
    opens_and_leaves_the_row(pad)
    page.context.close()


def types_seat_and_bid(pad: Pad) -> None:
    """Type a seat and a bid, a tab apart; the pad names what is left."""
    pad.page.keyboard.press("2")
    expect(pad.key("declarer", 1)).to_have_attribute("aria-pressed", "true")
    expect(pad.place("save")).to_contain_text("Missing: Bid")
    pad.page.keyboard.press("Tab")
    pad.page.keyboard.press("3")
    expect(pad.key("bid", 3)).to_have_attribute("aria-pressed", "true")
    expect(pad.place("save")).to_contain_text("Missing: Trumps, Declarer's tricks")
    pad.page.keyboard.press("Tab")
    pad.page.wait_for_function(ONE_STOP_EACH)


def fits_a_phone_on_its_side(pad: Pad) -> None:
    """Turn the phone on its side and back; everything of the pad is in sight."""
    pad.page.set_viewport_size(ON_ITS_SIDE)
    for each in ("seats", "firstFields", "fields", "save"):
        assert lies_in_sight(pad.page, f"[data-place={each}]"), each
    pad.page.set_viewport_size(PHONE)


def chooses_trumps_by_an_arrow(pad: Pad) -> None:
    """Go from one suit to the next by an arrow, and choose it."""
    pad.key("trump", "C").focus()
    pad.page.keyboard.press("ArrowRight")
    with pad.page.expect_response("**/preview/**"):
        pad.page.keyboard.press("Enter")
    expect(pad.key("trump", "S")).to_have_attribute("aria-pressed", "true")
    expect(pad.place("save")).not_to_contain_text("Trumps")
    expect(pad.place("save")).to_contain_text("Missing: Declarer's tricks")


def leads_to_what_is_missing(pad: Pad) -> None:
    """Save too early: the refused field is in sight; type the tricks there."""
    pad.save()
    expect(pad.page.locator("[data-field=tricks].is-refused")).to_be_in_viewport(ratio=1)
    expect(pad.place("fields")).not_to_have_attribute("inert", "")
    pad.key("tricks", 0).focus()
    pad.page.keyboard.press("3")
    expect(pad.key("tricks", 3)).to_be_focused()
    expect(pad.place("save")).to_contain_text("+3")


def opens_and_leaves_the_row(pad: Pad) -> None:
    """Open the row of the deal and cancel: each time its place is in sight."""
    expect(pad.row(1).get_by_role("button")).to_be_visible()
    pad.open_row(1)
    expect(pad.place("mode")).to_be_in_viewport(ratio=1)
    pad.press("Cancel")
    expect(pad.row(1)).to_be_in_viewport()


FIRST_KEYS = "[data-pad] :is([data-seat], [data-field=bid] [data-value])"
BOXES = """(keys) => keys.map((key) => {
  const { left, top, width, height } = key.getBoundingClientRect();
  return [key.textContent.trim(), left, top, width, height];
})"""


@pytest.mark.parametrize("key", ["fipsen-prisdorf", "fips-anseger"])
@pytest.mark.parametrize("width", sweep([320, 360, 1024]))
def test_keys_that_the_server_drew_take_taps_and_stay_where_they_are_when_the_script_runs(
    browser: Browser, site: str, installation: dict[str, str], key: str, width: int
) -> None:
    page = open_phone(browser, site, rules=False)
    page.set_viewport_size({"width": width, "height": 700})
    held: list[Route] = []
    page.route("**/tournaments/table*.js", lambda route: held.append(route))
    link = a_table(installation, key)["path"]
    if key == "fipsen-prisdorf":  # a new phone is asked whether this deal is the last one
        write_deals(site, link, [a_record()])
    page.goto(link, wait_until="commit")
    seat, bid = page.locator("[data-seat='2']"), page.locator("[data-field=bid] [data-value='3']")
    for each in (seat, bid, bid, bid):
        each.tap()
    expect(page.locator("[data-pad] :active")).to_have_count(0)  # a key under a thumb is a pixel lower
    before = measured(page, FIRST_KEYS, BOXES)
    for each in (seat, bid):
        expect(each).to_have_attribute("aria-pressed", "true")
    held[0].continue_()
    expect(page.locator("[data-place=badge]")).to_have_text("sent")
    expect(page.locator("[data-first-key]")).to_have_count(0)
    for each in (seat, bid):
        expect(each).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-place=save]")).to_contain_text("Missing: Trumps")
    after = measured(page, FIRST_KEYS, BOXES)
    assert len(before) > 7 and [box[1:] for box in after] == [box[1:] for box in before]
    page.context.close()


def test_a_tablet_in_the_middle_turns_to_who_taps(
    browser: Browser, site: str, installation: dict[str, str]
) -> None:
    page = open_phone(browser, site, rules=False)
    page.goto(a_table(installation, "fipsen-prisdorf")["path"])
    expect(page.locator("[data-place=badge]")).to_have_text("sent")
    turns_to_who_taps(page)
    page.context.close()


def turns_to_who_taps(page: Page) -> None:
    """Tap the key of each side of a tablet; the pad turns there: its save key lies along that side."""
    page.set_viewport_size(TABLET)
    page.get_by_role("button", name="Tablet in the middle").tap()
    expect(page.locator("[data-side]")).to_have_count(4)
    lies = box_of(page.locator("[data-pad]"))
    assert lies["x"] + lies["width"] / 2 == TABLET["width"] / 2
    for side, is_upright in enumerate((True, False, True, False)):
        page.locator(f"[data-side='{side}']").tap()
        save = page.locator("[data-place=save]")
        expect(save).to_be_in_viewport(ratio=1)
        box = box_of(save)
        assert (box["width"] > box["height"]) is is_upright
    page.locator("[data-seat='1']").tap()
    expect(page.locator("[data-seat='1']")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Tablet in the middle").tap()
    expect(page.locator("[data-side='0']")).to_be_hidden()
