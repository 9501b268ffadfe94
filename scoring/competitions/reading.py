"""The form of a request of `rank_competitions`, and the values it becomes.

Keys, bounds and the order of reading are those of the contract (docs/competitions.md).
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules import all_games, get_game
from rules.game import Game, Violation
from rules.reading import Refused, read_options, switch_problems
from scoring.competitions.forms import (
    BAD_TYPE,
    FORM_CODES,
    KEY_MISSING,
    OUT_OF_RANGE,
    Add,
    Check,
    flag,
    half,
    inside,
    list_of,
    names_to,
    object_of,
    one_of,
    require,
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
    WAYS,
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
from scoring.sheet.tallies import POINTS, PartResult, more_points_win, rankings_of, tally_ranking

Digest = Callable[[str], str]
CODES = (*FORM_CODES, "game_unknown", "switch_unknown", "switch_invalid")
PLAYERS = "players"  # as points by place: the number of units from that place down
DEFAULT_POINTS = {
    TABLE_POINTS: (4, 2, 1, 0),
    LIST_POINTS: (3, 2, 1, 0),
    PLACES: (25, 18, 15, 12, 10, 8, 6, 4, 2, 1),
}


# Form


def minimum(add: Add, value: Any, path: str) -> None:
    """Accept a number of lists, or a share of them such as "1/2"."""
    if not isinstance(value, str):
        whole(1)(add, value, path)
    elif share_of(value) is None:
        add(OUT_OF_RANGE, path)


def share_of(written: str) -> Fraction | None:
    """Return a share above 0 and up to 1, written as p/q without leading zeros; else None."""
    parts = written.split("/")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and part[0] != "0" for part in parts):
        return None
    share = Fraction(int(parts[0]), int(parts[1]))
    return share if share <= 1 else None


def points_of_places(add: Add, value: Any, path: str) -> None:
    """Accept points by place, or the word for as many as there are units from that place down."""
    (one_of(PLAYERS) if isinstance(value, str) else BY_PLACE)(add, value, path)


def value_by(parameters: Mapping[str, Mapping[str, Check]]) -> Check:
    """Accept a value by one of these ways; without a known one nothing else of it is looked at."""

    def check(add: Add, value: Any, path: str) -> None:
        if not isinstance(value, Mapping):
            add(BAD_TYPE, path)
        elif "by" not in value:
            add(KEY_MISSING, inside(path, "by"))
        elif isinstance(value["by"], str) and value["by"] in parameters:
            own = {"by": words(), **parameters[value["by"]]}
            object_of(own, required=("by", "tally"))(add, value, path)
        else:
            one_of(*parameters)(add, value["by"], inside(path, "by"))

    return check


BY_PLACE = list_of(whole(), least=1)
TIES, AMONG = one_of("share", "best"), one_of("own", "all")
COUNTING: dict[str, Check] = {"best": whole(1), "drop": whole(1), "minimum": minimum}
OF_LISTS: dict[str, dict[str, Check]] = {
    GAME: {},
    TOTAL: {},
    AVERAGE: {"per": one_of("deal", "list")},
    TABLE_POINTS: {"points": BY_PLACE},
    LIST_POINTS: {"points": BY_PLACE, "ties": TIES, "groups": one_of("event", "tables"), "among": AMONG},
    TALLY: {"tally": words(), "high": flag},
}
OF_EVENT = object_of(
    {"value": value_by(OF_LISTS), "lists": object_of(COUNTING), "tie_breaks": list_of(words())},
    required=("value",),
)
OF_EVENTS = {"points": points_of_places, "ties": TIES, "among": AMONG, "of": OF_EVENT}
PARAMETERS = {by: OF_EVENTS if by == PLACES else OF_LISTS[by] for by in WAYS}
UNIT = one_of(PERSON, TEAM)
MEMBERS = object_of(
    {
        "counted": whole(1),
        "short": one_of(SCALE, AS_IS, UNPLACED),
        "size": whole(1),
        "least": whole(1),
    }
)
COMPETITION = object_of(
    {
        "key": words(),
        "unit": UNIT,
        "who": object_of(
            {
                "categories": list_of(words(), least=1),
                "numbers": list_of(whole()),
                "guests": one_of("in", "out"),
            }
        ),
        "lists": object_of(
            {
                "events": list_of(words(may_be_empty=True), least=1),
                "rounds": list_of(whole(1), least=1),
                **COUNTING,
            }
        ),
        "value": value_by(PARAMETERS),
        "members": MEMBERS,
        "tie_breaks": list_of(words()),
    },
    required=("key", "value"),
)


def options(game: Game | None) -> Check:
    """Return the check of a game's options; without a game they are not looked at."""

    def check(add: Add, value: Any, path: str) -> None:
        if game is None:
            return
        if not isinstance(value, Mapping):
            add(BAD_TYPE, path)
            return
        for name in sorted(value):
            for problem in switch_problems(game, {name: value[name]}):
                add(problem.code, inside(path, name))
        if not switch_problems(game, value):
            for problem in combination_problems(game, value):
                add("switch_invalid", inside(path, problem.field or ""))

    return check


