"""Ratings and tallies from a club's tables of one game; nothing is stored."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from rules.game import Game, Ranking
from rules.reading import read_options
from scoring.competitions.lists import merits_by_table
from scoring.sheet.tallies import PartResult, rankings_of
from tournaments.models import Counting, Event, Part, RoundStatus, Ruling, Seat
from tournaments.selectors.series.rating_method import RatedEvent, Rating, Sitting, rate_players
from tournaments.selectors.standings.results import with_rulings, written_results

Tables = Mapping[
    int, Sequence[Sequence[PartResult]]
]  # by event: the parts of each table, accounts are players


def ratings_of(game: Game, ids: Iterable[int], tables: Tables) -> dict[int, Rating]:
    """Return ratings by player after these events, the oldest first; one query if options decide who wins."""
    ids = list(ids)
    ranks = ranks_by_event(game, ids)
    return rate_players(
        RatedEvent(each, [sitting_of(game, parts, ranks.get(each, game.ranks_by)) for parts in tables[each]])
        for each in ids
    )


def ranks_by_event(game: Game, ids: Sequence[int]) -> dict[int, tuple[Ranking, ...]]:
    """Return the ranking values of the events that may have others.

    By their options, or from earlier versions.
    """
    if game.ranks_by_options is None and not game.ranks_by_before:
        return {}
    events = Event.objects.filter(pk__in=ids).exclude(options={}, counting__gt=Counting.BEFORE)
    return {
        pk: rankings_of(game, read_options(game, raw), is_as_before=counting == Counting.BEFORE)
        for pk, raw, counting in events.values_list("pk", "options", "counting")
    }


def tallies_of(tables: Tables) -> dict[int, Counter[str]]:
    """Return the sums of each player's seats, by tally."""
    tallies: dict[int, Counter[str]] = defaultdict(Counter)
    for part in (part for parts_by_table in tables.values() for parts in parts_by_table for part in parts):
        for name, values in part.tallies.items():
            for player, value in zip(part.accounts, values, strict=False):
                tallies[player][name] += value
    return tallies


def tables_of(ids: Sequence[int]) -> Tables:
    """Return all tables of these events with a counted deal, by round and table, as the standings count them.

    Points belong to accounts, so they go to the account's player, also if a substitute sat there. Three
    queries, and those of `with_rulings` for each event in which a ruling stands.
    """
    settled = ruled_parts(ids)
    players: dict[int, list[int]] = defaultdict(list)
    seats = Seat.objects.filter(part__table__round__event__in=ids).order_by("part_id", "position")
    for part_id, player_id in seats.values_list("part_id", "account__player_id"):
        players[part_id].append(player_id)
    parts = Part.objects.filter(table__round__event__in=ids, deals_counted__gt=0)
    released = parts.exclude(table__round__status=RoundStatus.DRAFT).order_by(
        "table__round__event_id", "table__round__number", "table__number", "position"
    )
    rows = released.values_list(
        "table__round__event_id", "table__round__number", "table__number", "pk", "tallies", "deals_counted"
    )
    tables: dict[int, list[list[PartResult]]] = {each: [] for each in ids}
    for (event_id, *_), group in groupby(rows, key=lambda row: row[:3]):
        results = [
            PartResult(round_number, tuple(players[pk]), settled.get(pk, tallies), counted, table)
            for _, round_number, table, pk, tallies, counted in group
        ]
        tables[event_id].append(results)
    return tables


def ruled_parts(ids: Sequence[int]) -> dict[int, Mapping[str, Sequence[int]]]:
    """Return the tallies of the parts on which a ruling stands, by the part's ID.

    Events that count by the rules of earlier versions are left out: their ratings know nothing of rulings.
    """
    standing = Ruling.objects.filter(is_undone=False, deal__number__isnull=False)
    ruled = Event.objects.filter(
        pk__in=ids, counting__gt=Counting.BEFORE, rounds__tables__deals__rulings__in=standing
    )
    return {
        pk: result.tallies
        for event in ruled.distinct()
        for pk, result in with_rulings(event, written_results(event), {}).items()
    }


def sitting_of(game: Game, parts: Sequence[PartResult], ranks_by: Sequence[Ranking]) -> Sitting:
    """Return a table: its sides as last seated, and their places by the event's ranking values of the game.

    A player who left the table earlier is a side of their own.
    """
    _, merits = next(merits_by_table(parts, ranks_by))
    sides = [*sides_of(game, parts[-1].accounts)]
    seated = {player for side in sides for player in side}
    sides += [(player,) for player in merits if player not in seated]
    worth = [merits[side[0]] for side in sides]
    return Sitting(tuple(sides), tuple(sum(other < own for other in worth) for own in worth))


def sides_of(game: Game, players: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the players of each side at a table."""
    for side in game.partners.sides(len(players)):
        yield tuple(players[seat] for seat in side)
