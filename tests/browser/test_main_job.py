"""The main use of the program: a desktop, phones on the tables, spectators; a real server on SQLite."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.hands import (
    MINUS,
    STATE,
    Pad,
    demo_evening,
    lies_in_sight,
    make_event,
    make_organiser,
    measured,
    open_desk,
    open_phone,
    paste_players,
    press,
    send,
    sign_in,
)
from tests.processes import manage
from tests.sweeps import sweep

SHEETS = Path(__file__).parent.parent / "data" / "sheets"
PASSWORD = "seven-tricks-in-Prisdorf"
CAST = ["Ada Lührs", "Ben Timm", "Cleo Möller", "Dov Harms", "Emi Sato", "Finn Boje", "Grete Ohl"]
CORNERS = "all => all.map((each) => each.getBoundingClientRect()).map(({ left, top }) => [left, top])"
NONE_YET = "\u2013"
DEALS = "**/api/v1/table/deals/"
KEPT_HERE = re.compile(r"(saved here|checking) \(1\)")
A_TWO = {"declarer": 1, "bid": 2, "trump": "S", "tricks": 2}
A_LOST_THREE = {"declarer": 2, "bid": 3, "trump": "H", "tricks": 1}


@pytest.fixture(scope="module")
def free_tables(site: str, installation: dict[str, str]) -> Iterator[str]:
    """Return links of tables of four with an empty sheet, each only once."""
    evening = demo_evening(installation, players=88, rounds=1, played=0)
    return iter([table["path"] for table in evening["tables"]])


@pytest.fixture
def link(free_tables: Iterator[str]) -> str:
    return next(free_tables)


@pytest.fixture
def pad(browser: Browser, site: str, link: str) -> Iterator[Pad]:
    page = open_phone(browser, site, rules=False)
    yield Pad(page, link)
    page.context.close()


@pytest.fixture
def other_pad(browser: Browser, site: str, link: str) -> Iterator[Pad]:
    """Open a second phone with the same link."""
    page = open_phone(browser, site, rules=False)
    yield Pad(page, link)
    page.context.close()


@pytest.fixture(scope="module")
def ada(browser: Browser, site: str, installation: dict[str, str]) -> Iterator[Page]:
    """Sign in an organiser with an account and nothing else, at a desktop."""
    make_organiser(installation, "ada", PASSWORD)
    page = open_desk(browser, site)
    sign_in(page, "ada", PASSWORD)
    yield page
    page.context.close()


# An organiser's event, from the login to the standings


def tick(ada: Page, *names: str) -> None:
    for name in names:
        ada.get_by_role("button", name=f"{name} is present").click()


def link_of(ada: Page, table: int) -> str:
    """Return the entry link of a table from the round's page."""
    return ada.locator(".round-tables > li").nth(table - 1).locator(".address a").get_attribute("href") or ""


def standings_of(env: dict[str, str], slug: str) -> list[list[str]]:
    """Return each entrant's rank, name and total, as the command prints them."""
    rows = csv.DictReader(manage(env, "standings", slug, "--format", "csv").splitlines())
    return [[row["rank"], row["name"], row["total"]] for row in rows]


def shown_standings(page: Page) -> list[list[str]]:
    """Return the same from the public page, which has a dash for no rank and for the total of no deal."""
    rows = page.locator(".standings tbody tr").all()
    cells = [(row.locator(".rank"), row.locator("th"), row.locator(".total")) for row in rows]
    texts = [[cell.inner_text() for cell in row] for row in cells]
    return [
        [rank.replace(NONE_YET, ""), re.split(r"\s+\d", name)[0], plain(total.replace(NONE_YET, "0"))]
        for rank, name, total in texts
    ]


def plain(figure: str) -> str:
    return figure.replace(MINUS, "-").replace("+", "")


def test_a_club_night_from_the_login_to_the_standings(
    browser: Browser, site: str, installation: dict[str, str], ada: Page
) -> None:
    slug = make_event(ada, "Kartenclub Prisdorf", "Friday in November")
    paste_players(ada, slug, CAST)
    five_cannot_be_drawn(ada)
    table = draw_and_open_for_seven(ada)

    friend = open_phone(browser, site, rules=False)
    friend.goto(f"/events/{slug}/")
    phone = Pad(open_phone(browser, site, rules=False), link_of(ada, table + 1))
    record_and_see_it_everywhere(ada, friend, phone, table)
    friend.goto("about:blank")  # a page that nobody reads asks the server all the same
    close_in_spite_of_missing_deals(ada)
    record_late_and_have_it_accepted(ada, phone, slug)

    ada.goto(f"/events/{slug}/organise/")
    press(ada, "Draw round 2")
    send(ada, "Open round 2")
    phone.context.close()
    friend.goto(f"/events/{slug}/")
    expect(friend.locator(".tables li").first).to_be_visible()
    dead = revoke_link(ada, 2)
    assert open_phone(browser, site, rules=False).goto(dead).status == 404

    printed = standings_of(installation, slug)
    friend.reload()
    assert shown_standings(friend) == printed and printed[0][2] == "2"


