"""Tie-breaks: criteria that order entrants, or the units of a competition, whose values are equal.

| key          | better | source                        | what it means                                      |
|--------------|--------|-------------------------------|----------------------------------------------------|
| total        | better | club practice                 | points of the rounds that count                    |
| points       | better | club practice                 | points of all rounds, dropped ones too             |
| deals_won    | more   | Skat tournaments              | deals won as declarer, all rounds                  |
| deals_lost   | fewer  | Skat tournaments              | deals lost as declarer, all rounds                 |
| best_round   | better | sailing, Racing Rules A8.1    | the best single round, by what is ranked by        |
| last_round   | better | sailing, Racing Rules A8.2    | the event's last round, by what is ranked by       |
| head_to_head | better | chess, FIDE direct encounter  | points minus those of the tied at common tables    |
| opponents    | better | chess, Buchholz               | ranking values of the opponents, as often as met   |
| lot          | first  | ours, after committed draws   | order of SHA-256(seed + start number)              |
| (a tally)    | more   | the game                      | any other tally of the game, all rounds            |

"Better" follows the event's ranking value (total, points and head_to_head: the game's points): if less is
better there, it is here. The functions define the rest; docs/ranking.md explains it to organisers. None is
the value of an entrant with nothing to compare, and comes after every number.

Points are those on the sheets, without adjustments; of a team those who count brought them. A credited list
is on no sheet, so what adds up sheets does not know it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.board import Unit
from rules.game import Game, Ranking, text
from rules.seats import sides_in
from scoring.competitions.lists import List, Place, Scope, directions_of
from scoring.sheet.tallies import (
    DEALS_LOST,
    DEALS_WON,
    POINTS,
    PartResult,
    Value,
    exact,
    has_declarer,
    more_points_win,
    rankings_of,
    tally_names,
    tally_ranking,
)

OTHER_NAME = {"best_round": "best_list", "last_round": "last_list"}
OF_PERSONS, OF_TEAMS = ("head_to_head", "opponents"), ("complete", "members")
KEYS_OF_COMPETITIONS = (POINTS, "points", "best_list", "last_list", "lists", *OF_PERSONS, *OF_TEAMS, "lot")
BY_POINTS = (POINTS, "points", "head_to_head", "members")
BY_VALUE = ("best_list", "last_list", "opponents")
FEWER = ("complete", "lot")
Column = dict[int, Any]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break of every game: its key and its words."""

    key: str
    name: str
    source: str
    meaning: str
    unit: Unit = Unit.POINTS


TIE_BREAKS = (
    TieBreak(
        "total",
        text("Total"),
        text("club practice"),
        text("Points of the rounds that count."),
    ),
    TieBreak(
        "points",
        text("Points of all rounds"),
        text("club practice"),
        text("Points of all rounds, dropped rounds included."),
    ),
    TieBreak(
        DEALS_WON,
        text("Deals won"),
        text("Skat tournaments"),
        text("Deals won as declarer, in all rounds."),
        Unit.COUNT,
    ),
    TieBreak(
        DEALS_LOST,
        text("Fewest deals lost"),
        text("Skat tournaments"),
        text("Deals lost as declarer, in all rounds; fewer are better."),
        Unit.COUNT,
    ),
    TieBreak(
        "best_round",
        text("Best round"),
        text("sailing: Racing Rules, A8.1"),
        text("The best single round, measured by the value that ranks the event."),
    ),
    TieBreak(
        "last_round",
        text("Last round"),
        text("sailing: Racing Rules, A8.2"),
        text(
            "The last round played, measured by the value that ranks the event; players who sat it out "
            "come last."
        ),
    ),
    TieBreak(
        "head_to_head",
        text("Head to head"),
        text("chess: direct encounter"),
        text(
            "Points at the tables that tied players shared, minus the points of the other tied players there."
        ),
    ),
    TieBreak(
        "opponents",
        text("Strength of opponents"),
        text("chess: Buchholz"),
        text("The ranking values of all opponents added up, once per meeting."),
    ),
    TieBreak(
        "lot",
        text("Lot"),
        text("Stichtag: a lot committed to before the event"),
        text("The order of SHA-256 of the event's seed followed by the start number."),
        Unit.COUNT,
    ),
)
TIE_BREAK_BY_KEY = {each.key: each for each in TIE_BREAKS}
OF_DECLARERS = (DEALS_WON, DEALS_LOST)


