"""The timetable of an event as pages, pads and programs show it."""

from typing import Any

from django.utils.timezone import localtime

from tournaments.models import Event
from tournaments.selectors.rounds.clock import milliseconds
from tournaments.wording.timetables import timetable_text


def timetable_of(event: Event) -> list[dict[str, Any]]:
    """Return the entries in order: `at` in milliseconds since 1970, the time of the day, and the words.

    One query.
    """
    entries = event.timetable.order_by("at")
    return [
        {"at": milliseconds(each.at), "time": f"{localtime(each.at):%H:%M}", "what": each.what}
        for each in entries
    ]


def timetable_as_typed(event: Event) -> str:
    """Return the timetable as a director types it."""
    return timetable_text([(localtime(each.at), each.what) for each in event.timetable.order_by("at")])
