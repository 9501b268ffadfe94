"""Revoke every link of an event and create new ones, in case links have leaked."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from tournaments.management.arguments import find_event
from tournaments.models import Event
from tournaments.services.sheets.link_rotation import Rotated, rotate_links


class Command(BaseCommand):
    help = "Revoke all links of an event's tables and helpers, create new ones, and print what to reprint."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="the address of the event, such as autumn-fipsen")
        parser.add_argument("--pins", action="store_true", help="also create new PINs for all players")

    def handle(self, *, event: str, pins: bool, **options: object) -> None:
        chosen = find_event(event)
        self.stdout.write("\n".join(report(chosen, rotate_links(event=chosen, with_pins=pins))))


def report(event: Event, done: Rotated) -> list[str]:
    """Return what was revoked, and what to print again."""
    rounds = event.rounds.filter(tables__links__is_revoked=False).distinct().order_by("number")
    numbers = ", ".join(str(number) for number in rounds.values_list("number", flat=True))
    ended = f"{done.tables} table links and {done.helpers} helper links ended; new ones are made."
    lines = [f"{event.name}: {ended}"]
    if done.tables:
        lines.append(f"Print again: table cards and empty sheets, round {numbers}. Phones scan the new code.")
    if done.helpers:
        lines.append("Show the helpers their new codes, on the page Helpers of the event.")
    if done.pins:
        lines.append(f"Print again: start cards, for {done.pins} players have new PINs.")
    return [*lines, "The private addresses of registrations did not change."]
