"""Print everything stored about one person, as text or JSON."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Player
from tournaments.selectors.clubs.persons import find_players, stored_about


class Command(BaseCommand):
    help = "Print all stored data about one person."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("player", metavar="PLAYER", help="a name in the club's list, or a number")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *, player: str, format: str, **options: object) -> None:
        facts = stored_about(only_one(find_players(player), player))
        if format == "json":
            self.stdout.write(json.dumps(facts, ensure_ascii=False, indent=1, default=str))
        else:
            self.stdout.write("\n".join(readable(facts)))


def only_one(players: list[Player], typed: str) -> Player:
    """Return the player. Raises CommandError if none, or more than one, has this name."""
    if not players:
        raise CommandError(
            f"There is no player “{typed}”. Write the name as the club's list of players has it."
        )
    if len(players) > 1:
        namesakes = ", ".join(f"{each.pk} ({each.club.name})" for each in players)
        raise CommandError(
            f"There are {len(players)} players “{typed}”. Give the number of one: {namesakes}."
        )
    return players[0]


def readable(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield facts as indented lines; empty ones are omitted."""
    pairs = value.items() if isinstance(value, dict) else ((f"{n}.", each) for n, each in enumerate(value, 1))
    for name, each in pairs:
        if isinstance(each, dict | list) and each:
            yield f"{'  ' * depth}{name}"
            yield from readable(each, depth + 1)
        elif each not in (None, "", [], {}):
            yield (
                f"{'  ' * depth}{name} {each}" if isinstance(value, list) else f"{'  ' * depth}{name}: {each}"
            )
