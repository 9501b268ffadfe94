"""A calendar file (RFC 5545) of one event: start, place and game. It contains no personal names."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.utils.timezone import get_default_timezone
from django.utils.translation import gettext

from tournaments.models import Event, TimetableEntry
from tournaments.selectors.sheets.agreements import game_of

LINE_BYTES = 75
UTC_TIME = "%Y%m%dT%H%M%SZ"
LENGTH = timedelta(hours=4)  # the default length of an event


def calendar_file(event: Event, address: str, written_at: datetime) -> str:
    """Return the whole file: lines of at most 75 bytes, each terminated by CR LF."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Stichtag//EN",
        "BEGIN:VEVENT",
        f"UID:{event.public_id}@stichtag",
        f"DTSTAMP:{written_at.astimezone(UTC):{UTC_TIME}}",
        f"SEQUENCE:{event.revision}",
        *(["STATUS:CANCELLED"] if event.is_cancelled else []),
        *time_lines(event),
        f"SUMMARY:{escaped(event.name)}",
        *([f"LOCATION:{escaped(event.place)}"] if event.place else []),
        f"DESCRIPTION:{escaped(description(event))}",
        f"URL:{address}",
        "END:VEVENT",
        *(line for each in event.timetable.order_by("at") for line in entry_lines(event, each, written_at)),
        "END:VCALENDAR",
    ]
    return "".join(part + "\r\n" for line in lines for part in folded(line))


def entry_lines(event: Event, entry: TimetableEntry, written_at: datetime) -> list[str]:
    """Return an entry of the timetable as a moment of its own."""
    return [
        "BEGIN:VEVENT",
        f"UID:{event.public_id}-{entry.pk}@stichtag",
        f"DTSTAMP:{written_at.astimezone(UTC):{UTC_TIME}}",
        f"DTSTART:{entry.at.astimezone(UTC):{UTC_TIME}}",
        f"SUMMARY:{escaped(entry.what)} ({escaped(event.name)})",
        "END:VEVENT",
    ]


def time_lines(event: Event) -> list[str]:
    """Return start and end in UTC; a whole day if the event has no time."""
    if event.starts_at is None:
        tomorrow = event.date + timedelta(days=1)
        return [f"DTSTART;VALUE=DATE:{event.date:%Y%m%d}", f"DTEND;VALUE=DATE:{tomorrow:%Y%m%d}"]
    begin = datetime.combine(event.date, event.starts_at, get_default_timezone()).astimezone(UTC)
    return [f"DTSTART:{begin:{UTC_TIME}}", f"DTEND:{begin + LENGTH:{UTC_TIME}}"]


def description(event: Event) -> str:
    """Return the game and the notes for players."""
    return "\n".join(filter(None, [gettext(game_of(event).name), event.description]))


def escaped(text: str) -> str:
    """Escape a text value: backslash, semicolon, comma and line break get a backslash."""
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return "\\n".join(text.splitlines())


def folded(line: str) -> Iterator[str]:
    """Fold a line into parts of at most 75 bytes of whole characters; continuations begin with a space."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > LINE_BYTES:
            yield part
            part = " "
        part += letter
    yield part
