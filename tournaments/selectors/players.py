"""A club's players over all their evenings: the list of a game, and one player's page.

Who chose to be a number, and who was forgotten, has no page here: a page over many evenings would tell who
he is.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules import get_game
from rules.game import Game
from tournaments.models import Club, Event, Player, ShownAs
from tournaments.naming import public_name
from tournaments.ratings import Rating, Step
from tournaments.selectors.declarers import Declaring, declaring_of
from tournaments.selectors.evenings import Evening, counted_events, evenings_of
from tournaments.selectors.ratings import ratings_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubYears:
    """All evenings of a club in one game; `games` are all it has played, the most played first."""

    games: Sequence[Game]
    game: Game
    events: Sequence[Event]
    evenings: Sequence[Evening]
    ratings: Mapping[int, Rating]


def get_player(club: Club, player_id: int) -> Player | None:
    """A player who has an all-time page."""
    return listed(club.players.filter(pk=player_id)).first()


def listed(players: Any) -> Any:
    """Those who may be followed over many evenings."""
    return players.filter(is_forgotten=False).exclude(shown_as=ShownAs.NUMBER)


def club_years(club: Club, key: str, *, with_unpublished: bool) -> ClubYears | None:
    """What the club has played of a game, or of the one it plays most; five queries, or None before all."""
    events = list(counted_events(club.events.all(), with_unpublished=with_unpublished))
    games = [get_game(each) for each, _ in Counter(event.game for event in events).most_common()]
    if not games:
        return None
    game = next((each for each in games if each.key == key), games[0])
    own = [event for event in events if event.game == game.key]
    evenings = evenings_of(own)
    return ClubYears(games=games, game=game, events=own, evenings=evenings, ratings=ratings_of(game, own))


# The list


def player_rows(club: Club, years: ClubYears) -> list[dict[str, Any]]:
    """Everybody who played the game, the highest rating first; first guesses stand behind; one query."""
    by_player: dict[int, list[Evening]] = defaultdict(list)
    for each in years.evenings:
        by_player[each.player_id].append(each)
    players = listed(club.players.filter(pk__in=by_player))
    rows = [player_row(player, by_player[player.pk], years) for player in players]
    rows.sort(key=lambda row: (row["rating"].is_first_guess, -row["rating"].points, row["name"], row["id"]))
    return with_ranks(rows)


def player_row(player: Player, evenings: Sequence[Evening], years: ClubYears) -> dict[str, Any]:
    """One line of the list."""
    return {
        "id": player.pk,
        "name": public_name(player),
        "events": len(evenings),
        "firsts": sum(each.rank == 1 for each in evenings),
        "best": best_evening(evenings),
        "rating": years.ratings.get(player.pk, Rating()),
    }


def with_ranks(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines with a rank; equal ratings share one, a first guess has none."""
    ranked: list[dict[str, Any]] = []
    for place, row in enumerate(rows, start=1):
        before = ranked[-1] if ranked else None
        is_equal = before and before["rating"].points == row["rating"].points
        rank = before["rank"] if before and is_equal else place
        ranked.append({**row, "rank": None if row["rating"].is_first_guess else rank})
    return ranked


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
    """A player's page in one game; evenings newest first."""

    evenings: Sequence[PlayedEvent]
    best: PlayedEvent | None
    firsts: int
    rating: Rating
    declaring: Declaring | None


def player_years(player: Player, years: ClubYears) -> PlayerYears:
    """All that the club has of a player in one game; nine queries at most."""
    own = [each for each in years.evenings if each.player_id == player.pk]
    rating = years.ratings.get(player.pk, Rating())
    step_by_event = {step.event: step for step in rating.steps}
    evening_by_event = {each.event_id: each for each in own}
    played = [
        PlayedEvent(event=event, evening=evening_by_event[event.pk], step=step_by_event.get(event.pk))
        for event in reversed(years.events)
        if event.pk in evening_by_event
    ]
    best = best_evening(own)
    return PlayerYears(
        evenings=played,
        best=next((each for each in played if each.evening == best), None),
        firsts=sum(each.rank == 1 for each in own),
        rating=rating,
        declaring=declaring_of(player, years.game, list(evening_by_event)),
    )
