"""Set an account's password, for the operator at the computer that runs the program."""

import sys
from argparse import ArgumentParser
from getpass import getpass

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError
from django.utils.crypto import get_random_string

from scoring.not_possible import NotPossible
from tournaments.models import AccountChangeKind
from tournaments.services.clubs.accounts import find_account, set_password

LENGTH = 16
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no letters that are confused when read aloud


class Command(BaseCommand):
    help = "Set a new password and end every session of the account. Asks for it, or reads standard input."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the user name")
        parser.add_argument("--make", action="store_true", help="generate a password and print it")
        parser.add_argument(
            "--drop-second-step", action="store_true", help="also remove codes, recovery codes and passkeys"
        )

    def handle(self, *, name: str, make: bool, drop_second_step: bool, **options: object) -> None:
        try:
            user = find_account(name)
            password = get_random_string(LENGTH, LETTERS) if make else read_password()
            set_password(user=user, password=password, kind=AccountChangeKind.PASSWORD_SET)
        except NotPossible as refusal:
            raise CommandError(refusal.message) from refusal
        if drop_second_step:
            Authenticator.objects.filter(user=user).delete()
        made = f": {password}" if make else "."
        self.stdout.write(f"{user.username} has a new password{made}\nEvery browser has to log in again.")


def read_password() -> str:
    """Prompt for a password twice, else read the first line of standard input. Raises CommandError."""
    if not sys.stdin.isatty():
        if password := sys.stdin.readline().rstrip("\r\n"):
            return password
        raise CommandError("Standard input is empty; expected a password in its first line. Or use --make.")
    password = getpass("New password: ")
    if password != getpass("Again: "):
        raise CommandError("The two passwords differ. Nothing was changed.")
    return password
