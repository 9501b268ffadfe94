"""What contradicts in a readable request of `rank_competitions`: a code of the contract and a path for each.

A request is walked through once, in order of reading. The walk looks at the JSON, so that a problem has the
path of what was written.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules import get_game
from rules.reading import read_options
from scoring.competitions.forms import refuse
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

CODES = (
    *("named_twice", "number_twice", "event_unknown", "event_required", "number_unknown", "list_twice"),
    *("length_wrong", "tally_missing", "tally_unknown", "left_twice", "lot_twice", "key_twice"),
    *("members_not_for_persons", "counted_over_size", "least_not_used", "least_over_counted"),
    *("best_and_drop", "best_too_many", "minimum_too_many", "points_not_descending", "tie_break_unknown"),
    *("tie_break_twice", "tie_break_is_value", "tie_break_not_possible", "lot_missing"),
)
OTHER_NAME = {"best_round": "best_list", "last_round": "last_list"}
OF_PERSONS, OF_TEAMS = ("head_to_head", "opponents"), ("complete", "members")
TIE_BREAKS = (POINTS, "points", "best_list", "last_list", "lists", *OF_PERSONS, *OF_TEAMS, "lot")
Raw = Mapping[str, Any]
At = Iterable[tuple[str, Any]]  # paths with what stands there
Found = Iterator[tuple[str, str]]  # codes with paths


@dataclass(frozen=True, slots=True)
class Known:
    """What a request names, for the rest of it to refer to: events, start numbers, numbers of teams, tallies.

    `by_game` are the tallies that the game ranks by.
    """

    raw: Raw
    events: Sequence[str]
    persons: frozenset[int]
    teams: frozenset[int]
    tallies: Sequence[str]
    by_game: Sequence[str]

    def numbers(self, of: Raw) -> frozenset[int]:
        """Return the numbers of the units that a competition ranks or an adjustment is about."""
        return self.teams if unit_of(of) == TEAM else self.persons

    def event_of(self, of: Raw) -> Any:
        """Return the event of a list or of who left; the only one may be left out."""
        return present(of, "event", self.events[0] if len(self.events) == 1 else None)


def check_meaning(raw: Raw) -> None:
    """Raise Wrong with every contradiction."""
    refuse(problems_in(raw, known_in(raw)), CODES)


def known_in(raw: Raw) -> Known:
    """Return what a request names."""
    game = get_game(raw["game"])
    rankings = rankings_of(game, read_options(game, raw.get("options") or {}))
    return Known(
        raw,
        list(present(raw, "events", [""])),
        frozenset(entrant["number"] for entrant in raw["entrants"]),
        frozenset(team["number"] for team in present(raw, "teams", ())),
        tally_names(game),
        [ranking.tally for ranking in rankings],
    )


def problems_in(raw: Raw, known: Known) -> Found:
    """Yield everything that contradicts, in order of reading."""
    yield from twice("named_twice", each(raw, "events"))
    yield from unit_problems(raw, known)
    yield from sheet_problems(raw, known)
    yield from change_problems(raw, known)
    yield from lot_problems(raw, known)
    yield from twice("key_twice", ((f"{path}.key", one["key"]) for path, one in each(raw, "competitions")))
    for path, competition in each(raw, "competitions"):
        yield from competition_problems(path, competition, known)


# Walking


def each(raw: Raw, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the elements of a list that may be absent, with their paths."""
    for index, value in enumerate(present(raw, name, ())):
        yield f"{name}[{index}]", value


def repeated(values: At) -> Iterator[str]:
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


def under(path: str, values: At) -> list[tuple[str, Any]]:
    """Put a path before others."""
    return [(f"{path}.{name}", value) for name, value in values]


def twice(code: str, values: At) -> Found:
    """Yield the code for each value that stands before it too."""
    return ((code, path) for path in repeated(values))


def strangers(code: str, known: Iterable[Any], values: At) -> Found:
    """Yield the code for each value that is not known."""
    return ((code, path) for path, value in values if value not in known)


