"""Read dates and times typed by people and programs: the only reader for forms, bodies, files and commands.

A date has a year from 1900 to 2099, so a year of two figures, which a browser sends as 0026, is refused and
not guessed. A time is read whole: “20.30” is half past eight.
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from unicodedata import normalize

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.timezone import make_aware
from django.utils.translation import gettext

from tournaments.models.constraints import YEARS
from tournaments.wording.refusals import QUOTED

FIRST_YEAR, LAST_YEAR = YEARS
FIRST_CLOCK, LAST_CLOCK = 1980, 2200  # the clock of a phone whose battery ran out starts in 1980
DAYS = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d\d?)-(?P<day>\d\d?)"),
    re.compile(r"(?P<day>\d\d?)\.\s?(?P<month>\d\d?)\.\s?(?P<year>\d{4})"),
    re.compile(r"(?P<year>\d{4})[/年](?P<month>\d\d?)[/月](?P<day>\d\d?)日?"),
)
TIME = re.compile(
    r"(\d\d?)\s?[:.h時]\s?(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s?(?:uhr|h|分)?|(\d\d?)\s?(?:uhr|h|時)",
    re.IGNORECASE,
)
A_WEEK = timedelta(days=7)
INSTANT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})"
)


class Misread(ValueError):
    """A text that is no date or time, with a sentence for the reader."""


def read_day(day_text: str) -> date:
    """Read a date: 2026-11-28 as programs and browsers write it, 28.11.2026. Raises Misread."""
    text = normalize("NFKC", day_text).strip()
    match = next((match for each in DAYS if (match := each.fullmatch(text))), None)
    try:
        day = date(*(int(match[each]) for each in ("year", "month", "day"))) if match else None
    except ValueError:
        day = None
    if day is None:
        message = gettext("A date is written as year, month and day, such as 2026-11-28; not “%(found)s”.")
        raise Misread(message % {"found": day_text[:QUOTED]})
    return sound_day(day)


def sound_day(day: date) -> date:
    """Return a date whose year is possible. Raises Misread."""
    if FIRST_YEAR <= day.year <= LAST_YEAR:
        return day
    message = gettext("A year has four figures and lies between %(first)s and %(last)s; not %(found)s.")
    raise Misread(message % {"first": FIRST_YEAR, "last": LAST_YEAR, "found": f"{day.year:04}"})


def read_time(time_text: str) -> time:
    """Read a time of day: 20:30, 20.30, 20:30:00, 20 Uhr. Raises Misread."""
    match = TIME.fullmatch(normalize("NFKC", time_text).strip())
    try:
        if match:
            hour, minute, second, hour_alone = match.groups()
            return time(int(hour or hour_alone), int(minute or 0), int(second or 0))
    except ValueError:
        pass
    message = gettext("A time is written as hours and minutes, such as 20:30; not “%(found)s”.")
    raise Misread(message % {"found": time_text[:QUOTED]})


def read_moment(moment_text: str) -> datetime:
    """Read a date and a time, “2026-11-28T20:30”, in the zone of the installation. Raises Misread."""
    day, _, moment = moment_text.strip().replace(" ", "T", 1).partition("T")
    return make_aware(datetime.combine(read_day(day), read_time(moment)))


def read_instant(instant_text: str) -> datetime:
    """Read a date and a time with their zone, as programs write them. Raises Misread."""
    try:
        moment = datetime.fromisoformat(instant_text) if INSTANT.fullmatch(instant_text) else None
    except ValueError:
        moment = None
    if moment and FIRST_YEAR <= moment.year <= LAST_CLOCK:
        return moment.astimezone(UTC)
    message = gettext("A moment is written with its zone, such as 2026-11-28T20:30:00Z; not “%(found)s”.")
    raise Misread(message % {"found": instant_text[:QUOTED]})


def clock_time(instant_text: str) -> datetime | None:
    """Read a time by the clock of a phone; None if it is none, or impossible."""
    try:
        moment = read_instant(instant_text)
    except Misread:
        return None
    return moment if moment.year >= FIRST_CLOCK else None


def next_date(last: date, today: date) -> date:
    """Return the day a week later; after a pause, the next day of the same weekday from today on."""
    following = last + A_WEEK
    late = today - following
    return following if late.days <= 0 else following + A_WEEK * -(-late // A_WEEK)


def with_day(name: str, day: date) -> str:
    """Return the name of an evening with its day: "Skat evening 27 November"."""
    return f"{name} {date_format(day, 'MONTH_DAY_FORMAT')}"


def without_day(name: str, day: date) -> str:
    """Return a name without the day that `with_day` added."""
    return name.removesuffix(with_day("", day))


# Fields of forms


class DayField(forms.DateField):
    """A date, as browsers send it or as people write it."""

    widget = forms.DateInput(
        attrs={"type": "date", "min": f"{FIRST_YEAR}-01-01", "max": f"{LAST_YEAR}-12-31"}, format="%Y-%m-%d"
    )

    def to_python(self, value: Any) -> date | None:
        """Return the date. Raises ValidationError."""
        if value in self.empty_values:
            return None
        return check_typed(sound_day, value) if isinstance(value, date) else check_typed(read_day, str(value))


class TimeField(forms.TimeField):
    """A time of day."""

    def to_python(self, value: Any) -> time | None:
        """Return the time. Raises ValidationError."""
        if value in self.empty_values or isinstance(value, time):
            return value or None
        return check_typed(read_time, str(value))


class MomentField(forms.DateTimeField):
    """A date and a time in the zone of the installation."""

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment. Raises ValidationError."""
        if value in self.empty_values or isinstance(value, datetime):
            return value or None
        return check_typed(read_moment, str(value))


def check_typed(read: Any, value: Any) -> Any:
    """Return what a reader returns. Raises ValidationError with its sentence."""
    try:
        return read(value)
    except Misread as misread:
        raise ValidationError(str(misread), code="invalid") from misread
