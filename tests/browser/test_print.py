"""Pages that organisers print: rows high enough for a pen, and no screen-only elements."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from tests.browser.conftest import DESK
from tests.browser.hands import box_of, demo_evening, measured, open_desk, sign_in
from tests.missing import miss

FIRST_ROWS = """deals => document.querySelectorAll('.blank-sheet tbody').forEach(body => {
  const rows = [...body.rows], last = rows[rows.length - 1];
  rows.slice(deals).forEach(row => row.remove());
  while (body.rows.length < deals) body.append(last.cloneNode(true));
})"""
COPY_CARDS = """([kind, number]) => {
    const all = document.querySelectorAll(`.${kind}`);
    for (const each of [...all].slice(1)) each.remove();
    for (let count = 1; count < number; count += 1) all[0].after(all[0].cloneNode(true));
}"""
PAPERS = ("A4", "Letter")
MILLIMETRE = 96 / 25.4  # pixels
LEAST_ROW = 6.5 * MILLIMETRE
LETTERS = "each => parseFloat(getComputedStyle(each).fontSize)"
HEIGHTS = "rows => rows.map(row => row.getBoundingClientRect().height)"


@pytest.fixture(scope="module")
def night(site: str, installation: dict[str, str]) -> dict[str, Any]:
    """Return an event whose round is played."""
    return demo_evening(installation, players=4, rounds=1, played=1)


@pytest.fixture(scope="module")
def evening(site: str, installation: dict[str, str]) -> dict[str, Any]:
    return demo_evening(installation, players=7, rounds=1, played=0)


@pytest.fixture(scope="module")
def organiser(
    browser: Browser, site: str, demo: dict[str, Any], night: dict[str, Any], evening: dict[str, Any]
) -> StorageState:
    """Sign in the organiser of the event that was made last: each one sets a new password."""
    page = open_desk(browser, site)
    sign_in(page, evening["login"]["username"], evening["login"]["password"])
    state = page.context.storage_state()
    page.context.close()
    return state


@pytest.fixture(scope="module")
def print_view(browser: Browser, site: str, organiser: StorageState) -> Page:
    """Open the organiser's desktop in print view."""
    page = open_desk(browser, site, storage_state=organiser)
    page.emulate_media(media="print")
    return page


@pytest.fixture
def printed(print_view: Page) -> Page:
    """Return the print view at its usual size."""
    print_view.set_viewport_size(DESK)
    return print_view


def test_a_row_of_a_blank_sheet_is_wide_enough_for_a_pen(printed: Page, evening: dict[str, Any]) -> None:
    printed.goto(f"/events/{evening['event']}/organise/rounds/1/sheets/")
    heights = measured(printed, ".blank-sheet tbody tr", HEIGHTS)
    assert heights and min(heights) >= LEAST_ROW


def test_the_table_behind_a_chart_is_printed_below_it(desk: Page, night: dict[str, Any]) -> None:
    desk.goto(f"/events/{night['event']}/charts/")
    table = desk.locator(".figure table").first
    expect(table).to_be_hidden()
    desk.emulate_media(media="print")
    expect(table).to_be_visible()


@pytest.mark.parametrize("page", ["rounds/1/sheets/", "rounds/1/cards/", "start-cards/"])
def test_no_notice_for_the_screen_is_printed(printed: Page, evening: dict[str, Any], page: str) -> None:
    printed.goto(f"/events/{evening['event']}/organise/{page}")
    notices = printed.locator(".notice")
    expect(notices).not_to_have_count(0)
    expect(notices.filter(visible=True)).to_have_count(0)


def test_a_start_card_has_a_large_number_and_the_pin_in_a_strip_to_fold_back(
    printed: Page, evening: dict[str, Any]
) -> None:
    printed.goto(f"/events/{evening['event']}/organise/start-cards/")
    card = printed.locator(".start-card").first
    number, fold, pin = (
        card.locator(each) for each in (".start-number", ".start-fold", ".start-fold strong")
    )
    assert float(number.evaluate(LETTERS)) >= 6 * float(pin.evaluate(LETTERS))
    strip, whole = box_of(fold), box_of(card)
    assert abs(strip["y"] + strip["height"] - whole["y"] - whole["height"]) < 3
    expect(card.get_by_text(pin.inner_text())).to_have_count(1)


