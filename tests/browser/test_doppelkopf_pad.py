"""The pad of Doppelkopf: what a call includes, thrown hands, five seats, who owes a solo."""

import re
from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hands import Pad, demo_evening, open_phone

SEEDS = count(31)
INCLUDED, NOT_INCLUDED = re.compile("is-included"), re.compile("^((?!is-included).)*$")


@pytest.fixture
def pad(browser: Browser, site: str, installation: dict[str, str]) -> Iterator[Pad]:
    """Five at a table that has not begun."""
    wishes = {"players": 5, "rounds": 1, "played": 0, "seed": next(SEEDS)}
    page = open_phone(browser, site)
    yield Pad(page, demo_evening(installation, game="doppelkopf", **wishes)["tables"][0]["path"])
    page.context.close()


def test_a_call_lights_everything_that_it_includes(pad: Pad) -> None:
    pad.tap(re_said="no60")
    for word in ("re", "no90"):
        expect(pad.key("re_said", word)).to_have_class(INCLUDED)
    for field, word in (("re_said", "no60"), ("re_said", "no30"), ("kontra_said", "kontra")):
        expect(pad.key(field, word)).to_have_class(NOT_INCLUDED)
    pad.tap(re_said="no60")
    expect(pad.key("re_said", "re")).to_have_class(NOT_INCLUDED)


def test_a_hand_can_be_thrown_only_where_the_event_allows_it(pad: Pad) -> None:
    expect(pad.key("contract", "queens")).to_be_visible()
    expect(pad.key("contract", "thrown")).to_have_count(0)


def test_five_players_and_five_calls_stand_in_one_row_each(pad: Pad) -> None:
    for field, values in (("partner", range(5)), ("re_said", ("re", "no90", "no60", "no30", "black"))):
        tops = {box["y"] for value in values if (box := pad.key(field, value).bounding_box())}
        assert len(tops) == 1, (field, tops)


def test_who_still_owes_a_solo_stands_above_the_pad(pad: Pad) -> None:
    owed = pad.place("board").locator("tr", has_text="Solos to play").locator("td")
    expect(owed).to_have_text(["1"] * 5)
    pad.tap(declarer=1, contract="queens")
    pad.page.get_by_role("textbox", name="Card points of Re").fill("130")
    pad.save()
    expect(owed).to_have_text(["1", "0", "1", "1", "1"])
