"""User actions: a thumb on the pad of a table, an organiser at a desk."""

import json
import os
import re
from collections.abc import Sequence
from functools import cache
from typing import Any
from zlib import crc32

from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, StorageState, expect

from rules import get_game
from tests.browser.conftest import DESK, PHONE, patient
from tests.processes import looks, manage, once
from tournaments.phone.modules import modules_for

MINUS = "\u2212"
NO_RULES = "window.Worker = class { constructor() { throw new Error('no rules in this test'); } };"
NO_KEEPER = "navigator.serviceWorker.register = () => Promise.reject(new Error('not in this window'))"
SHARE_RULES = """async () => {
    const { worker } = await (await fetch("/phone/fipsen-prisdorf/files.json")).json();
    const rules = new Worker(worker), pages = new BroadcastChannel("rules"), asked = [], known = {};
    await new Promise((resolve) => { rules.onmessage = resolve; });
    rules.onmessage = ({ data }) => {
        const told = JSON.parse(data), { page, id } = asked[told.id];
        pages.postMessage({ page, told: JSON.stringify(Object.assign(told, { id })) });
    };
    pages.onmessage = ({ data: { page, id, question } }) => {
        if (question.state) known[page] = { state: question.state };
        asked.push({ page, id });
        rules.postMessage({ id: asked.length - 1, question: { ...known[page], ...question } });
    };
}"""  # for all pages; each sends a state once
SHARED_RULES = """window.Worker = class {
    constructor() {
        this.page = String(Math.random());
        this.pages = new BroadcastChannel("rules");
        this.pages.onmessage = ({ data: { page, told } }) => {
            if (page === this.page) this.onmessage({ data: told });
        };
        queueMicrotask(() => this.onmessage({ data: '{"ready": true}' }));
    }
    postMessage(asked) { this.pages.postMessage({ page: this.page, ...asked }); }
    terminate() { this.pages.close(); }
};"""
START_RULES = """async () => {
    const { Engine } = await import("/static/tournaments/engine.js");
    const { worker } = await (await fetch("/phone/fipsen-prisdorf/files.json")).json();
    await new Engine(worker).ready;
}"""
COMPILED = """async () => {
    const opening = indexedDB.open("brython-cache");
    await new Promise((resolve) => { opening.onsuccess = resolve; });
    const counting = opening.result.transaction("modules").objectStore("modules").count();
    await new Promise((resolve) => { counting.onsuccess = resolve; });
    opening.result.close();
    return counting.result;
}"""
COVERED = """(name) => {
  const place = document.querySelector(`[data-place=${name}]`);
  const over = place.getBoundingClientRect();
  const keys = [...document.querySelectorAll("[data-pad] :is(.key:not([data-auction]), .entry)")];
  return keys.filter((key) => key.offsetParent && !place.contains(key)).filter((key) => {
    const { top, bottom } = key.getBoundingClientRect();
    return top < over.bottom && bottom > over.top;
  }).map((key) => key.textContent);
}"""  # by a place of the pad; the bidding may also be recorded after a look further down
IN_SIGHT = """async (selector) => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const { left, top, right, bottom, width } = document.querySelector(selector).getBoundingClientRect();
    return width > 0 && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
}"""
LATER = "2030-01-01"  # than any page of a test is opened
STATE = "**/api/v1/table/"
SEEDS: set[int] = set()  # of this process's events


class Pad:
    """A phone at a table; counts the taps for the deal that is being written."""

    def __init__(self, page: Page, link: str) -> None:
        self.page, self.taps = page, 0
        page.goto(link)
        expect(self.place("save")).to_be_attached()

    @property
    def context(self) -> BrowserContext:
        return self.page.context

    def place(self, name: str) -> Locator:
        return self.page.locator(f"[data-place={name}]")

    def key(self, field: str, value: object) -> Locator:
        if field == "declarer":
            return self.page.locator(f"[data-seat='{value}']")
        return self.page.locator(f"[data-field={field}] [data-value='{value}']")

    def tap(self, **choices: object) -> None:
        for field, value in choices.items():
            key, opener = self.key(field, value), self.page.locator(f"[data-opens={field}]").first
            if opener.count() and key.is_hidden():
                opener.tap()
                self.taps += 1
            key.tap()
            self.taps += 1

    def write(self, **choices: object) -> None:
        """Tap all values and save; return when the server has answered."""
        self.tap(**choices)
        self.save()
        expect(self.place("badge")).not_to_have_text(re.compile("saving|trying"))

    def save(self) -> None:
        self.place("save").tap()
        self.taps += 1

    def press(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name, exact=isinstance(name, str)).tap()

    def show_more(self) -> None:
        """Show what is behind the key that names it."""
        self.page.locator("[data-more]").tap()

    def show_rare(self, field: str) -> None:
        """Show the numbers behind a field's last key, or put them away."""
        self.page.locator(f"[data-opens={field}]").first.tap()

    def row(self, deal: int) -> Locator:
        return self.page.locator(f"table.sheet tr[data-deal='{deal}']:not(.is-struck)")

    def open_row(self, deal: int) -> None:
        self.row(deal).locator("th").tap()

    def refusal(self, field: str) -> Locator:
        return self.page.locator(f"[data-field={field}] .refusal")

    def shows_totals(self, *totals: str) -> None:
        expect(self.page.locator(".sheet tfoot td.n")).to_have_text(list(totals))

    def has_sent(self) -> None:
        expect(self.place("badge")).to_have_text("sent")

    def says_that_the_director_decides(self) -> None:
        """Expect it as a notice or, once the sheet tells of the deal, beside its late deals."""
        places = self.page.locator("[data-place=notice], [data-place=late]")
        expect(
            places.filter(has_text=re.compile("sent to the director|waiting for the director"))
        ).not_to_have_count(0)


