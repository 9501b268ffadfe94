"""H10: a table's page on a slow phone: time to the first key and to the first accepted tap.

Chromium at a quarter of this machine's speed, 1.6 Mbit/s, 20 ms latency as on the Wi-Fi of a hall; every
visit with an empty cache. The table's page is compared with a page of one paragraph and as many useless bytes
as the table's page loaded until then: its first paint is the soonest that a phone shows anything of that
size. Goals: the first key at most 1.5 times, the first accepted tap at most 2 times that paint; 100 KB at
most. The rules start on the same phone without what was compiled before, at most 20 times as long as a loop.
"""

import os
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from django.core.management import call_command
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from benchmarks.entry import server
from benchmarks.frame import Figure, Goal, Report, Say, Times
from tests.browser.conftest import PHONE, launch
from tests.faults.servers import empty_evening
from tests.processes import wait_until

RUNS = 9
GAME = "fipsen-prisdorf"
START_OF_RULES = Path(__file__).with_name("phone_start.js")
SLOWER, LATENCY, BYTES_A_SECOND = 4, 20, 1_600_000 / 8
MOST_BYTES = 100_000
NOTE_FIRST_TAP = """() => {
  const look = () => {
    const key = document.querySelector("[data-pad] [data-seat='1']");
    if (key && key.offsetParent) {
      window.firstKey = window.firstKey || performance.now();
      if (key.getAttribute("aria-pressed") === "true") {
        window.firstTap = performance.now();
        return;
      }
      key.click();
    }
    setTimeout(look, 10);
  };
  look();
}"""
PAINTED = "performance.getEntriesByName('first-contentful-paint').length > 0"
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def measure(say: Say) -> Report:
    """Visit both pages in turns."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    table = empty_evening(dict(os.environ), players=4)["tables"][0]["path"]
    keys, taps, paints, sizes, starts, loops = [], [], [], [], [], []
    with server() as port, sync_playwright() as playwright, launch(playwright.chromium) as browser:
        visit_table(browser, f"http://127.0.0.1:{port}{table}")  # warm up the server
        for run in range(RUNS):
            say(f"a visit of each page, {run + 1} of {RUNS}")
            key, tap, size = visit_table(browser, f"http://127.0.0.1:{port}{table}")
            with bare_page(size) as url:
                paints.append(visit_bare(browser, url))
            keys.append(key)
            taps.append(tap)
            sizes.append(size)
            start, loop = start_rules(browser, f"http://127.0.0.1:{port}/games/")
            starts.append(start)
            loops.append(loop)
    paint = Times("a bare page's paint", tuple(paints))
    figures = [
        Figure("first key / a bare page's paint", Times("first key", tuple(keys)), paint, Goal(at_most=1.5)),
        Figure("first tap / a bare page's paint", Times("first tap", tuple(taps)), paint, Goal(at_most=2)),
        Figure(
            "start of the rules / a loop",
            Times("rules", tuple(starts)),
            Times("loop", tuple(loops)),
            Goal(20),
        ),
    ]
    facts = {"bytes until the first tap": max(sizes), "at most": MOST_BYTES, "slower": SLOWER, "runs": RUNS}
    return Report(figures, facts)


@contextmanager
def slow_page(browser: Browser, *, bypass_csp: bool = False) -> Iterator[tuple[Page, CDPSession]]:
    """Open a page as a phone with an empty cache."""
    with browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, bypass_csp=bypass_csp
    ) as context:
        page = context.new_page()
        phone = context.new_cdp_session(page)
        phone.send("Network.enable")
        speed = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
        phone.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY, **speed})
        phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield page, phone


def visit_table(browser: Browser, url: str) -> tuple[float, float, int]:
    """Return seconds to the first key and to the first accepted tap, and the bytes loaded by then."""
    with slow_page(browser) as (page, phone):
        came: list[int] = []
        phone.on("Network.dataReceived", lambda event: came.append(event["encodedDataLength"]))
        page.add_init_script(f"({NOTE_FIRST_TAP})()")
        page.goto(url, wait_until="commit")
        wait_until(lambda: bool(page.evaluate("window.firstTap")), "a tap is taken")
        key, tap = page.evaluate("[window.firstKey, window.firstTap]")
        return key / 1000, tap / 1000, sum(came)


def visit_bare(browser: Browser, url: str) -> float:
    """Return seconds to the first paint."""
    with slow_page(browser) as (page, _):
        page.goto(url)
        wait_until(lambda: bool(page.evaluate(PAINTED)), "something is painted")
        return float(page.evaluate(PAINT)) / 1000


def start_rules(browser: Browser, url: str) -> tuple[float, float]:
    """Return seconds until the rules run, and those of a loop on the same page."""
    with slow_page(browser, bypass_csp=True) as (page, _):
        page.goto(url)
        times = page.evaluate(START_OF_RULES.read_text(), GAME)
        return times["ready"], times["busy"]


@contextmanager
def bare_page(size: int) -> Iterator[str]:
    """Return the address of a page with a paragraph after the given number of bytes."""
    body = f"<!doctype html><style>/*{secrets.token_hex(size // 2)}*/</style><p>A page.</p>".encode()

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            """Suppress the log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as bare:
        threading.Thread(target=bare.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{bare.server_port}/"
        bare.shutdown()
