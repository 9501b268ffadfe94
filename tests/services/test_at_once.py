"""Two directors import, merge or join in the same moment: one wins, the other reads one sentence.

Each case runs in two threads of a process, on SQLite and on PostgreSQL; `at_once.py` has the cases. Nothing
is stored twice or by half.
"""

import json
import shutil
from typing import Any, NamedTuple

import pytest

from tests.processes import environment, manage, migrated, prepared_statics
from tests.sweeps import sweep
from tests.tournaments.paper_files import PLAYERS

SCRIPT = "from tests.services.at_once import print_cases; print_cases()"
SHOWN_AGAIN = "changed since this list was shown, so it is not stored yet."
USED = "This invitation was accepted before; it works once."
Facts = dict[str, Any]


class Outcome(NamedTuple):
    """Status and words of the winner, of the other one, and what is stored."""

    winner: tuple[int, str]
    other: tuple[int, str]
    facts: Facts


def stored(**changes: Any) -> Facts:
    """Return the facts of a club with two directors and an event, and nothing broken."""
    nothing = {"entrants": [], "events": 1, "deals": 0, "merged": 0, "members": 2, "broken": []}
    return {**nothing, **changes}


LISTED = Outcome((302, "2 players added."), (409, SHOWN_AGAIN), stored(entrants=["Anna", "Ben"]))
JOINED = Outcome((302, "your role in"), (404, USED), stored(members=3))
MERGED = Outcome(
    (302, "is now part of"), (409, "was already merged into"), stored(merged=1, entrants=["Anna"])
)
CASES: dict[str, list[Outcome]] = {  # with each outcome that is right, where it matters who is first
    "the same list": [LISTED],
    "lists that share a name": [LISTED, LISTED._replace(facts=stored(entrants=["Ben", "Cleo"]))],
    "the same names pasted": [LISTED._replace(other=(422, SHOWN_AGAIN))],
    "the same import undone": [
        Outcome((302, "The import was undone."), (302, "Only the newest import"), stored()),
        Outcome((302, "The import was undone."), (302, "already undone"), stored()),
    ],
    "the same sheets": [  # each table is stored by itself, so they may share them
        Outcome((302, first), (302, second), stored(entrants=list(PLAYERS), deals=2))
        for first, second in (("2 rows stored.", "0 rows stored."), ("1 row stored.", "1 row stored."))
    ],
    "different sheets of a table": [
        Outcome((302, "2 rows stored."), (409, "1 problem"), stored(entrants=list(PLAYERS), deals=2))
    ],
    "the same event from paper": [
        Outcome((200, ""), (409, words), stored(events=2, entrants=list(PLAYERS), deals=2))
        for words in ("already exists; leave --create out", "is taken; choose another one.")
    ],
    "the same archive": [
        Outcome((302, "is imported."), (422, words), stored(entrants=sorted(PLAYERS)))
        for words in ("is here already", "is being stored or deleted at this moment")
    ],
    "events of one name": [Outcome((302, ""), (302, ""), stored(events=3))],
    "the same merge": [MERGED],
    "merges of each other": [MERGED, MERGED._replace(facts=stored(merged=1, entrants=["ANNA"]))],
    "a merge into a duplicate": [
        MERGED._replace(facts=stored(merged=1, entrants=["ANNA"])),
        Outcome((302, "is now part of"), (302, "is now part of"), stored(merged=2, entrants=["Ana"])),
    ],
    "a merge and a list with the duplicate": [
        Outcome((302, "is now part of"), (302, "1 player added."), stored(merged=1, entrants=["Anna"])),
        MERGED._replace(other=(409, SHOWN_AGAIN), facts=stored(merged=1)),
    ],
    "the same merge undone": [
        Outcome((302, "are two players again."), (409, "was undone before."), stored(entrants=["ANNA"]))
    ],
    "two sign-offs": [
        Outcome((200, ""), (409, "signed off"), stored(entrants=sorted(PLAYERS[:4]), deals=1)),
    ],
    "a merge while a table posts": [
        Outcome(
            (302, "is now part of"),
            (200, ""),
            stored(entrants=sorted(["Aaron", *PLAYERS[1:4]]), deals=1, merged=1),
        )
    ],
    "an invitation of two people": [JOINED],
    "an invitation twice by one person": [JOINED._replace(other=(302, ""))],
    "an invitation accepted and revoked": [
        JOINED._replace(other=(409, USED)),
        Outcome((302, ""), (404, "This invitation was revoked by an owner"), stored()),
    ],
}


@pytest.fixture(scope="module", params=sweep(["SQLite", "PostgreSQL"], ["PostgreSQL"], sample=0))
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Facts]:
    """Return what each case told on this database."""
    env = environment(tmp_path_factory.mktemp("at_once"))
    shutil.copytree(prepared_statics(), env["DATA_DIR"], dirs_exist_ok=True)
    if request.param == "PostgreSQL":
        env["DATABASE_URL"] = request.getfixturevalue("new_database")("at_once")
    else:
        migrated(env)
    lines = manage(env, "shell", "-v", "0", "-c", SCRIPT).splitlines()
    return {told.pop("case"): told for told in map(json.loads, lines)}


@pytest.mark.parametrize("case", CASES)
def test_one_of_two_wins_and_nothing_is_stored_by_half(case: str, told: dict[str, Facts]) -> None:
    found = dict(told[case])
    answers = found.pop("told")
    assert len(answers) == 2 and any(is_outcome(each, answers, found) for each in CASES[case]), told[case]


def is_outcome(outcome: Outcome, answers: list[tuple[int, str]], facts: Facts) -> bool:
    """Return whether the answers, in any order, and the facts are these."""
    is_said = any(
        all(
            status == wanted and words in said
            for (wanted, words), (status, said) in zip(outcome[:2], order, strict=True)
        )
        for order in (answers, answers[::-1])
    )
    return is_said and facts == outcome.facts


def test_every_case_is_told(told: dict[str, Facts]) -> None:
    assert told.keys() == CASES.keys()
