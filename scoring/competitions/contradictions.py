"""What contradicts in a readable request of `rank_competitions`: a code of the contract and a path for each.

A request is walked through once, in the order of reading.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.competitions.json_readers import refuse
from scoring.competitions.ranking import selected
from scoring.competitions.ranking_form import Asked
from scoring.competitions.requests import (
    GAME,
    LIST_POINTS,
    PERSON,
    PLACES,
    TABLE_POINTS,
    TALLY,
    TEAM,
    TOTAL,
    UNPLACED,
    Competition,
    Members,
    Way,
)
from scoring.competitions.tie_breaks import KEYS_OF_COMPETITIONS, OF_PERSONS, OF_TEAMS, other_name
from scoring.sheet.tallies import POINTS, rankings_of, tally_names

CODES = (
    *("named_twice", "number_twice", "event_unknown", "event_required", "number_unknown", "list_twice"),
    *("length_wrong", "tally_missing", "tally_unknown", "left_twice", "lot_twice", "key_twice"),
    *("members_not_for_persons", "counted_over_size", "least_not_used", "least_over_counted"),
    *("best_and_drop", "best_too_many", "minimum_too_many", "points_not_descending", "tie_break_unknown"),
    *("tie_break_twice", "tie_break_is_value", "tie_break_not_possible", "lot_missing"),
)
At = Iterable[tuple[str, Any]]  # paths with what stands there
Problems = Iterator[tuple[str, str]]  # codes with paths


@dataclass(frozen=True, slots=True)
class Names:
    """What a request names, for the rest to refer to; `ranked_by`: the tallies of the game's ranking."""

    asked: Asked
    persons: frozenset[int]
    teams: frozenset[int]
    tallies: Sequence[str]
    ranked_by: Sequence[str]

    def numbers(self, unit: str) -> frozenset[int]:
        """Return the numbers of the persons, or of the teams."""
        return self.teams if unit == TEAM else self.persons


def check_meaning(asked: Asked) -> None:
    """Raise Wrong with every contradiction."""
    refuse(problems_in(asked, names_in(asked)), CODES)


def names_in(asked: Asked) -> Names:
    """Return what a request names."""
    return Names(
        asked,
        frozenset(each.number for each in asked.entrants),
        frozenset(each.number for each in asked.teams),
        tally_names(asked.game),
        [ranking.tally for ranking in rankings_of(asked.game, asked.options)],
    )


def problems_in(asked: Asked, names: Names) -> Problems:
    """Yield everything that contradicts, in order of reading."""
    yield from twice("named_twice", each("events", asked.events))
    yield from unit_problems(asked, names)
    yield from sheet_problems(asked, names)
    yield from change_problems(asked, names)
    yield from lot_problems(asked, names)
    competitions = [*each("competitions", asked.competitions)]
    yield from twice("key_twice", ((f"{path}.key", own.key) for path, own in competitions))
    for path, competition in competitions:
        yield from competition_problems(path, competition, names)


# Walking


def each(path: str, values: Iterable[Any] | None) -> Iterator[tuple[str, Any]]:
    """Yield the elements of a list that may be absent, with their paths."""
    return ((f"{path}[{index}]", value) for index, value in enumerate(values or ()))


def twice(code: str, values: At) -> Problems:
    """Yield the code for each value that stands before it too."""
    seen = set()
    for path, value in values:
        if value in seen:
            yield code, path
        seen.add(value)


def strangers(code: str, known: Iterable[Any], values: At) -> Problems:
    """Yield the code for each value that is not known."""
    return ((code, path) for path, value in values if value not in known)


# What is ranked


def unit_problems(asked: Asked, names: Names) -> Problems:
    """Yield what is wrong with persons and teams."""
    for name, units in (("entrants", asked.entrants), ("teams", asked.teams)):
        numbers = ((f"{path}.number", own.number) for path, own in each(name, units))
        yield from twice("number_twice", numbers)
    for path, entrant in each("entrants", asked.entrants):
        yield from twice("named_twice", each(f"{path}.categories", entrant.categories))
    for path, team in each("teams", asked.teams):
        people = [*each(f"{path}.members", team.members), *each(f"{path}.substitutes", team.substitutes)]
        yield from twice("named_twice", people)
        yield from strangers("number_unknown", names.persons, people)


