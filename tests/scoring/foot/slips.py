"""Simulated sheets whose foot the guard compares."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from rules import get_game
from rules.reading import open_table, read_record
from scoring.foot.cross_foot import find_slips
from scoring.sheet.sheet import blank_sheet, fold_sheet
from simulation.sheets import play_sheet

SEATS = {"frepe": 6}
DEALS = {"fipsen-prisdorf": 100, "flunk": 18, "rifki": 20, "frepe": 40, "fipsen-grossenaspe": 60}


@dataclass(frozen=True)
class Course:
    """A sheet as played: its opening and its records."""

    game: Any
    opening: Any
    records: tuple[Any, ...]

    def fold(self, records):
        return fold_sheet(self.game, self.opening, records)

    def slips(self, typed, foot):
        return find_slips(self.game, self.opening, self.fold(typed), foot)


@cache
def a_course(key="fipsen-prisdorf", seed=1, deals=0):
    """Return a simulated sheet."""
    game = get_game(key)
    seats = SEATS.get(key, game.standard_seats)
    rows = play_sheet(key, {}, seats, 0, deals or DEALS[key], Random(seed))
    records = tuple(read_record(game, row.record) for row in rows)
    return Course(game, blank_sheet(open_table(game, game.Options(), seats, 0)), records)
