"""Create a personal token: a program that sends it acts for its account. It is printed once."""

import json
from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from scoring.not_possible import NotPossible
from tournaments.models import TokenScope
from tournaments.services.clubs.accounts import find_account
from tournaments.services.clubs.tokens import USUAL_DAYS, create_token


class Command(BaseCommand):
    help = "Create a personal token for programs. It is printed once and stored only as a digest."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", metavar="USER", help="the user name")
        parser.add_argument("--name", required=True, help="the program or machine that will use it")
        parser.add_argument(
            "--scopes",
            required=True,
            help=f"one or more, separated by commas: {', '.join(TokenScope.values)}",
        )
        parser.add_argument("--days", type=int, default=USUAL_DAYS, help="how long it lasts; default: 90")
        parser.add_argument("--format", choices=("text", "json"), default="text")

    def handle(self, *, user: str, name: str, scopes: str, days: int, format: str, **options: object) -> None:
        chosen = [scope.strip() for scope in scopes.split(",") if scope.strip()]
        try:
            token, secret = create_token(user=find_account(user), name=name, scopes=chosen, days=days)
        except NotPossible as refusal:
            raise CommandError(refusal.message) from refusal
        facts = {
            "token": secret,
            "name": token.name,
            "scopes": token.scopes,
            "expires": token.expires_at.isoformat(),
        }
        self.stdout.write(json.dumps(facts, ensure_ascii=False) if format == "json" else secret)
