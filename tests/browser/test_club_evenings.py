"""Evenings of Schafkopf and Jass with eight players, from the template of the game to the final list.

A ledger beside it adds up what people played; it knows no rules. The first deal of every table is tapped on a
phone at one table, the others come through the pad's own API.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hands import make_organiser, paste_players, send, sign_in
from tests.browser.test_evening import Evening, ask, draw
from tests.browser.test_pads import deal_of, enter
from tests.ledger import lot_of, ranked, shared
from tests.processes import wait_until
from tests.sweeps import sweep

PASSWORD = "eight-at-two-tables"
PLAYERS = [f"{name} {last}" for last in ("Alt", "Boje") for name in ("Anna", "Ben", "Cleo", "Dov")]
TABLES = 2
DEALS, FEE = 4, 500


class Night(NamedTuple):
    """What one table plays in a round, with the points of every seat; the first deal is the common one."""

    template: str
    rounds: int
    counted: int  # rounds of a player that count
    deals: tuple[tuple[dict[str, Any], tuple[int, ...]], ...]
    prizes: tuple[int, ...] = ()  # of the fees, in percent; with partners by lot


NIGHTS = {
    "schafkopf": Night("schafkopf-two-lists", 2, 2, (
        ({"contract": "ruf", "declarer": 1, "partner": 3, "called": "C", "result": "won"}, (-1, 1, -1, 1)),
        ({"contract": "solo", "declarer": 0, "trump": "H", "result": "won", "laufende": 3}, (24, -8, -8, -8)),
        ({"contract": "wenz", "declarer": 2, "card_points": 30}, (6, 6, -18, 6)),
        ({"contract": "ruf", "declarer": 2, "partner": 3, "card_points": 91}, (-2, -2, 2, 2)),
    )),
    "jass": Night("jass-single-8", 4, 3, (
        ({"contract": "C", "points": [90, 67]}, (90, 67, 90, 67)),
        ({"contract": "undenufe", "points": [0, None]}, (0, 157, 0, 157)),
        ({"points": [101, 56], "pushed": True}, (101, 56, 101, 56)),
        ({"contract": "D", "points": [None, 45]}, (112, 45, 112, 45)),
    ), (70, 30)),
}  # fmt: skip

OF_A_DAY = sweep([*NIGHTS, "tandem"])  # the last is that of test_tandem_evening


@pytest.fixture
def evening(browser: Browser, site: str, installation: dict[str, str], key: str) -> Iterator[Evening]:
    make_organiser(installation, f"director-of-{key}", PASSWORD)
    evening = Evening(browser, site)
    yield evening
    evening.end()


@pytest.mark.parametrize("key", OF_A_DAY[:-1])
def test_eight_play_an_evening_from_its_template_to_the_final_list(evening: Evening, key: str) -> None:
    night, points = NIGHTS[key], defaultdict[str, list[int]](list)
    partners = defaultdict[str, list[str]](list)
    begin(evening, key, night)
    for number in range(1, night.rounds + 1):
        evening.links = draw(evening, number, tables=TABLES)
        for link in evening.links:
            seats = play(
                evening, link, night, number, points, by_thumb=number == 1 and link == evening.links[0]
            )
            for seat, name in enumerate(seats):
                partners[name].append(seats[(seat + 2) % 4])
        send(evening.organise(), f"Close round {number}")
    if night.prizes:
        assert all(len({*own}) == night.rounds for own in partners.values()), "nobody has a partner twice"
        assert give_prizes(evening) == due(evening, night, points)
    publish(evening)
    totals = {name: sum(sorted(rounds)[-night.counted :]) for name, rounds in points.items()}
    wait_until(lambda: totals_shown(evening) == totals, f"the standings are {totals}")
    evening.stranger.goto(f"/events/{evening.slug}/")
    expect(evening.stranger.locator(".standings tbody tr")).to_have_count(len(PLAYERS))


def begin(evening: Evening, key: str, night: Night) -> None:
    """Make a club and an event from the template, with few deals, and eight players."""
    desk = evening.director
    sign_in(desk, f"director-of-{key}", PASSWORD)
    desk.goto("/new-club/")
    desk.fill("input[name=name]", f"Friends of {key}")
    send(desk, "Create club")
    desk.goto(f"{desk.url.split('?')[0]}?template={night.template}")
    desk.fill("input[name=date]", "2026-11-21")
    send(desk, "Create event")
    expect(desk.get_by_role("heading", name="Players", exact=True)).to_be_visible()
    evening.slug = desk.url.split("/events/")[1].split("/")[0]
    evening.organise("settings/").locator("summary", has_text="Deals and house rules").click()
    desk.fill("input[name=deals_4]", str(DEALS))
    if night.prizes:
        desk.locator("summary", has_text="Time, fee and registration").click()
        desk.fill("input[name=fee_cents]", f"{FEE / 100:.2f}")
    send(desk, "Save")
    expect(desk.get_by_role("alert")).to_have_count(0)
    paste_players(desk, evening.slug, PLAYERS)
    if night.prizes:
        send(evening.organise("cash/"), f"All {len(PLAYERS)} others have paid the fee")
        evening.organise("prizes/").check("input[name=pot][value=fee]")
        for place, share in enumerate(night.prizes, start=1):
            desk.locator("input[name=places]").nth(place - 1).fill(str(place))
            desk.locator("input[name=prize]").nth(place - 1).fill(f"{share} %")
        send(desk, "Save")


def play(
    evening: Evening,
    link: str,
    night: Night,
    number: int,
    points: dict[str, list[int]],
    *,
    by_thumb: bool,
) -> list[str]:
    """Play all deals of a table, and write down what each player got; return who sat there."""
    seats = [seat["name"] for seat in ask(evening, link)["parts"][-1]["seats"]]
    if by_thumb:
        pad = evening.pad(link)
        enter(pad, deal_of(ask(evening, link)["game"]["key"]).taps)
        pad.save()
        pad.has_sent()
        assert pad.taps == 5
        pad.context.close()
    for place, (record, _) in enumerate(night.deals[by_thumb:], start=1 + by_thumb):
        ask(evening, link, "deals/", number=place, record=record)
    for seat, name in enumerate(seats):
        points[name].append(sum(deltas[seat] for _, deltas in night.deals))
    return seats


def give_prizes(evening: Evening) -> dict[str, str]:
    """Give the prizes out; return what each winner has got, as the page says."""
    send(evening.organise("prizes/"), "Give out prizes")
    rows = evening.director.locator("table", has_text="When").locator("tbody tr")
    found = (row.split("\t") for row in rows.all_inner_texts())
    return {name.strip(): cents.replace("\xa0", " ").strip() for name, cents, _ in found}


def due(evening: Evening, night: Night, points: dict[str, list[int]]) -> dict[str, str]:
    """Return what each winner should get: the best rounds count, then the highest; equals share."""
    best = {name: (sum(sorted(own)[-night.counted :]), max(own)) for name, own in points.items()}
    audit = evening.stranger.request.get(f"/events/{evening.slug}/draws/{night.rounds}/?format=json")
    lot = lot_of(audit.json()["seed"])
    prizes = {place: FEE * len(PLAYERS) * share // 100 for place, share in enumerate(night.prizes, start=1)}
    won = shared(ranked(best), prizes, lambda name: lot(PLAYERS.index(name) + 1))
    return {name: f"{cents / 100:.2f} €" for name, cents in won.items()}


def publish(evening: Evening) -> None:
    """Sign off and publish the final list."""
    send(evening.organise("sign-off-checklist/"), "Sign off and publish")
    expect(evening.director.get_by_role("alert")).to_have_count(0)


def totals_shown(evening: Evening) -> dict[str, int]:
    """Return everybody's total, as everybody can read it."""
    answer = evening.stranger.request.get(f"/events/{evening.slug}/standings.json")
    return {row["name"]: row["total"] for row in answer.json()["rows"]}
