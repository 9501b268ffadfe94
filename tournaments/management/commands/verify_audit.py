"""Check the hash chains of an event's history. Exit status 1 and each first broken link, or one line."""

import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from tournaments.management.arguments import find_event
from tournaments.services.history.audit import audit


class Command(BaseCommand):
    help = "Verify the history of an event entry by entry and print changed, removed or added entries."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT_SLUG")

    def handle(self, *, event: str, **options: object) -> None:
        chosen = find_event(event)
        links, broken = audit(chosen)
        if broken:
            self.stdout.write("\n".join(broken))
            sys.exit(1)
        self.stdout.write(f"{chosen.slug}: ok, {links} links are whole.")
