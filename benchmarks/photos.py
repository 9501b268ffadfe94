"""The goals of photos: how photographs of marked sheets are read, easy, ordinary, coloured and hard ones.

Simulated tables of every game mark their sheets with pens and pencils, one to three hands a page, with slips
of the pen in one row of thirty and a struck-out line on one page in five; a phone photographs them
(tests/marked/scenes.py). Rows are right at once, asked without need, asked because somebody slipped, lost on
a page that somebody is asked about, wrong without a word, or lost. Rows with "?" or with written numbers are
always asked; they are counted apart. Goals: none wrong or lost; of easy and ordinary photos 95 % right and
1.5 % asked without need, of coloured pens 93 and 3, of hard ones 85 % right and at most 8 % refused; 2 s
a page.
"""

from time import process_time
from typing import Any

from benchmarks.frame import Report, Say
from rules import all_games
from tests.marked.photographing import FRESH, tally_of

ON_BOTH_PAPERS = (4, 8)  # seats
GAMES = tuple(
    (game.key, seats)
    for game in all_games()
    for seats in game.seats
    if not game.table_violations(game.Options(), seats, 0)
    and (game.key != "points" or seats in ON_BOTH_PAPERS)  # its other tables have the same two layouts
)
KINDS = ("easy", "ordinary", "coloured", "hard")
PHOTOS, WHOLE = 12, 125


def measure(say: Say) -> Report:
    """Read some photographs of each kind."""
    return report_of(say, PHOTOS)


def measure_whole(say: Say) -> Report:
    """Read 125 photographs of each kind."""
    return report_of(say, WHOLE)


def report_of(say: Say, photos: int) -> Report:
    """Return how rows were read, by kind of scene."""
    facts: dict[str, Any] = {}
    for kind in KINDS:
        start = process_time()
        tally = tally_of(GAMES, kind, photos, FRESH)
        facts[kind] = str(tally)
        say(f"{kind}: {tally}, {(process_time() - start) / photos:.1f} s a photo with its simulation")
    return Report([], {**facts, "photos of each kind": photos})