def combination_problems(game: Game, value: Mapping[str, Any]) -> Sequence[Violation]:
    """Return what is wrong with options that are allowed one by one."""
    try:
        read_options(game, value)
    except Refused as refused:
        return refused.violations
    return ()


def known_game(add: Add, value: Any, path: str) -> None:
    """Accept the key of a game."""
    if not isinstance(value, str) or not value:
        words()(add, value, path)
    elif value not in {game.key for game in all_games()}:
        add("game_unknown", path)


def lot_forms() -> dict[str, Check]:
    """Return the checks of the lot: a seed, or a text for each number."""
    return {"lot": words(), "lots": names_to(words()), "team_lots": names_to(words())}


def request_form(game: Game | None) -> Check:
    """Return the check of a whole request."""
    number, event = whole(), words(may_be_empty=True)
    entrant = {"number": whole(1), "name": words(), "categories": list_of(words()), "guest": flag}
    team = {
        "number": whole(1),
        "name": words(),
        "members": list_of(number, least=1),
        "substitutes": list_of(number),
    }
    sheet = {
        **{"event": event, "round": whole(1), "table": whole(1), "part": whole(1)},
        **{"seats": list_of(number, least=1), "tallies": names_to(list_of(half))},
        **{"deals": whole(0), "missing": whole(0)},
    }
    adjustment = {"number": number, "unit": UNIT, "points": whole(), "event": event, "round": whole(1)}
    left = {
        "number": number,
        "event": event,
        "after": whole(0),
        "rule": one_of("unplaced", "lowest", "keeps"),
    }
    return object_of(
        {
            "game": known_game,
            "options": options(game),
            "nominal_deals": whole(1),
            "events": list_of(event, least=1),
            "entrants": list_of(object_of(entrant, required=("number",))),
            "teams": list_of(object_of(team, required=("number", "members"))),
            "lists": list_of(object_of(sheet, required=("round", "table", "seats", "tallies", "deals"))),
            "adjustments": list_of(object_of(adjustment, required=("number", "points"))),
            "left": list_of(object_of(left, required=("number", "after", "rule"))),
            **lot_forms(),
            "competitions": list_of(COMPETITION),
        },
        required=("game", "entrants", "lists", "competitions"),
    )


def check_form(raw: Any) -> None:
    """Raise Wrong with every problem of the form."""
    games = {game.key: game for game in all_games()}
    key = raw.get("game") if isinstance(raw, Mapping) else None
    require(request_form(games.get(key) if isinstance(key, str) else None), raw, CODES)


# Values


def request_of(raw: Mapping[str, Any], digest: Digest) -> Request:
    """Return the request of JSON that has the right form and meaning; `digest` is SHA-256 in hexadecimal."""
    game = get_game(raw["game"])
    chosen = read_options(game, raw.get("options") or {})
    events = tuple(present(raw, "events", [""]))
    at = {name: position for position, name in enumerate(events)}

    def event_of(each: Mapping[str, Any]) -> int | None:
        name = each.get("event")
        return at[name] if name is not None else 0 if len(events) == 1 else None

    return Request(
        game,
        chosen,
        present(raw, "nominal_deals", 1),
        events,
        {each["number"]: entrant_of(each) for each in raw["entrants"]},
        {each["number"]: team_of(each) for each in present(raw, "teams", [])},
        tuple(sheet_of(each, event_of(each) or 0) for each in raw["lists"] if each["deals"]),
        tuple(
            Adjustment(
                present(each, "unit", PERSON),
                each["number"],
                each["points"],
                given_event(each, event_of),
                each.get("round"),
            )
            for each in present(raw, "adjustments", [])
        ),
        tuple(
            Leaver(each["number"], event_of(each) or 0, each["after"], each["rule"])
            for each in present(raw, "left", [])
        ),
        tuple(competition_of(each, game, chosen, at) for each in raw["competitions"]),
        lot_of(raw, digest),
    )