def five_cannot_be_drawn(ada: Page) -> None:
    """Check that with five players present the dashboard says what is possible and draws nothing."""
    tick(ada, "Finn Boje", "Grete Ohl")
    press(ada, "To the dashboard")
    expect(ada.locator(".next-step")).to_contain_text("5 players are present")
    expect(ada.locator(".next-step")).to_contain_text(
        "4 or 6 players are possible: add players, or undo the check-in of one"
    )
    expect(ada.get_by_role("button", name="Draw round 1")).to_have_count(0)


def draw_and_open_for_seven(ada: Page) -> int:
    """Have all seven present, draw and open round 1; return the place of the table of four in its list."""
    press(ada, "Add players")
    tick(ada, "Finn Boje", "Grete Ohl")
    press(ada, "To the dashboard")
    press(ada, "Draw round 1")
    expect(ada.locator(".round-tables > li .table-seats")).to_have_count(2)
    seats = [each.locator("li").count() for each in ada.locator(".round-tables .table-seats").all()]
    assert sorted(seats) == [3, 4]
    send(ada, "Open round 1")
    return seats.index(4)


def record_and_see_it_everywhere(ada: Page, friend: Page, phone: Pad, table: int) -> None:
    """Record a deal by phone; a spectator's page shows it by itself, the organiser's anew."""
    phone.write(**A_TWO)
    expect(friend.locator(".standings tbody tr").first.locator(".total")).to_have_text("+2")
    expect(friend.locator(".tables > li").nth(table)).to_contain_text("1/100")
    ada.reload()
    expect(ada.locator(".round-tables > li").nth(table)).to_contain_text("1/100")


def close_in_spite_of_missing_deals(ada: Page) -> None:
    """Close round 1, whose tables are warned of."""
    press(ada, "Close round 1")
    expect(ada.get_by_role("alert")).to_contain_text("Round 1 is still open at tables 1, 2.")
    press(ada, "Close anyway")


def record_late_and_have_it_accepted(ada: Page, phone: Pad, slug: str) -> None:
    """Record a deal after the end of its round; it counts once the organiser accepts it."""
    expect(phone.place("panel")).to_contain_text("closed")  # the phone has learned of it
    phone.press("Record a missing deal")
    phone.tap(**A_LOST_THREE)
    phone.save()
    phone.says_that_the_director_decides()
    ada.goto(f"/events/{slug}/organise/rounds/1/")
    expect(ada.locator(".late li")).to_contain_text("deal 2")
    phone.page.reload()
    expect(phone.place("late")).to_contain_text("Your deal was sent to the director")
    press(ada, "Accept")
    expect(ada.get_by_role("heading", name="Accept a deal")).to_be_visible()
    press(ada, "Accept")
    expect(ada.locator(".late")).to_have_count(0)
    expect(phone.place("late")).to_contain_text("the director accepted: 1")
    expect(phone.place("late")).not_to_contain_text("was sent to the director")
    expect(phone.row(2)).to_be_visible()


def revoke_link(ada: Page, table: int) -> str:
    """Revoke the link of a table; return it."""
    link = link_of(ada, table)
    ada.locator(".round-tables > li").nth(table - 1).get_by_text("Table link").click()
    send(ada, "Revoke the link")
    return link


# The pad


def test_a_common_deal_takes_five_taps_shows_what_it_changes_and_is_undone_with_one_more(pad: Pad) -> None:
    pad.tap(**A_TWO)
    expect(pad.place("save")).to_contain_text("+2")
    expect(pad.key("declarer", 1).locator(".change")).to_have_text("+2")
    expect(pad.row(1)).to_have_count(0)
    pad.save()
    pad.shows_totals("0", "+2", "0", "0")
    assert pad.taps <= 5
    pad.press("undo")
    expect(pad.row(1)).to_have_count(0)
    expect(pad.place("last")).to_contain_text("Struck out: deal 1")


@pytest.mark.parametrize("language", sweep(["en", "de", "ja"]))
def test_the_pad_fits_a_phone_without_scrolling(
    browser: Browser, site: str, link: str, language: str
) -> None:
    pad = Pad(open_phone(browser, site, locale=language, rules=False), link)
    pad.tap(**A_TWO)
    expect(pad.place("save")).to_contain_text("+2")
    for place in ("deal", "save"):
        assert lies_in_sight(pad.page, f"[data-place={place}]"), place
    assert pad.page.evaluate("scrollY") == 0
    pad.context.close()


