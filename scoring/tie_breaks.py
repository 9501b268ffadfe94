"""Tie-breaks: what puts one of two entrants first whom the ranking values leave equal.

| key          | better | source                        | what it means                                      |
|--------------|--------|-------------------------------|----------------------------------------------------|
| total        | more   | club practice                 | points of the rounds that count                    |
| points       | more   | club practice                 | points of all rounds, dropped ones too             |
| deals_won    | more   | Skat tournaments              | deals won as declarer, all rounds                  |
| deals_lost   | fewer  | Skat tournaments              | deals lost as declarer, all rounds                 |
| best_round   | better | sailing, Racing Rules A8.1    | the best single round, by what is ranked by        |
| last_round   | better | sailing, Racing Rules A8.2    | the event's last round, by what is ranked by       |
| head_to_head | more   | chess, FIDE direct encounter  | points minus those of the tied at common tables    |
| opponents    | better | chess, Buchholz               | ranking values of the opponents, as often as met   |
| lot          | first  | ours, after committed draws   | order of SHA-256(seed + start number)              |
| (a tally)    | more   | the game                      | any other tally of the game, all rounds            |

"Better" follows what the event is ranked by: where less is better there, it is here. The functions say the
rest; docs/ranking.md says it to organisers. None is the value of whoever has nothing to compare, and stands
behind every number.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.board import Unit, each_seat
from rules.game import Game, Ranking, text
from scoring.tallies import (
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
    tally_names,
)

MaybeColumn = Mapping[int, Value | None]
Groups = Iterable[Sequence[int]]


def lot_by_number(number: int) -> str:
    """Without a seed the lot is the start number."""
    return f"{number:09}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What tie-breaks look at: results, the first ranking value as a sum and by round, the rounds that count.

    `counting` is None where all rounds count. `lot` gives a start number the text its lot is ordered by.
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
    """A tie-break of every game: its key, its words, how it is counted. Its groups are who is tied so far."""

    key: str
    name: str
    source: str
    meaning: str
    column: Break
    unit: Unit = Unit.POINTS
    is_fewer_better: bool = False
    follows_ranking: bool = False  # better is what is better in the first ranking value


# One function for each


def total(evening: Evening, tied: Groups) -> MaybeColumn:
    """Points of the rounds that count."""
    counting = evening.counting
    if counting is None:
        return points(evening, tied)
    rounds = add_up_rounds(evening.results, evening.entrants, POINTS)
    return {
        entrant: sum(value for number, value in own.items() if number in counting[entrant])
        for entrant, own in rounds.items()
    }


def points(evening: Evening, tied: Groups) -> MaybeColumn:
    """Points of all rounds, as the sheets have them."""
    return add_up(evening.results, evening.entrants, POINTS)


def deals_won(evening: Evening, tied: Groups) -> MaybeColumn:
    """Deals won as declarer."""
    return add_up(evening.results, evening.entrants, DEALS_WON)


def deals_lost(evening: Evening, tied: Groups) -> MaybeColumn:
    """Deals lost as declarer."""
    return add_up(evening.results, evening.entrants, DEALS_LOST)


def best_round(evening: Evening, tied: Groups) -> MaybeColumn:
    """The best round, dropped ones too; None for whoever has played none."""
    best = max if evening.first.high_is_better else min
    return {entrant: best(own.values(), default=None) for entrant, own in evening.rounds.items()}


def last_round(evening: Evening, tied: Groups) -> MaybeColumn:
    """The last round anybody has played; None for whoever has not."""
    last = max((result.round for result in evening.results), default=0)
    return {entrant: own.get(last) for entrant, own in evening.rounds.items()}


def head_to_head(evening: Evening, tied: Groups) -> MaybeColumn:
    """Over all deals that two or more of a tied group played at one table: own points minus theirs.

    Once for each group as the criteria before it leave it; None for whoever is tied with nobody.
    """
    group_by_entrant = {entrant: number for number, group in enumerate(tied) for entrant in group}
    column: dict[int, Value | None] = dict.fromkeys(evening.entrants)
    column |= dict.fromkeys(group_by_entrant, 0)
    for result in evening.results:
        for one, difference in differences(result, group_by_entrant):
            column[one] = (column[one] or 0) + difference
    return column


def differences(result: PartResult, group_by_entrant: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """At one table: each of a tied group with his points minus those of every other of the group."""
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
    """The ranking values of everybody played against, each as often as the two sat at one table."""
    parts: dict[tuple[int, int], list[PartResult]] = defaultdict(list)
    for result in evening.results:
        parts[result.round, result.table].append(result)
    sums: dict[int, Value] = dict.fromkeys(evening.entrants, 0)
    for own in parts.values():
        met = (
            met_in_parts if len(own) > 1 or len(set(own[0].accounts)) < len(own[0].accounts) else met_at_once
        )
        for one, value in met(own, evening):
            sums[one] += value
    return sums


def met_at_once(parts: Sequence[PartResult], evening: Evening) -> Iterator[tuple[int, Value]]:
    """At a table of one part: everybody with the ranking values of all who are not on his side."""
    accounts, values = parts[0].accounts, [evening.sums[account] for account in parts[0].accounts]
    together = sum(values)
    for side in evening.sides(len(accounts)):
        against = together - sum(values[seat] for seat in side)
        yield from ((accounts[seat], against) for seat in side)


def met_in_parts(parts: Sequence[PartResult], evening: Evening) -> Iterator[tuple[int, Value]]:
    """At a table of several parts, or with two seats of one account: whoever was met twice counts once."""
    met = {pair for part in parts for pair in pairs(part, evening.sides)}
    yield from ((one, evening.sums[other]) for one, other in met)


def pairs(result: PartResult, sides: Callable[[int], Sequence[Sequence[int]]]) -> Iterator[tuple[int, int]]:
    """Everybody at a table with each who played against him; partners are no opponents."""
    teams = [{result.accounts[seat] for seat in side} for side in sides(len(result.accounts))]
    for team in teams:
        for others in teams:
            if others is not team:
                yield from ((one, other) for one in team for other in others if one != other)


def lot(evening: Evening, tied: Groups) -> MaybeColumn:
    """The place in the lot of all entrants, from 1."""
    order = sorted(evening.entrants, key=lambda number: (evening.lot(number), number))
    place_by_entrant = {entrant: place for place, entrant in enumerate(order, start=1)}
    return {entrant: place_by_entrant[entrant] for entrant in evening.entrants}


TIE_BREAKS = (
    TieBreak("total", text("Total"), text("club practice"), text("Points of the rounds that count."), total),
    TieBreak(
        "points",
        text("Points of all rounds"),
        text("club practice"),
        text("Points of all rounds; those of dropped rounds count here too."),
        points,
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
        text("The best single round, by what the event is ranked by."),
        best_round,
        follows_ranking=True,
    ),
    TieBreak(
        "last_round",
        text("Last round"),
        text("sailing: Racing Rules, A8.2"),
        text("The last round played, by what the event is ranked by; who sat it out comes behind."),
        last_round,
        follows_ranking=True,
    ),
    TieBreak(
        "head_to_head",
        text("Head to head"),
        text("chess: direct encounter"),
        text("Points at the tables the tied players shared, minus the points the others of them had there."),
        head_to_head,
    ),
    TieBreak(
        "opponents",
        text("Strength of opponents"),
        text("chess: Buchholz"),
        text("What everybody played against was ranked by, added up, as often as they met."),
        opponents,
        follows_ranking=True,
    ),
    TieBreak(
        "lot",
        text("Lot"),
        text("ours: a lot that was committed to"),
        text("The order of SHA-256 of the event's seed followed by the start number."),
        lot,
        Unit.COUNT,
        is_fewer_better=True,
    ),
)
TIE_BREAK_BY_KEY = {each.key: each for each in TIE_BREAKS}
OF_DECLARERS = (DEALS_WON, DEALS_LOST)


# What a game offers, and how each is read


def tie_break_keys(game: Game) -> tuple[str, ...]:
    """The keys that mean something in this game: those of every game, then its own tallies."""
    common = [key for key in TIE_BREAK_BY_KEY if has_declarer(game) or key not in OF_DECLARERS]
    return tuple(dict.fromkeys([*common, *tally_names(game)]))


def tie_break_ranking(key: str, game: Game, first: Ranking) -> Ranking:
    """A tie-break as a value to rank by: its label, its unit, which end is the better."""
    known = TIE_BREAK_BY_KEY.get(key)
    if known is None:
        return tally_ranking(key, game)
    if known.follows_ranking:
        return Ranking(key, known.name, first.high_is_better, first.unit)
    return Ranking(key, known.name, not known.is_fewer_better, known.unit)


def tally_ranking(tally: str, game: Game) -> Ranking:
    """A tally as the game ranks by it or tells it of players; else by its name, and more is better."""
    own = (ranking for ranking in (*game.ranks_by, *game.statistics) if ranking.tally == tally)
    return next(own, Ranking(tally, tally.replace("_", " ").capitalize(), unit=Unit.COUNT))


def tie_break_column(key: str, evening: Evening, tied: Groups) -> MaybeColumn:
    """What everybody has in a tie-break."""
    known = TIE_BREAK_BY_KEY.get(key)
    return known.column(evening, tied) if known else add_up(evening.results, evening.entrants, key)
