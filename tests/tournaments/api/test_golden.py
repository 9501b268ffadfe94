"""The golden sheets again, written down deal by deal at tables of a real event.

A tenth of those of Skat and four other games, every day others, and all in `run.py soak`: the rules and the
commands run every one of them in every whole run.
"""

import json
from collections import defaultdict
from urllib.parse import quote

import pytest

from rules import GAMES
from tests.builders import an_event
from tests.golden import GOLDEN, a_tenth, differences
from tests.sweeps import ONE_GAME, sweep
from tests.tournaments.phones import Phone
from tournaments.models import Part
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.lifecycle import open_round, seat_round

pytestmark = pytest.mark.django_db
# A sheet whose game is over is complete; only the rules have a separate code for the deal after it.
AFTER_THE_LAST = {"game_over", "game_already_won", "list_complete"}


def cases_of(file):
    """Return the cases of one file, or the selected tenth."""
    return a_tenth([json.loads(line) for line in (GOLDEN / file).read_text().splitlines()])


def cases_by_table(game):
    """Return cases with a valid set-up, by options and size of table."""
    found = defaultdict(list)
    for case in cases_of(f"{game}.score.jsonl"):
        if case["out"]["ok"] or case["out"]["deal"] is not None:
            asked = case["in"]
            found[json.dumps(asked.get("options") or {}), asked["seats"]].append(case)
    return found


def phones_at(game, options, cases):
    """Yield a phone at a table for each case."""
    event = an_event(game=game, options=json.loads(options), deals_per_table={})
    seats = cases[0]["in"]["seats"]
    entrants = enter_players(event=event, names=[f"Player {n}" for n in range(seats * len(cases))])
    tables = [entrants[first : first + seats] for first in range(0, len(entrants), seats)]
    round = open_round(round=seat_round(event=event, tables=tables))
    for table, case in zip(round.tables.all(), cases, strict=True):
        Part.objects.filter(table=table).update(first_dealer=case["in"]["first_dealer"])
        yield Phone(table), case


def table_answers(phone, deals, committing):
    """Return the table's answers: deltas of every deal, and the code of the first that is refused."""
    deltas: list[list[int]] = []
    for number, record in enumerate(deals, start=1):
        with committing(execute=True):  # a sheet is cached when it is stored
            response = phone.send("post", "deals/", {"number": number, "record": record})
        if response.status_code != 201:
            return {"deltas": deltas, "code": response.json()["code"]}
        deltas.append(response.json()["deltas"])
    return {"deltas": deltas, "code": None}


def is_as_wanted(found, out):
    if out["ok"]:
        return found == {"deltas": [deal["deltas"] for deal in out["deals"]], "code": None}
    codes = {"sheet_complete", out["code"]} if out["code"] in AFTER_THE_LAST else {out["code"]}
    return len(found["deltas"]) == out["deal"] and found["code"] in codes


@pytest.mark.parametrize("game", sweep([game.key for game in GAMES], ONE_GAME, sample=4))
def test_golden_sheets_are_written_over_http(game, django_capture_on_commit_callbacks):
    wrong, by_table = [], cases_by_table(game)
    assert by_table, "no case of this game has its turn"
    for (options, _), cases in by_table.items():
        for phone, case in phones_at(game, options, cases):
            answers = table_answers(phone, case["in"]["deals"], django_capture_on_commit_callbacks)
            if not is_as_wanted(answers, case["out"]):
                wrong.append((case["case"], answers))
    assert wrong == []


# Auctions


def auctions(game):
    """Return the golden auctions whose table can be opened."""
    cases = cases_of(f"{game}.auction.jsonl")
    return [case for case in cases if case["out"]["ok"] or case["out"]["call"] is not None]


def auction_found(phone, calls):
    """Return the answer of a table's page: the result, or the first call that is refused and why."""
    answer = phone.get(f"auction/?calls={quote(json.dumps(calls))}").json()
    if answer["result"] is not None and not answer["violations"]:
        return {"ok": True, **answer["result"]}
    codes = [each["code"] for each in answer["violations"]] or ["auction_incomplete"]
    return {"ok": False, "call": len(answer["calls"]), "code": codes[0]}


@pytest.mark.parametrize("game", sweep([game.key for game in GAMES if game.auction], ONE_GAME, sample=2))
def test_golden_auctions_are_answered_over_http(game):
    wrong = []
    for case in auctions(game):
        asked = case["in"]
        event = an_event(game=game, options=asked.get("options") or {}, deals_per_table={})
        entrants = enter_players(event=event, names=[f"Player {n}" for n in range(asked["seats"])])
        [table] = open_round(round=seat_round(event=event, tables=[entrants])).tables.all()
        Part.objects.filter(table=table).update(first_dealer=asked["dealer"])
        answer = auction_found(Phone(table), asked["calls"])
        if differences(answer, case["out"]):
            wrong.append((case["case"], answer))
    assert wrong == []
