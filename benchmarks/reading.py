"""The goals of reading: pages of 200 and 1,000 players after a deal, and 100 evenings that are read.

Before, every page that somebody read was rendered each second, with all its rounds. Now it is rendered when
its mark changed, and finished rounds are kept. All ways run in turns in one process, by the processor's
clock. Goals: the page of 1,000 players after a deal in 300 ms, and at most half of what rendering all its
rounds costs; a second of 100 evenings in which nothing changes at most a tenth of rendering one page of each.
Each page begins with room on the stack, as in a process of the server.
"""

from functools import cache

from django.core.cache import caches
from django.core.management import call_command
from django.test import Client

from benchmarks.frame import Figure, Goal, Report, Say, Times, take_turns
from benchmarks.standings import stored_event
from server.worker import with_room
from tournaments.models import Club, Event, Round, RoundStatus, User
from tournaments.selectors.events.marks import SITE, marks_of
from tournaments.services.clubs.lifecycle import create_club
from tournaments.services.events.lifecycle import change_event

SIZES = (200, 1_000)
ROUNDS, EVENINGS, PLAYERS = 10, 100, 48
RUNS, MOST = 7, 0.3  # seconds of the largest page
OK = 200


def measure(say: Say) -> Report:
    """Store the events, then time."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    club = create_club(name="Benchmark", owner=User.objects.create(username="benchmark"))
    figures: list[Figure] = []
    for players in SIZES:
        say(f"an event of {players} players")
        figures += page_figures(an_evening(club, players), players)
    say(f"{EVENINGS} evenings")
    slugs = [an_evening(club, PLAYERS, rounds=3).slug for _ in range(EVENINGS)]
    figures.append(second_figure(slugs))
    return Report(figures, {"rounds": ROUNDS, "runs": RUNS})


def an_evening(club: Club, players: int, rounds: int = ROUNDS) -> Event:
    """Return a published event whose last round is being played."""
    event = stored_event(club, players, rounds)
    Round.objects.filter(event=event, number=rounds).update(status=RoundStatus.OPEN)
    return change_event(event=event, options=event.options, is_published=True)


@with_room
def look(address: str) -> None:
    """Have a page rendered, as the front asks for it; the program is loaded once, as on a server."""
    answer = client().get(address)
    assert answer.status_code == OK, answer


@cache
def client() -> Client:
    return Client(HTTP_HOST="localhost")


def page_figures(event: Event, players: int) -> list[Figure]:
    """Compare the page whose finished rounds are kept with one made from nothing; the largest has a limit."""
    address = f"/events/{event.slug}/"

    def from_nothing() -> None:
        caches["parts"].clear()
        look(address)

    cached, whole = f"{players} players, finished rounds kept", f"{players} players, all rounds rendered"
    times = take_turns({cached: lambda: look(address), whole: from_nothing}, runs=RUNS)
    goal = Goal(at_most=0.5) if players == max(SIZES) else None
    name = f"the page of {players} players after a deal"
    figures = [Figure(f"{name} / with all its rounds", times[cached], times[whole], goal)]
    if players == max(SIZES):
        figures.append(Figure(f"{name} / 300 ms", times[cached], Times("300 ms", (MOST,)), Goal(at_most=1)))
    return figures


def second_figure(slugs: list[str]) -> Figure:
    """Compare asking whether anything changed with rendering the page of every evening."""

    def render_all() -> None:
        for slug in slugs:
            look(f"/events/{slug}/live/")

    asked, rendered = f"the marks of {len(slugs)} evenings", "their pages"
    times = take_turns({asked: lambda: marks_of([*slugs, SITE]), rendered: render_all}, runs=RUNS)
    name = f"a second of {len(slugs)} evenings without a change / with each rendered"
    return Figure(name, times[asked], times[rendered], Goal(at_most=0.1))
