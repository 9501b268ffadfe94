"""What contradicts in a readable request of `rank_competitions`: one function for each code of the contract.

Each yields the paths of its fields in order of reading. They look at the JSON, so that a problem has the path
of what was written.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules import get_game
from rules.reading import read_options
from scoring.competitions.forms import Problem, Wrong
from scoring.competitions.reading import present
from scoring.competitions.requests import (
    GAME,
    LIST_POINTS,
    PERSON,
    PLACES,
    TABLE_POINTS,
    TALLY,
    TEAM,
    TOTAL,
)
from scoring.sheet.tallies import POINTS, rankings_of, tally_names

OTHER_NAME = {"best_round": "best_list", "last_round": "last_list"}
OF_PERSONS, OF_TEAMS = ("head_to_head", "opponents"), ("complete", "members")
TIE_BREAKS = (POINTS, "points", "best_list", "last_list", "lists", *OF_PERSONS, *OF_TEAMS, "lot")
Raw = Mapping[str, Any]
Paths = Iterator[str]


def check_meaning(raw: Raw) -> None:
    """Raise Wrong with every contradiction."""
    problems = [Problem(code, path) for code, paths in CHECKS.items() for path in paths(raw)]
    if problems:
        raise Wrong(problems, tuple(CHECKS))


# Walking through a request


def each(raw: Raw, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the elements of a list that may be absent, with their paths."""
    for index, value in enumerate(present(raw, name, ())):
        yield f"{name}[{index}]", value


def repeated(values: Iterable[tuple[str, Any]]) -> Paths:
    """Yield the path of each value that stands before it too."""
    seen = set()
    for path, value in values:
        if value in seen:
            yield path
        seen.add(value)


def lists_of(raw: Raw, *names: str) -> Iterator[tuple[str, Any]]:
    """Yield the elements of several lists as of one."""
    for name in names:
        yield from each(raw, name)


