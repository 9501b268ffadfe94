"""Tie-breaks: criteria that order entrants whose ranking values are equal.

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
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.board import Unit, each_seat
from rules.game import Game, Ranking, text
from scoring.sheet.tallies import (
    DEALS_LOST,
    DEALS_WON,
    POINTS,
    Column,
    PartResult,
    Rounds,
    Value,
    add_up,
    add_up_rounds,
    has_declarer,
    more_points_win,
    rankings_of,
    tally_names,
)

MaybeColumn = Mapping[int, Value | None]
Groups = Iterable[Sequence[int]]


def lot_by_number(number: int) -> str:
    """Return the lot without a seed: the start number."""
    return f"{number:09}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The input of tie-breaks: results, the first ranking value as a sum and by round, the rounds that count.

    `counting` is None if all rounds count. `lot` gives a start number the text that orders its lot.
    """

    results: Sequence[PartResult]
    entrants: Sequence[int]
    first: Ranking
    sums: Column
    rounds: Rounds
    counting: Mapping[int, frozenset[int]] | None = None
    sides: Callable[[int], Sequence[Sequence[int]]] = each_seat
    lot: Callable[[int], str] = lot_by_number


Break = Callable[[Evening, Groups], MaybeColumn]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break of every game: its key, its words, its function. Groups hold the entrants tied so far."""

    key: str
    name: str
    source: str
    meaning: str
    column: Break
    unit: Unit = Unit.POINTS
    is_fewer_better: bool = False
    follows_ranking: bool = False  # better is what is better in the first ranking value
    follows_points: bool = False  # more is better, unless the lowest points win


# One function each


def total(evening: Evening, tied: Groups) -> MaybeColumn:
    """Return the points of the rounds that count."""
    counting = evening.counting
    if counting is None:
        return points(evening, tied)
    rounds = add_up_rounds(evening.results, evening.entrants, POINTS)
    return {
        entrant: sum(value for number, value in own.items() if number in counting[entrant])
        for entrant, own in rounds.items()
    }


def points(evening: Evening, tied: Groups) -> MaybeColumn:
    """Return the points of all rounds, as on the sheets."""
    return add_up(evening.results, evening.entrants, POINTS)


def deals_won(evening: Evening, tied: Groups) -> MaybeColumn:
    """Return the deals won as declarer."""
    return add_up(evening.results, evening.entrants, DEALS_WON)


def deals_lost(evening: Evening, tied: Groups) -> MaybeColumn:
    """Return the deals lost as declarer."""
    return add_up(evening.results, evening.entrants, DEALS_LOST)


def best_round(evening: Evening, tied: Groups) -> MaybeColumn:
    """Return the best round, dropped ones included; None for entrants without a round."""
    best = max if evening.first.high_is_better else min
    return {entrant: best(own.values(), default=None) for entrant, own in evening.rounds.items()}


def last_round(evening: Evening, tied: Groups) -> MaybeColumn:
    """Return the value of the event's last played round; None for entrants who missed it."""
    last = max((result.round for result in evening.results), default=0)
    return {entrant: own.get(last) for entrant, own in evening.rounds.items()}


def head_to_head(evening: Evening, tied: Groups) -> MaybeColumn:
    """Return own points minus those of tied entrants, over deals at a table with two or more of a group.

    Computed once for each group as earlier criteria leave it; None for entrants who are not tied.
    """
    group_by_entrant = {entrant: number for number, group in enumerate(tied) for entrant in group}
    column: dict[int, Value | None] = dict.fromkeys(evening.entrants)
    column |= dict.fromkeys(group_by_entrant, 0)
    for result in evening.results:
        for one, difference in differences(result, group_by_entrant):
            column[one] = (column[one] or 0) + difference
    return column


