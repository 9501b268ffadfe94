"""Create a club with an event of simulated legal play. Results go to standard output, progress to stderr."""

import json
from argparse import ArgumentParser, ArgumentTypeError

from django.core.management.base import BaseCommand, CommandError

from rules.reading import Refused
from scoring.not_possible import NotPossible
from tournaments.management.arguments import refusal_words
from tournaments.services.demonstration.club_night import DemoOptions, Shown, show_demonstration
from tournaments.wording.whole_numbers import whole_number as read_number

USUAL = DemoOptions()


class Command(BaseCommand):
    help = "Create a club event played card by card, or find the existing one, and print its addresses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default=USUAL.game, metavar="KEY")
        parser.add_argument(
            "--players",
            type=whole_number,
            metavar="N",
            help="default: 27, or the next number that fills the tables",
        )
        parser.add_argument("--rounds", type=whole_number, default=USUAL.rounds, metavar="R")
        parser.add_argument(
            "--played", type=share, default=USUAL.played, help="share of the last round's deals, 0 to 1"
        )
        parser.add_argument("--seed", type=int, default=USUAL.seed)
        parser.add_argument("--format", choices=("text", "json"), default="text")

    def handle(
        self,
        *,
        game: str,
        players: int | None,
        rounds: int,
        played: float,
        seed: int,
        format: str,
        **options: object,
    ) -> None:
        demo = DemoOptions(game=game, players=players, rounds=rounds, played=played, seed=seed)
        try:
            shown = show_demonstration(demo, self.stderr.write)
        except NotPossible as refusal:
            raise CommandError(refusal.message) from refusal
        except Refused as refused:
            raise CommandError(refusal_words(refused, game)) from refused
        self.stdout.write(as_json(shown) if format == "json" else as_text(shown))


def whole_number(typed: str) -> int:
    """Parse an integer from 1 on."""
    number = read_number(typed)
    if not number:
        raise ArgumentTypeError("takes a whole number from 1 on")
    return number


def share(typed: str) -> float:
    """Parse a number from 0 to 1."""
    try:
        number = float(typed)
    except ValueError:
        number = -1
    if not 0 <= number <= 1:
        raise ArgumentTypeError("takes a number from 0 to 1")
    return number


def as_json(shown: Shown) -> str:
    """Return the result as JSON."""
    login = {"username": shown.username, "password": shown.password}
    answer = {"event": shown.event.slug, "login": login, "tables": shown.tables}
    return json.dumps(answer, ensure_ascii=False)


def as_text(shown: Shown) -> str:
    """Return the first steps as text."""
    return "\n".join(
        [
            f"Public page   /events/{shown.event.slug}/",
            f"Organiser     /accounts/login/   name {shown.username}   password {shown.password}",
            f"A table       {shown.tables[-1]['path']}",
        ]
    )