# A game's tie-breaks and how each is read


def tie_break_keys(game: Game) -> tuple[str, ...]:
    """Return the keys that apply to this game: those of every game, then its own tallies."""
    common = [key for key in TIE_BREAK_BY_KEY if has_declarer(game) or key not in OF_DECLARERS]
    return tuple(dict.fromkeys([*common, *tally_names(game)]))


def tie_break_ranking(key: str, game: Game, first: Ranking, options: Any = None) -> Ranking:
    """Return a tie-break as a ranking value: its label, its unit, which end is better."""
    known = TIE_BREAK_BY_KEY.get(key)
    if known is None:
        return tally_ranking(key, game)
    points_win = more_points_win(rankings_of(game, options))
    is_high = is_high_better(key, game, points_win=points_win, first_is_high=first.high_is_better)
    return Ranking(key, known.name, is_high, first.unit if other_name(key) in BY_VALUE else known.unit)


# What each is worth in a competition


@dataclass(frozen=True, slots=True)
class Tied:
    """What tie-breaks look at: the rows by number, and every person's first value."""

    scope: Scope
    rows: Mapping[int, Any]
    persons: Mapping[int, Value]


def broken_ties(key: str, tied: Tied, merits: Mapping[int, Sequence[Any]]) -> Column:
    """Return every unit's value in a tie-break; `merits` say who is equal so far."""
    match other_name(key):
        case "total":
            return {number: points_of(row, row.counting) for number, row in tied.rows.items()}
        case "points":
            return {number: points_of(row, None) for number, row in tied.rows.items()}
        case "best_list":
            return best_lists(tied)
        case "last_list":
            return last_lists(tied)
        case "lists":
            return {number: sum(not own.is_out for own in row.lists) for number, row in tied.rows.items()}
        case "head_to_head":
            return head_to_head(tied, merits)
        case "opponents":
            return opponents(tied)
        case "complete":
            return {number: sum(own.is_short for own in row.lists) for number, row in tied.rows.items()}
        case "members":
            return members(tied)
        case "lot":
            return lot(tied)
    return tallies(key, tied)


def tallies(key: str, tied: Tied) -> Column:
    """Return the sums of a tally over all lists, of a team those of who count."""
    worth: dict[tuple[int, Place], Value] = defaultdict(int)
    for sheet in tied.scope.sheets:
        for number, value in zip(sheet.accounts, sheet.column(key), strict=True):
            worth[number, (sheet.event, sheet.round)] += value
    return {
        number: exact(
            sum([worth[each, own.at] for own in sheets_of(row, None) for each in own.counted or (number,)])
        )
        for number, row in tied.rows.items()
    }


def merit_of_tie_break(key: str, value: Any, tied: Tied) -> tuple[Any, ...]:
    """Return a value so that the lowest is the best and None is behind every number."""
    request, way = tied.scope.request, tied.scope.competition.way
    is_high = is_high_better(
        key,
        request.game,
        points_win=request.more_points_win,
        first_is_high=directions_of(request, way)[0],
    )
    if isinstance(value, tuple):
        return (False, *((False, -each if is_high else each) for each in value), (True, 0))
    return (value is None, 0 if value is None else -value if is_high else value)


def other_name(key: str) -> str:
    """Return the name by which competitions know a tie-break of events."""
    return OTHER_NAME.get(key, key)


def is_high_better(key: str, game: Game, *, points_win: bool, first_is_high: bool) -> bool:
    """Return whether more is better in a tie-break: as in the points, as in the first value, or of itself."""
    key = other_name(key)
    if key in BY_POINTS:
        return points_win
    if key in BY_VALUE:
        return first_is_high
    return key == "lists" or (key not in FEWER and tally_ranking(key, game).high_is_better)