def unit_of(raw: Raw) -> str:
    """Return what a competition ranks or an adjustment is about."""
    return str(present(raw, "unit", PERSON))


# What is ranked


def unit_problems(raw: Raw, known: Known) -> Found:
    """Yield what is wrong with persons and teams."""
    for name in ("entrants", "teams"):
        yield from twice("number_twice", ((f"{path}.number", own["number"]) for path, own in each(raw, name)))
    for path, entrant in each(raw, "entrants"):
        yield from twice("named_twice", under(path, each(entrant, "categories")))
    for path, team in each(raw, "teams"):
        people = under(path, lists_of(team, "members", "substitutes"))
        yield from twice("named_twice", people)
        yield from strangers("number_unknown", known.persons, people)


def sheet_problems(raw: Raw, known: Known) -> Found:
    """Yield what is wrong with lists."""
    sheets = [*each(raw, "lists")]
    yield from twice(
        "list_twice",
        (
            (path, (known.event_of(own), own["round"], own["table"], present(own, "part", 1)))
            for path, own in sheets
        ),
    )
    for path, sheet in sheets:
        seats = under(path, each(sheet, "seats"))
        yield from twice("named_twice", seats)
        yield from event_problems(path, sheet, known)
        yield from strangers("number_unknown", known.persons, seats)
        if POINTS not in sheet["tallies"]:
            yield "tally_missing", f"{path}.tallies.{POINTS}"
        for name in sorted(sheet["tallies"]):
            if len(sheet["tallies"][name]) != len(sheet["seats"]):
                yield "length_wrong", f"{path}.tallies.{name}"
            if name not in known.tallies:
                yield "tally_unknown", f"{path}.tallies.{name}"


def change_problems(raw: Raw, known: Known) -> Found:
    """Yield what is wrong with adjustments and with who left."""
    for path, own in each(raw, "adjustments"):
        yield from event_problems(path, own, known, is_about_one=own.get("round") is not None)
        yield from strangers("number_unknown", known.numbers(own), [(f"{path}.number", own["number"])])
    left = [*each(raw, "left")]
    for path, own in left:
        yield from event_problems(path, own, known)
        yield from strangers("number_unknown", known.persons, [(f"{path}.number", own["number"])])
    yield from twice("left_twice", ((path, (own["number"], known.event_of(own))) for path, own in left))


def event_problems(path: str, of: Raw, known: Known, *, is_about_one: bool = True) -> Found:
    """Yield an event that is not named above, or is not said where there are several."""
    if of.get("event") is not None:
        yield from strangers("event_unknown", known.events, [(f"{path}.event", of["event"])])
    elif is_about_one and len(known.events) > 1:
        yield "event_required", f"{path}.event"


def lot_problems(raw: Raw, known: Known) -> Found:
    """Yield texts of a lot beside a seed, and of nobody."""
    yield from lot_twice(raw)
    for name, numbers in (("lots", known.persons), ("team_lots", known.teams)):
        texts = under(name, ((number, number) for number in sorted(present(raw, name, {}))))
        yield from strangers("number_unknown", {*map(str, numbers)}, texts)


def lot_twice(raw: Raw) -> Found:
    """Yield texts of a lot beside a seed."""
    if raw.get("lot") is not None:
        yield from (("lot_twice", name) for name in ("lots", "team_lots") if raw.get(name) is not None)


# Competitions


def competition_problems(path: str, competition: Raw, known: Known) -> Found:
    """Yield what is wrong with a competition."""
    who, lists = present(competition, "who", {}), present(competition, "lists", {})
    numbers = under(f"{path}.who", each(who, "numbers"))
    events = under(f"{path}.lists", each(lists, "events"))
    named = (under(f"{path}.who", each(who, "categories")), numbers, events)
    for values in (*named, under(f"{path}.lists", each(lists, "rounds"))):
        yield from twice("named_twice", values)
    yield from strangers("number_unknown", known.numbers(competition), numbers)
    yield from strangers("event_unknown", known.events, events)
    yield from member_problems(path, competition)
    rounds = None if lists.get("rounds") is None else len(lists["rounds"])
    yield from ranking_problems(path, competition, known, rounds, len(present(lists, "events", known.events)))


