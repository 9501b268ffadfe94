"""Delete a trial event; asks for its name, and makes a backup first."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from scoring.not_possible import NotPossible
from tournaments.management.arguments import find_event
from tournaments.models import Event
from tournaments.services.installation.event_deletion import delete_after_backup, refuse_final
from tournaments.wording.refusals import in_words


class Command(BaseCommand):
    help = "Delete a trial event with its sheets, history and money; make a backup first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT_SLUG")
        parser.add_argument("--name", help="the name of the event; default: ask")

    def handle(self, *, event: str, name: str | None, **options: object) -> None:
        chosen = find_event(event)
        try:
            with in_words():
                refuse_final(chosen)
                backup = delete_after_backup(event=chosen, typed=self.typed_name(chosen, name), by=None)
        except NotPossible as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"{chosen.name} is deleted. A backup that still has it: {backup}")

    def typed_name(self, event: Event, name: str | None) -> str:
        """Return the name given as an option, else ask for it. Raises CommandError without a terminal."""
        if name is not None:
            return name
        try:
            return input(f"Type the name of the event, {event.name}, to delete it: ")
        except EOFError as error:
            message = "Give the name of the event with --name. Nothing was deleted."
            raise CommandError(message) from error
