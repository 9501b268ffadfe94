"""What an event agreed before its first sheet: the game, its options, the ranking, and how many deals."""

from typing import Any

from rules import get_game
from rules.game import Game
from rules.reading import read_options
from rules.seats import sizes_of
from scoring.standings.agreements import read_deals_per_table
from scoring.standings.policy import Policy, read_policy
from tournaments.models import Counting, Event


def game_of(event: Event) -> Game:
    """Return the event's game."""
    return get_game(event.game)


def options_of(event: Event) -> Any:
    """Return the event's options, read by its game."""
    return read_options(game_of(event), event.options)


def policy_of(event: Event) -> Policy:
    """Return the event's ranking policy."""
    return read_policy(event.policy, game_of(event))


def agreed_deals(event: Event) -> dict[int, int]:
    """Return the counting deals of a round by table size, as agreed for the event."""
    return read_deals_per_table(event.deals_per_table)


def deals_expected(event: Event, seats: int) -> int | None:
    """Return the counting deals of a round at a table of this size; None without an agreement."""
    return agreed_deals(event).get(seats)


def list_deals(event: Event, seats: int) -> int | None:
    """Return the length of a list as the event agreed it for tables of this size; None as the game's options
    say.

    Events from before this was read from the agreement keep the length of the options.
    """
    return None if event.counting == Counting.BEFORE else deals_expected(event, seats)


def sizes_allowed(event: Event) -> list[int]:
    """Return the table sizes that the game allows with the event's options."""
    return sizes_of(game_of(event), options_of(event))
