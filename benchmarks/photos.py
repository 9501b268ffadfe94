"""The goals of photos: how photographs of marked sheets are read, of easy, ordinary and hard scenes.

Simulated tables of eight games mark their sheets with pens and pencils, one to three hands a page, with slips
of the pen in one row of twelve; a phone photographs them (tests/marked/simulator.py). Rows are right at once,
asked without need, asked because somebody slipped, said so (the table marked "?"), lost on a page that
somebody is asked about, wrong without a word, or lost. Goals: none wrong or lost, 97 % right and 3 % asked of
ordinary photos, at most 5 % refused, 2 seconds a page.
"""

from time import process_time
from typing import Any

from benchmarks.frame import Report, Say
from tests.marked.photographing import tally_of

GAMES = (
    ("fipsen-prisdorf", 4),
    ("skat", 4),
    ("doppelkopf", 4),
    ("rifki", 4),
    ("frepe", 6),
    ("fips-anseger", 4),
    ("skat", 3),
    ("flunk", 3),
)
FIRST = 5000  # seeds from here on were never looked at while the thresholds were set
KINDS = ("easy", "ordinary", "hard")
PHOTOS, WHOLE = 16, 64


def measure(say: Say) -> Report:
    """Read some photographs of each kind."""
    return report_of(say, PHOTOS)


def measure_whole(say: Say) -> Report:
    """Read 64 photographs of each kind."""
    return report_of(say, WHOLE)


def report_of(say: Say, photos: int) -> Report:
    """Return how rows were read, by kind of scene."""
    facts: dict[str, Any] = {}
    for kind in KINDS:
        start = process_time()
        tally = tally_of(GAMES, kind, photos, FIRST)
        facts[kind] = str(tally)
        say(f"{kind}: {tally}, {(process_time() - start) / photos:.1f} s a photo with its simulation")
    return Report([], {**facts, "photos of each kind": photos})
