"""The goals of long work: standings and posts of a club beside another's 400 photographs and 20 archives.

Two clubs play on one server. The quiet club's 50 tables post every 20-40 s, as people do. In turns nothing
else happens; the other club has just sent 400 photographs of a page of 12 megapixels; 20 of its members have
just chosen the archive of an event of 100 players to be checked. Both are worked on meanwhile; what is left
at the end of a turn is deleted, and the next turn has as many again. A deal waits from its acknowledgement
until the public standings count it. Goals: p99 of that wait, and of the posts, at most 2 times quiet;
`/readyz` never refuses; nothing lost.
"""

import hashlib
import json
import threading
import urllib.error
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

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
from tournaments.models import ArchiveImport, Club, Deal, Event, MarkedPhoto, Round, User
from tournaments.selectors.paper.marked_sheets import marked_tables
from tournaments.services.installation.chosen_archives import choose_archive
from tournaments.services.installation.event_export import export_event
from tournaments.services.paper.photos import keep_plans

QUIET, PHOTOGRAPHS, CHOSEN = "quiet", "beside photographs", "beside archives"
TURNS, PHOTOS, ARCHIVES = 2, 400, 20
PLAYERS = 100  # of the event in the archive
LINES = 20  # marked ones of the page
GOAL = 2

Waits = dict[str, list[float]]


def measure(say: Say) -> Report:
    """Seed two clubs, serve, have photographs read and archives checked in two of three parts."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    evenings = [evening_of(number) for number in range(2)]
    hall, loud = Hall(evenings), Event.objects.get(slug=evenings[1]["event"])
    photo, archive = photo_of_a_page(loud.slug), archive_of_an_event()
    counted: Waits = defaultdict(list)
    ready: Counter[int] = Counter()
    done: Counter[str] = Counter()
    with server() as hall.port, asked_whether_ready(hall.port, ready):
        for turn in range(1, TURNS + 1):
            say(f"{QUIET}, turn {turn} of {TURNS}")
            play(hall, QUIET, counted)
            say(f"{PHOTOGRAPHS}, turn {turn} of {TURNS}")
            send_photos(loud.slug, photo)
            play(hall, PHOTOGRAPHS, counted)
            done["photographs"] += MarkedPhoto.objects.filter(reading__isnull=False).count()
            MarkedPhoto.objects.all().delete()
            say(f"{CHOSEN}, turn {turn} of {TURNS}")
            choose_archives(loud.club, archive)
            play(hall, CHOSEN, counted)
            done["archives"] += ArchiveImport.objects.exclude(refusal=None, found=None).count()
            ArchiveImport.objects.all().delete()
    facts = {
        "minutes of each part": MINUTES,
        "posts": {name: len(seconds) for name, seconds in hall.posts.items()},
        "photographs read": f"{done['photographs']} of {TURNS * PHOTOS}",
        "archives checked": f"{done['archives']} of {TURNS * ARCHIVES}",
        "slowest post": {name: f"{max(seconds):.2f} s" for name, seconds in hall.posts.items()},
        "answers of /readyz": dict(ready),
        "errors": hall.errors,
        "lost": hall.created - Deal.objects.filter(table__round__event__slug=hall.slug).count(),
    }
    return Report([*figures("counted", counted), *figures("posts", hall.posts)], facts)


def figures(what: str, waits: Waits) -> list[Figure]:
    """Compare the waits beside long work with those in the quiet."""
    return [
        Figure(
            f"{what}, {beside} / {QUIET}, p{hundredth}",
            times_of(beside, hundredth, waits[beside]),
            times_of(QUIET, hundredth, waits[QUIET]),
            Goal(at_most=GOAL) if hundredth > 50 else None,
        )
        for beside in (PHOTOGRAPHS, CHOSEN)
        for hundredth in (50, 99)
    ]


def play(hall: Hall, name: str, counted: Waits) -> None:
    """Let the quiet club's tables post; keep how long each deal waited to be counted."""
    standings = f"/api/v1/events/{hall.slug}/standings/"
    result = hall.send(hall.tables(0), seconds=60 * MINUTES, pace=PACE, sheet=SHEET, standings=standings)
    counted[name] += result["late"]
    hall.take(name, result)


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


def archive_of_an_event() -> bytes:
    """Return the archive of a played event; it is here, which is found out last."""
    output, progress = StringIO(), StringIO()
    call_command(
        "demo", players=PLAYERS, rounds=2, played=1, seed=7, format="json", stdout=output, stderr=progress
    )
    event = Event.objects.get(slug=json.loads(output.getvalue())["event"])
    with TemporaryDirectory() as folder:
        return export_event(event=event, file=Path(folder, "event.zip")).file.read_bytes()


def choose_archives(club: Club, content: bytes) -> None:
    """Have archives wait, each of a member of its own."""
    for number in range(ARCHIVES):
        by, _ = User.objects.get_or_create(username=f"member{number}")
        choose_archive(club=club, by=by, name="event.zip", content=content)


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