def sheet_problems(asked: Asked, names: Names) -> Problems:
    """Yield what is wrong with lists."""
    sheets = [(path, part, own) for path, (part, own) in each("lists", asked.lists)]
    places = ((path, (event_in(asked, own), own.round, own.table, part)) for path, part, own in sheets)
    yield from twice("list_twice", places)
    for path, _part, sheet in sheets:
        seats = [*each(f"{path}.seats", sheet.accounts)]
        yield from twice("named_twice", seats)
        yield from event_problems(path, sheet, asked)
        yield from strangers("number_unknown", names.persons, seats)
        if POINTS not in sheet.tallies:
            yield "tally_missing", f"{path}.tallies.{POINTS}"
        for name, values in sheet.tallies.items():
            if len(values) != len(seats):
                yield "length_wrong", f"{path}.tallies.{name}"
            if name not in names.tallies:
                yield "tally_unknown", f"{path}.tallies.{name}"


def change_problems(asked: Asked, names: Names) -> Problems:
    """Yield what is wrong with adjustments and with who left."""
    for path, own in each("adjustments", asked.adjustments):
        yield from event_problems(path, own, asked, is_about_one=own.round is not None)
        yield from strangers("number_unknown", names.numbers(own.unit), [(f"{path}.number", own.number)])
    left = [*each("left", asked.left)]
    for path, own in left:
        yield from event_problems(path, own, asked)
        yield from strangers("number_unknown", names.persons, [(f"{path}.number", own.number)])
    yield from twice("left_twice", ((path, (own.number, event_in(asked, own))) for path, own in left))


def event_in(asked: Asked, of: Any) -> Any:
    """Return the event of a list or of who left; the only one may be left out."""
    return asked.events[0] if of.event is None and len(asked.events) == 1 else of.event


def event_problems(path: str, of: Any, asked: Asked, *, is_about_one: bool = True) -> Problems:
    """Yield an event that is not named above, or is not said where there are several."""
    if of.event is not None:
        yield from strangers("event_unknown", asked.events, [(f"{path}.event", of.event)])
    elif is_about_one and len(asked.events) > 1:
        yield "event_required", f"{path}.event"


def lot_problems(asked: Asked, names: Names) -> Problems:
    """Yield texts of a lot beside a seed, and of nobody."""
    yield from lot_twice(asked)
    for name, texts, numbers in (
        ("lots", asked.lots, names.persons),
        ("team_lots", asked.team_lots, names.teams),
    ):
        written = ((f"{name}.{number}", number) for number in texts or ())
        yield from strangers("number_unknown", {*map(str, numbers)}, written)


def lot_twice(asked: Any) -> Problems:
    """Yield texts of a lot beside a seed."""
    if asked.lot is not None:
        texts = (("lots", asked.lots), ("team_lots", asked.team_lots))
        yield from (("lot_twice", name) for name, own in texts if own is not None)


# Competitions


def competition_problems(path: str, competition: Competition, names: Names) -> Problems:
    """Yield what is wrong with a competition."""
    who, lists, unit = competition.who, competition.lists, competition.unit
    categories = each(f"{path}.who.categories", who.categories)
    numbers = [*each(f"{path}.who.numbers", who.numbers)]
    events = [*each(f"{path}.lists.events", lists.events)]
    rounds = each(f"{path}.lists.rounds", lists.rounds)
    for values in (categories, numbers, events, rounds):
        yield from twice("named_twice", values)
    yield from strangers("number_unknown", names.numbers(unit), numbers)
    yield from strangers("event_unknown", names.asked.events, events)
    if competition.members is not None:
        if unit == PERSON:
            yield "members_not_for_persons", f"{path}.members"
        yield from member_problems(f"{path}.members", competition.members)
    most = len(lists.rounds) if lists.rounds is not None else None
    yield from ranking_problems(
        path, competition, competition, names, most, len(events) or len(names.asked.events)
    )


