"""The rows that a queue leaves, for every game: the phone's lists (rows.js, rebase.js) and the machine agree.

Before the rules are loaded, and where they cannot run, the phone lists queued rows without points. It also
rebases operations behind one that was not taken. Both follow one table of an operation's effect on a list of
rows; here random queues that the machine takes are folded by both.
"""

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from rules import GAMES, get_game
from scoring.phone.phone import Phone
from simulation.sheets import play_sheet
from tests.browser.hands import open_phone
from tests.sweeps import ONE_GAME, sweep

QUEUES, LONGEST, STORED = 30, 12, 3  # per game; operations; rows on the server
ROWS = """async (cases) => {
    const { rowsAfter } = await import("/static/tournaments/rows.js");
    return cases.map(([state, queue]) => rowsAfter(state.deals, queue));
}"""
ASKED = """async (queues) => {
    const { asked } = await import("/static/tournaments/machine.js");
    return queues.map((queue) => queue.map(asked));
}"""
STATUSES = """async (told) => {
    const { sheetAfter } = await import("/static/tournaments/machine.js");
    const { answers } = await sheetAfter({ apply: async () => told }, told.state, []);
    return answers.map((each) => each.status);
}"""
BEHIND = """async (cases) => {
    const behind = await import("/static/tournaments/rebase.js");
    return cases.map(([name, operations, ...rest]) => behind[name](operations, ...rest));
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, site: str) -> Iterator[Page]:
    page = open_phone(browser, site, rules=False)
    page.goto("/games/")
    yield page
    page.context.close()


class Table:
    """A sheet on the server, and the operations of its offline phone."""

    def __init__(self, key: str, rng: Random) -> None:
        self.rng, self.phone = rng, Phone({}, ".")
        seats = get_game(key).standard_seats
        self.records = [row.record for row in play_sheet(key, {}, seats, 0, 6, rng)]
        part = {"seats": [{"seat": seat} for seat in range(seats)], "first_dealer": 0, "first_number": 1}
        nothing: dict[str, Any] = {"deals": [], "conflicts": [], "rulings": [], "accounts": []}
        blank = {"game": {"key": key}, "options": {}, "parts": [part], "revision": 0, **nothing}
        blank |= {"deals_expected": None, "marks_later_deals": True, "is_open": True}
        firsts = enumerate(self.records[:STORED], start=1)
        posts = [{"do": "record", "number": number, "record": record} for number, record in firsts]
        state = self.answer(blank, posts)["state"]
        rows = [{**row, "row": 100 + at} for at, row in enumerate(state["deals"])]
        self.told = {**state, "deals": rows}
        self.state, self.queue = self.told, list[dict[str, Any]]()

    def answer(self, state: Any, operations: list[dict[str, Any]]) -> Any:
        question = {"ask": "apply", "state": state, "operations": operations}
        return json.loads(json.dumps(self.phone.answer(question)))

    def do_something(self) -> None:
        """Add an operation if the machine takes it."""
        wanted = self.an_operation()
        asked = {"do": wanted["do"], "number": wanted["number"], **wanted["asked"]}
        found = self.answer(self.state, [asked])
        if found["answers"][0]["result"] in ("written", "done") and found["state"] != self.state:
            self.state = found["state"]
            self.queue.append({name: wanted[name] for name in wanted if name not in ("do", "asked")})

    def an_operation(self) -> dict[str, Any]:
        """Return an operation as the queue keeps it, and as the machine takes it."""
        rows, key = self.state["deals"], f"key {len(self.queue)}"
        order = len(self.queue) + 1
        base = {
            "key": key,
            "order": order,
            "state": "waiting",
            "kind": "append",
            "method": "POST",
            "match": None,
        }
        record = self.rng.choice(self.records)
        act = self.rng.choice(["record", "record", "correct", "strike", "insert"] if rows else ["record"])
        number = len(rows) + 1 if act == "record" else self.rng.randint(1, len(rows))
        path = f"deals/{number}/"
        revision = self.state["revision"]
        if act == "record":
            body = {"number": number, "record": record}
            return {
                **base,
                "do": act,
                "number": number,
                "path": "deals/",
                "body": body,
                "asked": {**body, "key": key},
            }
        if act == "correct":
            row = rows[number - 1]
            sent = {"record": record, "row": row["row"]}
            asked = {**sent, "revision": row["revision"]}
            more = {"kind": "correct", "method": "PUT", "match": row["revision"], "body": sent}
        elif act == "strike":
            asked = {"revision": revision}
            more = {"kind": "strike", "method": "DELETE", "match": revision, "body": None}
        else:
            asked = {"record": record, "revision": revision, "key": key}
            more = {"kind": "insert", "match": revision, "body": {"record": record}}
            path += "insert/"
        return {**base, "do": act, "number": number, "path": path, **more, "asked": asked}


@cache
def tables_of(key: str) -> list[Table]:
    """Return tables of a game with a queue each."""
    rng = Random(11)
    tables = [Table(key, rng) for _ in range(QUEUES)]
    for table in tables:
        for _ in range(LONGEST):
            table.do_something()
    return tables


def names(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Return the rows by the server's id or the key of their operation, with their versions."""
    return [(row.get("row"), row.get("key"), row["number"], row["revision"], row["record"]) for row in rows]