def test_the_standings_of_an_event_with_27_players_are_one_page(
    printed: Page, demo: dict[str, Any], tmp_path: Path
) -> None:
    printed.goto(f"/events/{demo['event']}/")
    last = printed.locator(".standings tbody tr th.words").last.inner_text()
    printed.pdf(path=tmp_path / "event.pdf", format="A4", prefer_css_page_size=True)
    pages = pdf_text(tmp_path / "event.pdf").split("\f")
    expect(printed.locator(".standings tbody tr")).to_have_count(27)
    assert last.split() in [line.split()[1 : 1 + len(last.split())] for line in pages[0].splitlines()]
    assert "Round 1 at the tables" not in pages[0] and "Round 1 at the tables" in pages[1]


@pytest.mark.parametrize(
    "page", ["", "organise/", "organise/players/", "organise/check-in/", "organise/cash/", "organise/prizes/"]
)
def test_paper_has_no_keys_and_no_rings_of_progress(
    printed: Page, evening: dict[str, Any], page: str
) -> None:
    printed.goto(f"/events/{evening['event']}/{page}")
    kept = '[aria-pressed="true"], .is-quiet'  # keys that say who is there
    keys = printed.locator(f"button:not({kept}), .button, .hall, [type=file], summary, .who, .band")
    expect(keys).not_to_have_count(0)
    expect(keys.filter(visible=True)).to_have_count(0)
    expect(printed.locator("h1")).to_be_visible()


def test_a_list_of_27_players_is_one_page(printed: Page, demo: dict[str, Any], tmp_path: Path) -> None:
    printed.goto(f"/events/{demo['event']}/organise/players/")
    expect(printed.locator(".people > li")).to_have_count(27)
    printed.pdf(path=tmp_path / "players.pdf", format="Letter", prefer_css_page_size=True)
    assert pdf_text(tmp_path / "players.pdf").count("\f") == 1


def test_27_names_with_their_places_fill_one_page(
    printed: Page, demo: dict[str, Any], tmp_path: Path
) -> None:
    printed.goto(f"/events/{demo['event']}/seats/print/")
    for paper in PAPERS:
        printed.pdf(path=tmp_path / "seats.pdf", format=paper, prefer_css_page_size=True)
        rounds = printed.locator(".by-name").count()
        assert len(pdf_text(tmp_path / "seats.pdf").split("\f")[:-1]) == 2 * rounds
    letters = measured(printed, ".by-name", f"all => all.map({LETTERS})")
    assert letters and min(letters) >= 20  # pixels of 15 points


def test_a_search_and_what_is_folded_away_are_not_printed(printed: Page, demo: dict[str, Any]) -> None:
    printed.goto(f"/events/{demo['event']}/seats/")
    search = printed.get_by_role("search")
    expect(search).to_have_count(0)
    expect(printed.get_by_text("Table 1").first).to_be_visible()
    printed.goto("/games/fipsen-prisdorf/")
    expect(printed.locator("summary")).not_to_have_count(0)
    expect(printed.locator("summary:visible")).to_have_count(0)


def test_warnings_of_any_page_stay_on_the_screen_and_notes_are_printed(printed: Page, site: str) -> None:
    printed.goto("/")
    kinds = ['class="notice is-warning"', 'class="notice is-error" role="alert"']
    kept = [
        'class="notice"',
        'class="notice is-warning" role="note"',
        'class="notice is-error" role="status"',
    ]
    for kind, is_printed in [*((each, False) for each in kinds), *((each, True) for each in kept)]:
        printed.evaluate(
            "said => document.querySelector('h1').insertAdjacentHTML('afterend', said)",
            f"<p {kind}>Words</p>",
        )
        expect(printed.locator("h1 + .notice")).to_be_visible(visible=is_printed)


