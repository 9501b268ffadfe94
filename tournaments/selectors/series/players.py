"""A club's players over all their events: the list of a game, and one player's page.

Players shown by number, and removed names, have no page here: a page over many events would identify them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, Q, Subquery, TextField
from django.db.models.functions import Cast

from rules import get_game
from rules.game import Game
from tournaments.models import Club, Event, Player, Publication, RoundStatus, Seat, ShownAs, Stage
from tournaments.selectors.series.declarer_statistics import Declaring, declaring_of
from tournaments.selectors.series.rating_method import Rating, Step
from tournaments.selectors.series.ratings import ratings_of, tables_of, tallies_of
from tournaments.selectors.series.series_results import Evening, counted_events, evenings_of
from tournaments.wording.names import public_name
from tournaments.wording.searching import has_words

REMEMBERED = 8  # combinations of club and game whose events are cached
NEWEST_EVENINGS = 10  # the events whose sheets give a player's statistics; each has a sheet or more
Version = tuple[int, str, int, str, int | None, bool, bool]
MOST_SHOWN = 8
"""An event's ID, public ID, version of the standings, ranking policy, final list, and whether it is closed,
and signed off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRecord:
    """All results of a club in one game, by player; `order` is the list, provisional ratings last."""

    evenings: Mapping[int, Sequence[Evening]]
    ratings: Mapping[int, Rating]
    tallies: Mapping[int, Mapping[str, int]]
    order: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubYears:
    """All events of a club in one game; `games` are all it has played, the most played first."""

    games: Sequence[Game]
    game: Game
    record: ClubRecord


def get_player(club: Club, player_id: int) -> Player | None:
    """Return a player who has an all-time page, or None."""
    return followed_players(club.players.filter(pk=player_id)).first()


def followed_players(players: Any) -> Any:
    """Return the players who may be followed over many events."""
    return players.filter(is_forgotten=False).exclude(shown_as=ShownAs.NUMBER)


def club_years(club: Club, key: str, *, with_unpublished: bool) -> ClubYears | None:
    """Return the club's results in a game, or in the one it plays most; None before the first event.

    One query, and seven more if something has changed since the last call.
    """
    versions = versions_by_game(club, with_unpublished=with_unpublished)
    games = [get_game(each) for each in sorted(versions, key=lambda each: -len(versions[each]))]
    if not games:
        return None
    game = next((each for each in games if each.key == key), games[0])
    return ClubYears(games=games, game=game, record=computed_record(game.key, tuple(versions[game.key])))


def last_game(player: Player, *, with_unpublished: bool) -> str:
    """Return the key of the game that a player played last in their club; empty before they played.

    One query.
    """
    events = counted_events(player.club.events.all(), with_unpublished=with_unpublished)
    own = events.filter(entrants__player=player, entrants__accounts__part__deals_counted__gt=0)
    return own.values_list("game", flat=True).last() or ""


def versions_by_game(club: Club, *, with_unpublished: bool) -> dict[str, list[Version]]:
    """Return the state of each counted event, the oldest first, by game; one query.

    It is read for every page, for all events: so as text, as the database has it.
    """
    lists = Publication.objects.filter(event=OuterRef("pk"), stage=Stage.FINAL).order_by("-number")
    events = counted_events(club.events.all(), with_unpublished=with_unpublished)
    versions: dict[str, list[Version]] = defaultdict(list)
    rows = events.annotate(
        final=Subquery(lists.values("number")[:1]),
        public=Cast("public_id", TextField()),
        ranked_by=Cast("policy", TextField()),
        is_signed_off=Q(signed_off_at__isnull=False),
    )
    facts = ("ranked_by", "final", "is_closed", "is_signed_off")
    columns = ("game", "pk", "public", "standings__version", *facts)
    for game, *version in rows.values_list(*columns):
        versions[game].append(tuple(version))
    return versions


@lru_cache(maxsize=REMEMBERED)
def computed_record(key: str, versions: tuple[Version, ...]) -> ClubRecord:
    """Return the record of these events of a game, the oldest first; seven queries."""
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
    """Return the sort key of a player in the list; the order of equals is fixed."""
    return (rating.is_first_guess, -rating.points, player_id)


# List of players


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """An entry of the list; `rank` is None for a provisional rating."""

    player_id: int
    rank: int | None


def listed_players(club: Club, years: ClubYears, words: str = "") -> list[ListedPlayer]:
    """Return all players, the highest rating first, or those with `wanted` in their name; two queries."""
    hidden = set(
        club.players.exclude(pk__in=followed_players(club.players.all())).values_list("pk", flat=True)
    )
    players = with_ranks([each for each in years.record.order if each not in hidden], years.record.ratings)
    if not words:
        return players
    ids = {each.pk for each in followed_players(club.players.all()) if has_words(public_name(each), words)}
    return [each for each in players if each.player_id in ids]


