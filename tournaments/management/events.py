"""The event that a command was given."""

from django.core.management.base import CommandError

from tournaments.models import Event


def find_event(slug: str) -> Event:
    """Return the event with this address. Raises CommandError if there is none."""
    event = Event.objects.select_related("club").filter(slug=slug).first()
    if event is None:
        raise CommandError(f"There is no event “{slug}”.")
    return event