def test_every_page_of_a_sheet_says_event_round_and_table(
    printed: Page, evening: dict[str, Any], tmp_path: Path
) -> None:
    printed.goto(f"/events/{evening['event']}/organise/rounds/1/sheets/")
    name = printed.locator(".of-sheet td").first.inner_text().partition(" · ")[0]
    for paper in PAPERS:
        printed.pdf(path=tmp_path / "sheets.pdf", format=paper, prefer_css_page_size=True)
        pages = pdf_text(tmp_path / "sheets.pdf").split("\f")[:-1]
        assert len(pages) >= 6, paper  # two tables with a hundred deals
        assert [page for page in pages if f"{name} · Round 1 · Table" not in " ".join(page.split())] == []


def test_the_words_below_a_sheet_do_not_stand_on_a_page_without_its_head(
    printed: Page, evening: dict[str, Any], tmp_path: Path
) -> None:
    printed.goto(f"/events/{evening['event']}/organise/rounds/1/sheets/")
    sheets = measured(printed, ".blank-sheet", "all => all.length")
    for deals in range(30, 40):
        printed.evaluate(FIRST_ROWS, deals)
        paper = "Letter" if deals % 2 == 0 else "A4"
        printed.pdf(path=tmp_path / "sheets.pdf", format=paper, prefer_css_page_size=True)
        pages = pdf_text(tmp_path / "sheets.pdf").split("\f")[:-1]
        assert all("Round 1 · Table" in " ".join(page.split()) for page in pages), (deals, pages[-1])
        assert deals > 36 or len(pages) == sheets, (deals, paper)


def test_a_blank_sheet_of_one_page_fills_it(printed: Page, evening: dict[str, Any]) -> None:
    printed.goto(f"/events/{evening['event']}/organise/rounds/1/sheets/")
    for height, room in ((297, 279), (279.4, 261.4)):  # of A4, of Letter in mm
        printed.set_viewport_size({"width": 794, "height": round(height * MILLIMETRE)})
        for deals in (20, 24, 30, 36):
            printed.evaluate(FIRST_ROWS, deals)
            heights = measured(printed, ".blank-sheet", HEIGHTS)
            assert all(room - 4 < each / MILLIMETRE <= room for each in heights), (height, deals, heights)
            rows = measured(printed, ".blank-sheet tbody tr", HEIGHTS)
            is_even = max(rows) - min(rows) < MILLIMETRE
            assert is_even and min(rows) >= 5 * MILLIMETRE, (height, deals, rows)


@pytest.mark.parametrize(
    ("address", "cards", "a_page"), [("rounds/1/cards/", "table-card", 4), ("start-cards/", "start-card", 8)]
)
def test_cards_lie_alike_on_every_page_and_no_page_is_empty(
    printed: Page, evening: dict[str, Any], tmp_path: Path, address: str, cards: str, a_page: int
) -> None:
    printed.goto(f"/events/{evening['event']}/organise/{address}")
    printed.evaluate(COPY_CARDS, [cards, 2 * a_page + 1])
    for paper in PAPERS:
        printed.pdf(path=tmp_path / "cards.pdf", format=paper, prefer_css_page_size=True)
        tops = first_lines(tmp_path / "cards.pdf")
        assert len(tops) == 3 and max(tops) - min(tops) < 1, (paper, tops)


def pdf_text(file: Path) -> str:
    """Return the text of a PDF, a form feed after each page."""
    if not shutil.which("pdftotext"):
        miss("pdftotext")
    command = ["pdftotext", "-layout", "-enc", "UTF-8", str(file), "-"]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


def first_lines(file: Path) -> list[float]:
    """Return where the first line of each page of a PDF begins, in points from its top."""
    if not shutil.which("pdftotext"):
        miss("pdftotext")
    told = subprocess.run(
        ["pdftotext", "-bbox", str(file), "-"], capture_output=True, check=True, text=True
    ).stdout
    pages = told.split("<page ")[1:]
    return [min(map(float, re.findall(r'yMin="([0-9.]+)"', page)), default=-1) for page in pages]
