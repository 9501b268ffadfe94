"""Every page, on a phone and on a desktop, in three languages, in light and dark.

On each day a page is seen in one language, a third of the pages in each, and axe reads every second one, at
one width in the light or in the dark (tests/sweeps.py). In 24 days each page had all.

CONTACT_SHEET=folder writes a screenshot of each and an index.html to view all of them.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Browser, ConsoleMessage, Frame, Page, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.faces import FACES, NOT_LOOKED_AT, ORGANISER, PAGES, STRANGER
from tests.browser.hands import (
    Pad,
    demo_evening,
    make_event,
    measured,
    open_desk,
    open_phone,
    paste_players,
    press,
    send,
    sign_in,
)
from tests.sweeps import turn

LANGUAGES = ("en", "de", "ja")
EVERYTHING = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
COLOURS = {"type": "rule", "values": ["color-contrast"]}  # the only difference in the dark
LEAST_TARGET = 48
NARROW: ViewportSize = {"width": 320, "height": 640}
MOST_BYTES = 100_000
Light = Literal["light", "dark"]
LIGHTS: dict[Light, dict[str, Any]] = {"light": EVERYTHING, "dark": COLOURS}
READINGS: list[tuple[ViewportSize, Light] | None] = [  # None: a day without axe, most of a page's time
    (PHONE, "light"),
    None,
    (DESK, "dark"),
    None,
    (DESK, "light"),
    None,
    (PHONE, "dark"),
    None,
]
VIOLATIONS = """(options) => axe.run(options).then(
    (result) => result.violations.map((each) => [each.id, each.nodes[0].target]))"""
CONTACT_SHEET = os.environ.get("CONTACT_SHEET", "")
INDEX = """<!doctype html><meta charset="utf-8"><title>All pages</title><style>
figure { display: inline-block; margin: 8px; vertical-align: top; font: 12px sans-serif; width: 240px }
img { width: 240px; height: 427px; object-fit: cover; object-position: top; border: 1px solid #999 }
</style>"""
FIGURE = (
    '<figure><a href="{name}"><img src="{name}" loading="lazy"></a><figcaption>{name}</figcaption></figure>'
)


def names_in(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """Yield the names of our addresses; those of programs and of the administration are not for players."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                yield from names_in(pattern.url_patterns)
        elif pattern.name and not pattern.name.startswith("api_"):
            yield pattern.name


def test_every_address_is_looked_at_or_says_why_not() -> None:
    declared = set(PAGES).union(*NOT_LOOKED_AT.values())
    assert set(names_in(get_resolver().url_patterns)) == declared


# Pages


@pytest.fixture(scope="module")
def fresh(site: str, installation: dict[str, str]) -> dict[str, Any]:
    """Return an event without deals."""
    return demo_evening(installation, players=7, rounds=1, played=0)


@pytest.fixture(scope="module")
def busy(installation: dict[str, str], fresh: dict[str, Any]) -> dict[str, Any]:
    """Return the demonstration; made last, because each one sets a new password."""
    return demo_evening(installation)


@pytest.fixture(scope="module")
def organiser(browser: Browser, site: str, busy: dict[str, Any]) -> Any:
    """Return the browser state of the demonstration's organiser, signed in."""
    page = open_desk(browser, site)
    sign_in(page, busy["login"]["username"], busy["login"]["password"])
    return page.context.storage_state()


@pytest.fixture(scope="module")
def places(
    browser: Browser, site: str, organiser: Any, busy: dict[str, Any], fresh: dict[str, Any]
) -> dict[str, str]:
    """Return the values for the placeholders of the addresses above."""
    page = open_desk(browser, site, storage_state=organiser)
    empty = make_event(page, "Skatfreunde Klein Offenseth-Sparrieshoop", "Nobody has come yet")
    drawn = make_event(
        page, "Kartenfreunde Elmshorn", "Weihnachtspreisfipsen um den Wanderpokal der Gemeinde"
    )
    paste_players(
        page, drawn, ["Ada Lührs", "Ben Timm", "西村 百合子", "Maximiliane von Hohenlohe-Schillingsfürst"]
    )
    page.goto(f"/events/{drawn}/organise/")
    press(page, "Draw round 1")
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    opened = make_event(page, "Rifkifreunde Ahrenlohe", "Neujahrsrifki mit Verlosung eines Präsentkorbes")
    registration = open_registration(page, opened)
    page.goto(f"/events/{busy['event']}/")
    club = page.locator(".crumbs a[href^='/clubs/']").get_attribute("href") or ""
    page.goto(f"/events/{busy['event']}/organise/players/")
    entrant = page.locator("a.person").first.get_attribute("href") or ""
    page.goto(f"/events/{busy['event']}/organise/publish/")
    send(page, "Publish a provisional list")
    published = page.locator("a[href^='/lists/']").first.get_attribute("href") or ""
    player = list_first_player(page, club)
    series = make_series(page, club)
    link = busy["tables"][-1]["path"]
    page.goto(link)
    table = page.url.rstrip("/").split("/")[-1]
    page.goto(f"/events/{busy['event']}/organise/tables/{table}/")
    deal = page.locator(".sheet th a").first.get_attribute("href") or ""
    page.context.close()
    return {
        "event": busy["event"],
        "empty": empty,
        "drawn": drawn,
        "series": series,
        "player": player,
        "open": opened,
        "registration": registration,
        "fresh": fresh["event"],
        "club": club.strip("/").split("/")[-1],
        "entrant": entrant.strip("/").split("/")[-1],
        "list": published.strip("/").split("/")[-1],
        "table": table,
        "deal": deal.strip("/").split("/")[-1],
        "link": link,
        "old_link": busy["tables"][0]["path"],
        "fresh_link": fresh["tables"][0]["path"],
    }


def open_registration(page: Page, slug: str) -> str:
    """Open an event with a fee for registration; return the private page of the last entrant."""
    page.goto(f"/events/{slug}/organise/settings/")
    page.locator("summary", has_text="Time, fee and registration").click()
    page.fill("input[name=starts_at]", "19:30")
    page.fill("input[name=fee_cents]", "7.50")
    page.fill("input[name=places]", "2")
    page.check("input[name=is_registration_open]")
    send(page, "Save")
    for name in ("Ada Lührs", "Maximiliane von Hohenlohe-Schillingsfürst", "西村 百合子"):
        page.goto(f"/events/{slug}/register/")
        page.fill("input[name=name]", name)
        page.fill("input[name=team]", "Kartenfreunde Elmshorn-Kölln-Reisiek")
        page.check("input[name=agrees_to_list]")
        send(page, "Register")
    expect(page.get_by_text("waiting list")).to_be_visible()
    return str(page.url)


def list_first_player(page: Page, club: str) -> str:
    """Return the id of the first player of the club's list, now with a category."""
    page.goto(f"{club}players/")
    with page.expect_navigation():
        page.locator("tbody th a").first.click()
    page.locator("summary", has_text="Member register").click()
    page.fill("input[name=categories]", "women, Jugend unter achtzehn Jahren")
    send(page, "Save")
    return page.url.split("?")[0].rstrip("/").split("/")[-1]


def make_series(page: Page, club: str) -> str:
    """Make a published series of all events of the club."""
    page.goto(f"{club}new-series/")
    page.fill("input[name=name]", "Vereinsmeisterschaft im Fipsen und allerlei anderen Kartenspielen")
    page.check("input[name=is_published]")
    for box in page.locator("input[name=events]").all():
        box.check()
    send(page, "Create series")
    return page.url.rstrip("/").split("/")[-1]


@dataclass
class Visit:
    """An opened page, and the errors it raised."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    is_leaving: bool = False  # complaints are still about the page before

    def open(self, address: str) -> None:
        """Open the address at the size of a phone."""
        self.page.set_viewport_size(PHONE)
        self.is_leaving = True
        self.page.goto(address)

    def begin(self, frame: Frame) -> None:
        """Forget the complaints about the page before."""
        if self.is_leaving and frame == self.page.main_frame:
            self.is_leaving = False
            self.complaints.clear()
            self.foreign.clear()

    def overflow(self) -> int:
        return int(
            self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        )


# A noun and its number ("Table 4", "第4卓") stay on one line of a heading.
BROKEN_UNITS = r"""() => {
    const found = [];
    for (const heading of document.querySelectorAll("h1, h2, h3")) {
        const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            for (const match of node.data.matchAll(/第\d+\p{L}|\p{L}+\s\d+/gu)) {
                const range = document.createRange();
                range.setStart(node, match.index);
                range.setEnd(node, match.index + match[0].length);
                const tops = [...range.getClientRects()].map((each) => Math.round(each.top));
                if (new Set(tops).size > 1) found.push(match[0]);
            }
        }
    }
    return found;
}"""

# A word of a key, a name, a column's head or the organiser's bar stays whole, unless it asks for hyphens.
BROKEN_WORDS = r"""() => {
    const found = [];
    for (const place of document.querySelectorAll(
        "thead th, .organiser-bar a, main button, main .button, .key-drawn, .person-who")) {
        if (!place.checkVisibility() || getComputedStyle(place).hyphens === "auto") continue;
        const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            for (const match of node.data.matchAll(/[\p{Script=Latin}\xad]+|[\p{Script=Katakana}ー]+/gu)) {
                if (match[0].includes("\xad")) continue;
                const range = document.createRange();
                range.setStart(node, match.index);
                range.setEnd(node, match.index + match[0].length);
                const tops = [...range.getClientRects()].map((each) => Math.round(each.top));
                if (new Set(tops).size > 1) found.push(match[0]);
            }
        }
    }
    return found;
}"""

# What stands at the right of a sheet, and the words of a chart, are not cut at its edge.
CUT_OFF = """() => {
    const found = [];
    for (const part of document.querySelectorAll("svg.picture text, .paper .played")) {
        const edge = part.closest("svg.picture, .paper").getBoundingClientRect();
        const box = part.getBoundingClientRect();
        const isCut = box.right > edge.right - 1 || box.left < edge.left;
        if (box.width && isCut) found.push(part.textContent.trim());
    }
    return found;
}"""

# No heading, link or key reaches over the edge of a phone, in a row that scrolls by itself either; a list of
# parts that is as wide as it must be is not measured.
OVER_THE_EDGE = """() => [...document.querySelectorAll("main :is(h1, h2, h3, a, button, summary, label)")]
    .filter((each) => each.checkVisibility() && each.getClientRects().length
        && !each.closest("table, .unseen, .organiser-bar"))
    .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth)
    .map((each) => each.textContent.trim())"""

# A link that looks like a word begins where the text around it does, unless something stands before it.
INDENTED = """() => [...document.querySelectorAll("main .plain")].filter((link) => {
    const text = document.createRange();
    text.selectNodeContents(link);
    const own = text.getBoundingClientRect();
    const around = link.parentElement.getBoundingClientRect();
    const { paddingLeft, textAlign, justifyContent } = getComputedStyle(link.parentElement);
    const isAtTheLeft = textAlign !== "center" && !/center|end/.test(justifyContent);
    const before = link.previousElementSibling;
    const isFirst = !before || before.getBoundingClientRect().bottom < own.top;
    const indent = own.left - around.left - parseFloat(paddingLeft);
    return link.checkVisibility() && isAtTheLeft && isFirst && indent > 6;
}).map((link) => link.textContent.trim())"""

# With letters of twice the size a word takes two lines at most, a long one a line for four of its letters.
WORDS_IN_COLUMNS = r"""() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const place = node.parentElement;
        const isAside = place.closest("svg, .address, .sha, .hash, .command, .unseen");
        if (isAside || !place.checkVisibility()) continue;
        for (const match of node.data.matchAll(/[\p{L}\p{M}]{4,}/gu)) {
            const range = document.createRange();
            range.setStart(node, match.index);
            range.setEnd(node, match.index + match[0].length);
            const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.top))).size;
            const isWord = !/\p{Script=Han}|\p{Script=Hiragana}/u.test(match[0]);
            if (isWord && lines > Math.max(2, Math.ceil(match[0].length / 4))) found.push(match[0]);
        }
    }
    return found;
}"""
TWICE_THE_TEXT = "(size) => { document.documentElement.style.fontSize = size; }"

Open = Callable[[str, str], Visit]


@pytest.fixture(scope="module")
def open_face(browser: Browser, site: str, organiser: Any, places: dict[str, str]) -> Iterator[Open]:
    """Open a face in a language; one page for every visitor and language is cached."""
    visits = {}
    for who, state in ((STRANGER, None), (ORGANISER, organiser)):
        for language in LANGUAGES:
            visits[who, language] = Visit(open_desk(browser, site, locale=language, storage_state=state))
            listen(visits[who, language], site)

    def visit(face: str, language: str) -> Visit:
        who, address = FACES[face]
        visited = visits[who, language]
        visited.open(address.format(**places))
        return visited

    yield visit
    for each in visits.values():
        each.page.context.close()


def listen(visited: Visit, site: str) -> None:
    """Record console errors and contacted hosts."""

    def hear(message: ConsoleMessage) -> None:
        is_own_status = message.location["url"] == visited.page.url and "status of 4" in message.text
        if message.type in ("error", "warning") and not is_own_status:
            visited.complaints.append(message.text)

    visited.page.on("framenavigated", visited.begin)
    visited.page.on("console", hear)
    visited.page.on("pageerror", lambda error: visited.complaints.append(str(error)))
    visited.page.on(
        "request",
        lambda request: (
            None if request.url.startswith((site, "data:")) else visited.foreign.append(request.url)
        ),
    )


@pytest.fixture(scope="module")
def album() -> Iterator[list[str]]:
    """Collect the names of the screenshots; write an index of them at the end."""
    taken: list[str] = []
    yield taken
    if CONTACT_SHEET:
        index = Path(CONTACT_SHEET, "index.html")
        index.write_text(INDEX + "".join(FIGURE.format(name=name) for name in sorted(taken)))


def take_picture(visited: Visit, name: str, album: list[str]) -> None:
    if CONTACT_SHEET:
        Path(CONTACT_SHEET).mkdir(parents=True, exist_ok=True)
        visited.page.screenshot(path=Path(CONTACT_SHEET, name), full_page=True)
        album.append(name)


@pytest.mark.sampled
@pytest.mark.parametrize("face", FACES)
def test_a_page_fits_phone_and_desk_asks_nobody_else_and_can_be_used_by_everybody(
    open_face: Open, album: list[str], face: str
) -> None:
    place = list(FACES).index(face)
    faults = [
        (language, kind, found)
        for language in turn(LANGUAGES, place)
        for kind, found in look_at(open_face(face, language), face, language, turn(READINGS, place), album)
        if found
    ]
    assert faults == []


def look_at(
    visited: Visit,
    face: str,
    language: str,
    readings: list[tuple[ViewportSize, Light] | None],
    album: list[str],
) -> Iterator[tuple[str, Any]]:
    """Yield what to look for and what was found of it."""
    yield overflow(visited, PHONE, f"{face}-{language}", album)
    yield "broken in a heading", visited.page.evaluate(BROKEN_UNITS)
    yield "broken words", visited.page.evaluate(BROKEN_WORDS)
    yield "indented", visited.page.evaluate(INDENTED)
    yield "over the edge", visited.page.evaluate(OVER_THE_EDGE)
    phone, desk = ([each[1] for each in readings if each and each[0] is size] for size in (PHONE, DESK))
    yield from barriers(visited, f"{face}-{language}-dark-{PHONE['width']}", phone, album)
    yield overflow(visited, DESK, f"{face}-{language}", album)
    yield "cut off", visited.page.evaluate(CUT_OFF)
    yield from barriers(visited, f"{face}-{language}-dark-{DESK['width']}", desk, album)
    yield from large_text(visited, f"{face}-{language}", album)
    yield "said in the console", [*visited.complaints]
    yield "asked of others", [*visited.foreign]


def overflow(visited: Visit, size: ViewportSize, name: str, album: list[str]) -> tuple[str, int]:
    """Return how many pixels the page is wider than the screen."""
    visited.page.set_viewport_size(size)
    take_picture(visited, f"{name}-{size['width']}.png", album)
    return f"pixels too wide for {size['width']}", visited.overflow()


def large_text(visited: Visit, name: str, album: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield what does not fit the narrowest phone with letters of twice the size."""
    visited.page.evaluate(TWICE_THE_TEXT, "200%")
    yield overflow(visited, NARROW, f"{name}-twice", album)
    yield "a letter a line", visited.page.evaluate(WORDS_IN_COLUMNS)
    visited.page.evaluate(TWICE_THE_TEXT, "")