def test_a_passed_deal_is_dealt_again_and_a_surrendered_kieker_asks_for_no_trumps_and_costs_five(
    pad: Pad,
) -> None:
    dealer = pad.page.locator(".dealer").inner_text()
    pad.write(contract="passed")
    expect(pad.page.locator(".sheet tbody tr")).to_contain_text("passed out")
    expect(pad.page.locator(".dealer")).to_have_text(dealer)
    expect(pad.place("deal")).to_have_text("deal 1 of 100")
    pad.tap(declarer=0, contract="kieker", surrendered="true")
    expect(pad.page.locator("[data-field=trump], [data-field=tricks]").filter(visible=True)).to_have_count(0)
    expect(pad.place("save")).to_contain_text(f"{MINUS}5")
    pad.save()
    pad.shows_totals(f"{MINUS}5", "0", "0", "0")


def test_a_missing_field_is_named_when_somebody_saves_a_broken_rule_at_once_and_nothing_typed_is_lost(
    pad: Pad,
) -> None:
    pad.tap(declarer=0, bid=3)
    expect(pad.page.locator(".refusal")).to_have_count(0)
    pad.save()
    expect(pad.refusal("trump")).to_have_text("Choose the trump suit.")
    expect(pad.refusal("tricks")).to_have_text("Enter the number of tricks the declarer won.")
    pad.tap(announced="ruten", trump="C", tricks=2, durch="continued")
    pad.tap(announced="hand")
    pad.tap(took_skat="true")
    pad.save()
    expect(pad.refusal("trump")).to_contain_text("A bid with Ruten has diamonds as trumps, not clubs.")
    expect(pad.refusal("took_skat")).to_contain_text("Hand was named in the bid, so the skat is left.")
    expect(pad.refusal("durch")).to_contain_text("Going on is possible once the bid of 3 is made")
    for field, value in {"declarer": 0, "bid": 3, "trump": "C", "tricks": 2}.items():
        expect(pad.key(field, value)).to_have_attribute("aria-pressed", "true")
    expect(pad.page.locator(".sheet tbody tr[data-number]")).to_have_count(0)


def test_two_deals_are_written_fast_one_is_corrected_struck_out_and_put_back_and_one_inserted(
    pad: Pad,
) -> None:
    pad.write(**A_TWO)
    pad.write(**A_LOST_THREE)  # a thumb faster than the preview
    pad.shows_totals("0", "+2", f"{MINUS}6", "0")
    shows_the_impact_of_a_correction_before_it_is_saved(pad)
    pad.open_row(1)
    pad.press("Strike out deal 1")
    pad.shows_totals("0", "0", f"{MINUS}6", "0")
    pad.press("restore")
    pad.shows_totals("0", "+4", f"{MINUS}6", "0")
    inserts_a_forgotten_deal(pad)


def shows_the_impact_of_a_correction_before_it_is_saved(pad: Pad) -> None:
    """Make the two of deal 1 a four."""
    pad.open_row(1)
    expect(pad.place("mode")).to_contain_text("Correcting deal 1")
    pad.tap(bid=4, tricks=4)
    expect(pad.key("declarer", 1).locator(".change")).to_have_text("+2")
    pad.press(re.compile("^Save the correction"))
    pad.shows_totals("0", "+4", f"{MINUS}6", "0")


def inserts_a_forgotten_deal(pad: Pad) -> None:
    """Insert a deal before the second, which moves down a row."""
    pad.open_row(2)
    pad.press("Insert a deal before it")
    expect(pad.place("mode")).to_contain_text("A forgotten deal before deal 2")
    pad.write(declarer=3, bid=4, trump="C", tricks=4)
    pad.shows_totals("0", "+4", f"{MINUS}6", "+4")
    expect(pad.row(2)).to_contain_text("4")
    expect(pad.row(3)).to_contain_text("lost")


# Two phones, bad connections


def refuse_connection(route: Route) -> None:
    route.abort()


def test_two_phones_that_write_one_deal_differently_see_both_versions_and_settle_it(
    pad: Pad, other_pad: Pad
) -> None:
    other_pad.page.route(STATE, refuse_connection)  # it does not have the first phone's deal yet
    other_pad.tap(**A_LOST_THREE)
    pad.write(**A_TWO)
    other_pad.save()
    other_pad.page.unroute(STATE)
    versions = other_pad.page.locator(".version")
    expect(versions).to_have_count(2)
    (left, top), (right, beside) = measured(other_pad.page, ".version", CORNERS)
    assert top == beside and left < right
    expect(versions.first).to_contain_text("+2")
    expect(versions.last).to_contain_text(f"{MINUS}6")
    versions.last.get_by_role("button", name="This version is right").tap()
    other_pad.shows_totals("0", "0", f"{MINUS}6", "0")
    pad.shows_totals("0", "0", f"{MINUS}6", "0")


