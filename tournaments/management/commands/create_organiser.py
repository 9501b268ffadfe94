"""Create an organiser's account, prompted at the terminal or given by options and the environment."""

import os
from argparse import ArgumentParser
from getpass import getpass

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from tournaments.services.clubs.accounts import create_account


class Command(BaseCommand):
    help = "Create an organiser's account. ORGANISER_PASSWORD may hold the password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--username", help="default: ask")
        parser.add_argument(
            "--if-none", action="store_true", help="do nothing if an account can already log in"
        )

    def handle(self, *, username: str | None, if_none: bool, **options: object) -> None:
        if if_none and get_user_model().objects.exists():
            return
        if if_none:
            self.stdout.write(
                "No account can log in yet. An organiser's account (leave the name empty to skip):"
            )
        username = username or input("Name: ").strip()
        if username:
            create_organiser(username, os.environ.get("ORGANISER_PASSWORD") or ask_password())
            self.stdout.write(f"{username} can log in now.")


def ask_password() -> str:
    password = getpass("Password: ")
    if password != getpass("Once more: "):
        raise CommandError("The two passwords differ. Nothing was stored.")
    return password


def create_organiser(username: str, password: str) -> None:
    """Create the account. Raises CommandError with every reason why the name or the password is invalid."""
    try:
        create_account(username=username, password=password)
    except ValidationError as error:
        raise CommandError("\n".join(error.messages)) from error
