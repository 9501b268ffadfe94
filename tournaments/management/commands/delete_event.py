"""Delete a trial event; asks for its name, and makes a backup first."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from scoring.refusals import NotPossible
from tournaments.models import Event
from tournaments.services.installation.automatic_backups import back_up_everywhere
from tournaments.services.installation.event_deletion import delete_event, refuse_final
from tournaments.storage.lock import Taken
from tournaments.wording.refusals import in_words


class Command(BaseCommand):
    help = "Delete a trial event with its sheets, history and money; make a backup first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT_SLUG")
        parser.add_argument("--name", help="the name of the event; default: ask")

    def handle(self, *, event: str, name: str | None, **options: object) -> None:
        found = Event.objects.filter(slug=event).first()
        if found is None:
            raise CommandError(f"There is no event “{event}”.")
        try:
            with in_words():
                refuse_final(found)
                self.refuse_other_name(found, name)
                backup = backed_up()
                delete_event(event=found)
        except NotPossible as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"{found.name} is deleted. A backup that still has it: {backup}")

    def refuse_other_name(self, event: Event, name: str | None) -> None:
        """Raise CommandError if the typed name differs."""
        typed = (
            name if name is not None else input(f"Type the name of the event, {event.name}, to delete it: ")
        )
        if typed.strip() != event.name:
            raise CommandError(f"“{typed}” is not the name of this event. Nothing was deleted.")


def backed_up() -> str:
    """Back everything up. Raises CommandError if no backup can be made."""
    try:
        file = back_up_everywhere()
    except Taken:
        file = None
    if file is None:
        raise CommandError("No backup could be made, so nothing was deleted. See `manage backup`.")
    return str(file)
