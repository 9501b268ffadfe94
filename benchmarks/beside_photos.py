"""The goals of waiting photographs: the standings of a club beside another club's 400, and its tables' posts.

Two clubs play on one server. The quiet club's 50 tables post every 20-40 s, as people do. In turns nothing
else happens, or the other club has just sent 400 photographs of a page of 12 megapixels, which are read
meanwhile; those that are still unread at the end of a turn are deleted, and the next turn has 400 again. A
deal waits from its acknowledgement until the public standings count it. Goals: p99 of that wait, and of the
posts, at most 2 times quiet; `/readyz` never refuses; nothing lost.
"""

import hashlib
import threading
import urllib.error
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from django.core.management import call_command
from django.utils import timezone

from benchmarks.clubs import evening_of
from benchmarks.entry import server
from benchmarks.frame import Figure, Goal, Report, Say
from benchmarks.hall import MINUTES, PACE, SHEET, Hall, times_of
from marked.codes import PageCode, event_key
from tests.marked.one_photo import DEAL
from tests.marked.people import marks_of
from tests.marked.scenes import a_scene
from tests.marked.simulator import photographed
from tournaments.models import Deal, MarkedPhoto, Round
from tournaments.selectors.paper.marked_sheets import marked_tables
from tournaments.services.paper.marked_plans import keep_plans

QUIET, BESIDE = "quiet", "beside photographs"
TURNS, PHOTOS = 2, 400
LINES = 20  # marked ones of the page
GOAL = 2

Waits = dict[str, list[float]]


def measure(say: Say) -> Report:
    """Seed two clubs, serve, have photographs read in every second part."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    evenings = [evening_of(number) for number in range(2)]
    hall, photo = Hall(evenings), photo_of_a_page(evenings[1]["event"])
    counted: Waits = defaultdict(list)
    ready: Counter[int] = Counter()
    read = 0
    with server() as hall.port, asked_whether_ready(hall.port, ready):
        for turn in range(1, TURNS + 1):
            say(f"{QUIET}, turn {turn} of {TURNS}")
            play(hall, QUIET, counted)
            say(f"{BESIDE}, turn {turn} of {TURNS}")
            send_photos(evenings[1]["event"], photo)
            play(hall, BESIDE, counted)
            read += MarkedPhoto.objects.filter(reading__isnull=False).count()
            MarkedPhoto.objects.all().delete()
    facts = {
        "minutes of each part": MINUTES,
        "posts": {name: len(seconds) for name, seconds in hall.posts.items()},
        "photographs read": f"{read} of {TURNS * PHOTOS}",
        "answers of /readyz": dict(ready),
        "errors": hall.errors,
        "lost": hall.created - Deal.objects.count(),
    }
    return Report([*figures("counted", counted), *figures("posts", hall.posts)], facts)


def figures(what: str, waits: Waits) -> list[Figure]:
    """Compare the waits beside photographs with those in the quiet."""
    return [
        Figure(
            f"{what}, {BESIDE} / {QUIET}, p{hundredth}",
            times_of(BESIDE, hundredth, waits[BESIDE]),
            times_of(QUIET, hundredth, waits[QUIET]),
            Goal(at_most=GOAL) if hundredth > 50 else None,
        )
        for hundredth in (50, 99)
    ]


def play(hall: Hall, name: str, counted: Waits) -> None:
    """Let the quiet club's tables post; keep how long each deal waited to be counted."""
    standings = f"/api/v1/events/{hall.slug}/standings/"
    told = hall.send(hall.tables(0), seconds=60 * MINUTES, pace=PACE, sheet=SHEET, standings=standings)
    counted[name] += told["late"]
    hall.take(name, told)


def photo_of_a_page(slug: str) -> bytes:
    """Print the marked sheets of a round and photograph one of them with a phone."""
    drawn = Round.objects.get(event__slug=slug)
    sheets = marked_tables(drawn)[0]
    keep_plans(drawn, [sheets.plan])
    code = PageCode(event_key(slug), 1, sheets.table, sheets.part, 1, sheets.plan.fingerprint)
    rng = Random(1)
    return photographed(sheets.plan, code, marks_of(sheets.plan, [DEAL] * LINES), a_scene("easy", rng), rng)


def send_photos(slug: str, photo: bytes) -> None:
    """Have photographs wait; what stands behind the end of the picture makes each a file of its own."""
    drawn = Round.objects.get(event__slug=slug)
    for number in range(PHOTOS):
        content = photo + number.to_bytes(2)
        digest = hashlib.sha256(content).hexdigest()
        MarkedPhoto.objects.create(round=drawn, digest=digest, at=timezone.now(), upload=content)


@contextmanager
def asked_whether_ready(port: int, answers: Counter[int]) -> Iterator[None]:
    """Ask the server every second whether it is ready, and count its answers."""
    over = threading.Event()

    def ask() -> None:
        while not over.wait(1):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz") as answer:
                    answers[answer.status] += 1
            except urllib.error.HTTPError as error:
                answers[error.code] += 1

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
