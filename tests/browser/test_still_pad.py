"""A pad that stays stable while a deal is tapped: no answer is falsely refused, and no key moves."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import Pad, open_phone
from tests.browser.test_pads import WITH_COMMON_DEAL, a_table, deal_of, enter

LONGER_THAN_A_PREVIEW = 400  # milliseconds
SLOWER = 4  # an old phone compared with this machine
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
    if (window.isWatched) requestAnimationFrame(look);
  };
  window.isWatched = true;
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document.querySelector("[data-pad]"), everything);
  requestAnimationFrame(look);
  window.watched = seen;
}"""


@pytest.fixture
def slow_phone(browser: Browser, site: str) -> Iterator[Page]:
    page = open_phone(browser, site)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page
    page.context.close()


@pytest.mark.parametrize("key", WITH_COMMON_DEAL)
def test_nothing_is_refused_and_no_key_moves_while_a_deal_is_tapped(
    key: str, slow_phone: Page, installation: dict[str, str]
) -> None:
    pad = Pad(slow_phone, a_table(installation, key)["path"])
    expect(slow_phone.locator("[data-rules=here]")).to_be_visible()
    slow_phone.evaluate(WATCH)
    for tap in deal_of(key).taps:
        enter(pad, (tap,))
        slow_phone.wait_for_timeout(LONGER_THAN_A_PREVIEW)
    seen: dict[str, Any] = slow_phone.evaluate("() => { window.isWatched = false; return window.watched; }")
    assert seen == {"refusals": [], "moves": []}
