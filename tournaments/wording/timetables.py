"""A timetable as people type it: one line for each time of the day, “20:15 List 2”."""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta, tzinfo

from django.utils.translation import gettext

from tournaments.wording.days import Misread, read_time

LINE = re.compile(r"(\d\d?(?:\s?[:.h時]\s?\d\d)?(?:\s?(?:Uhr|uhr|h|分))?)\s*[-–—:·]?\s+(.+)")
NIGHT = timedelta(hours=12)  # a time that is earlier by more belongs to the next day
MOST_LINES, LONGEST = 30, 60
LONGEST_TIMETABLE = 5000  # letters as typed


def read_timetable(text: str, day: date, zone: tzinfo) -> list[tuple[datetime, str]]:
    """Return the entries of a text in order; times after midnight are of the next day. Raises Misread."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        message = gettext("A timetable has at most %(most)s lines; this has %(found)s.")
        raise Misread(message % {"most": MOST_LINES, "found": len(lines)})
    entries: list[tuple[datetime, str]] = []
    for line in lines:
        at, what = read_line(line)
        moment = datetime.combine(day, at, zone)
        before = entries[-1][0] if entries else moment
        while moment + NIGHT < before:
            moment += timedelta(days=1)
        if entries and moment <= before:
            message = gettext("“%(line)s” stands behind %(time)s: a timetable goes forwards.")
            raise Misread(message % {"line": line[:LONGEST], "time": before.strftime("%H:%M")})
        entries.append((moment, what))
    return entries


def read_line(line: str) -> tuple[time, str]:
    """Return time and words of one line. Raises Misread."""
    match = LINE.fullmatch(line)
    what = match[2].strip() if match else ""
    try:
        at = read_time(match[1]) if match and what else None
    except Misread:
        at = None
    if at is None:
        message = gettext("A line has a time and what happens, such as “20:15 List 2”; not “%(line)s”.")
        raise Misread(message % {"line": line[:LONGEST]})
    if len(what) > LONGEST:
        message = gettext("What happens takes at most %(most)s characters; “%(line)s…” has %(found)s.")
        raise Misread(message % {"most": LONGEST, "line": what[:20], "found": len(what)})
    return at, what


def timetable_text(entries: Sequence[tuple[datetime, str]]) -> str:
    """Return entries as they are typed; `read_timetable` reads them back."""
    return "\n".join(f"{at:%H:%M} {what}" for at, what in entries)
