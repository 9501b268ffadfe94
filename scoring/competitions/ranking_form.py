"""The form of a request of `rank_competitions`, read into the values that it stands for.

Keys, bounds and the order of reading are those of the contract (docs/competitions.md).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from rules import all_games
from rules.game import Game
from rules.reading import Refused, read_options, switch_problems
from scoring.competitions.json_readers import (
    BAD_TYPE,
    FORM_CODES,
    KEY_MISSING,
    OUT_OF_RANGE,
    Add,
    Read,
    flag,
    half,
    inside,
    list_of,
    names_to,
    object_of,
    one_of,
    value_of,
    whole,
    words,
)
from scoring.competitions.requests import (
    AS_IS,
    AVERAGE,
    GAME,
    LIST_POINTS,
    PERSON,
    PLACES,
    SCALE,
    TABLE_POINTS,
    TALLY,
    TEAM,
    TOTAL,
    UNPLACED,
    Adjustment,
    Competition,
    Entrant,
    Leaver,
    Lists,
    Members,
    Request,
    Selection,
    Team,
    Way,
)
from scoring.sheet.tallies import PartResult

Digest = Callable[[str], str]
CODES = (*FORM_CODES, "game_unknown", "switch_unknown", "switch_invalid")
PLAYERS = "players"  # as points by place: the number of units from that place down
DEFAULT_POINTS = {
    TABLE_POINTS: (4, 2, 1, 0),
    LIST_POINTS: (3, 2, 1, 0),
    PLACES: (25, 18, 15, 12, 10, 8, 6, 4, 2, 1),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it is written; what contradicts is still in it. Each list stands beside its part."""

    game: Game
    entrants: Sequence[Entrant]
    lists: Sequence[tuple[int, PartResult]]
    competitions: Sequence[Competition]
    options: Any = None
    nominal_deals: int = 1
    events: Sequence[str] = ("",)
    teams: Sequence[Team] = ()
    adjustments: Sequence[Adjustment] = ()
    left: Sequence[Leaver] = ()
    lot: str | None = None
    lots: Mapping[str, str] | None = None
    team_lots: Mapping[str, str] | None = None


# Competitions


def minimum(add: Add, value: Any, path: str) -> Any:
    """Read a number of lists, or a share of them such as "1/2"."""
    if not isinstance(value, str):
        return whole(1)(add, value, path)
    share = share_of(value)
    if share is None:
        add(OUT_OF_RANGE, path)
    return share


def share_of(written: str) -> Fraction | None:
    """Return a share above 0 and up to 1, written as p/q without leading zeros; else None."""
    parts = written.split("/")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and part[0] != "0" for part in parts):
        return None
    share = Fraction(int(parts[0]), int(parts[1]))
    return share if share <= 1 else None


def points_of_places(add: Add, value: Any, path: str) -> Any:
    """Read points by place, or the word for as many as there are units from that place down."""
    if not isinstance(value, str):
        return BY_PLACE(add, value, path)
    one_of(PLAYERS)(add, value, path)
    return None


def way_by(parameters: Mapping[str, Mapping[str, Read]]) -> Read:
    """Read a value by one of these ways; without a known one nothing else of it is looked at."""

    def read(add: Add, value: Any, path: str) -> Any:
        if not isinstance(value, Mapping):
            add(BAD_TYPE, path)
        elif "by" not in value:
            add(KEY_MISSING, inside(path, "by"))
        elif isinstance(value["by"], str) and value["by"] in parameters:
            readers = {"by": words(), **parameters[value["by"]]}
            return object_of(way_of, readers, required=("by", "tally"))(add, value, path)
        else:
            one_of(*parameters)(add, value["by"], inside(path, "by"))
        return None

    return read


def way_of(by: str, **given: Any) -> Way:
    """Return how lists are counted, with what is usual for it."""
    usual = {"points": DEFAULT_POINTS.get(by, ()), "of": Competition(Way(GAME)) if by == PLACES else None}
    return Way(by, **{**usual, **given})


def competition_of(value: Way, **given: Any) -> Competition:
    """Return a competition, or the ranking of an event within one."""
    return Competition(value, **given)


BY_PLACE = list_of(whole(), least=1)
TIES, AMONG = one_of("share", "best"), one_of("own", "all")
COUNTING: dict[str, Read] = {"best": whole(1), "drop": whole(1), "minimum": minimum}
OF_LISTS: dict[str, dict[str, Read]] = {
    GAME: {},
    TOTAL: {},
    AVERAGE: {"per": one_of("deal", "list")},
    TABLE_POINTS: {"points": BY_PLACE},
    LIST_POINTS: {"points": BY_PLACE, "ties": TIES, "groups": one_of("event", "tables"), "among": AMONG},
    TALLY: {"tally": words(), "high": flag},
}
OF_EVENT = object_of(
    competition_of,
    {"value": way_by(OF_LISTS), "lists": object_of(Lists, COUNTING), "tie_breaks": list_of(words())},
    required=("value",),
)
WAYS = {**OF_LISTS, PLACES: {"points": points_of_places, "ties": TIES, "among": AMONG, "of": OF_EVENT}}
UNIT = one_of(PERSON, TEAM)
MEMBERS = object_of(
    Members,
    {"counted": whole(1), "short": one_of(SCALE, AS_IS, UNPLACED), "size": whole(1), "least": whole(1)},
)
WHO = {"categories": list_of(words(), least=1), "numbers": list_of(whole()), "guests": one_of("in", "out")}
LISTS = {
    "events": list_of(words(may_be_empty=True), least=1),
    "rounds": list_of(whole(1), least=1),
    **COUNTING,
}
COMPETITION = object_of(
    competition_of,
    {
        "key": words(),
        "unit": UNIT,
        "who": object_of(Selection, WHO),
        "lists": object_of(Lists, LISTS),
        "value": way_by(WAYS),
        "members": MEMBERS,
        "tie_breaks": list_of(words()),
    },
    required=("key", "value"),
)


