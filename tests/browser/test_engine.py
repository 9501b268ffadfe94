"""The rules engine on the phone: the server's answers, small and light; what it keeps; its absence."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from rules import GAMES, get_game
from rules.reading import Refused
from scoring.phone.phone import Phone
from tests.browser.hands import demo_evening, open_phone
from tests.golden import GOLDEN, a_tenth, differences
from tests.processes import wait_until
from tests.sweeps import sweep
from tournaments.phone.modules import modules_for

MOST_FILES, MOST_BYTES, MOST_HEAP = 2, 700_000, 120_000_000
ASKS = {"score": "score_sheet", "auction": "check_auction"}

START = """async ([key, module]) => {
    const { Engine } = await import(module);
    const told = await (await fetch(`/phone/${key}/files.json`)).json();
    const sizes = [];
    for (const file of told.files) {
        await (await fetch(file)).arrayBuffer();
        const entry = performance.getEntriesByName(new URL(file, location).href).pop();
        sizes.push([file, entry.encodedBodySize]);
    }
    window.engine = new Engine(told.worker);
    await window.engine.ready;
    return sizes;
}"""
ASK = "questions => Promise.all(questions.map((each) => window.engine.ask(each)))"
MODULE = "/static/tournaments/engine.js"


def start(page: Page, key: str) -> list[tuple[str, int]]:
    """Load the engine of a game on any page; return its files with their compressed sizes."""
    page.goto("/games/")
    return list(page.evaluate(START, [key, MODULE]))


def golden(key: str, kind: str) -> list[dict[str, Any]]:
    path = GOLDEN / f"{key}.{kind}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines() if line] if path.exists() else []


def a_state(request: dict[str, Any]) -> dict[str, Any]:
    """Return the server's state of a golden case's empty sheet, as far as a phone reads it."""
    seats = [{"seat": seat} for seat in range(request["seats"])]
    return {
        "game": {"key": request["game"]},
        "options": request.get("options") or {},
        "parts": [{"seats": seats, "first_dealer": request["first_dealer"], "first_number": 1}],
        "deals": [],
        "deals_expected": None,
        "marks_later_deals": False,
        "is_open": True,
        "revision": 0,
        "conflicts": [],
        "rulings": [],
        "accounts": [],
    }


def sheet_question(request: dict[str, Any]) -> dict[str, Any]:
    """Return all deals of a golden case as one queue."""
    numbered = enumerate(request["deals"], start=1)
    operations = [{"do": "record", "number": number, "record": record} for number, record in numbered]
    return {"ask": "apply", "state": a_state(request), "operations": operations}


def answered(question: dict[str, Any]) -> Any:
    """Return the answer of the server's Python, as JSON; None if such a table cannot be opened."""
    try:
        return json.loads(json.dumps(Phone({}, ".").answer(question)))
    except (Refused, TypeError, KeyError):
        return None


def sheet_questions(key: str) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield golden sheets as a phone's queue, with the server's answers and state."""
    for case in a_tenth(golden(key, "score")):
        try:
            question = sheet_question(case["in"])
        except (KeyError, TypeError):
            continue  # no valid table
        if (wanted := answered(question)) is not None:
            yield question, wanted


DEAL = {"contract": "tricks", "declarer": 1, "bid": 2, "trump": "S", "took_skat": True, "tricks": 2}
HUNDRED_DEALS = sheet_question(
    {"game": "fipsen-prisdorf", "seats": 4, "first_dealer": 0, "deals": [DEAL] * 100}
)


@pytest.mark.parametrize("key", sweep([game.key for game in GAMES]))
def test_golden_cases_are_judged_as_on_the_server(browser: Browser, site: str, key: str) -> None:
    page = open_phone(browser, site)
    start(page, key)
    cases = [(ask, case) for kind, ask in ASKS.items() for case in a_tenth(golden(key, kind))]
    questions = [{"ask": ask, "request": case["in"]} for ask, case in cases]
    half = len(questions) // 2
    found = page.evaluate(ASK, questions[:half])
    start(page, key)  # with what the first start compiled
    found += page.evaluate(ASK, questions[half:])
    wrong = [
        line for (_, case), each in zip(cases, found, strict=True) for line in differences(each, case["out"])
    ]
    sheets = list(sheet_questions(key))
    told = page.evaluate(ASK, [question for question, _ in sheets])
    wrong += [f"{question}" for (question, wanted), each in zip(sheets, told, strict=True) if each != wanted]
    page.context.close()
    print(f"{key}: {len(cases)} golden cases, {len(sheets)} of them as queues; {len(wrong)} differences")
    assert cases and sheets and wrong == []


class Workers:
    """The workers of a page, as the browser's own tools see them."""

    def __init__(self, page: Page) -> None:
        self.page, self.session = page, page.context.new_cdp_session(page)
        self.ids: list[str] = []
        self.replies: list[Any] = []
        self.session.on("Target.attachedToTarget", lambda event: self.ids.append(event["sessionId"]))
        self.session.on(
            "Target.receivedMessageFromTarget", lambda event: self.replies.append(event["message"])
        )
        manner = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False}
        self.session.send("Target.setAutoAttach", manner)

    def heap(self) -> int:
        """Return the bytes in use in the newest worker."""
        for number, method in enumerate(["HeapProfiler.collectGarbage", "Runtime.getHeapUsage"], start=1):
            message = json.dumps({"id": number, "method": method})
            self.session.send("Target.sendMessageToTarget", {"sessionId": self.ids[-1], "message": message})
        wait_until(lambda: bool(self.sizes()), "the worker tells its heap")
        return self.sizes()[-1]

    def sizes(self) -> list[int]:
        """Return the sizes of heaps told so far."""
        self.page.evaluate("null")  # events are heard meanwhile
        told = [json.loads(each) for each in self.replies if '"usedSize"' in each]
        return [int(each["result"]["usedSize"]) for each in told]