def sheets_of(row: Any, counting: frozenset[Place] | None) -> Iterator[List]:
    """Yield the lists of a row that stand on sheets, in events those within; only counting ones if given."""
    for own in row.lists:
        if own.is_out or (counting is not None and own.at not in counting):
            continue
        if own.place is None:
            if not own.is_credited:
                yield own
            continue
        for inner in own.inner:
            is_in = counting is None or inner.at in own.inner_counting
            if is_in and not inner.is_out and not inner.is_credited:
                yield inner


def points_of(row: Any, counting: frozenset[Place] | None) -> Value:
    """Return the points of a row's lists."""
    return sum(own.on_sheets for own in sheets_of(row, counting))


def best_lists(tied: Tied) -> Column:
    """Return the best single list; None for units without one."""
    best = max if directions_of(tied.scope.request, tied.scope.competition.way)[0] else min
    return {
        number: best((own.values[0] for own in row.lists if not own.is_out), default=None)
        for number, row in tied.rows.items()
    }


def last_lists(tied: Tied) -> Column:
    """Return the value of the last list that anybody played; None for units that missed it."""
    last = max(tied.scope.played, default=None)
    return {
        number: next((own.values[0] for own in row.lists if is_last(own, last) and not own.is_out), None)
        for number, row in tied.rows.items()
    }


def is_last(own: List, last: Place | None) -> bool:
    """Return whether a list, or an event, is the last that was played."""
    return last is not None and (own.at == last if own.place is None else own.at[0] == last[0])


def head_to_head(tied: Tied, merits: Mapping[int, Sequence[Any]]) -> Column:
    """Return own points minus those of each tied unit at common tables; None for who is not tied."""
    groups: dict[Any, list[int]] = defaultdict(list)
    for number, own in merits.items():
        groups[tuple(own)].append(number)
    rivals = {number: group[0] for group in groups.values() if len(group) > 1 for number in group}
    column: Column = {number: 0 if number in rivals else None for number in merits}
    for sheet in tied.scope.sheets:
        together: dict[int, Column] = defaultdict(dict)
        for number, value in zip(sheet.accounts, sheet.column(POINTS), strict=True):
            if number in rivals:
                points = together[rivals[number]]
                points[number] = points.get(number, 0) + value
        for points in together.values():
            for number, value in points.items():
                column[number] = exact(column[number] + len(points) * value - sum(points.values()))
    return column


def opponents(tied: Tied) -> Column:
    """Return the values of all opponents added up, once per table and round."""
    request = tied.scope.request
    options = request.options or request.game.Options()
    column: Column = dict.fromkeys(tied.rows, 0)
    met: dict[tuple[int, int, int], set[tuple[int, int]]] = defaultdict(set)
    for sheet in tied.scope.sheets:
        sides = sides_in(request.game, options, len(sheet.accounts))
        met[sheet.event, sheet.round, sheet.table].update(pairs(sheet, sides))
    for pairings in met.values():
        for one, other in pairings:
            if one in column and one != other:
                column[one] += tied.persons[other]
    return column


def pairs(sheet: PartResult, sides: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Yield each player with each opponent at a table; partners are none."""
    accounts = sheet.accounts
    for side in sides:
        for other in sides:
            if other is not side:
                yield from ((accounts[one], accounts[two]) for one in side for two in other)


def members(tied: Tied) -> Column:
    """Return the points that each person brought into the counting lists, best first."""
    is_high = tied.scope.request.more_points_win
    column: Column = {}
    for number, row in tied.rows.items():
        brought: dict[int, Value] = defaultdict(int)
        for own in sheets_of(row, row.counting):
            for person, points in (own.brought or {}).items():
                brought[person] += points
        column[number] = tuple(sorted(brought.values(), reverse=is_high))
    return column


def lot(tied: Tied) -> Column:
    """Return the place of each unit in the lot."""
    unit, text_of = tied.scope.competition.unit, tied.scope.request.lot
    order = sorted(tied.rows, key=lambda number: (text_of(unit, number), number))
    return {number: place for place, number in enumerate(order, start=1)}