def barriers(visited: Visit, name: str, lights: list[Light], album: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield axe's findings in these lights: rules and the first element that breaks each."""
    if lights and not visited.page.evaluate("'axe' in window"):
        visited.page.evaluate(AXE_SCRIPT)
    for light in lights:
        visited.page.emulate_media(color_scheme=light)
        options = {"runOnly": LIGHTS[light], "resultTypes": ["violations"], "preload": False}
        yield f"barriers, {light}", visited.page.evaluate(VIOLATIONS, options)
        if light == "dark":
            take_picture(visited, f"{name}.png", album)
    visited.page.emulate_media(color_scheme="light")


# The pad


SIZES = """(keys) => keys.filter((key) => key.checkVisibility({ visibilityProperty: true }))
  .map((key) => [key.textContent.trim(), key.getBoundingClientRect()])
  .map(([text, { width, height }]) => [text, width, height])"""


@pytest.fixture
def pad(browser: Browser, site: str, places: dict[str, str]) -> Iterator[Pad]:
    page = open_phone(browser, site, rules=False)
    yield Pad(page, places["link"])
    page.context.close()


@pytest.mark.parametrize(
    "taps", [{}, {"declarer": 1, "bid": 2}, {"contract": "kieker"}], ids=["empty", "bid", "kieker"]
)
def test_every_key_of_the_pad_is_as_large_as_a_thumb(pad: Pad, taps: dict[str, Any]) -> None:
    pad.tap(**taps)
    for name, value in taps.items():
        expect(pad.key(name, value)).to_have_attribute("aria-pressed", "true")
    sizes = measured(pad.page, ".pad button, .pad input", SIZES)
    assert sizes and [each for each in sizes if min(each[1:]) < LEAST_TARGET] == []


def test_a_table_with_a_whole_evening_on_its_sheet_is_light_to_load(
    browser: Browser, site: str, places: dict[str, str]
) -> None:
    page = open_phone(browser, site, rules=False)
    received: list[int] = []
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: received.append(int(event["encodedDataLength"])))
    Pad(page, places["old_link"])
    page.wait_for_load_state("load")
    page.context.close()
    assert 0 < sum(received) < MOST_BYTES