@pytest.mark.parametrize("key", sweep([game.key for game in GAMES], ONE_GAME))
def test_a_queue_leaves_the_same_rows_with_and_without_the_rules(page: Page, key: str) -> None:
    tables = tables_of(key)
    assert sum(len(table.queue) for table in tables) > 4 * QUEUES
    listed = page.evaluate(ROWS, [[table.told, table.queue] for table in tables])
    for table, rows in zip(tables, listed, strict=True):
        assert names(rows) == names(table.state["deals"])


@pytest.mark.parametrize("key", sweep([game.key for game in GAMES], ONE_GAME))
def test_without_one_of_its_deals_a_queue_leaves_all_other_rows(page: Page, key: str) -> None:
    # The phone's first written deal is discarded: the operations behind it are rebased.
    tables = [table for table in tables_of(key) if first_made(table) is not None]
    firsts = [first_made(table) or 0 for table in tables]
    left = page.evaluate(
        BEHIND,
        [["withoutRow", t.queue[at + 1 :], t.queue[at]] for t, at in zip(tables, firsts, strict=True)],
    )
    queues = [table.queue[:at] + after for table, at, after in zip(tables, firsts, left, strict=True)]
    asked = page.evaluate(ASKED, queues)
    whole = 0
    for table, at, operations in zip(tables, firsts, asked, strict=True):
        found = table.answer(table.told, operations)
        refused = [each for each in found["answers"] if each["result"] not in ("written", "done")]
        if refused:  # the rules may need the discarded deal
            assert refused[0]["body"].get("violations"), refused[0]
            continue
        whole += 1
        wanted = [row for row in table.state["deals"] if row.get("key") != table.queue[at]["key"]]
        assert [name[:2] + name[3:] for name in names(found["state"]["deals"])] == [
            name[:2] + name[3:] for name in names(wanted)
        ]
    assert whole > QUEUES // 3


def first_made(table: Table) -> int | None:
    """Return the index in the queue of the first deal written or inserted."""
    return next((at for at, each in enumerate(table.queue) if each["kind"] in ("append", "insert")), None)


@pytest.mark.parametrize("key", sweep([game.key for game in GAMES], ONE_GAME))
def test_with_a_row_that_was_not_struck_out_a_queue_finds_every_row(page: Page, key: str) -> None:
    # Corrections and deals behind a discarded strike still refer to their own rows.
    tables = [table for table in tables_of(key) if first_struck(table) is not None]
    strikes = [first_struck(table) or 0 for table in tables]
    left = page.evaluate(
        BEHIND,
        [["withStruckRow", t.queue[a + 1 :], t.queue[a]] for t, a in zip(tables, strikes, strict=True)],
    )
    told, queues = [], []
    for table, at, after in zip(tables, strikes, left, strict=True):
        told.append(table.told)
        queues.append(table.queue[:at] + after)
    listed = page.evaluate(ROWS, list(zip(told, queues, strict=True)))
    before = page.evaluate(ROWS, [[t.told, t.queue[:at]] for t, at in zip(tables, strikes, strict=True)])
    for table, at, rows, known in zip(tables, strikes, listed, before, strict=True):
        struck = known[table.queue[at]["number"] - 1]
        stays = [row for row in rows if not is_same(row, struck)]
        assert len(rows) == len(stays) + 1
        assert [name[:2] + name[3:] for name in names(stays)] == [
            name[:2] + name[3:] for name in names(table.state["deals"])
        ]
    assert len(tables) > QUEUES // 2


def first_struck(table: Table) -> int | None:
    """Return the index in the queue of the first strike."""
    return next((at for at, each in enumerate(table.queue) if each["kind"] == "strike"), None)


def is_same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return (one.get("row"), one.get("key")) == (other.get("row"), other.get("key"))


def test_the_rules_refuse_like_the_server_and_an_unknown_conflict_is_left_to_it(
    page: Page,
) -> None:
    table = Table("fipsen-prisdorf", Random(1))
    record = table.records[STORED]
    questions: list[dict[str, Any]] = [
        {"do": "record", "number": STORED + 1, "record": record},
        {"do": "record", "number": STORED + 1, "record": record},
        {"do": "record", "number": STORED + 9, "record": record},
        {"do": "record", "number": STORED + 2, "record": {}},
        {"do": "settle", "conflict": 99, "choose": "sent"},
    ]
    assert page.evaluate(STATUSES, table.answer(table.told, questions)) == [201, 200, 409, 422, 0]
