"""A club's players over all their evenings: the list of a game, and one player's page.

Who chose to be a number, and who was forgotten, has no page here: a page over many evenings would tell who
he is.
"""

import datetime
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import OuterRef, Subquery

from rules import get_game
from rules.game import Game
from tournaments.models import Club, Event, Player, Publication, ShownAs, Stage
from tournaments.naming import public_name
from tournaments.ratings import Rating, Step
from tournaments.selectors.declarers import Declaring, declaring_of
from tournaments.selectors.evenings import Evening, counted_events, evenings_of
from tournaments.selectors.ratings import ratings_of, tables_of, tallies_of

REMEMBERED = 8  # clubs and games of which all evenings are kept in memory
NEWEST_EVENINGS = 20  # whose sheets tell how somebody plays
Version = tuple[int, str, int, datetime.date, str, int | None]
"""Of an event: id, public id, version of the standings, date, ranking policy, final list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRecord:
    """All that a club played of one game, by player; `order` is the list, first guesses behind the rated."""

    evenings: Mapping[int, Sequence[Evening]]
    ratings: Mapping[int, Rating]
    tallies: Mapping[int, Mapping[str, int]]
    order: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubYears:
    """All evenings of a club in one game; `games` are all it has played, the most played first."""

    games: Sequence[Game]
    game: Game
    record: ClubRecord


def get_player(club: Club, player_id: int) -> Player | None:
    """A player who has an all-time page."""
    return listed(club.players.filter(pk=player_id)).first()


def listed(players: Any) -> Any:
    """Those who may be followed over many evenings."""
    return players.filter(is_forgotten=False).exclude(shown_as=ShownAs.NUMBER)


def club_years(club: Club, key: str, *, with_unpublished: bool) -> ClubYears | None:
    """What the club has played of a game, or of the one it plays most; None before all.

    One query, and seven more where something changed since somebody looked.
    """
    versions = versions_by_game(club, with_unpublished=with_unpublished)
    games = [get_game(each) for each in sorted(versions, key=lambda each: -len(versions[each]))]
    if not games:
        return None
    game = next((each for each in games if each.key == key), games[0])
    return ClubYears(games=games, game=game, record=computed_record(game.key, tuple(versions[game.key])))


def versions_by_game(club: Club, *, with_unpublished: bool) -> dict[str, list[Version]]:
    """The events that count, the oldest first, by what tells two states of each apart; one query."""
    lists = Publication.objects.filter(event=OuterRef("pk"), stage=Stage.FINAL).order_by("-number")
    events = counted_events(club.events.all(), with_unpublished=with_unpublished)
    versions: dict[str, list[Version]] = defaultdict(list)
    told = events.annotate(final=Subquery(lists.values("number")[:1]))
    columns = ("game", "pk", "public_id", "standings__version", "date", "policy", "final")
    for game, pk, public_id, version, date, policy, final in told.values_list(*columns):
        versions[game].append((pk, public_id.hex, version, date, json.dumps(policy), final))
    return versions


@lru_cache(maxsize=REMEMBERED)
def computed_record(key: str, versions: tuple[Version, ...]) -> ClubRecord:
    """The record of these events of a game, the oldest first; seven queries."""
    ids = [event_id for event_id, *_ in versions]
    tables, events = tables_of(ids), Event.objects.in_bulk(ids)
    ratings = ratings_of(get_game(key), ids, tables)
    by_player: dict[int, list[Evening]] = defaultdict(list)
    place_by_event = {event_id: place for place, event_id in enumerate(ids)}
    evenings = evenings_of([events[event_id] for event_id in ids])
    for each in sorted(evenings, key=lambda each: place_by_event[each.event_id]):
        by_player[each.player_id].append(each)
    order = sorted(by_player, key=lambda player: order_of(ratings.get(player, Rating()), player))
    return ClubRecord(evenings=by_player, ratings=ratings, tallies=tallies_of(tables), order=order)


def order_of(rating: Rating, player_id: int) -> tuple[bool, int, int]:
    """Where a player stands in the list; a fixed place among equals."""
    return (rating.is_first_guess, -rating.points, player_id)


# The list


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A place in the list; `rank` is None for a first guess."""

    player_id: int
    rank: int | None


