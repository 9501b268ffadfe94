"""What the guard of the foot proposes for simulated sheets: counted for tests and benchmarks/guard.py.

A proposal is the true one if it names the row of the slip among its first eight, the mistyped total, the
swapped columns or the missing deal.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from time import process_time

from rules.game import Game
from rules.reading import open_table, read_record
from scoring.foot.cross_foot import find_slips
from scoring.foot.footing import Foot
from scoring.foot.slip import COLUMNS, MISSING, TOTAL_DIGITS, TOTAL_KEYS, TOTAL_SIGN, Slip
from scoring.sheet.sheet import blank_sheet, fold_sheet
from simulation import play_sheet
from tests.scoring.foot.typing_slips import USUAL, Habits, Paper, Typing, mistype

SHEETS = 4
DEALS = 40  # where a game says no other number for a round
ROWS_SHOWN = 8
FOOT = {
    "missing deal": (MISSING,),
    "swapped columns": (COLUMNS,),
    "sign of a total": (TOTAL_SIGN,),
    "digits of a total": (TOTAL_DIGITS, TOTAL_KEYS),
    "key of a total": (TOTAL_DIGITS, TOTAL_KEYS),
}
"""The kinds of a proposal that name a slip without a row."""


@dataclass(slots=True)
class Tally:
    """What the guard said of the sheets of one game."""

    slips: int = 0
    first: int = 0
    among_three: int = 0
    rows: int = 0
    columns: int = 0
    twos: int = 0
    twos_said: int = 0
    false: int = 0
    slowest: float = 0

    def __str__(self) -> str:
        said = f"{self.twos_said} of {self.twos}" if self.twos else "-"
        named = max(self.among_three, 1)
        return (
            f"first {share(self.first, self.slips)}, among three {share(self.among_three, self.slips)}, "
            f"of these with more than {ROWS_SHOWN} rows {self.columns}, "
            f"two slips said so {said}, false {self.false}, "
            f"rows to look at {self.rows / named:.1f}, slowest {self.slowest:.2f} s"
        )


def share(part: int, whole: int) -> str:
    """Return a share in percent."""
    return f"{100 * part / max(whole, 1):.0f} %"


def tally_of(game: Game, slips: int, rng: Random, sheets: int = SHEETS, habits: Habits = USUAL) -> Tally:
    """Return what the guard says of sheets with one slip, of a quarter as many with two, and without."""
    papers = [a_paper(game, rng) for _ in range(sheets)]
    tally = Tally()
    for typing, found in guarded(papers, slips, 1, rng, tally, habits):
        tally.slips += 1
        place = place_of(typing, found)
        tally.first += place == 0
        tally.among_three += place < 3
        tally.rows += len(found[place].rows) if place < 3 else 0
        tally.columns += place < 3 and len(found[place].rows) > ROWS_SHOWN
    for _, found in guarded(papers, slips // 4, 2, rng, tally, habits):
        tally.twos += 1
        tally.twos_said += not found
    for paper in papers:
        sheet = fold_sheet(game, blank_sheet(paper.opening), paper.records)
        foot = Foot(sheet.totals, sheet.deals_counted)
        tally.false += bool(find_slips(game, blank_sheet(paper.opening), sheet, foot))
    return tally


def a_paper(game: Game, rng: Random) -> Paper:
    """Return a sheet of a round, simulated card by card."""
    seats = game.standard_seats
    options = dict(game.tournament_options)
    deals = game.round_length.deals.get(seats, DEALS)
    opening = open_table(game, game.Options(**options), seats, 0)
    rows = play_sheet(game.key, options, seats, 0, deals, rng)
    return Paper(game, opening, tuple(read_record(game, row.record) for row in rows))


def guarded(
    papers: list[Paper], many: int, slips: int, rng: Random, tally: Tally, habits: Habits = USUAL
) -> Iterator[tuple[Typing, list[Slip]]]:
    """Yield mistyped sheets with what the guard proposes; the slowest second is kept in the tally."""
    for number in range(many):
        paper = papers[number % len(papers)]
        typing = mistype(paper, rng, slips=slips, habits=habits)
        if typing is None:
            continue
        opening = blank_sheet(paper.opening)
        sheet = fold_sheet(paper.game, opening, typing.records)
        start = process_time()
        found = find_slips(paper.game, opening, sheet, Foot(typing.totals, typing.deals))
        tally.slowest = max(tally.slowest, process_time() - start)
        yield typing, found


def place_of(typing: Typing, found: list[Slip]) -> int:
    """Return the place of the first proposal that names the slip; the number of proposals if none does."""
    ((kind, row),) = typing.slips
    for place, slip in enumerate(found):
        if slip.kind in FOOT[kind] if row == 0 else is_named(row, slip):
            return place
    return len(found) + 3


def is_named(row: int, slip: Slip) -> bool:
    """Return whether a proposal names the row; of a number in one seat's column that may be in any of many
    rows, the column and the amount are all that the foot can tell.
    """
    return row in (slip.rows if "change" in slip.values else slip.rows[:ROWS_SHOWN])
