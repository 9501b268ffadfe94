"""The pad of Doppelkopf: calls and the lower ones they include, thrown hands, five seats, owed solos."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect

from tests.browser.hands import Pad, demo_evening, measured, open_phone
from tests.processes import manage

EXTRAS = "+ Calls, foxes …"
CALLED = {
    "en-GB": "Mandatory solo due now",
    "de-DE": "Pflichtsolo jetzt fällig",
    "ja-JP": "今、義務ソロをプレイする人",
}
COUNT = "(keys) => keys.length"
TOPS = "(keys) => [...new Set(keys.map((key) => Math.round(key.getBoundingClientRect().top)))]"
OFFSETS = "(keys) => keys.map((key) => key.offsetTop)"  # a key under a thumb is a pixel lower
NEXT_FIELD = """(groups) => {
  const shown = groups.filter((each) => each.offsetParent);
  return shown[shown.findIndex((each) => "more" in each.dataset) + 1].dataset.field;
}"""
INCLUDED, NOT_INCLUDED = re.compile("is-included"), re.compile("^((?!is-included).)*$")


@pytest.fixture(scope="module")
def links(installation: dict[str, str]) -> Iterator[str]:
    """Return the links of tables without deals, with five players each."""
    return links_of_five(installation)


def links_of_five(installation: dict[str, str]) -> Iterator[str]:
    while True:
        evening = demo_evening(installation, game="doppelkopf", players=15, rounds=1, played=0)
        assert [len(table["seats"]) for table in evening["tables"]] == [5, 5, 5]
        yield from (table["path"] for table in evening["tables"])


@pytest.fixture(scope="module")
def phone(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """Switch on a phone that goes from table to table."""
    with open_phone(browser, site, rules=False).context as phone:
        yield phone


@pytest.fixture
def pad(phone: BrowserContext, links: Iterator[str]) -> Iterator[Pad]:
    with phone.new_page() as page:
        yield Pad(page, next(links))


def test_a_call_lights_everything_that_it_includes(pad: Pad) -> None:
    pad.press(EXTRAS)
    pad.tap(re_said="no60")
    for word in ("re", "no90"):
        expect(pad.key("re_said", word)).to_have_class(INCLUDED)
    for field, word in (("re_said", "no60"), ("re_said", "no30"), ("kontra_said", "kontra")):
        expect(pad.key(field, word)).to_have_class(NOT_INCLUDED)
    pad.tap(re_said="no60")
    expect(pad.key("re_said", "re")).to_have_class(NOT_INCLUDED)


def test_a_hand_can_be_thrown_only_where_the_event_allows_it(pad: Pad) -> None:
    expect(pad.key("contract", "wedding")).to_be_visible()
    expect(pad.key("contract", "thrown")).to_have_count(0)


def test_five_players_and_five_calls_stand_in_one_row_each_the_calls_right_below_their_key(pad: Pad) -> None:
    expect(pad.page.locator("[data-more]")).to_be_visible()
    before = measured(pad.page, "[data-more]", OFFSETS)
    pad.press(EXTRAS)
    expect(pad.key("re_said", "re")).to_be_visible()
    for field in ("partner", "re_said"):
        keys = f"[data-field={field}] [data-value]"
        assert measured(pad.page, keys, COUNT) == 5 and len(measured(pad.page, keys, TOPS)) == 1, field
    assert measured(pad.page, "[data-more]", OFFSETS) == before
    assert measured(pad.page, "[data-more], [data-field]", NEXT_FIELD) == "re_said"


def test_foxes_of_both_sides_stand_in_one_row_and_the_save_key_says_little(pad: Pad) -> None:
    pad.tap(declarer=1, partner=2)
    enter_points(pad, "128")
    expect(pad.place("worth").locator(".save-note")).to_have_text(["Re has won +1"])
    pad.press(EXTRAS)
    for field in ("re_fox", "kontra_fox", "re_doppelkopf", "kontra_doppelkopf"):
        expect(pad.key(field, 2)).to_be_visible()
        expect(pad.key(field, 0)).to_have_count(0)  # goes without saying
    extras = ("fox", "doppelkopf")
    pairs = [f"[data-field=re_{name}] .key, [data-field=kontra_{name}] .key" for name in extras]
    for keys in (*[f":is({pair}):not([hidden])" for pair in pairs], ".save-note"):
        assert len(measured(pad.page, keys, TOPS)) == 1, keys
    pad.show_rare("re_doppelkopf")
    expect(pad.key("re_doppelkopf", 4)).to_be_visible()
    pad.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    pad.save()
    expect(pad.row(1)).to_be_attached()
    expect(pad.page.locator("[data-pad] .bar")).to_be_in_viewport(ratio=1)  # the next deal begins at the top


ORDINARY_DEALS = """
from django.utils import timezone
from tournaments.models import AuthorKind
from tournaments.selectors.clubs.permissions import get_link
from tournaments.services.history.sheet_chain import Author
from tournaments.services.sheets.bulk_sheets import WholeSheet, write_sheets
table = get_link({token!r}).table
deal = dict(contract="normal", declarer=0, partner=2, card_points=130)
sheet = WholeSheet(table, table.parts.get(), [deal] * {deals}, [timezone.now()] * {deals})
write_sheets(event=table.round.event, sheets=[sheet], by=Author(AuthorKind.DEMO))
"""


def a_list_of(installation: dict[str, str], deals: int) -> str:
    """Return the link of a table with this many ordinary deals on its list."""
    wishes = {"players": 4, "rounds": 1, "played": 0}
    table = demo_evening(installation, game="doppelkopf", **wishes)["tables"][0]
    script = ORDINARY_DEALS.format(token=table["token"], deals=deals)
    manage(installation, "shell", "-v", "0", "-c", script)
    return str(table["path"])


@pytest.fixture(scope="module")
def long_list(site: str, installation: dict[str, str]) -> str:
    """Return the link of a list on which only the owed solos are left."""
    return a_list_of(installation, 20)


@pytest.mark.parametrize("locale", CALLED)
def test_a_forced_solo_is_called_before_its_deal(
    browser: Browser, site: str, long_list: str, locale: str
) -> None:
    pad = Pad(open_phone(browser, site, locale=locale, rules=False), long_list)
    for width in (360, 1280):
        pad.page.set_viewport_size({"width": width, "height": 740})
        expect(called(pad)).to_have_text([f"{CALLED[locale]}{seat_name(pad, 1)}"])
        assert pad.page.evaluate("document.documentElement.scrollWidth") <= width
        for seat in (0, 2, 3):
            expect(pad.key("declarer", seat)).to_have_class(re.compile("is-closed"))
    pad.context.close()


def test_a_list_ends_with_the_solos_that_are_still_owed(
    browser: Browser, site: str, installation: dict[str, str]
) -> None:
    pad = Pad(open_phone(browser, site, rules=False), a_list_of(installation, 20))
    pad.tap(declarer=0, partner=2)
    enter_points(pad, "130")
    expect(pad.refusal("contract")).to_contain_text("must play their mandatory solo now; deals left: 4")
    pad.page.reload()
    for deal, seat in enumerate((1, 2, 3, 0), start=21):
        expect(called(pad)).to_contain_text(seat_name(pad, seat))
        play_solo(pad, seat)
        expect(pad.row(deal)).to_contain_text("mandatory, forced")
    expect(called(pad)).to_have_count(0)
    pad.page.context.close()


def test_the_pad_goes_on_with_the_owed_solos_when_time_is_up(
    browser: Browser, site: str, installation: dict[str, str]
) -> None:
    pad = Pad(open_phone(browser, site, rules=False), a_list_of(installation, 2))
    pad.tap(declarer=0, partner=2)
    enter_points(pad, "130")
    expect(called(pad)).to_have_count(0)
    pad.press(EXTRAS)
    pad.press("Time is up")
    pad.save()
    expect(called(pad)).to_contain_text(seat_name(pad, 0))
    pad.tap(contract="queens")
    expect(pad.place("owed")).to_contain_text("Deals left: 4")
    pad.page.context.close()


def seat_name(pad: Pad, seat: int) -> str:
    return pad.key("partner", seat).inner_text()


def called(pad: Pad) -> Locator:
    return pad.place("board").locator(".is-call tr")


def enter_points(pad: Pad, digits: str) -> None:
    pad.page.get_by_role("textbox", name="Card points of Re").fill(digits)


def play_solo(pad: Pad, seat: int) -> None:
    pad.tap(declarer=seat, contract="queens")
    enter_points(pad, "130")
    pad.save()
    pad.has_sent()


def test_the_pad_names_players_who_still_owe_a_solo_once_a_solo_is_chosen(pad: Pad) -> None:
    owed, names = pad.place("owed"), [seat_name(pad, seat) for seat in range(5)]
    expect(pad.key("contract", "normal")).to_have_attribute("aria-pressed", "true")
    expect(owed).to_be_empty()
    pad.tap(declarer=1, contract="queens")
    expect(owed).to_contain_text(f"Solos to play: {', '.join(names)}")
    pad.page.get_by_role("textbox", name="Card points of Re").fill("130")
    pad.save()
    pad.has_sent()
    expect(owed).to_be_empty()
    pad.tap(contract="jacks")
    expect(owed).to_contain_text(f"Solos to play: {', '.join(names[:1] + names[2:])}")


def test_the_save_key_and_the_last_line_name_both_partners_and_their_points(pad: Pad) -> None:
    one, two = seat_name(pad, 1), seat_name(pad, 2)
    pad.tap(declarer=1, partner=2)
    enter_points(pad, "128")
    expect(pad.place("save")).to_contain_text(f"{one} + {two} 128 : 112")
    expect(pad.place("save").locator(".save-points")).to_have_text("+1")
    pad.save()
    pad.has_sent()
    expect(pad.place("last")).to_contain_text(f"{one} + {two} 128 : 112 +1")
    expect(pad.row(1)).to_contain_text(f"{one} + {two} 128 : 112")
