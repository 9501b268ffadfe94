"""Content that changes while it is read: rows move once and smoothly, or not at all if so requested."""

from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.hands import demo_evening, open_desk

LONGEST_PAUSE = 9_000  # milliseconds until a page asks without being told
TURNED = """html => {
  const part = document.createElement("template");
  part.innerHTML = html;
  const body = part.content.querySelector("tbody");
  Array.from(body.children).reverse().forEach((row, at) => {
    row.dataset.rank = at + 1;
    body.append(row);
  });
  return part.innerHTML;
}"""
COUNT_MOVES = """
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...more) {
    if (this.matches("tr[data-key]") && frames[0].transform.startsWith("translateY")) window.moved += 1;
    return animate.call(this, frames, ...more);
  };
"""


@pytest.fixture(scope="module")
def evening(site: str, installation: dict[str, str]) -> str:
    """Return an event with standings."""
    return str(demo_evening(installation, players=8, rounds=1)["event"])


def turn_over(page: Page, slug: str) -> str:
    """Reverse the rows from the next request on; return the key of the row that was first."""
    page.add_init_script(COUNT_MOVES)
    page.clock.install()
    with page.expect_request("**/stream/"):
        page.goto(f"/events/{slug}/")
    key = page.locator("tr[data-key]").first.get_attribute("data-key")
    turned = page.evaluate(TURNED, page.request.get(f"/events/{slug}/live/").text())

    def answer(route: Route) -> None:
        route.fulfill(status=200, content_type="text/html", headers={"ETag": '"turned"'}, body=turned)

    page.route("**/live/", answer)
    return key or ""


@pytest.mark.parametrize(
    ("motion", "moves", "has_stream"), [("no-preference", True, True), ("reduce", False, False)]
)
def test_a_changed_place_is_shown_calmly(
    browser: Browser,
    site: str,
    evening: str,
    motion: Literal["no-preference", "reduce"],
    moves: bool,
    has_stream: bool,
) -> None:
    # A page whose stream is refused asks as one without a stream.
    page = open_desk(browser, site, reduced_motion=motion)
    if not has_stream:
        page.route("**/stream/", lambda route: route.fulfill(status=503))
    key = turn_over(page, evening)
    page.clock.fast_forward(LONGEST_PAUSE)
    page.wait_for_selector("tr.has-moved", state="attached")
    assert (page.evaluate("window.moved") > 0) is moves
    expect(page.locator("tr[data-key]").last).to_have_attribute("data-key", key)
    page.context.close()
