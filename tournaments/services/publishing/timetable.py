"""The timetable of an event: set it, and move all that is still to come behind a late round."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.models import Event, EventChangeKind, TimetableEntry
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.wording.days import Misread
from tournaments.wording.timetables import read_timetable

MOST_MINUTES = 180  # of one move


@transaction.atomic
def set_timetable(*, event: Event, text: str, by: Author) -> list[TimetableEntry]:
    """Replace the timetable by the lines of a text; an empty one removes it.

    Raises NotPossible (`timetable_wrong`) for a line that cannot be read or goes backwards.
    """
    event = lock_event(event)
    try:
        entries = read_timetable(text, event.date, timezone.get_current_timezone())
    except Misread as misread:
        raise NotPossible("timetable_wrong", str(misread)) from misread
    event.timetable.all().delete()
    stored = [TimetableEntry(event=event, at=at, what=what) for at, what in entries]
    TimetableEntry.objects.bulk_create(stored)
    append_event_entry(event, EventChangeKind.HALL, by=by, done="set_timetable")
    return stored


@transaction.atomic
def move_timetable(*, event: Event, minutes: int, by: Author) -> int:
    """Move all that is still to come by so many minutes, also backwards; return how many entries moved.

    Raises NotPossible: `minutes_out_of_range`, `nothing_to_move`, `timetable_wrong` (one in the past).
    """
    if not 1 <= abs(minutes) <= MOST_MINUTES:
        message = gettext("A timetable moves by 1 to %(most)s minutes, not by %(found)s.")
        raise NotPossible("minutes_out_of_range", message % {"most": MOST_MINUTES, "found": minutes})
    event, now = lock_event(event), timezone.now()
    coming = list(event.timetable.filter(at__gt=now).order_by("at"))
    if not coming:
        raise NotPossible("nothing_to_move", gettext("Nothing of the timetable is still to come."))
    shift = timedelta(minutes=minutes)
    if coming[0].at + shift <= now:
        message = gettext("“%(what)s” would be in the past; move by fewer minutes.")
        raise NotPossible("timetable_wrong", message % {"what": coming[0].what})
    event.timetable.filter(pk__in=[each.pk for each in coming]).delete()
    moved = [TimetableEntry(event=event, at=each.at + shift, what=each.what) for each in coming]
    TimetableEntry.objects.bulk_create(moved)
    append_event_entry(event, EventChangeKind.HALL, by=by, done="move_timetable", by_minutes=minutes)
    return len(moved)
