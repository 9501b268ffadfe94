"""docs/past-rounds.md, made from the table that says how safely each act on a round is done."""

from collections.abc import Iterator

from tournaments.selectors.rounds.past_rounds import SAFETY, Age
from tournaments.services.rounds.lifecycle import QUIET

MINUTES = int(QUIET.total_seconds() / 60)
HEAD = f"""# A past round is another mode

Made from `tournaments/selectors/rounds/past_rounds.py:SAFETY` by `python3 run.py documents`; do not edit. A
test does each act at each age of a round (`tests/tournaments/rounds/test_past_rounds.py`).

While a round is played, its tables and the desk change it freely. Once it is over, people know its results.
So every page that changes it says so in colour: amber while no list counts the round, red once a published
list does. One decision is taken at a time: it shows what it does to ranks, prizes and money, is stored by a
second key, is one entry in the log, and then the mode is left; a sheet that is typed as a whole is one, too.

A round that is opened again lets its tables write, and says so in amber. It closes by itself when none of its
tables wrote anything for {MINUTES} minutes; the entry of its closing names the tables whose sheets changed
meanwhile. Deals that come later wait for the director. Programs ask for the effect with `dry_run`,
and are believed without it.
"""
COLOURS = {Age.REOPENED: "amber", Age.CLOSED: "amber", Age.PUBLISHED: "red", Age.FINAL: "locked"}


def document() -> str:
    """Return the whole document."""
    return "\n".join([HEAD, *table_lines(), ""])


def table_lines() -> Iterator[str]:
    """Yield the table, an act in each row and an age in each column."""
    ages = [age.value + (f" ({COLOURS[age]})" if age in COLOURS else "") for age in Age]
    yield "| what somebody does | " + " | ".join(ages) + " |"
    yield "|---" * (len(ages) + 1) + "|"
    for act, by_age in SAFETY.items():
        yield f"| {act.value} | " + " | ".join(by_age[age].value for age in Age) + " |"
