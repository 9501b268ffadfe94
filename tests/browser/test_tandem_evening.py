"""A Tandem evening of Skat: twelve people, three lists, pairs, teams of four, ladies, the best of each list.

What people type is typed in a browser; the mass of names and deals comes as requests. The ledger computes
every rank and cent by itself.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import make_organiser, press, send, sign_in
from tests.browser.test_club_evenings import OF_A_DAY
from tests.browser.test_evening import Evening, ask, close_the_round, draw
from tests.ledger import STEPS, Ledger, lot_of, parts, ranked, shared
from tests.processes import manage, wait_until

PASSWORD = "twelve-in-six-tandems"
NAMES = [f"{name} {letter}." for letter in "ABC" for name in ("Anna", "Ben", "Cleo", "Dov")]
EVERYBODY = range(1, len(NAMES) + 1)
PAIRS = {at + 1: [2 * at + 1, 2 * at + 2] for at in range(6)}
FOURS = {at + 7: [4 * at + 1, 4 * at + 2, 4 * at + 3, 4 * at + 4] for at in range(3)}
LADIES = [1, 3, 5, 9]  # every Anna, and the first Cleo
LISTS, DEALS = (1, 2, 3), 2


class Desk(Evening):
    """The browsers of the evening, and a program of the director."""

    def __init__(self, browser: Browser, site: str, installation: dict[str, str]) -> None:
        super().__init__(browser, site)
        self.installation, self.sent = installation, 0

    def program(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Return the answer to a request of the director's program."""
        self.sent += 1
        own = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": f"tandem-{self.sent}", **headers}
        url = f"/api/v1/events/{self.slug}/{path}"
        answer = self.stranger.request.fetch(
            url, method=method, headers=own, data=None if body is None else json.dumps(body)
        )
        assert answer.ok, (path, answer.text())
        return answer.json()

    @cached_property
    def token(self) -> str:
        """Return the token, made when it is first needed."""
        return manage(
            self.installation, "create_token", "tina", "--name", "desk", "--scopes", "read,write,direct"
        ).strip()


@pytest.fixture
def evening(browser: Browser, site: str, installation: dict[str, str]) -> Iterator[Desk]:
    make_organiser(installation, "tina", PASSWORD)
    evening = Desk(browser, site, installation)
    yield evening
    evening.end()


@pytest.mark.parametrize("friends", OF_A_DAY[-1:])
def test_a_tandem_evening_of_skat_comes_out_as_its_ledger_says(evening: Desk, friends: str) -> None:
    announce(evening, friends)
    let_them_in(evening)
    ledger = Ledger()
    for number in LISTS:
        play(evening, number, ledger)
    due = ranks_and_cents(evening, ledger)
    give_out(evening, due)


def announce(evening: Desk, friends: str) -> None:
    """Make the event from its template, with its fee, three competitions and the prizes."""
    desk = evening.director
    sign_in(desk, "tina", PASSWORD)
    desk.goto("/new-club/")
    desk.fill("input[name=name]", f"Friends of {friends}")
    send(desk, "Create club")
    desk.goto(f"{desk.url.split('?')[0]}?template=skat-three-lists")
    desk.fill("input[name=date]", "2026-11-21")
    send(desk, "Create event")
    expect(desk.get_by_role("heading", name="Players", exact=True)).to_be_visible()
    evening.slug = desk.url.split("/events/")[1].split("/")[0]
    evening.organise("settings/").locator("summary", has_text="Time, fee and registration").click()
    desk.fill("input[name=fee_cents]", "10.00")
    desk.check("input[name=is_registration_open]")
    desk.locator("summary", has_text="Deals and house rules").click()
    desk.fill("input[name=deals_4]", str(DEALS))
    send(desk, "Save")
    etag = (
        evening.stranger.request.get(
            f"/api/v1/events/{evening.slug}/settings/", headers={"Authorization": f"Bearer {evening.token}"}
        )
        .headers["etag"]
        .removeprefix("W/")
    )
    rules = {"policy": {"by": "total"}, "lost_deal_money": {"steps": STEPS, "per": "list"}}
    evening.program("PATCH", "", rules, **{"If-Match": etag})
    add_card(evening, "Pairs", "7.50", ["60 %", "40 %"])
    add_card(evening, "Ladies", "2.00", ["100 %"], own_share="90")
    add_card(evening, "Teams of 4", "8.00", ["100 %"])
    desk = evening.organise("prizes/")
    type_prizes(desk, ("50 %", "30 %", "20 %"))
    desk.check("input[name=pot][value=fee]")
    desk.check("input[name=pot][value=lost_deals]")
    desk.locator("summary", has_text="Parts of the money").click()
    desk.fill("input[name=fee_share]", "90")
    desk.fill("input[name=lost_share]", "25")
    desk.fill("input[name=best_of_lists]", "50")
    send(desk, "Save")


def type_prizes(desk: Page, prizes: Sequence[str]) -> None:
    """Type the prizes of the first places."""
    for row, prize in enumerate(prizes):
        desk.locator("input[name=places]").nth(row).fill(str(row + 1))
        desk.locator("input[name=prize]").nth(row).fill(prize)


def add_card(evening: Desk, name: str, fee: str, prizes: Sequence[str], own_share: str = "") -> None:
    """Add a competition from its ready-made card."""
    desk: Page = evening.organise("competitions/")
    send(desk, name)
    desk.fill("input[name=fee_cents]", fee)
    type_prizes(desk, prizes)
    if own_share:
        desk.locator("summary", has_text="Parts of the money").click()
        desk.fill("input[name=own_share]", own_share)
    send(desk, "Save")
    expect(desk.get_by_role("heading", name=name, exact=True)).to_be_visible()