def with_ranks(order: Sequence[int], ratings: Mapping[int, Rating]) -> list[ListedPlayer]:
    """Rank the players; equal ratings share a rank, a provisional rating has none."""
    ranked: list[ListedPlayer] = []
    points = rank = None
    for place, player_id in enumerate(order, start=1):
        rating = ratings.get(player_id, Rating())
        rank = rank if rating.points == points else place
        points = rating.points
        ranked.append(ListedPlayer(player_id, None if rating.is_first_guess else rank))
    return ranked


def player_rows(shown: Sequence[ListedPlayer], years: ClubYears) -> list[dict[str, Any]]:
    """Return rows of the list; one query."""
    players = Player.objects.in_bulk([each.player_id for each in shown])
    return [player_row(players[each.player_id], each.rank, years.record) for each in shown]


def player_row(player: Player, rank: int | None, record: ClubRecord) -> dict[str, Any]:
    """Return one row of the list."""
    evenings = record.evenings[player.pk]
    return {
        "id": player.pk,
        "rank": rank,
        "name": public_name(player),
        "events": len(evenings),
        "firsts": number_won(evenings),
        "best": best_evening(evenings),
        "rating": record.ratings.get(player.pk, Rating()),
    }


def best_evening(evenings: Iterable[Evening]) -> Evening | None:
    """Return the result with the best rank in a finished event.

    Of equal ones the one among the most players, then the later one.
    """
    placed = [each for each in evenings if each.is_finished and each.rank is not None]
    return min(placed, key=lambda each: (each.rank, -each.of, -each.event_id), default=None)


def number_won(evenings: Iterable[Evening]) -> int:
    """Return how many finished events were won."""
    return sum(each.is_finished and each.rank == 1 for each in evenings)


# One player


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEvent:
    """One row of a player's page: the event, the rank, and the change of the rating."""

    event: Event
    evening: Evening
    step: Step | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerYears:
    """The summary on a player's page in one game."""

    events: int
    best: PlayedEvent | None
    shown: Sequence[PlayedEvent]
    firsts: int
    rating: Rating
    declaring: Declaring | None


def own_evenings(player: Player, years: ClubYears) -> list[Evening]:
    """Return a player's results, the newest first."""
    return list(reversed(years.record.evenings.get(player.pk, ())))


def player_years(player: Player, years: ClubYears, shown: Sequence[Evening]) -> PlayerYears:
    """Summarise a player's events in one game, with rows of those shown; five queries at most."""
    own, record = own_evenings(player, years), years.record
    best = best_evening(own)
    rows = played_events([*shown, *([best] if best else [])], player, years)
    newest = [each.event_id for each in own[:NEWEST_EVENINGS]]
    return PlayerYears(
        events=len(own),
        best=rows[-1] if best else None,
        shown=rows[: len(shown)],
        firsts=number_won(own),
        rating=record.ratings.get(player.pk, Rating()),
        declaring=declaring_of(player, years.game, record.tallies.get(player.pk, {}), newest),
    )


def played_events(evenings: Sequence[Evening], player: Player, years: ClubYears) -> list[PlayedEvent]:
    """Return rows of a player's page; one query."""
    events = Event.objects.only("name", "slug", "date").in_bulk([each.event_id for each in evenings])
    steps = {step.event: step for step in years.record.ratings.get(player.pk, Rating()).steps}
    return [
        PlayedEvent(event=events[each.event_id], evening=each, step=steps.get(each.event_id))
        for each in evenings
    ]


class Companion(NamedTuple):
    """Another player, and at how many tables both sat."""

    player_id: int
    name: str
    tables: int


def companions_of(player: Player, event_ids: Collection[int]) -> list[Companion]:
    """Return whom a player met most, without those whose names are not shown over many events; three
    queries.
    """
    closed = Seat.objects.filter(part__table__round__event__in=event_ids).filter(
        part__table__round__status=RoundStatus.CLOSED
    )
    own = closed.filter(entrant__player=player).values_list("part__table", flat=True)
    met = (
        closed.filter(part__table__in=list(own), entrant__player__is_forgotten=False)
        .exclude(entrant__player=player)
        .exclude(entrant__player__shown_as=ShownAs.NUMBER)
        .values("entrant__player")
        .annotate(tables=Count("part__table", distinct=True))
        .order_by("-tables", "entrant__player")[:MOST_SHOWN]
    )
    counted = [(each["entrant__player"], each["tables"]) for each in met]
    names = {each.pk: public_name(each) for each in Player.objects.filter(pk__in=[pk for pk, _ in counted])}
    return [Companion(pk, names[pk], tables) for pk, tables in counted]
