"""Import a player list written by a German Excel, and one that was pasted as people write it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.hands import an_event, demo_evening, open_desk, press, send, sign_in, unfold_list
from tests.sweeps import sweep
from tests.tournaments.list_files import FILES, ListFile

ODD = "Wer;Woher;Wann\r\nMüller, Jörg;Süderelbe;1961\r\nJÖRG MÜLLER;;\r\nWeiß, Änne;;\r\n".encode("cp1252")


def choose_file(ada: Page, slug: str, name: str, content: bytes) -> None:
    ada.goto(f"/events/{slug}/organise/players/")
    ada.locator("summary", has_text="Upload a file").click()
    ada.set_input_files("input[name=file]", {"name": name, "mimeType": "text/csv", "buffer": content})
    press(ada, "Upload")
    expect(ada.get_by_role("heading", name="Import a player list")).to_be_visible()


@pytest.fixture(scope="module")
def login(site: str, installation: dict[str, str]) -> dict[str, str]:
    """Return the username and the password of an organiser."""
    return dict(demo_evening(installation, players=4, rounds=1, played=0)["login"])


@pytest.fixture(scope="module")
def ada(browser: Browser, site: str, login: dict[str, str]) -> Iterator[Page]:
    """Sign in an organiser at a desktop."""
    page = open_desk(browser, site)
    sign_in(page, **login)
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def slug(installation: dict[str, str], login: dict[str, str]) -> str:
    """Return an event of a club without players."""
    return an_event(installation, "Listenrunde", "Lists", [], owner=login["username"])


def people(ada: Page) -> Locator:
    """Return the names of the entered players."""
    return ada.locator(".people .person")


@pytest.mark.parametrize("each", sweep(FILES.values(), sample=2), ids=lambda each: each.name)
def test_a_list_as_people_have_it_enters_the_right_players_and_is_undone(
    ada: Page, slug: str, each: ListFile
) -> None:
    choose_file(ada, slug, each.name, each.content)
    press(ada, f"Add {len(each.players)} player{'s' if len(each.players) > 1 else ''}")
    expect(ada.locator(".people li")).to_have_count(len(each.players))
    expect(people(ada)).to_have_text(list(each.players))
    press(ada, "Undo the import")
    expect(ada.locator("textarea[name=names]")).to_be_visible()
    expect(ada.locator(".people, .empty")).to_have_count(0)


def test_columns_are_said_a_twin_is_answered_and_the_club_remembers(ada: Page, slug: str) -> None:
    choose_file(ada, slug, "wer.csv", ODD)
    ada.get_by_label("The first line has headings, not a player").check()
    press(ada, "Apply these columns")
    ada.get_by_label("Woher").select_option("club")
    ada.get_by_label("Wer").select_option("name")
    ada.get_by_label("Wann").select_option("birth_year")
    press(ada, "Apply these columns")
    expect(ada.get_by_text("Line 2 has Jörg Müller")).to_be_visible()
    press(ada, "Add 2 players")
    expect(ada.locator(".people li")).to_have_count(2)
    expect(people(ada)).to_have_text(["Jörg Müller", "Änne Weiß"])
    choose_file(ada, slug, "wer.csv", ODD)
    expect(ada.get_by_label("Woher")).to_have_value("club")
    send(ada, "Discard list")
    send(ada, "Undo the import")


def test_the_page_of_a_list_fits_a_phone(ada: Page, slug: str) -> None:
    choose_file(ada, slug, "clubdesk.csv", FILES["clubdesk.csv"].content)
    ada.set_viewport_size(PHONE)
    assert ada.evaluate("document.documentElement.scrollWidth") <= 360
    ada.set_viewport_size(DESK)
    send(ada, "Discard list")


def test_messy_lines_are_pasted_looked_through_and_entered_by_one_key(ada: Page, slug: str) -> None:
    ada.goto(f"/events/{slug}/organise/players/")
    unfold_list(ada)
    ada.fill("textarea[name=names]", "1. Müller, Jörg\n- Änne Weiß 0171 2345678\nWeiß, Änne\nJANA OST;Holm")
    press(ada, "Add all players")
    key = ada.locator("[data-take]")
    expect(key).to_have_text("Add 3 players")
    ada.get_by_label("Enter line 4").uncheck()
    expect(key).to_have_text("Add 2 players")
    ada.set_viewport_size(PHONE)
    assert ada.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    ada.set_viewport_size(DESK)
    ada.get_by_label("Enter line 4").check()
    ada.get_by_label("Name in line 4").fill("Jana Ost")
    press(ada, "Add 3 players")
    expect(ada.locator(".people li")).to_have_count(3)
    expect(people(ada)).to_have_text(["Jörg Müller", "Änne Weiß", "Jana Ost"])
    press(ada, "Undo the import")
    expect(ada.locator("textarea[name=names]")).to_have_value(re.compile("JANA OST"))