def open_phone(browser: Browser, site: str, *, rules: bool = True, is_new: bool = False, **more: Any) -> Page:
    """Open a phone without an account, in English by default.

    Without `rules` the server answers whatever a pad asks, and a test that does not wait for them has them by
    luck. With them it is a phone that was at a table of Prisdorf before and has kept the compiled rules, or a
    new one, which compiles them: two seconds of processor time.
    """
    settings: dict[str, Any] = {
        "locale": "en-GB",
        "viewport": PHONE,
        "has_touch": True,
        "is_mobile": True,
        **more,
    }
    if rules and not is_new:
        settings["storage_state"] = compiled_rules(browser, site)
    context = patient(browser.new_context(base_url=site, **settings))
    if not rules:
        context.add_init_script(NO_RULES)
    return context.new_page()


def open_phone_of_all_tables(browser: Browser, site: str) -> BrowserContext:
    """Open a phone that goes from table to table: its first page runs the rules for all later ones.

    They start in a second and a half of processor time. No service worker stands between page and server.
    """
    page = open_phone(browser, site)
    page.goto("/games/")
    page.evaluate(SHARE_RULES)
    for script in (NO_KEEPER, SHARED_RULES):
        page.context.add_init_script(script)
    return page.context


def leave_the_table(phone: BrowserContext) -> None:
    """Close all pages of such a phone but the first, with its connection back."""
    phone.set_offline(False)
    for page in phone.pages[1:]:
        page.close()


@cache
def compiled_rules(browser: Browser, site: str) -> StorageState:
    """Return what a phone of this site has stored after the rules of Prisdorf started on it once.

    They are compiled once a run; what is stored is the same at every address.
    """
    kept = once(
        "rules.json", lambda file: file.write_text(json.dumps(compile_rules(browser, site)), encoding="utf-8")
    )
    origins: Any = [{**each, "origin": site} for each in json.loads(kept.read_text(encoding="utf-8"))]
    return {"origins": origins}


def compile_rules(browser: Browser, site: str) -> Any:
    """Return what a phone has stored after it started the rules, by origin: there is one."""
    context = patient(browser.new_context(base_url=site))
    page = context.new_page()
    page.goto("/games/")
    page.evaluate(START_RULES)
    modules = len(modules_for(get_game("fipsen-prisdorf")))  # kept after the start, one by one
    page.wait_for_function(f"async () => (await ({COMPILED})()) === {modules}")
    kept = context.storage_state(indexed_db=True)
    context.close()
    return kept["origins"]


def open_desk(browser: Browser, site: str, **more: Any) -> Page:
    settings: dict[str, Any] = {"locale": "en-GB", "viewport": DESK, **more}
    return patient(browser.new_context(base_url=site, **settings)).new_page()


def sign_in(page: Page, username: str, password: str) -> None:
    page.goto("/accounts/login/")
    page.fill("input[name=login]", username)
    page.fill("input[name=password]", password)
    page.click("form:has(input[name=password]) [type=submit]")
    expect(page.locator(".who form")).to_be_visible()


def measured(page: Page, selector: str, function: str) -> Any:
    """Find elements and read them in one step: between two, a live page may replace them."""
    return page.evaluate(f"(selector) => ({function})([...document.querySelectorAll(selector)])", selector)


def lies_in_sight(page: Page, selector: str) -> bool:
    """Return whether all of it is on the screen now, where nothing is on its way that could move it."""
    return bool(page.evaluate(IN_SIGHT, selector))