def present(raw: Mapping[str, Any], name: str, default: Any) -> Any:
    """Return the value of a key; the default if it is absent or null."""
    value = raw.get(name)
    return default if value is None else value


def given_event(each: Mapping[str, Any], event_of: Callable[[Mapping[str, Any]], int | None]) -> int | None:
    """Return the event of an adjustment; None if it names neither event nor round."""
    return None if each.get("event") is None and each.get("round") is None else event_of(each)


def entrant_of(raw: Mapping[str, Any]) -> Entrant:
    """Return a person."""
    return Entrant(raw["number"], frozenset(present(raw, "categories", ())), present(raw, "guest", False))


def team_of(raw: Mapping[str, Any]) -> Team:
    """Return a team."""
    return Team(raw["number"], tuple(raw["members"]), tuple(present(raw, "substitutes", ())))


def sheet_of(raw: Mapping[str, Any], event: int) -> PartResult:
    """Return a part of a table's sheet."""
    missing = present(raw, "missing", 0)
    return PartResult(raw["round"], raw["seats"], raw["tallies"], raw["deals"], raw["table"], missing, event)


def competition_of(
    raw: Mapping[str, Any], game: Game, chosen: Any, at: Mapping[str, int], unit: str = PERSON
) -> Competition:
    """Return a competition."""
    who, lists, members = (present(raw, name, {}) for name in ("who", "lists", "members"))
    named = lists.get("events")
    events = None if named is None else frozenset(at[name] for name in named)
    return Competition(
        raw.get("key", ""),
        present(raw, "unit", unit),
        Selection(optional_set(who, "categories"), optional_set(who, "numbers"), who.get("guests") != "out"),
        Lists(events, optional_set(lists, "rounds"), lists.get("best"), lists.get("drop"), minimum_of(lists)),
        way_of(raw["value"], game, chosen),
        Members(
            members.get("counted"),
            present(members, "short", SCALE),
            members.get("size"),
            members.get("least"),
        ),
        tuple(present(raw, "tie_breaks", ())),
    )


def optional_set(raw: Mapping[str, Any], name: str) -> frozenset[Any] | None:
    """Return the values of a list; None if it is absent."""
    return None if raw.get(name) is None else frozenset(raw[name])


def minimum_of(lists: Mapping[str, Any]) -> int | Fraction:
    """Return the lists that a unit needs: a number, or a share of those that were played."""
    written = present(lists, "minimum", 1)
    return Fraction(written) if isinstance(written, str) else int(written)


def way_of(raw: Mapping[str, Any], game: Game, chosen: Any) -> Way:
    """Return how lists are counted."""
    by = raw["by"]
    points = present(raw, "points", DEFAULT_POINTS.get(by, ()))
    tally = present(raw, "tally", POINTS)
    of = present(raw, "of", {"value": {"by": GAME}}) if by == PLACES else None
    return Way(
        by,
        per_list=raw.get("per") == "list",
        points=None if points == PLAYERS else tuple(points),
        shares_ties=raw.get("ties") != "best",
        groups_by_tables=raw.get("groups") == "tables",
        among_all=raw.get("among") == "all",
        tally=tally,
        is_high=present(raw, "high", more_is_better(tally, game, chosen)),
        of=competition_of(of, game, chosen, {}) if of else None,
    )


def more_is_better(tally: str, game: Game, chosen: Any) -> bool:
    """Return whether more of a tally is better."""
    if tally == POINTS:
        return more_points_win(rankings_of(game, chosen))
    return tally_ranking(tally, game).high_is_better


def lot_of(raw: Mapping[str, Any], digest: Digest) -> Callable[[str, int], str]:
    """Return the text of each unit's lot: given for each, or made from the seed; empty without either."""
    seed, texts = raw.get("lot"), {PERSON: present(raw, "lots", {}), TEAM: present(raw, "team_lots", {})}

    def text(unit: str, number: int) -> str:
        if seed is None:
            return str(texts[unit].get(str(number), ""))
        between = "T" if unit == TEAM else ""
        return digest(f"{seed}{between}{number}")

    return text