def differences(result: PartResult, group_by_entrant: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Yield for each entrant of a tied group at the table their points minus each other member's."""
    if len(group_by_entrant.keys() & result.accounts) < 2:
        return
    own: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for account, value in zip(result.accounts, result.tallies.get(POINTS, ()), strict=False):
        if account in group_by_entrant:
            own[group_by_entrant[account]][account] += value
    for values in own.values():
        together = sum(values.values())
        for account, value in values.items():
            yield account, len(values) * value - together


def opponents(evening: Evening, tied: Groups) -> MaybeColumn:
    """Return the opponents' ranking values, each as often as the two sat at one table, whatever its parts."""
    parts: dict[tuple[int, int], list[PartResult]] = defaultdict(list)
    for result in evening.results:
        parts[result.round, result.table].append(result)
    sums: dict[int, Value] = dict.fromkeys(evening.entrants, 0)
    for own in parts.values():
        for one, other in {pair for part in own for pair in pairs(part, evening.sides)}:
            sums[one] += evening.sums[other]
    return sums


def pairs(result: PartResult, sides: Callable[[int], Sequence[Sequence[int]]]) -> Iterator[tuple[int, int]]:
    """Yield each player with each opponent at a table; partners are no opponents."""
    teams = [{result.accounts[seat] for seat in side} for side in sides(len(result.accounts))]
    for team in teams:
        for others in teams:
            if others is not team:
                yield from ((one, other) for one in team for other in others if one != other)


def lot(evening: Evening, tied: Groups) -> MaybeColumn:
    """Return the position in the lot of all entrants, from 1."""
    order = sorted(evening.entrants, key=lambda number: (evening.lot(number), number))
    place_by_entrant = {entrant: place for place, entrant in enumerate(order, start=1)}
    return {entrant: place_by_entrant[entrant] for entrant in evening.entrants}


TIE_BREAKS = (
    TieBreak(
        "total",
        text("Total"),
        text("club practice"),
        text("Points of the rounds that count."),
        total,
        follows_points=True,
    ),
    TieBreak(
        "points",
        text("Points of all rounds"),
        text("club practice"),
        text("Points of all rounds, dropped rounds included."),
        points,
        follows_points=True,
    ),
    TieBreak(
        DEALS_WON,
        text("Deals won"),
        text("Skat tournaments"),
        text("Deals won as declarer, in all rounds."),
        deals_won,
        Unit.COUNT,
    ),
    TieBreak(
        DEALS_LOST,
        text("Fewest deals lost"),
        text("Skat tournaments"),
        text("Deals lost as declarer, in all rounds; fewer are better."),
        deals_lost,
        Unit.COUNT,
        is_fewer_better=True,
    ),
    TieBreak(
        "best_round",
        text("Best round"),
        text("sailing: Racing Rules, A8.1"),
        text("The best single round, measured by the value that ranks the event."),
        best_round,
        follows_ranking=True,
    ),
    TieBreak(
        "last_round",
        text("Last round"),
        text("sailing: Racing Rules, A8.2"),
        text(
            "The last round played, measured by the value that ranks the event; players who sat it out "
            "come last."
        ),
        last_round,
        follows_ranking=True,
    ),
    TieBreak(
        "head_to_head",
        text("Head to head"),
        text("chess: direct encounter"),
        text(
            "Points at the tables that tied players shared, minus the points of the other tied players there."
        ),
        head_to_head,
        follows_points=True,
    ),
    TieBreak(
        "opponents",
        text("Strength of opponents"),
        text("chess: Buchholz"),
        text("The ranking values of all opponents added up, once per meeting."),
        opponents,
        follows_ranking=True,
    ),
    TieBreak(
        "lot",
        text("Lot"),
        text("Stichtag: a lot committed to before the event"),
        text("The order of SHA-256 of the event's seed followed by the start number."),
        lot,
        Unit.COUNT,
        is_fewer_better=True,
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
    if known.follows_ranking:
        return Ranking(key, known.name, first.high_is_better, first.unit)
    if known.follows_points:
        return Ranking(key, known.name, more_points_win(rankings_of(game, options)), known.unit)
    return Ranking(key, known.name, not known.is_fewer_better, known.unit)


def tally_ranking(tally: str, game: Game) -> Ranking:
    """Return a tally as the game ranks or ranked by it or shows it; else by its name, more is better."""
    known = (*game.ranks_by, *game.ranks_by_before, *game.statistics)
    own = (ranking for ranking in known if ranking.tally == tally)
    return next(own, Ranking(tally, tally.replace("_", " ").capitalize(), unit=Unit.COUNT))


def tie_break_column(key: str, evening: Evening, tied: Groups) -> MaybeColumn:
    """Return each entrant's value in a tie-break."""
    known = TIE_BREAK_BY_KEY.get(key)
    return known.column(evening, tied) if known else add_up(evening.results, evening.entrants, key)
