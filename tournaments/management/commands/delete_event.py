"""Delete an event that was a trial; asks for its name, and makes a backup first."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from tournaments.errors import NotPossible, in_words
from tournaments.models import Event
from tournaments.one_at_a_time import Taken
from tournaments.services.deleting import delete_event, refuse_final
from tournaments.services.keeping import back_up_everywhere


class Command(BaseCommand):
    help = "Delete an event that was a trial, with its sheets, history and money; a backup is made first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT_SLUG")
        parser.add_argument("--name", help="the name of the event; asked for when left out")

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
        """Raises CommandError where the name that is typed is another."""
        typed = (
            name if name is not None else input(f"Type the name of the event, {event.name}, to delete it: ")
        )
        if typed.strip() != event.name:
            raise CommandError(f"“{typed}” is not the name of this event. Nothing was deleted.")


def backed_up() -> str:
    """A backup of everything. Raises CommandError where there is none."""
    try:
        file = back_up_everywhere()
    except Taken:
        file = None
    if file is None:
        raise CommandError("No backup could be made, so nothing was deleted. See `manage backup`.")
    return str(file)
