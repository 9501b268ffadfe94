"""A hall whose server can be killed, reset and upgraded, and its phones."""

import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.conftest import AS_ROOT, PHONE, executable, patient, served
from tests.browser.hands import Pad, demo_evening
from tests.processes import PATIENCE, answers, free_port, install, running, wait_until

NEXT_LOOK = "tournaments/stichtag.next.css"
NEXT = ".next."  # in the addresses of the scripts of the next version
A_TWO = {"declarer": 1, "bid": 2, "trump": "S", "tricks": 2}
A_LOST_THREE = {"declarer": 2, "bid": 3, "trump": "H", "tricks": 1}
A_FOUR = {"declarer": 3, "bid": 4, "trump": "C", "tricks": 4}
RUTEN_IN_CLUBS = {"declarer": 1, "bid": 3, "announced": "ruten", "trump": "C", "tricks": 2}
DEALS = [A_TWO, A_LOST_THREE, A_FOUR]
WHAT_IS_MISSING = "[isSecureContext, 'serviceWorker' in navigator, 'locks' in navigator]"
KEPT_ADDRESSES = """async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((each) => each.keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
}"""
OLD_FASHIONED = """([name, record]) => localStorage.setItem(name, JSON.stringify({ draft: null, pending: {
    kind: "append", key: "k1", number: 1, match: null,
    method: "POST", path: "deals/", body: { number: 1, record },
} }))"""
NO_STORE = """() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (record) {
        if (this.name === "operations") throw new DOMException("full", "QuotaExceededError");
        return put.call(this, record);
    };
}"""
KEPT_ROWS = """async () => {
    const database = await new Promise((resolve) => {
        const request = indexedDB.open("stichtag");
        request.onsuccess = () => resolve(request.result);
    });
    const all = await new Promise((resolve) => {
        const request = database.transaction("STORE").objectStore("STORE").getAll();
        request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return all;
}"""
KEPT_OPERATIONS, KEPT_FACTS = (KEPT_ROWS.replace("STORE", store) for store in ("operations", "about"))
FROM_ANOTHER_VERSION = """async () => {
    const database = await new Promise((resolve) => {
        const request = indexedDB.open("stichtag", 7);
        request.onsuccess = () => resolve(request.result);
    });
    const table = document.querySelector("[data-pad]").dataset.publicId;
    const transaction = database.transaction("operations", "readwrite");
    transaction.objectStore("operations").add({ format: 99, table, key: "from-tomorrow", what: "?" });
    await new Promise((resolve) => { transaction.oncomplete = resolve; });
    database.close();
}"""
ARE_KEPT = """async (program) => {
    const page = await caches.match(location.pathname, { ignoreVary: true });
    const kept = await Promise.all(program.map((each) => caches.match(each, { ignoreVary: true })));
    return Boolean(page && navigator.serviceWorker.controller) && kept.every(Boolean);
}"""


