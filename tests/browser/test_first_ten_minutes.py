"""From an empty database to the first deal, by somebody who has never seen the program: each step counted."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import served
from tests.browser.hands import open_desk
from tests.processes import web_server
from tests.sweeps import sweep

WAITING = """() => {
  window.isBefore = true;
  document.body.insertAdjacentHTML("beforeend", "<p data-waits-for=data-phones-out></p>");
  import("/static/tournaments/start_again.js");
}"""
MOST_CLICKS, MOST_LETTERS = 12, 30
LIST = """1. Erna Schmidt
2. Horst Brandt 0171 2345678
Müller, Karl-Heinz
- Gisela von der Heide
Werner Kowalski ?
uwe jansen;Bremen
Otto Peters - bezahlt
Hannelore Vogt"""


class Hand:
    """One person at a computer and a phone: counts clicks, taps and typed characters."""

    def __init__(self) -> None:
        self.clicks, self.letters = 0, 0

    def click(self, key: Locator) -> None:
        key.click()
        self.clicks += 1

    def type(self, entry: Locator, text: str) -> None:
        entry.fill(text)
        self.letters += len(text)


@pytest.fixture
def empty_site(tmp_path: Path) -> Iterator[str]:
    with web_server(served(tmp_path / "data"), tmp_path / "web.log") as url:
        yield url


def key(page: Page, name: str) -> Locator:
    words = re.compile(name)
    return page.get_by_role("button", name=words).or_(page.get_by_role("link", name=words)).first


def skat(hand: Hand, page: Page) -> None:
    """Write Kreuz mit 1, made."""
    for place in ("[data-seat='1']", "[data-value=C]", "[data-field=matadors] [data-value='1']"):
        hand.click(page.locator(place).first)
    hand.click(page.locator("[data-value=won]").first)
    expect(page.locator("[data-place=save]")).to_contain_text("mit 1")


def doppelkopf(hand: Hand, page: Page) -> None:
    """Write a normal deal of two partners with 142 card points."""
    hand.click(page.locator("[data-seat='1']"))
    hand.click(page.locator("[data-field=partner] [data-value='3']"))
    hand.type(page.locator("[data-field=card_points] input:visible").first, "142")
    expect(page.locator("[data-place=save]")).to_contain_text("142")


def leads_to_the_page_that_lets_phones_in(page: Page) -> None:
    """Assert that the hint leads there and back; its script waits for a sign on it."""
    page.get_by_role("link", name="Handys hereinlassen").click()
    expect(page.get_by_role("heading", name="Handys hereinlassen")).to_be_visible()
    page.evaluate(WAITING)
    page.wait_for_function("() => !window.isBefore")
    page.get_by_role("link", name="Zurück").click()


FIRST_DEALS: dict[str, tuple[Callable[[Hand, Page], None], str]] = {
    "Skat": (skat, "+74"),
    "Doppelkopf": (doppelkopf, "+1"),
}


@pytest.mark.parametrize("game", sweep(FIRST_DEALS))
def test_an_empty_installation_is_twelve_clicks_and_thirty_characters_from_its_first_deal(
    browser: Browser, empty_site: str, game: str
) -> None:
    hand = Hand()
    deal, points = FIRST_DEALS[game]
    page = open_desk(browser, empty_site, locale="de-DE")
    page.goto("/first-start/")
    hand.type(page.get_by_label("Ihr Name"), "Heinz")
    hand.type(page.get_by_label("Ihr Passwort"), "Pik-Sieben")
    hand.type(page.get_by_label("Ihr Verein"), "Skatfreunde")
    hand.click(key(page, "Los"))
    expect(key(page, "Turnier anlegen")).to_be_visible()
    if page.get_by_role("button", name=game, exact=True).get_attribute("aria-pressed") != "true":
        hand.click(page.get_by_role("button", name=game, exact=True))
        expect(page.get_by_role("button", name=game, exact=True)).to_have_attribute("aria-pressed", "true")
    hand.click(key(page, "Turnier anlegen"))
    page.locator("textarea[name=names]").fill(LIST)
    hand.click(key(page, "Alle Spieler hinzufügen"))
    hand.click(key(page, "8 Spieler hinzufügen"))
    expect(page.locator("main")).to_contain_text("Karl-Heinz Müller")
    hand.click(key(page, "8 Spieler: Runde 1 auslosen"))
    leads_to_the_page_that_lets_phones_in(page)
    hand.click(key(page, "Runde 1 eröffnen"))
    hand.click(page.get_by_role("link", name="Spiele eintragen").first)
    page.wait_for_url("**/tables/**")
    deal(hand, page)
    hand.click(page.locator("[data-place=save]"))
    expect(page.locator("[data-place=last]")).to_contain_text(points)
    assert hand.clicks <= MOST_CLICKS and hand.letters <= MOST_LETTERS, (hand.clicks, hand.letters)