def test_a_deal_that_another_phone_wrote_meanwhile_is_said_before_it_is_saved_twice(
    pad: Pad, other_pad: Pad
) -> None:
    other_pad.tap(**A_LOST_THREE)
    pad.write(**A_TWO)
    expect(other_pad.place("question")).to_contain_text("was recorded on another phone in the meantime")
    expect(other_pad.place("save")).to_be_hidden()
    other_pad.press("Mine is the next deal")
    other_pad.save()
    other_pad.shows_totals("0", "+2", f"{MINUS}6", "0")


def test_a_deal_whose_answer_was_lost_counts_once_and_one_saved_offline_is_sent_later(pad: Pad) -> None:
    keys: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        answer = route.fetch()
        if len(keys) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    pad.page.route(DEALS, lose_the_first_answer)
    pad.write(**A_TWO)
    pad.shows_totals("0", "+2", "0", "0")
    assert len(keys) == 2 and keys[0] == keys[1]
    expect(pad.page.locator(".sheet tbody tr[data-number]")).to_have_count(1)
    pad.page.unroute(DEALS)
    pad.tap(**A_LOST_THREE)
    expect(pad.place("save")).to_contain_text(f"{MINUS}6")
    pad.context.set_offline(True)
    pad.save()
    expect(pad.place("badge")).to_have_text(KEPT_HERE)
    pad.context.set_offline(False)
    pad.has_sent()
    pad.shows_totals("0", "+2", f"{MINUS}6", "0")


def test_a_reload_keeps_what_was_tapped_and_sends_what_was_still_on_its_way(pad: Pad) -> None:
    pad.tap(declarer=1, bid=2)
    expect(pad.key("bid", 2)).to_have_attribute("aria-pressed", "true")
    pad.page.reload()
    for field, value in {"declarer": 1, "bid": 2}.items():
        expect(pad.key(field, value)).to_have_attribute("aria-pressed", "true")
    pad.page.route(DEALS, refuse_connection)
    pad.tap(trump="S", tricks=2)
    pad.save()
    expect(pad.place("badge")).to_have_text(KEPT_HERE)
    pad.page.unroute(DEALS)
    pad.page.reload()
    pad.shows_totals("0", "+2", "0", "0")


# Paper


def test_typed_sheets_are_checked_shown_and_stored_and_the_standings_are_the_expected_ones(
    ada: Page, installation: dict[str, str]
) -> None:
    with (SHEETS / "fipsen-club-night.expected.csv").open(encoding="utf-8-sig") as file:
        wanted = [[row["rank"], row["player"], row["total"]] for row in csv.DictReader(file)]
    slug = make_event(ada, "Papierclub", "A night on paper")
    paste_players(ada, slug, [name for _, name, _ in wanted])
    ada.goto(f"/events/{slug}/organise/")
    press(ada, "Paper sheets")
    ada.set_input_files("input[name=seating]", SHEETS / "fipsen-club-night.seating.csv")
    ada.set_input_files("input[name=sheets]", SHEETS / "fipsen-club-night.csv")
    press(ada, "Check files")
    expect(ada.get_by_role("heading", name="No problems")).to_be_visible()
    expect(ada.locator(".card .facts li").first).to_have_text("Round 1, table 1: 100 deals")
    ada.get_by_role("button", name=re.compile("^Store ")).click()
    expect(ada.locator(".messages")).to_contain_text("rows stored")
    assert sorted(standings_of(installation, slug)) == sorted(wanted)
    ada.goto(f"/events/{slug}/")
    shown = shown_standings(ada)
    assert shown[0] == wanted[0] and shown[-1][2] == wanted[-1][2]


# Languages

WORDS = {
    "en-GB": ("Events", "Log in"),
    "de-AT": ("Turniere", "Anmelden"),
    "ja": ("大会", "ログイン"),
    "fr": ("Events", "Log in"),
}


@pytest.mark.parametrize("locale", WORDS)
def test_the_language_follows_the_browser(browser: Browser, site: str, locale: str) -> None:
    page = open_desk(browser, site, locale=locale)
    page.goto("/")
    for word in WORDS[locale]:
        expect(page.get_by_text(word, exact=True).first).to_be_visible()
    page.context.close()


def test_a_reader_can_switch_to_another_language_and_stays_on_the_page(browser: Browser, site: str) -> None:
    page = open_desk(browser, site)
    page.goto("/accounts/login/")
    press(page, "Deutsch")
    expect(page.get_by_role("heading", name="Anmelden")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("heading", name="Turniere", exact=True)).to_be_visible()
    page.context.close()
