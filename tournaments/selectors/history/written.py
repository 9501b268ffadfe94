"""How far the histories of an event are: equal values mean that nobody has written meanwhile."""

from django.db.models import Sum

from tournaments.models import Event

Written = tuple[int, int | None]


def written_so_far(event: Event) -> Written:
    """Return the number of the event's own entries, and of those of all its sheets; one query."""
    rows = Event.objects.filter(pk=event.pk).annotate(of_sheets=Sum("rounds__tables__revision"))
    counts: Written = rows.values_list("revision", "of_sheets").get()
    return counts