def member_problems(path: str, competition: Raw) -> Found:
    """Yield what is wrong with who of a team counts."""
    members = competition.get("members")
    if members is None:
        return
    counted, size, least = (members.get(name) for name in ("counted", "size", "least"))
    most = size if counted is None else counted
    if unit_of(competition) == PERSON:
        yield "members_not_for_persons", f"{path}.members"
    if counted is not None and size is not None and counted > size:
        yield "counted_over_size", f"{path}.members.counted"
    if least is not None and members.get("short") == "unplaced":
        yield "least_not_used", f"{path}.members.least"
    if least is not None and most is not None and least > most:
        yield "least_over_counted", f"{path}.members.least"


def ranking_problems(path: str, ranking: Raw, known: Known, rounds: int | None, events: int) -> Found:
    """Yield what is wrong with how a competition counts, or the ranking of an event within it.

    It has so many `rounds` in scope, if they are named, in each of so many events.
    """
    lists, value = present(ranking, "lists", {}), ranking["value"]
    if lists.get("best") is not None and lists.get("drop") is not None:
        yield "best_and_drop", f"{path}.lists.drop"
    for name in ("best", "minimum") if rounds is not None and value["by"] != PLACES else ():
        if is_above(lists.get(name), (rounds or 0) * events):
            yield f"{name}_too_many", f"{path}.lists.{name}"
    if value.get("tally") not in (None, *known.tallies):
        yield "tally_unknown", f"{path}.value.tally"
    if has_odd_points(value):
        yield "points_not_descending", f"{path}.value.points"
    if of := value.get("of"):
        inner = {**{name: ranking.get(name) for name in ("unit", "who")}, **of}
        yield from ranking_problems(f"{path}.value.of", inner, known, rounds, 1)
    yield from tie_break_problems(path, ranking, known)


def is_above(value: Any, most: int) -> bool:
    """Return whether a number is above a bound; a share never is."""
    return isinstance(value, int) and value > most


def has_odd_points(value: Raw) -> bool:
    """Return whether points by place rise, are all equal, or are such that no place could have them."""
    by, points = value["by"], value.get("points")
    if not isinstance(points, list):
        return False
    rises = any(more > less for less, more in itertools.pairwise(points))
    is_flat = by in (LIST_POINTS, TABLE_POINTS) and points[0] == points[-1]
    return rises or is_flat or (by == PLACES and (points[0] == 0 or points[-1] < 0))


def tie_break_problems(path: str, ranking: Raw, known: Known) -> Found:
    """Yield what is wrong with tie-breaks: of each the first that applies, and a lot without a text."""
    keys = [OTHER_NAME.get(key, key) for key in present(ranking, "tie_breaks", ())]
    for index, key in enumerate(keys):
        at = f"{path}.tie_breaks[{index}]"
        if code := tie_break_problem(key, keys[:index], ranking, known):
            yield code, at
        if key == "lot" and is_text_missing(ranking, known):
            yield "lot_missing", at


def tie_break_problem(key: str, before: Sequence[str], ranking: Raw, known: Known) -> str | None:
    """Return the code of a tie-break that cannot be; None for a right one."""
    values, lists = ranked_by(ranking["value"], known.by_game), present(ranking, "lists", {})
    counts_all = lists.get("best") is None and lists.get("drop") is None
    if key not in TIE_BREAKS and key not in known.tallies:
        return "tie_break_unknown"
    if key in before:
        return "tie_break_twice"
    if key in values or (key == "points" and POINTS in values and counts_all):
        return "tie_break_is_value"
    return None if is_possible(key, unit_of(ranking), ranking["value"]["by"]) else "tie_break_not_possible"


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


def is_text_missing(ranking: Raw, known: Known) -> bool:
    """Return whether a unit of the competition has no text for the lot."""
    texts = present(known.raw, "team_lots" if unit_of(ranking) == TEAM else "lots", {})
    return known.raw.get("lot") is None and any(str(each) not in texts for each in chosen(known.raw, ranking))


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
