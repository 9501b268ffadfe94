"""A sheet's fold over 100 deals against `json.loads` of the same records.

`json.loads` is read in two ways: of one JSON list of all records, and of one JSON text per record, which is
how the database holds them. The fold is measured from records that are read already, and with their reading
(`read_record`: types checked, the game's Record made). Goal: at most 6 times `json.loads`; a sheet ten times
as long costs ten times as much. One row of figures for every game that simulated players can play.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from benchmarks.frame import Figure, Goal, Report, Say, Times, take_turns
from rules import all_games
from rules.game import Game
from rules.reading import open_table, read_record
from scoring.sheet import Sheet, blank_sheet, fold_sheet
from simulation import play_sheet
from simulation.games import PLAYS

SEED = 2026
DEALS = 100
TIMES_LONGER = 10
RUNS = 15
FOLD, READ_AND_FOLD, LONG_FOLD = "fold", "read + fold", f"fold of {TIMES_LONGER * DEALS}"
ONE_LIST, SINGLE_TEXTS = "loads of one list", "loads of single texts"
GOAL = Goal(at_most=6)
STRAIGHT = Goal(at_most=TIMES_LONGER * 1.1)  # a tenth for noise


@dataclass(frozen=True, slots=True)
class Written:
    """A sheet as it is stored, in both readings, and what it is folded from."""

    game: Game
    opening: Any
    raw: list[dict[str, Any]]

    def fold(self) -> Callable[[], Sheet]:
        """The fold over records that are read already."""
        records = [read_record(self.game, raw) for raw in self.raw]
        return lambda: fold_sheet(self.game, blank_sheet(self.opening), records)

    def read_and_fold(self) -> Sheet:
        """As a sheet is loaded from the database, after its JSON."""
        records = [read_record(self.game, raw) for raw in self.raw]
        return fold_sheet(self.game, blank_sheet(self.opening), records)

    def first(self, rows: int) -> "Written":
        """The beginning of the sheet."""
        return replace(self, raw=self.raw[:rows])


def measure(say: Say) -> Report:
    """All games that can be played."""
    playable = [game for game in all_games() if game.key in PLAYS]
    figures: list[Figure] = []
    rows: dict[str, int] = {}
    for game in playable:
        say(f"playing and folding {game.key}")
        sheet = written_sheet(game)
        rows[game.key] = len(sheet.first(DEALS).raw)
        figures += figures_of(sheet, time_sheet(sheet))
    left_out = [game.key for game in all_games() if game not in playable]
    facts = {"seed": SEED, "runs": RUNS, "rows": rows, "cannot be played yet": left_out}
    return Report(figures, facts)


def written_sheet(game: Game) -> Written:
    """One long sheet, played by simulated people; it is shorter where the game ends sooner."""
    options = dict(game.tournament_options)
    deals = play_sheet(game.key, options, game.standard_seats, 0, DEALS * TIMES_LONGER, Random(SEED))
    opening = open_table(game, game.Options(**options), game.standard_seats, 0)
    return Written(game, opening, [deal.record for deal in deals[: DEALS * TIMES_LONGER]])


def time_sheet(sheet: Written) -> Mapping[str, Times]:
    """Everything in turns."""
    short = sheet.first(DEALS)
    one_list = json.dumps(short.raw)
    single_texts = [json.dumps(record) for record in short.raw]
    return take_turns(
        {
            FOLD: short.fold(),
            ONE_LIST: lambda: json.loads(one_list),
            READ_AND_FOLD: short.read_and_fold,
            SINGLE_TEXTS: lambda: [json.loads(text) for text in single_texts],
            LONG_FOLD: sheet.fold(),
        },
        runs=RUNS,
    )


def figures_of(sheet: Written, times: Mapping[str, Times]) -> list[Figure]:
    """The ratios of one game; how the cost grows only where a sheet can be so long."""
    key = sheet.game.key
    pairs = [(above, below) for above in (FOLD, READ_AND_FOLD) for below in (SINGLE_TEXTS, ONE_LIST)]
    figures = [
        Figure(f"{key}: {above} / {below}", times[above], times[below], GOAL) for above, below in pairs
    ]
    if len(sheet.raw) == DEALS * TIMES_LONGER:
        name = f"{key}: {TIMES_LONGER} times as long"
        figures.append(Figure(name, times[LONG_FOLD], times[FOLD], STRAIGHT))
    return figures
