"""Confirmation on a phone: an opponent confirms, every seat signs, a correction shows its impact."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import Pad, demo_evening, open_phone
from tests.processes import manage

SETTING = """
import json
from tournaments.models import Event
from tournaments.services.sheets.pins import pin_of
event = Event.objects.get(slug={slug!r})
Event.objects.filter(pk=event.pk).update(confirms={confirms!r})
print(json.dumps({{each.player.name: pin_of(each) for each in event.entrants.select_related("player")}}))
"""


def confirm_by(env: dict[str, str], slug: str, confirms: str) -> dict[str, str]:
    """Set the event's confirmation; return the PINs by name."""
    script = SETTING.format(slug=slug, confirms=confirms)
    return dict(json.loads(manage(env, "shell", "-v", "0", "-c", script)))


@pytest.fixture
def evening(installation: dict[str, str], site: str) -> dict[str, Any]:
    return demo_evening(installation, players=8, rounds=1, played=0)


def eyes(page: Page) -> Any:
    return page.locator("[data-second-eyes]")


def prove(page: Page, name: str, pin: str) -> None:
    eyes(page).get_by_role("button", name=name, exact=True).tap()
    eyes(page).get_by_label(re.compile("PIN")).fill(pin)
    eyes(page).get_by_role("button", name=re.compile("^(Confirm|Sign)$")).tap()


def test_an_opponent_confirms_on_the_tables_phone_and_a_wrong_pin_does_not(
    browser: Browser, site: str, installation: dict[str, str], evening: dict[str, Any]
) -> None:
    pins, table = confirm_by(installation, evening["event"], "deals"), evening["tables"][0]
    page = open_phone(browser, site, rules=False)
    post_deal(page, site, table)
    pad = Pad(page, table["path"])
    expect(eyes(pad.page)).to_contain_text("waiting for an opponent")
    opponent = table["seats"][2]
    prove(pad.page, opponent, "0000" if pins[opponent] != "0000" else "1111")
    expect(eyes(pad.page).get_by_role("alert")).to_contain_text("not the PIN")
    prove(pad.page, opponent, pins[opponent])
    expect(eyes(pad.page)).to_contain_text("Every deal is confirmed")
    page.context.close()


def post_deal(page: Page, site: str, table: dict[str, Any]) -> None:
    """Record for seat 2 a two in spades."""
    record = {"contract": "tricks", "declarer": 1, "bid": 2, "trump": "S", "took_skat": True, "tricks": 2}
    answer = page.request.post(
        f"{site}/api/v1/table/deals/",
        headers={"Authorization": f"Table {table['token']}", "Idempotency-Key": f"{table['token']}-1"},
        data={"number": 1, "record": record},
    )
    assert answer.ok


def test_every_seat_signs_the_sheet(
    browser: Browser, site: str, installation: dict[str, str], evening: dict[str, Any]
) -> None:
    pins, table = confirm_by(installation, evening["event"], "sheets"), evening["tables"][1]
    page = open_phone(browser, site, rules=False)
    post_deal(page, site, table)
    pad = Pad(page, table["path"])
    for name in table["seats"]:
        prove(pad.page, name, pins[name])
        expect(eyes(pad.page).get_by_role("button", name=name, exact=True)).to_have_count(0)
    expect(eyes(pad.page)).to_contain_text("Every seat has signed")
    page.context.close()


def test_a_correction_shows_what_it_does_to_the_standings_before_it_is_saved(
    browser: Browser, site: str, evening: dict[str, Any]
) -> None:
    table = evening["tables"][0]
    page = open_phone(browser, site, rules=False)
    post_deal(page, site, table)
    pad = Pad(page, table["path"])
    pad.open_row(1)
    pad.tap(bid=4, tricks=4)
    expect(pad.place("ripple")).to_contain_text("The standings after this correction")
    expect(pad.place("ripple")).to_contain_text(table["seats"][1])
    page.context.close()