# The rest of a request


LOT_FORMS = {"lot": words(), "lots": names_to(words()), "team_lots": names_to(words())}  # a seed, or texts


def known_game(add: Add, value: Any, path: str) -> Any:
    """Read the key of a game."""
    game = game_called(value)
    if not isinstance(value, str) or not value:
        words()(add, value, path)
    elif game is None:
        add("game_unknown", path)
    return game


def game_called(key: Any) -> Game | None:
    """Return the game of a key; None for anything else."""
    return next((game for game in all_games() if game.key == key), None)


def options_of(game: Game | None) -> Read:
    """Read a game's options; without a game they are not looked at."""

    def read(add: Add, value: Any, path: str) -> Any:
        if game is None:
            return None
        if not isinstance(value, Mapping):
            add(BAD_TYPE, path)
            return None
        problems = [
            (each, name) for name in sorted(value) for each in switch_problems(game, {name: value[name]})
        ]
        for problem, name in problems:
            add(problem.code, inside(path, name))
        try:
            return read_options(game, value) if not problems else None
        except Refused as refused:  # options that are allowed one by one
            for violation in refused.violations:
                add("switch_invalid", inside(path, violation.field or ""))
            return None

    return read


def sheet_of(
    *, seats: Any, deals: Any, event: Any = None, part: Any = 1, missing: Any = 0, **given: Any
) -> tuple[int, PartResult]:
    """Return the number of a part of a table's sheet, and the part."""
    return part, PartResult(accounts=seats, deals_counted=deals, deals_missing=missing, event=event, **given)


def read_request(written: Any) -> Asked:
    """Return a request of the right form. Raises Wrong with every problem."""
    number, event = whole(), words(may_be_empty=True)
    entrant = {"number": whole(1), "name": words(), "categories": list_of(words()), "guest": flag}
    members = {"members": list_of(number, least=1), "substitutes": list_of(number)}
    sheet = {
        **{"event": event, "round": whole(1), "table": whole(1), "part": whole(1)},
        **{"seats": list_of(number, least=1), "tallies": names_to(list_of(half))},
        **{"deals": whole(0), "missing": whole(0)},
    }
    adjustment = {"number": number, "unit": UNIT, "points": whole(), "event": event, "round": whole(1)}
    rule = one_of(UNPLACED, "lowest", "keeps")
    left = {"number": number, "event": event, "after": whole(0), "rule": rule}
    readers = {
        "game": known_game,
        "options": options_of(game_called(written.get("game") if isinstance(written, Mapping) else None)),
        "nominal_deals": whole(1),
        "events": list_of(event, least=1),
        "entrants": list_of(object_of(Entrant, entrant, ("number",))),
        "teams": list_of(
            object_of(Team, {"number": whole(1), "name": words(), **members}, ("number", "name", "members"))
        ),
        "lists": list_of(object_of(sheet_of, sheet, ("round", "table", "seats", "tallies", "deals"))),
        "adjustments": list_of(object_of(Adjustment, adjustment, ("number", "points"))),
        "left": list_of(object_of(Leaver, left, ("number", "after", "rule"))),
        **LOT_FORMS,
        "competitions": list_of(COMPETITION),
    }
    required = ("game", "entrants", "lists", "competitions")
    asked: Asked = value_of(object_of(Asked, readers, required), written, CODES)
    return asked


def request_of(asked: Asked, digest: Digest) -> tuple[Request, list[Competition]]:
    """Return what is ranked, and the competitions, with the events by their position in time.

    `digest` is SHA-256 in hexadecimal.
    """
    at: dict[Any, int] = {name: position for position, name in enumerate(asked.events)}
    at[None] = 0  # where there is only one
    request = Request(
        asked.game,
        {each.number: each for each in asked.entrants},
        tuple(each._replace(event=at[each.event]) for _, each in asked.lists if each.deals_counted),
        asked.options or read_options(asked.game, {}),
        asked.nominal_deals,
        tuple(asked.events),
        {each.number: each for each in asked.teams},
        tuple(
            each if each.event is None and each.round is None else replace(each, event=at[each.event])
            for each in asked.adjustments
        ),
        tuple(replace(each, event=at[each.event]) for each in asked.left),
        partial(lot_text, asked, digest),
    )
    return request, [
        replace(
            each,
            lists=replace(each.lists, events=each.lists.events and {at[name] for name in each.lists.events}),
        )
        for each in asked.competitions
    ]


def lot_text(asked: Any, digest: Digest, unit: str, number: int) -> str:
    """Return the text of a unit's lot: given for it, or made from the seed; empty without either."""
    if asked.lot is None:
        texts = asked.team_lots if unit == TEAM else asked.lots
        return str((texts or {}).get(str(number), ""))
    return digest(f"{asked.lot}{'T' if unit == TEAM else ''}{number}")
