"""Every page, on a phone and on a desktop, in three languages, in light and dark.

On each day a page is seen in one language, on a phone and either at a desk or in large letters, and axe reads
a quarter of the pages, at one width, more often in the light than in the dark (tests/sweeps.py). In 6 days
each page was seen in every way, in 75 days axe has read all of them.

CONTACT_SHEET=folder writes a screenshot of each and an index.html to view all of them.
"""

import json
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
from tests.browser.faces import FACES, MAKE_PLACES, NOT_LOOKED_AT, ORGANISER, PAGES, STRANGER
from tests.browser.hands import (
    Pad,
    demo_evening,
    measured,
    open_desk,
    open_phone,
    sign_in,
)
from tests.processes import manage
from tests.sweeps import turn

LANGUAGES = ("en", "de", "ja")
EVERYTHING = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
COLOURS = {"type": "rule", "values": ["color-contrast"]}  # the only difference in the dark
LEAST_TARGET = 48
NARROW: ViewportSize = {"width": 320, "height": 640}
OTHER_SIZES = (DESK, NARROW)  # beside a phone; on a narrow one the letters are twice as large
MOST_BYTES = 100_000
Light = Literal["light", "dark"]
LIGHTS: dict[Light, dict[str, Any]] = {"light": EVERYTHING, "dark": COLOURS}
READINGS: list[tuple[ViewportSize, Light] | None] = [  # None: a day without axe, most of a page's time
    *((PHONE, "light"), None, None, None),
    *((DESK, "light"), None, None, None),
    *((PHONE, "dark"), None, None, None),
    *((PHONE, "light"), None, None, None),
    *((DESK, "light"), None, None, None),
    *((DESK, "dark"), None, None, None, None),
]
# Of rows of a list or table that differ in their words only, axe reads four.
VIOLATIONS = """(options) => {
    const alike = new Map(), others = [];
    for (const row of document.querySelectorAll("tr, li")) {
        if (!alike.has(row.parentElement)) alike.set(row.parentElement, new Map());
        const known = alike.get(row.parentElement);
        const shape = [row, ...row.querySelectorAll("*")].map((each) =>
            [each.tagName, each.className, ...each.getAttributeNames()].join()).join();
        known.set(shape, (known.get(shape) ?? 0) + 1);
        if (known.get(shape) > 4) others.push(row);
    }
    return axe.run({ exclude: others }, options).then(
        (result) => result.violations.map((each) => [each.id, each.nodes[0].target]));
}"""
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
def busy(site: str, installation: dict[str, str]) -> dict[str, Any]:
    """Return an evening of three tables whose second round is under way."""
    return demo_evening(installation, players=12, played=0.3)


@pytest.fixture(scope="module")
def places(installation: dict[str, str], busy: dict[str, Any]) -> dict[str, str]:
    """Return the values for the placeholders of the addresses."""
    fresh = demo_evening(installation, players=7, rounds=1, played=0)  # an event without deals
    table, old_table = busy["tables"][-1], busy["tables"][0]
    script = MAKE_PLACES.format(busy=busy["event"], fresh=fresh["event"], token=table["token"])
    return {
        "event": busy["event"],
        "fresh": fresh["event"],
        "link": table["path"],
        "old_link": old_table["path"],
        "fresh_link": fresh["tables"][0]["path"],
        **json.loads(manage(installation, "shell", "-v", "0", "-c", script)),
    }


@pytest.fixture(scope="module")
def organiser(browser: Browser, site: str, busy: dict[str, Any]) -> Any:
    """Return the browser state of the demonstration's organiser, signed in."""
    page = open_desk(browser, site)
    sign_in(page, busy["login"]["username"], busy["login"]["password"])
    state = page.context.storage_state()
    page.context.close()
    return state


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

    def ask(self, questions: dict[str, str]) -> Iterator[tuple[str, Any]]:
        """Yield what is asked and what each of these scripts finds; one step runs all of them."""
        scripts = ", ".join(questions.values())
        yield from zip(questions, self.page.evaluate(f"[{scripts}].map((find) => find())"), strict=True)


WIDER_THAN_THE_SCREEN = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"

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
AT_A_PHONE = {
    "pixels too wide for a phone": WIDER_THAN_THE_SCREEN,
    "broken in a heading": BROKEN_UNITS,
    "broken words": BROKEN_WORDS,
    "indented": INDENTED,
    "over the edge": OVER_THE_EDGE,
}
AT_A_DESK = {"pixels too wide for a desk": WIDER_THAN_THE_SCREEN, "cut off": CUT_OFF}
IN_LARGE_LETTERS = {
    "pixels too wide in large letters": WIDER_THAN_THE_SCREEN,
    "a letter a line": WORDS_IN_COLUMNS,
}
TWICE_THE_TEXT = "() => { document.documentElement.style.fontSize = '200%'; }"

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
        for kind, found in look_at(
            open_face(face, language),
            f"{face}-{language}",
            turn(OTHER_SIZES, place),
            turn(READINGS, place),
            album,
        )
        if found
    ]
    assert faults == []


def look_at(
    visited: Visit,
    name: str,
    sizes: list[ViewportSize],
    readings: list[tuple[ViewportSize, Light] | None],
    album: list[str],
) -> Iterator[tuple[str, Any]]:
    """Yield what to look for and what was found of it: on a phone, and at the other sizes of the day."""
    phone, desk = ([each[1] for each in readings if each and each[0] is size] for size in (PHONE, DESK))
    take_picture(visited, f"{name}-{PHONE['width']}.png", album)
    yield from visited.ask(AT_A_PHONE)
    yield from barriers(visited, f"{name}-dark-{PHONE['width']}", phone, album)
    if desk or DESK in sizes:
        visited.page.set_viewport_size(DESK)
        take_picture(visited, f"{name}-{DESK['width']}.png", album)
        yield from visited.ask(AT_A_DESK)
        yield from barriers(visited, f"{name}-dark-{DESK['width']}", desk, album)
    if NARROW in sizes:
        visited.page.evaluate(TWICE_THE_TEXT)
        visited.page.set_viewport_size(NARROW)
        take_picture(visited, f"{name}-twice-{NARROW['width']}.png", album)
        yield from visited.ask(IN_LARGE_LETTERS)
    yield "said in the console", [*visited.complaints]
    yield "asked of others", [*visited.foreign]


def barriers(visited: Visit, name: str, lights: list[Light], album: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield axe's findings in these lights: rules and the first element that breaks each."""
    if lights:
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


def test_every_key_of_the_pad_is_as_large_as_a_thumb(
    browser: Browser, site: str, places: dict[str, str]
) -> None:
    pad = Pad(open_phone(browser, site, rules=False), places["link"])
    taps: list[dict[str, Any]] = [{}, {"declarer": 1, "bid": 2}, {"contract": "kieker"}]
    for tapped in taps:
        pad.tap(**tapped)
        for name, value in tapped.items():
            expect(pad.key(name, value)).to_have_attribute("aria-pressed", "true")
        sizes = measured(pad.page, ".pad button, .pad input", SIZES)
        assert sizes and [each for each in sizes if min(each[1:]) < LEAST_TARGET] == [], tapped
    pad.context.close()


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