def member_problems(path: str, members: Members) -> Problems:
    """Yield what is wrong with who of a team counts."""
    counted, size, least = members.counted, members.size, members.least
    most = size if counted is None else counted
    if counted is not None and size is not None and counted > size:
        yield "counted_over_size", f"{path}.counted"
    if least is not None and members.short == UNPLACED:
        yield "least_not_used", f"{path}.least"
    if least is not None and most is not None and least > most:
        yield "least_over_counted", f"{path}.least"


def ranking_problems(
    path: str, ranking: Competition, of: Competition, names: Names, rounds: int | None, events: int
) -> Problems:
    """Yield what is wrong with how a competition counts, or the ranking of an event within it.

    It has so many `rounds` in scope, if they are named, in each of so many events.
    """
    lists, way = ranking.lists, ranking.way
    if lists.best is not None and lists.drop is not None:
        yield "best_and_drop", f"{path}.lists.drop"
    if rounds is not None and way.by != PLACES:
        for name, value in (("best", lists.best), ("minimum", lists.minimum)):
            if isinstance(value, int) and value > rounds * events:  # a share is never too much
                yield f"{name}_too_many", f"{path}.lists.{name}"
    if way.tally not in names.tallies:
        yield "tally_unknown", f"{path}.value.tally"
    if has_odd_points(way):
        yield "points_not_descending", f"{path}.value.points"
    if way.of:
        yield from ranking_problems(f"{path}.value.of", way.of, of, names, rounds, 1)
    for index, written in enumerate(ranking.tie_breaks):
        key, at = other_name(written), f"{path}.tie_breaks[{index}]"
        before = {*map(other_name, ranking.tie_breaks[:index])}
        if code := tie_break_problem(key, before, ranking, of.unit, names):
            yield code, at
        if key == "lot" and is_text_missing(of, names.asked):
            yield "lot_missing", at


def has_odd_points(way: Way) -> bool:
    """Return whether points by place rise, are all equal, or are such that no place could have them."""
    points = way.points
    if not points:
        return False
    rises = any(more > less for less, more in itertools.pairwise(points))
    is_flat = way.by in (LIST_POINTS, TABLE_POINTS) and points[0] == points[-1]
    return rises or is_flat or (way.by == PLACES and (points[0] == 0 or points[-1] < 0))


def tie_break_problem(
    key: str, before: set[str], ranking: Competition, unit: str, names: Names
) -> str | None:
    """Return the code of a tie-break that cannot be; None for a right one."""
    way, lists = ranking.way, ranking.lists
    by_way: dict[str, Sequence[str]] = {GAME: names.ranked_by, TALLY: (way.tally,), TOTAL: (POINTS,)}
    values = by_way.get(way.by, (POINTS,) if way.by == LIST_POINTS else ())
    counts_all = lists.best is None and lists.drop is None
    if key not in KEYS_OF_COMPETITIONS and key not in names.tallies:
        return "tie_break_unknown"
    if key in before:
        return "tie_break_twice"
    if key in values or (key == "points" and POINTS in values and counts_all):
        return "tie_break_is_value"
    is_possible = key not in (OF_PERSONS if unit == TEAM else OF_TEAMS)
    if key == "opponents" and way.by in (LIST_POINTS, PLACES):
        is_possible = False
    return None if is_possible else "tie_break_not_possible"


def is_text_missing(of: Competition, asked: Asked) -> bool:
    """Return whether a unit of the competition has no text for the lot."""
    texts = (asked.team_lots if of.unit == TEAM else asked.lots) or {}
    persons = {each.number: each for each in asked.entrants}
    units = asked.teams if of.unit == TEAM else persons.values()
    return asked.lot is None and any(str(each) not in texts for each in selected(persons, units, of.who))