def box_of(shown: Locator) -> FloatRect:
    """Return where an element lies. One that a live page has just replaced lies nowhere: look again."""
    return next(box for _ in looks(f"{shown} lies somewhere") if (box := shown.bounding_box()))


def stand_still(page: Page) -> None:
    """Stop the page's clock, which goes on meanwhile otherwise: only the test advances it."""
    page.clock.install()
    page.clock.pause_at(LATER)


def press(page: Page, name: str) -> None:
    """Press the button or link of that name."""
    by_role = page.get_by_role("button", name=name, exact=True)
    by_role.or_(page.get_by_role("link", name=name, exact=True)).first.click()


def send(page: Page, name: str) -> None:
    """Press a button or link and wait for the page it leads to."""
    with page.expect_navigation():
        press(page, name)


def demo_evening(env: dict[str, str], **wishes: int | str) -> dict[str, Any]:
    """Return an event that `manage.py demo` makes with these options, unique to this caller."""
    wishes = {"seed": own_seed(), **wishes}
    arguments = [part for name, value in wishes.items() for part in (f"--{name}", str(value))]
    return dict(json.loads(manage(env, "demo", *arguments, "--format", "json")))


AN_ORGANISER = """
import os
from django.core.management import call_command
os.environ["ORGANISER_PASSWORD"] = {password!r}
call_command("create_organiser", username={name!r})
"""


def make_organiser(env: dict[str, str], name: str, password: str) -> None:
    """Create an account with `manage.py create_organiser`."""
    manage(env, "shell", "-v", "0", "-c", AN_ORGANISER.format(name=name, password=password))


AN_EVENT = """
import datetime
from tournaments.models import User
from tournaments.services.clubs.lifecycle import create_club
from tournaments.services.draw.drawing import carry_out_draw, start_draw
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import create_event
from tournaments.services.rounds.lifecycle import open_round
owner, _ = User.objects.get_or_create(username={owner!r})
club = create_club(name={club!r}, owner=owner)
day = datetime.date(2026, 11, 21)
event = create_event(club=club, name={name!r}, date=day, game="fipsen-prisdorf", is_published=True)
if {names}:
    enter_players(event=event, names={names})
{then}
print(event.slug)
"""
DRAW_TWO_ROUNDS = "carry_out_draw(draw_id=start_draw(event=event, mode='all', rounds=2).pk)"
OPEN_A_ROUND = """
carry_out_draw(draw_id=start_draw(event=event).pk)
open_round(round=event.rounds.get())
"""


def an_event(
    env: dict[str, str], club: str, name: str, names: Sequence[str], owner: str = "ada", then: str = ""
) -> str:
    """Make an account's club and an event of it with these players; return the event's slug.

    For tests of what comes afterwards. `then` is a script that goes on with the `event`.
    """
    script = AN_EVENT.format(owner=owner, club=club, name=name, names=list(names), then=then)
    return manage(env, "shell", "-v", "0", "-c", script).strip()


def own_seed() -> int:
    """Return an unused number; the same at every run of a test, whatever ran before it.

    All browser files of a worker share an installation, and `demo` reuses the event of equal options.
    """
    test = os.environ["PYTEST_CURRENT_TEST"].partition(" (")[0]
    seed = crc32(test.encode()) % 1_000_000
    while seed in SEEDS:
        seed += 1
    SEEDS.add(seed)
    return seed


def make_event(ada: Page, club: str, name: str) -> str:
    """Make a club and an event of it with name and date only; return the event's slug."""
    ada.goto("/new-club/")
    ada.fill("input[name=name]", club)
    send(ada, "Create club")
    ada.goto(f"{ada.url.split('?')[0]}?game=fipsen-prisdorf")
    ada.fill("input[name=name]", name)
    ada.fill("input[name=date]", "2026-11-21")
    send(ada, "Create event")
    expect(ada.get_by_role("heading", name="Players", exact=True)).to_be_visible()
    return ada.url.split("/events/")[1].split("/")[0]


def unfold_list(ada: Page) -> None:
    """Show the box for pasted names; it is open while nobody is entered."""
    for closed in ada.locator("details:not([open]) > summary", has_text="Paste a list").all():
        closed.click()


def paste_players(ada: Page, slug: str, names: list[str]) -> None:
    ada.goto(f"/events/{slug}/organise/players/")
    unfold_list(ada)
    ada.fill("textarea[name=names]", "\n".join(names))
    press(ada, "Add all players")
    expect(ada.locator(".people li")).to_have_count(len(names))
