"""H11: the fold of a sheet is linear in its deals, and so is the phone's work at every tap.

The fold of 1,000 deals is compared with that of 100, from parsed records, for every game whose sheet can be
this long (goal: at most 11 times, a tenth for noise). The engine's preview of the next deal, in Chromium, is
compared for 100 deals on the sheet against one (goal: at most 3 times); without Chromium its row is left out.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from django.core.management import call_command

from benchmarks.entry import server
from benchmarks.frame import Figure, Goal, Report, Say, Times, take_turns
from rules import all_games, get_game
from rules.game import Game
from rules.reading import open_table, read_record
from scoring.sheet.sheet import Sheet, blank_sheet, fold_sheet
from simulation import play_sheet
from tests.missing import chromium

SEED = 2026
DEALS, TIMES_LONGER = 100, 10
RUNS = 15
FOLD, LONG_FOLD = "fold of 100", f"fold of {TIMES_LONGER * DEALS}"
STRAIGHT = Goal(at_most=TIMES_LONGER * 1.1)
PHONE_GAME, PHONE_RUNS = "fipsen-prisdorf", 25
IN_THE_PAGE = Path(__file__).with_name("phone.js")
MODULE = "/static/tournaments/engine.js"


@dataclass(frozen=True, slots=True)
class Written:
    """A sheet as it is stored: its opening and its records."""

    game: Game
    opening: Any
    raw: list[dict[str, Any]]

    def fold(self) -> Callable[[], Sheet]:
        """Fold parsed records."""
        records = [read_record(self.game, raw) for raw in self.raw]
        return lambda: fold_sheet(self.game, blank_sheet(self.opening), records)

    def first(self, rows: int) -> "Written":
        """Return the first rows of the sheet."""
        return replace(self, raw=self.raw[:rows])


def measure(say: Say) -> Report:
    """Measure all games, then the phone."""
    figures: list[Figure] = []
    for game in all_games():
        say(f"playing and folding {game.key}")
        sheet = written_sheet(game)
        if len(sheet.raw) == DEALS * TIMES_LONGER:
            ways = {FOLD: sheet.first(DEALS).fold(), LONG_FOLD: sheet.fold()}
            times = take_turns(ways, runs=RUNS)
            name = f"{game.key}: {TIMES_LONGER} times as long"
            figures.append(Figure(name, times[LONG_FOLD], times[FOLD], STRAIGHT))
    say("asking the phone's engine")
    previews = phone_times()
    if previews:
        one, hundred = previews
        figures.append(Figure("phone: preview after 100 deals / after 1", hundred, one, Goal(at_most=3)))
    return Report(figures, {"seed": SEED, "runs": RUNS, "phone": "Chromium" if previews else "no Chromium"})


def written_sheet(game: Game) -> Written:
    """Return a long sheet from simulated play; it is shorter if the game ends sooner."""
    options = dict(game.tournament_options)
    deals = play_sheet(game.key, options, game.standard_seats, 0, DEALS * TIMES_LONGER, Random(SEED))
    opening = open_table(game, game.Options(**options), game.standard_seats, 0)
    return Written(game, opening, [deal.record for deal in deals[: DEALS * TIMES_LONGER]])


# The phone


def phone_times() -> tuple[Times, Times] | None:
    """Time previews after 1 deal and after 100; None without Chromium."""
    if find_spec("playwright") is None or chromium() is None:
        return None
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    sheet = written_sheet(get_game(PHONE_GAME))
    queues = {str(deals): queue_of(sheet.first(deals)) for deals in (1, DEALS)}
    with server() as port:
        times = in_chromium(f"http://127.0.0.1:{port}/games/", [PHONE_GAME, MODULE, queues, PHONE_RUNS])
    return Times("after 1", tuple(times["1"])), Times(f"after {DEALS}", tuple(times[str(DEALS)]))


def in_chromium(address: str, arguments: list[Any]) -> dict[str, list[float]]:
    """Return the result of the script on a page."""
    playwright = import_module("playwright.sync_api")
    with playwright.sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(address)
        times: dict[str, list[float]] = page.evaluate(IN_THE_PAGE.read_text(), arguments)
        browser.close()
        return times


def queue_of(sheet: Written) -> dict[str, Any]:
    """Return the deals as a phone sends them to its engine, on an empty sheet."""
    seats = [{"seat": seat} for seat in range(sheet.opening.seats)]
    state = {
        "game": {"key": sheet.game.key},
        "options": dict(sheet.game.tournament_options),
        "parts": [{"seats": seats, "first_dealer": 0, "first_number": 1}],
        "deals": [],
        "conflicts": [],
        "deals_expected": None,
        "marks_later_deals": False,
        "is_open": True,
        "revision": 0,
    }
    operations = [
        {"do": "record", "number": number, "record": record, "key": f"deal-{number}"}
        for number, record in enumerate(sheet.raw, start=1)
    ]
    return {"ask": "apply", "state": state, "operations": operations}