@dataclass
class NewPhone:
    """A page on which the rules of Prisdorf started for the first time."""

    page: Page
    workers: Workers
    sizes: list[tuple[str, int]]  # of their files, compressed


@pytest.fixture(scope="module")
def new_phone(browser: Browser, site: str) -> Iterator[NewPhone]:
    page = open_phone(browser, site, locale="de-DE", is_new=True)
    workers = Workers(page)
    yield NewPhone(page, workers, start(page, "fipsen-prisdorf"))
    page.context.close()


def test_the_rules_are_small_and_light_after_a_queue_of_a_hundred_deals(new_phone: NewPhone) -> None:
    (told,) = new_phone.page.evaluate(ASK, [HUNDRED_DEALS])
    heap, size = new_phone.workers.heap(), sum(size for _, size in new_phone.sizes)
    print(f"\n{new_phone.sizes}: {size} bytes, heap {heap / 1e6:.0f} MB")
    assert len(told["state"]["deals"]) == 100
    assert len(new_phone.sizes) == MOST_FILES and 0 < size < MOST_BYTES and heap < MOST_HEAP


KEPT = """async (change) => {
    const opening = indexedDB.open("brython-cache");
    await new Promise((resolve) => { opening.onsuccess = resolve; });
    const storing = opening.result.transaction("modules", "readwrite");
    const store = storing.objectStore("modules");
    const all = store.getAll();
    all.onsuccess = () => {
        for (const each of change ? all.result : []) store.put({ ...each, ...change });
    };
    await new Promise((resolve) => { storing.oncomplete = resolve; });
    return all.result.filter((each) => !each.content.includes("spoilt")).length;
}"""
SPOILT = "throw new Error('spoilt');"


def are_kept(page: Page) -> None:
    """Wait until all modules are stored as they are, which happens after the start."""
    modules = len(modules_for(get_game("fipsen-prisdorf")))
    page.wait_for_function(f"async () => (await ({KEPT})(null)) === {modules}")


def test_compiled_rules_are_used_again_until_the_rules_change(new_phone: NewPhone) -> None:
    page = new_phone.page
    are_kept(page)
    page.evaluate(KEPT, {"content": SPOILT, "source_ts": "of other rules"})
    start(page, "fipsen-prisdorf")
    are_kept(page)
    page.evaluate(KEPT, {"content": SPOILT})
    with pytest.raises(Exception, match="spoilt"):
        start(page, "fipsen-prisdorf")
    start(page, "fipsen-prisdorf")


BOTH = """async ([table, records]) => {
    const headers = { "X-Table": table, Accept: "application/json" };
    const state = await (await fetch("/api/v1/table/", { headers })).json();
    const pairs = [];
    for (const [number, record] of records) {
        const query = `number=${number}&record=${encodeURIComponent(JSON.stringify(record))}`;
        const there = await (await fetch(`/api/v1/table/preview/?${query}`, { headers })).json();
        pairs.push([await window.engine.preview(state, number, record), there]);
    }
    const told = await window.engine.apply(state, []);
    return [...pairs, [told.state, state]];
}"""


TRUMPS = {"de-DE": "Trumpf", "ja-JP": "切り札"}


@pytest.mark.parametrize("locale", sweep(TRUMPS))
def test_a_real_table_is_told_as_the_server_tells_it(
    browser: Browser, site: str, installation: dict[str, str], locale: str
) -> None:
    evening = demo_evening(installation, players=4, rounds=1, played="0.1")
    page = open_phone(browser, site, locale=locale)
    start(page, "fipsen-prisdorf")
    follow = "async path => (await fetch(path)).url.split('/').at(-2)"
    table = page.evaluate(follow, evening["tables"][-1]["path"])  # the link also sets its cookie
    wrong = {**DEAL, "trump": "X", "tricks": 9}
    pairs = page.evaluate(BOTH, [table, [[1, DEAL], [2, wrong], [1, {**DEAL, "bid": "?"}], [999, DEAL]]])
    page.context.close()
    assert TRUMPS[locale] in str(pairs[1][0]["violations"])
    assert [here for here, _ in pairs] == [there for _, there in pairs]


def test_a_page_without_the_engine_is_told_so(browser: Browser, site: str) -> None:
    page = open_phone(browser, site, is_new=True)
    page.goto("/games/")
    script = "async (m) => { const { Engine } = await import(m); return new Engine('/nowhere.js').ready; }"
    with pytest.raises(Exception, match="not_started"):
        page.evaluate(script, MODULE)
    page.context.close()
