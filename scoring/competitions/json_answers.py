"""The answers of `manage rank_competitions` and `manage award_prizes` as JSON (docs/competitions.md).

    rank_competitions(request, digest) -> {"ok": true, "competitions": {key: [rows]}}
    award_prizes(request, digest) -> {"ok": true, "pots", "awards", "turns", "paid", "left", ...}

Either answers with every problem of the first step that found one, too.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from scoring.competitions.award_form import (
    MONEY,
    TURNS,
    money_problems,
    prize_giving_of,
    read_award,
    turn_problems,
)
from scoring.competitions.awards import LOST_DEALS, Given, PrizeGiving, Unit, award, pots_of, ways_of
from scoring.competitions.contradictions import check_meaning
from scoring.competitions.json_readers import answer_of, refuse
from scoring.competitions.lists import List
from scoring.competitions.lost_deals import cost_of
from scoring.competitions.ranking import Row, ranked
from scoring.competitions.ranking_form import Digest, lot_text, read_request, request_of
from scoring.competitions.requests import TEAM, Competition, Request
from scoring.sheet.tallies import exact, json_value


def rank_competitions(request: Any, digest: Digest) -> dict[str, Any]:
    """Answer a request: every competition's rows, or every problem of the first step that found one."""

    def act(raw: Any) -> dict[str, Any]:
        asked = read_request(raw)
        check_meaning(asked)
        read, competitions = request_of(asked, digest)
        return {
            "competitions": {
                each.key: [row_json(read, each, row) for row in ranked(read, each)] for each in competitions
            }
        }

    return answer_of(act, request, key_in_list)


def key_in_list(request: Any, path: str) -> Any:
    """Return the key of the competition that a path leads into."""
    if not path.startswith("competitions["):
        return None
    competition = request["competitions"][int(path.partition("[")[2].partition("]")[0])]
    return competition.get("key") if isinstance(competition, Mapping) else None


def explained_rows(request: Request, competition: Competition) -> list[dict[str, Any]]:
    """Return the rows with what explains a list: its adjustments, and the points of each who counts."""
    return [
        {
            **as_json,
            "lists": [{**each, **told(own)} for each, own in zip(as_json["lists"], row.lists, strict=True)],
        }
        for row in ranked(request, competition)
        for as_json in [row_json(request, competition, row)]
    ]


def told(own: List) -> dict[str, Any]:
    """Return what explains a list."""
    brought = [json_value((own.brought or {}).get(number, 0)) for number in own.counted]
    added = {"added": json_value(exact(Fraction(own.added)))} if own.added else {}
    return {**added, **({"brought": brought} if brought else {})}


def row_json(request: Request, competition: Competition, row: Row) -> dict[str, Any]:
    """Return a row as JSON."""
    as_json: dict[str, Any] = {
        "rank": row.rank if row.is_placed else None,
        "number": row.number,
        "value": json_value(row.values[0]),
        "values": [json_value(value) for value in row.values],
        "added": json_value(row.added),
        "lists": [list_json(request, competition, own, own.at in row.counting) for own in row.lists],
        "tie_breaks": {key: tie_break_json(value) for key, value in (row.tie_breaks or {}).items()},
        "placed": row.is_placed,
    }
    if competition.unit == TEAM:
        as_json["members"] = list(request.teams[row.number].members)
    return as_json


def list_json(request: Request, competition: Competition, own: List, counts: bool) -> dict[str, Any]:
    """Return a list as JSON; an event has its place and no round."""
    event, round_ = own.at
    is_event = own.place is not None
    as_json: dict[str, Any] = {
        "event": request.events[event],
        "round": None if is_event else round_,
        "value": json_value(own.values[0]),
        "counts": counts,
    }
    if own.is_credited:
        as_json["credited"] = True
    if competition.unit == TEAM:
        as_json |= {"members": list(own.counted), "short": own.is_short}
    if is_event:
        as_json["place"] = own.place
    return as_json


def tie_break_json(value: Any) -> Any:
    """Return the value of a tie-break as JSON: a number, a list of numbers, or null."""
    if isinstance(value, tuple):
        return [tie_break_json(each) for each in value]
    return None if value is None else json_value(exact(Fraction(value)))


# Prizes


def award_prizes(request: Any, digest: Digest) -> dict[str, Any]:
    """Answer a request: every prize and what is left, or every problem of the first step that found one."""

    def act(raw: Any) -> dict[str, Any]:
        asked = read_award(raw)
        lost: dict[str, dict[str, Any]] = {}
        for number, counts in (asked.lost or {}).items():  # the steps start anew with every list
            lists = [cost_of(each, asked.steps or ()) for each in counts]
            lost[number] = {"lists": lists, "cents": sum(lists)}
        sources = dict(asked.sources or {})
        if asked.lost is not None:
            sources[LOST_DEALS] = sum(each["cents"] for each in lost.values())
        giving = prize_giving_of(asked, sources, partial(lot_text, asked, digest))
        refuse(money_problems(asked, giving), MONEY)
        given = award(giving)
        refuse(turn_problems(asked, {key: own.turns for key, own in given.items()}), TURNS)
        return {"lost": lost, **given_json(asked.taken, giving, given)}

    return answer_of(act, request, key_in_awards)


def key_in_awards(request: Any, path: str) -> Any:
    """Return the key of the competition that a path leads into."""
    name, _, rest = path.partition("[")
    if name in ("pots", "prizes", "taken") and rest:
        row = request[name][int(rest.partition("]")[0])]
        return row.get("competition") if isinstance(row, Mapping) else None
    inside = path.removeprefix("competitions.")
    named = request.get("competitions") if isinstance(request, Mapping) and inside != path else None
    keys = (key for key in named or {} if inside == key or inside.startswith(f"{key}["))
    return max(keys, key=len, default=None)


def given_json(
    taken: Sequence[tuple[str, int, str]], giving: PrizeGiving, given: Mapping[str, Given]
) -> dict[str, Any]:
    """Return the money and the prizes; what no pot takes of a source is left there."""
    ways, pots = ways_of(giving), pots_of(giving)
    things = {
        key: things_left(own, [thing for at, _, thing in taken if at == key]) for key, own in given.items()
    }
    return {
        "sources": dict(giving.sources),
        "pots": pots,
        "awards": {
            key: [
                unit_json(unit, [thing for *who, thing in taken if who == [key, unit.number]])
                for unit in own.winners
            ]
            for key, own in given.items()
        },
        "turns": {key: list(own.turns) for key, own in given.items() if own.turns},
        "paid": sum(unit.cents for own in given.values() for unit in own.winners),
        "left": {
            "sources": {name: cents - sum(ways[name].values()) for name, cents in giving.sources.items()},
            "pots": {key: given[key].cents_left if key in given else cents for key, cents in pots.items()},
            "things": {key: own for key, own in things.items() if own},
        },
    }


def things_left(given: Given, taken: Sequence[str]) -> list[str]:
    """Return the things of a competition that nobody has."""
    left = list(given.things_left)
    for thing in taken:
        left.remove((thing, True))
    return [thing for thing, _ in left]


def unit_json(unit: Unit, chosen: Sequence[str]) -> dict[str, Any]:
    """Return what a unit gets as JSON, and what it chose."""
    return {
        "number": unit.number,
        "rank": unit.rank,
        "place": unit.place,
        "cents": unit.cents,
        "things": [*unit.things, *chosen],
    }
