"""Recompute every number of an event from its records. Exit status 1 and the differences, or one line."""

import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from tournaments.management.arguments import find_event
from tournaments.models import Deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences


class Command(BaseCommand):
    help = "Recompute every number of an event from its records and print the differences."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT_SLUG")

    def handle(self, *, event: str, **options: object) -> None:
        chosen = find_event(event)
        compute_event_standings(event_id=chosen.pk)  # only if standings are out of date
        lines = differences(chosen)
        if lines:
            self.stdout.write("\n".join(lines))
            sys.exit(1)
        rows = Deal.objects.filter(table__round__event=chosen, number__isnull=False).count()
        self.stdout.write(
            f"{chosen.slug}: ok, {rows} rows agree with the history, the sums and the standings."
        )