def under(path: str, values: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Put a path before others."""
    return ((f"{path}.{name}", value) for name, value in values)


def competitions(raw: Raw) -> Iterator[tuple[str, Raw]]:
    """Yield the competitions with their paths."""
    return each(raw, "competitions")


def rankings(raw: Raw) -> Iterator[tuple[str, Raw]]:
    """Yield every competition and the ranking of an event within it: the outer one is read first."""
    for path, competition in competitions(raw):
        yield path, competition
        if of := competition["value"].get("of"):
            inner = {**{name: competition.get(name) for name in ("unit", "who", "members")}, **of}
            yield f"{path}.value.of", inner


def rankings_by_tie_breaks(raw: Raw) -> Iterator[tuple[str, Raw]]:
    """Yield the same; the tie-breaks of the inner one are read first."""
    return iter(sorted(rankings(raw), key=lambda each: (index_in(each[0]), ".value.of" not in each[0])))


def index_in(path: str) -> int:
    """Return the position of a competition in its path."""
    return int(path.partition("[")[2].partition("]")[0])


def events_of(raw: Raw) -> Sequence[str]:
    """Return the names of the events."""
    return list(present(raw, "events", [""]))


def numbers(raw: Raw, unit: str) -> set[int]:
    """Return the numbers of all persons or teams."""
    return {each["number"] for each in present(raw, "teams" if unit == TEAM else "entrants", ())}


def unit_of(raw: Raw) -> str:
    """Return what a competition ranks or an adjustment is about."""
    return str(present(raw, "unit", PERSON))


# One function for each code


def named_twice(raw: Raw) -> Paths:
    """Report names that stand twice in one list."""
    yield from repeated(each(raw, "events"))
    for name, inside in (
        ("entrants", ("categories",)),
        ("teams", ("members", "substitutes")),
        ("lists", ("seats",)),
    ):
        for path, value in each(raw, name):
            yield from repeated(under(path, lists_of(value, *inside)))
    for path, competition in competitions(raw):
        for part, inside in (("who", ("categories", "numbers")), ("lists", ("events", "rounds"))):
            for name in inside:
                yield from repeated(under(f"{path}.{part}", each(present(competition, part, {}), name)))


def number_twice(raw: Raw) -> Paths:
    """Report numbers of two persons or two teams."""
    for name in ("entrants", "teams"):
        yield from repeated((f"{path}.number", value["number"]) for path, value in each(raw, name))


def event_unknown(raw: Raw) -> Paths:
    """Report events that are not named above."""
    known = events_of(raw)
    for path, value in lists_of(raw, "lists", "adjustments", "left"):
        if value.get("event") is not None and value["event"] not in known:
            yield f"{path}.event"
    for path, competition in competitions(raw):
        for own, name in under(f"{path}.lists", each(present(competition, "lists", {}), "events")):
            if name not in known:
                yield own


def event_required(raw: Raw) -> Paths:
    """Report what does not say its event where there are several."""
    if len(events_of(raw)) == 1:
        return
    for path, value in lists_of(raw, "lists", "adjustments", "left"):
        is_about_one = not path.startswith("adjustments") or value.get("round") is not None
        if value.get("event") is None and is_about_one:
            yield f"{path}.event"


def number_unknown(raw: Raw) -> Paths:
    """Report persons and teams that nobody entered."""
    persons, teams = numbers(raw, PERSON), numbers(raw, TEAM)
    for path, team in each(raw, "teams"):
        yield from strangers(persons, under(path, lists_of(team, "members", "substitutes")))
    for path, sheet in each(raw, "lists"):
        yield from strangers(persons, under(path, each(sheet, "seats")))
    for path, value in each(raw, "adjustments"):
        known = teams if unit_of(value) == TEAM else persons
        yield from strangers(known, [(f"{path}.number", value["number"])])
    for path, value in each(raw, "left"):
        yield from strangers(persons, [(f"{path}.number", value["number"])])
    for name, known in (("lots", persons), ("team_lots", teams)):
        texts = sorted(present(raw, name, {}))
        yield from strangers(set(map(str, known)), ((f"{name}.{number}", number) for number in texts))
    for path, competition in competitions(raw):
        known = teams if unit_of(competition) == TEAM else persons
        yield from strangers(known, under(f"{path}.who", each(present(competition, "who", {}), "numbers")))


def strangers(known: set[Any], values: Iterable[tuple[str, Any]]) -> Paths:
    """Yield the paths of values that are not known."""
    return (path for path, value in values if value not in known)


def list_twice(raw: Raw) -> Paths:
    """Report parts of a table that are there twice."""
    first = events_of(raw)[0] if len(events_of(raw)) == 1 else None
    yield from repeated(
        (path, (present(value, "event", first), value["round"], value["table"], present(value, "part", 1)))
        for path, value in each(raw, "lists")
    )


def length_wrong(raw: Raw) -> Paths:
    """Report tallies with more or fewer values than there are seats."""
    for path, sheet in each(raw, "lists"):
        for name in sorted(sheet["tallies"]):
            if len(sheet["tallies"][name]) != len(sheet["seats"]):
                yield f"{path}.tallies.{name}"


def tally_missing(raw: Raw) -> Paths:
    """Report sheets without points."""
    for path, sheet in each(raw, "lists"):
        if POINTS not in sheet["tallies"]:
            yield f"{path}.tallies.{POINTS}"


def tally_unknown(raw: Raw) -> Paths:
    """Report tallies that the game does not have."""
    known = tally_names(get_game(raw["game"]))
    for path, sheet in each(raw, "lists"):
        yield from (f"{path}.tallies.{name}" for name in sorted(sheet["tallies"]) if name not in known)
    for path, ranking in rankings(raw):
        if ranking["value"].get("tally") not in (None, *known):
            yield f"{path}.value.tally"


def left_twice(raw: Raw) -> Paths:
    """Report persons who left an event twice."""
    first = events_of(raw)[0] if len(events_of(raw)) == 1 else None
    yield from repeated(
        (path, (value["number"], present(value, "event", first))) for path, value in each(raw, "left")
    )


def lot_twice(raw: Raw) -> Paths:
    """Report texts of a lot beside a seed."""
    if raw.get("lot") is not None:
        yield from (name for name in ("lots", "team_lots") if raw.get(name) is not None)


def key_twice(raw: Raw) -> Paths:
    """Report keys of two competitions."""
    yield from repeated((f"{path}.key", competition["key"]) for path, competition in competitions(raw))


def members_not_for_persons(raw: Raw) -> Paths:
    """Report members of a competition of persons."""
    for path, competition in competitions(raw):
        if competition.get("members") is not None and unit_of(competition) == PERSON:
            yield f"{path}.members"


def members_where(raw: Raw, is_wrong: Callable[[Raw], bool], name: str) -> Paths:
    """Yield the path of a key in the members of those competitions where it is wrong."""
    for path, competition in competitions(raw):
        members = competition.get("members")
        if members is not None and is_wrong(members):
            yield f"{path}.members.{name}"


def counted_over_size(raw: Raw) -> Paths:
    """Report teams of which more count than they have."""

    def is_wrong(members: Raw) -> bool:
        counted, size = members.get("counted"), members.get("size")
        return counted is not None and size is not None and counted > size

    return members_where(raw, is_wrong, "counted")


def least_not_used(raw: Raw) -> Paths:
    """Report a least number of members where a short team is not placed anyway."""

    def is_wrong(members: Raw) -> bool:
        return members.get("least") is not None and members.get("short") == "unplaced"

    return members_where(raw, is_wrong, "least")


def least_over_counted(raw: Raw) -> Paths:
    """Report a least number of members above those who count."""

    def is_wrong(members: Raw) -> bool:
        least, most = members.get("least"), present(members, "counted", members.get("size"))
        return least is not None and most is not None and least > most

    return members_where(raw, is_wrong, "least")


def best_and_drop(raw: Raw) -> Paths:
    """Report two ways to say how many lists count."""
    for path, ranking in rankings(raw):
        lists = present(ranking, "lists", {})
        if lists.get("best") is not None and lists.get("drop") is not None:
            yield f"{path}.lists.drop"


def best_too_many(raw: Raw) -> Paths:
    """Report more counting lists than the rounds in scope have."""
    return too_many(raw, "best")


def minimum_too_many(raw: Raw) -> Paths:
    """Report more needed lists than the rounds in scope have."""
    return too_many(raw, "minimum")


def too_many(raw: Raw, name: str) -> Paths:
    """Yield the path of a number of lists above rounds times events; a ranking of an event has its rounds."""
    for path, competition in competitions(raw):
        lists = present(competition, "lists", {})
        if lists.get("rounds") is None:
            continue
        rounds, value = len(lists["rounds"]), competition["value"]
        events = len(present(lists, "events", events_of(raw)))
        inner = present(present(value, "of", {}), "lists", {})
        if value["by"] != PLACES and is_above(lists.get(name), rounds * events):
            yield f"{path}.lists.{name}"
        if is_above(inner.get(name), rounds):
            yield f"{path}.value.of.lists.{name}"


def is_above(value: Any, most: int) -> bool:
    """Return whether a number is above a bound; a share never is."""
    return isinstance(value, int) and value > most


def points_not_descending(raw: Raw) -> Paths:
    """Report points that rise, that are all equal, or that no place could have."""
    for path, ranking in rankings(raw):
        by, points = ranking["value"]["by"], ranking["value"].get("points")
        if not isinstance(points, list):
            continue
        rises = any(more > less for less, more in itertools.pairwise(points))
        is_flat = by in (LIST_POINTS, TABLE_POINTS) and points[0] == points[-1]
        is_odd = by == PLACES and (points[0] == 0 or points[-1] < 0 or min(points) < 0)
        if rises or is_flat or is_odd:
            yield f"{path}.value.points"


# Tie-breaks: of these each has the first that applies


def tie_break_problems(raw: Raw) -> Iterator[tuple[str, str]]:
    """Yield code and path of each wrong tie-break."""
    game = get_game(raw["game"])
    options = read_options(game, raw.get("options") or {})
    by_game = [ranking.tally for ranking in rankings_of(game, options)]
    for path, ranking in rankings_by_tie_breaks(raw):
        keys = [OTHER_NAME.get(key, key) for key in present(ranking, "tie_breaks", ())]
        values, lists = ranked_by(ranking["value"], by_game), present(ranking, "lists", {})
        counts_all = lists.get("best") is None and lists.get("drop") is None
        for index, key in enumerate(keys):
            if key not in TIE_BREAKS and key not in tally_names(game):
                code = "tie_break_unknown"
            elif key in keys[:index]:
                code = "tie_break_twice"
            elif key in values or (key == "points" and POINTS in values and counts_all):
                code = "tie_break_is_value"
            elif not is_possible(key, unit_of(ranking), ranking["value"]["by"]):
                code = "tie_break_not_possible"
            else:
                continue
            yield code, f"{path}.tie_breaks[{index}]"


def ranked_by(value: Raw, by_game: Sequence[str]) -> Sequence[str]:
    """Return the tallies that a value ranks by."""
    if value["by"] == GAME:
        return by_game
    if value["by"] == TALLY:
        return (value["tally"],)
    return (POINTS,) if value["by"] in (TOTAL, LIST_POINTS) else ()


def is_possible(key: str, unit: str, by: str) -> bool:
    """Return whether a tie-break can be computed for these units by this value."""
    if key in OF_TEAMS:
        return unit == TEAM
    if key == "opponents" and by in (LIST_POINTS, PLACES):
        return False
    return key not in OF_PERSONS or unit == PERSON


def tie_breaks_with(code: str) -> Callable[[Raw], Paths]:
    """Return the function that yields the paths of one code."""
    return lambda raw: (path for problem, path in tie_break_problems(raw) if problem == code)


def lot_missing(raw: Raw) -> Paths:
    """Report a lot that some unit has no text for."""
    if raw.get("lot") is not None:
        return
    for path, ranking in rankings_by_tie_breaks(raw):
        unit = unit_of(ranking)
        texts = present(raw, "team_lots" if unit == TEAM else "lots", {})
        if all(str(number) in texts for number in chosen(raw, ranking)):
            continue
        for own, key in under(path, each(ranking, "tie_breaks")):
            if key == "lot":
                yield own


def chosen(raw: Raw, ranking: Raw) -> Iterator[int]:
    """Yield the numbers of the units that a competition ranks."""
    who = present(ranking, "who", {})
    persons = {entrant["number"]: entrant for entrant in raw["entrants"]}
    units = present(raw, "teams", ()) if unit_of(ranking) == TEAM else raw["entrants"]
    for unit in units:
        own = [persons[number] for number in unit.get("members", [unit["number"]]) if number in persons]
        named = who.get("categories")
        has_category = named is None or all({*present(one, "categories", ())} & {*named} for one in own)
        has_number = who.get("numbers") is None or unit["number"] in who["numbers"]
        has_guest = any(present(one, "guest", False) for one in own)
        if has_category and has_number and not (who.get("guests") == "out" and has_guest):
            yield unit["number"]


CHECKS: dict[str, Callable[[Raw], Paths]] = {
    "named_twice": named_twice,
    "number_twice": number_twice,
    "event_unknown": event_unknown,
    "event_required": event_required,
    "number_unknown": number_unknown,
    "list_twice": list_twice,
    "length_wrong": length_wrong,
    "tally_missing": tally_missing,
    "tally_unknown": tally_unknown,
    "left_twice": left_twice,
    "lot_twice": lot_twice,
    "key_twice": key_twice,
    "members_not_for_persons": members_not_for_persons,
    "counted_over_size": counted_over_size,
    "least_not_used": least_not_used,
    "least_over_counted": least_over_counted,
    "best_and_drop": best_and_drop,
    "best_too_many": best_too_many,
    "minimum_too_many": minimum_too_many,
    "points_not_descending": points_not_descending,
    "tie_break_unknown": tie_breaks_with("tie_break_unknown"),
    "tie_break_twice": tie_breaks_with("tie_break_twice"),
    "tie_break_is_value": tie_breaks_with("tie_break_is_value"),
    "tie_break_not_possible": tie_breaks_with("tie_break_not_possible"),
    "lot_missing": lot_missing,
}
