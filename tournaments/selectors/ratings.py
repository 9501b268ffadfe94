"""Everybody's rating in a club and a game, from the tables of all events that count; nothing is stored."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from rules import get_game
from rules.game import Game
from scoring.rounds import merits_by_table
from scoring.tallies import PartResult
from tournaments.models import Event, Part, RoundStatus, Seat
from tournaments.ratings import RatedEvent, Rating, Sitting, rate_players

REMEMBERED = 64  # lists of ratings kept in memory
Version = tuple[str, int, int, datetime.date]  # of an event: public id, id, standings, date


def ratings_of(game: Game, events: Iterable[Event]) -> dict[int, Rating]:
    """Ratings by player. Remembered by the versions of the standings, which rise when a result changes."""
    versions = tuple((each.public_id.hex, each.pk, each.standings.version, each.date) for each in events)
    return computed_ratings(game.key, versions)


@lru_cache(maxsize=REMEMBERED)
def computed_ratings(key: str, versions: tuple[Version, ...]) -> dict[int, Rating]:
    """The ratings after these events of a game, the oldest first; two queries."""
    ids = [event_id for _, event_id, _, _ in versions]
    sittings = sittings_by_event(get_game(key), ids)
    return rate_players(RatedEvent(each, sittings[each]) for each in ids)


def sittings_by_event(game: Game, ids: Sequence[int]) -> dict[int, list[Sitting]]:
    """Every table of these events, in the order of rounds and tables; two queries.

    Points belong to accounts, so it is the account's player who is rated, whoever sat there for him.
    """
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
    sittings: dict[int, list[Sitting]] = defaultdict(list)
    for (event_id, *_), group in groupby(rows, key=lambda row: row[:3]):
        results = [
            PartResult(round_number, tuple(players[pk]), tallies, counted, table)
            for _, round_number, table, pk, tallies, counted in group
        ]
        sittings[event_id].append(sitting_of(game, results))
    return sittings


def sitting_of(game: Game, parts: Sequence[PartResult]) -> Sitting:
    """A table: its sides as they sat at last, and their places by what the game ranks by.

    Whoever was there only before that is a side of his own.
    """
    _, merits = next(merits_by_table(parts, game.ranks_by))
    sides = [*sides_of(game, parts[-1].accounts)]
    seated = {player for side in sides for player in side}
    sides += [(player,) for player in merits if player not in seated]
    worth = [merits[side[0]] for side in sides]
    return Sitting(tuple(sides), tuple(sum(other < own for other in worth) for own in worth))


def sides_of(game: Game, players: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Who plays together at a table."""
    for side in game.sides(len(players)):
        yield tuple(players[seat] for seat in side)