class Hall:
    """A server that can be killed, and the links of its tables."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.env = served(folder / "data")
        self.url = f"http://127.0.0.1:{self.port}"
        self.stack = contextlib.ExitStack()
        self.pid = 0

    def prepare(self) -> None:
        install(self.env)
        evening = demo_evening(self.env, players=80, rounds=1, played=0)
        self.links = iter([table["path"] for table in evening["tables"]])
        with self.database() as database:
            database.execute("VACUUM INTO ?", [str(self.folder / "empty.sqlite3")])

    def start(self) -> None:
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        log = self.folder / f"web-{len(list(self.folder.glob('web-*')))}.log"
        self.pid = self.stack.enter_context(running(command, self.env, log)).pid
        wait_until(lambda: answers(f"{self.url}/accounts/login/"), f"{self.url} answers; see {log}")

    def kill(self) -> None:
        os.killpg(self.pid, signal.SIGKILL)
        self.stack.close()

    @contextlib.contextmanager
    def database(self) -> Iterator[sqlite3.Connection]:
        """Open the database directly, for states that no page can produce."""
        path = self.folder / "data" / "stichtag.sqlite3"
        with contextlib.closing(sqlite3.connect(path, timeout=PATIENCE)) as database, database:
            yield database

    def lose_everything(self) -> None:
        """Delete all deals, as after a restore by an organiser: the event and its tables remain."""
        for path in (self.folder / "data").glob("stichtag.sqlite3*"):
            path.unlink()
        shutil.copy(self.folder / "empty.sqlite3", self.folder / "data" / "stichtag.sqlite3")

    def sheet(self, link: str) -> dict[str, Any]:
        headers = {"Authorization": f"Table {link.rsplit('/', 1)[-1]}"}
        with urlopen(Request(f"{self.url}/api/v1/table/", headers=headers), timeout=PATIENCE) as answer:
            return dict(json.load(answer))

    def records(self, link: str) -> list[dict[str, Any]]:
        return [deal["record"] for deal in self.sheet(link)["deals"]]


def switch_on(browser: Browser, folder: Path, url: str, *flags: str) -> BrowserContext:
    """Open a phone with its own profile: the same folder is the same phone after a restart."""
    return patient(browser.browser_type.launch_persistent_context(
        folder, executable_path=executable(), args=[*AS_ROOT, *flags], base_url=url, viewport=PHONE,
        has_touch=True, is_mobile=True, locale="en-GB",
    ))  # fmt: skip


def has_rules(pad: Pad) -> None:
    expect(pad.page.locator("[data-rules=here]")).to_be_attached()


def is_ready_for_anything(pad: Pad) -> None:
    """Wait until the page, its files and the rules are on the phone."""
    has_rules(pad)
    is_kept(pad)


def is_kept(pad: Pad) -> None:
    """Wait until the page and its files are on the phone."""
    files = pad.page.evaluate("fetch('/phone/fipsen-prisdorf/files.json').then((told) => told.json())")
    wait_until(lambda: bool(pad.page.evaluate(ARE_KEPT, files["files"])), "the page is kept")


def badge(pad: Pad, text: str | re.Pattern[str]) -> None:
    expect(pad.place("badge")).to_have_text(text)


def write(pad: Pad, **record: object) -> None:
    """Write and save a deal of Prisdorf, for tests of what becomes of it.

    Each key gets its click without the finger of a tap, which is most of its processor time. No thumb is as
    fast: before the next deal, wait until this one is saved.
    """
    for key in [pad.key(field, value) for field, value in record.items()]:
        key.dispatch_event("click")
    pad.place("save").dispatch_event("click")


def table_of(pad: Pad) -> str:
    """Return the public id of the pad's table."""
    return pad.page.url.rstrip("/").split("/")[-1]


def play(count: int) -> list[dict[str, object]]:
    return [DEALS[number % len(DEALS)] for number in range(count)]


def same(told: list[dict[str, Any]], written: list[dict[str, Any]]) -> bool:
    """Return whether a sheet has these deals in this order, each once."""
    return [{name: each.get(name) for name in A_TWO} for each in told] == written


def release_another_version(hall: Hall) -> None:
    """Release the same program under other addresses."""
    folder = hall.folder / "data" / "static"
    manifest = json.loads((folder / "staticfiles.json").read_text())
    for kind in ("", ".gz"):
        look = manifest["paths"]["tournaments/stichtag.css"] + kind
        shutil.copy(folder / look, folder / (NEXT_LOOK + kind))
    manifest["paths"]["tournaments/stichtag.css"] = NEXT_LOOK
    (folder / "staticfiles.json").write_text(json.dumps(manifest))


def release_every_script(hall: Hall) -> None:
    """Release scripts and styles under other addresses; those of the version before are gone."""
    folder = hall.folder / "data" / "static"
    manifest = json.loads((folder / "staticfiles.json").read_text())
    for name, old in manifest["paths"].items():
        if name.endswith((".js", ".css")):
            stem, kind = old.rsplit(".", 1)
            manifest["paths"][name] = f"{stem}{NEXT}{kind}"
            for end in ("", ".gz"):
                with contextlib.suppress(FileNotFoundError):
                    (folder / (old + end)).rename(folder / f"{stem}{NEXT}{kind}{end}")
    (folder / "staticfiles.json").write_text(json.dumps(manifest))


def set_revoked(hall: Hall, pad: Pad, value: int) -> None:
    table = table_of(pad).replace("-", "")
    with hall.database() as database:
        database.execute(
            "UPDATE tournaments_tablelink SET is_revoked = ? WHERE table_id = "
            "(SELECT id FROM tournaments_table WHERE public_id = ?)", [value, table],
        )  # fmt: skip