def let_them_in(evening: Desk) -> None:
    """Register the first pair by the form and at the door, the others by requests and one key."""
    phone = evening.stranger
    phone.goto(f"/events/{evening.slug}/register/")
    phone.fill("input[name=name]", NAMES[0])
    phone.fill("textarea[name=mates]", NAMES[1])
    press(phone, "Register")
    expect(phone.get_by_text("You have a place.")).to_be_visible()
    for first, second in list(PAIRS.values())[1:]:
        evening.program("POST", "teams/", {"names": [NAMES[first - 1], NAMES[second - 1]]})
    for members in FOURS.values():
        evening.program("POST", "teams/", {"members": members})
    manage(
        evening.installation, "shell", "-v", "0", "-c",
        "from tournaments.models import Player; "
        f"Player.objects.filter(entries__event__slug={evening.slug!r}, entries__number__in={LADIES})"
        ".update(categories=['Ladies'])",
    )  # fmt: skip
    desk = evening.organise("competitions/2/")
    for number in LADIES:
        desk.get_by_label(f"{number} {NAMES[number - 1]}", exact=True).check()
    send(desk, "Save the entries")
    desk = evening.organise("check-in/")
    desk.get_by_role("button", name=f"All of {NAMES[0]} / {NAMES[1]} have come and pay 37.50").click()
    expect(desk.get_by_text("team, 2 of 2 here")).to_be_visible()
    evening.program("POST", "check_in/", {"numbers": list(EVERYBODY), "is_present": True})
    send(evening.organise("cash/"), "All 10 others have paid the fee")


def play(evening: Desk, number: int, ledger: Ledger) -> None:
    """Play a list at three tables and note each deal; lost deals are paid after the list."""
    for at, link in enumerate(draw(evening, number, tables=3)):
        state = ask(evening, link)
        people = [NAMES.index(seat["name"]) + 1 for seat in state["parts"][-1]["seats"]]
        for deal in range(1, DEALS + 1):
            dealer = state["parts"][-1]["first_dealer"] + deal - 1
            declarer = (dealer + 1 + (at + number) % 3) % 4
            suit, is_won = "CSHD"[(at * deal + number) % 4], (at + 2 * deal + number) % 3 > 0
            record = {
                "declarer": declarer,
                "contract": suit,
                "matadors": 1,
                "result": "won" if is_won else "lost",
            }
            ask(evening, link, "deals/", number=deal, record=record)
            ledger.note(number, people, declarer, suit, is_won)
    close_the_round(evening, number)


def ranks_and_cents(evening: Desk, ledger: Ledger) -> dict[int, int]:
    """Compare every rank with the ledger's; return what everybody wins by the ledger."""
    totals = {number: ledger.total(number) for number in EVERYBODY}

    def shown() -> dict[int, int]:
        rows = evening.stranger.request.get(f"/events/{evening.slug}/standings.json").json()["rows"]
        return {row["number"]: row["rank"] for row in rows}

    ranks = ranked(totals)
    wait_until(lambda: shown() == ranks, f"the ranks are {ranks}")
    found = {
        each["key"]: {row["number"]: row["rank"] for row in each["rows"]}
        for each in evening.program("GET", "competitions/rankings/")["results"]
    }
    of_pairs, of_fours = (
        ranked({team: sum(totals[each] for each in own) for team, own in teams.items()})
        for teams in (PAIRS, FOURS)
    )
    of_ladies = ranked({number: totals[number] for number in LADIES})
    assert [found[key] for key in ("1", "2", "3")] == [of_pairs, of_ladies, of_fours]
    for number in EVERYBODY:
        evening.program("POST", "fees/", {"number": number, "kind": "lost_deals"})

    lost = {at: sum(ledger.lost_cents(n).get(at, 0) for n in EVERYBODY) for at in LISTS}
    lost_parts = [parts(lost[at], [250, 500]) for at in LISTS]
    pot = len(NAMES) * 1000 * 9 // 10 + sum(main for main, _ in lost_parts)
    audit = evening.stranger.request.get(f"/events/{evening.slug}/draws/{LISTS[-1]}/?format=json")
    lot = lot_of(audit.json()["seed"])
    due = Counter(shared(ranks, dict(zip((1, 2, 3), parts(pot, [500, 300, 200]), strict=True)), lot))
    for at, (_, best) in zip(LISTS, lost_parts, strict=True):
        due.update(shared(ranked({n: ledger.points[n][at] for n in EVERYBODY}), {1: best}, lot))
    due.update(shared(of_ladies, {1: 200 * len(LADIES) * 9 // 10}, lot))
    for teams, order, prizes in ((PAIRS, of_pairs, {1: 2700, 2: 1800}), (FOURS, of_fours, {1: 2400})):
        won = shared(order, prizes, int)
        due.update({teams[team][0]: cents for team, cents in won.items()})
    return {**due}


def give_out(evening: Desk, due: dict[int, int]) -> None:
    """Give the prizes out and close the box with what is the host's."""
    told = evening.program("GET", "prizes/")
    assert {each["number"]: each["cents"] for each in told["results"] if each["cents"]} == due
    taken, host = (sum(each[name] for each in told["sources"]) for name in ("taken", "host"))
    assert taken == sum(due.values()) + host and all(each["why"] for each in told["results"])
    desk = evening.organise("prizes/")
    press(desk, "Give out prizes")
    expect(desk.get_by_text("All prizes are given out.")).to_be_visible()
    desk = evening.organise("cash/")
    desk.fill("input[name=counted]", f"{host / 100:.2f}")
    send(desk, "Close the cash box")
    expect(desk.locator("form", has_text="Closing")).to_contain_text("The box balances.")