def listed_players(club: Club, years: ClubYears, wanted: str = "") -> list[ListedPlayer]:
    """Everybody who played, the highest rating first, or those with this in their name; two queries."""
    hidden = set(club.players.exclude(pk__in=listed(club.players.all())).values_list("pk", flat=True))
    players = with_ranks([each for each in years.record.order if each not in hidden], years.record.ratings)
    if not wanted:
        return players
    called = listed(club.players.filter(name__icontains=wanted))
    found = {each.pk for each in called if wanted.casefold() in public_name(each).casefold()}
    return [each for each in players if each.player_id in found]


def with_ranks(order: Sequence[int], ratings: Mapping[int, Rating]) -> list[ListedPlayer]:
    """The players with a rank; equal ratings share one, a first guess has none."""
    ranked: list[ListedPlayer] = []
    points = rank = None
    for place, player_id in enumerate(order, start=1):
        rating = ratings.get(player_id, Rating())
        rank = rank if rating.points == points else place
        points = rating.points
        ranked.append(ListedPlayer(player_id, None if rating.is_first_guess else rank))
    return ranked


def player_rows(shown: Sequence[ListedPlayer], years: ClubYears) -> list[dict[str, Any]]:
    """Lines of the list; one query."""
    players = Player.objects.in_bulk([each.player_id for each in shown])
    return [player_row(players[each.player_id], each.rank, years.record) for each in shown]


def player_row(player: Player, rank: int | None, record: ClubRecord) -> dict[str, Any]:
    """One line of the list."""
    evenings = record.evenings[player.pk]
    return {
        "id": player.pk,
        "rank": rank,
        "name": public_name(player),
        "events": len(evenings),
        "firsts": sum(each.rank == 1 for each in evenings),
        "best": best_evening(evenings),
        "rating": record.ratings.get(player.pk, Rating()),
    }


def best_evening(evenings: Iterable[Evening]) -> Evening | None:
    """The best place; of equal ones the one among the most players, then the later."""
    placed = [each for each in evenings if each.rank is not None]
    return min(placed, key=lambda each: (each.rank, -each.of, -each.event_id), default=None)


# One player


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEvent:
    """One line of a player's page: the event, the place, what it did to the rating."""

    event: Event
    evening: Evening
    step: Step | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerYears:
    """What stands above the evenings on a player's page in one game."""

    events: int
    best: PlayedEvent | None
    firsts: int
    rating: Rating
    declaring: Declaring | None


def own_evenings(player: Player, years: ClubYears) -> list[Evening]:
    """A player's evenings, the newest first."""
    return list(reversed(years.record.evenings.get(player.pk, ())))


def player_years(player: Player, years: ClubYears) -> PlayerYears:
    """What a player's evenings in one game come to; six queries at most, however many there are."""
    own, record = own_evenings(player, years), years.record
    best = best_evening(own)
    newest = [each.event_id for each in own[:NEWEST_EVENINGS]]
    return PlayerYears(
        events=len(own),
        best=played_events([best], player, years)[0] if best else None,
        firsts=sum(each.rank == 1 for each in own),
        rating=record.ratings.get(player.pk, Rating()),
        declaring=declaring_of(player, years.game, record.tallies.get(player.pk, {}), newest),
    )


def played_events(evenings: Sequence[Evening], player: Player, years: ClubYears) -> list[PlayedEvent]:
    """Lines of a player's page; one query."""
    events = Event.objects.in_bulk([each.event_id for each in evenings])
    steps = {step.event: step for step in years.record.ratings.get(player.pk, Rating()).steps}
    return [
        PlayedEvent(event=events[each.event_id], evening=each, step=steps.get(each.event_id))
        for each in evenings
    ]
