"""Settings of an event that another user changed meanwhile: who, when, and the current value."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Field
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext

from tournaments.models import Event
from tournaments.selectors.history.authors import author_names
from tournaments.selectors.history.event_log import settings_changes
from tournaments.wording.money import money_text

WORDLESS = (dict, list)  # values shown by their field's name only


def changes_since(event: Event, revision: int) -> list[dict[str, Any]]:
    """Return every settings change after this revision, newest first; at most three queries."""
    newest = settings_changes(event, revision)
    names = author_names(newest)
    return [
        {"who": names[entry.pk], "at": entry.at, "fields": list(field_facts(event, entry.facts["changed"]))}
        for entry in newest
    ]


def field_facts(event: Event, names: list[str]) -> Iterator[dict[str, str]]:
    """Yield the fields by their labels, with their current values."""
    for name in names:
        field = Event._meta.get_field(name)
        if isinstance(field, Field):
            yield {"label": str(field.verbose_name), "value": value_text(event, name)}


def value_text(event: Event, name: str) -> str:
    """Return a field's current value in words; empty if it has no short form."""
    value = getattr(event, name)
    if isinstance(value, WORDLESS):
        return ""
    if name.endswith("_cents"):
        return money_text(value)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    display = getattr(event, f"get_{name}_display", None)
    return str(display()) if display else plain_text(value)


def plain_text(value: Any) -> str:
    """Format a date, a time, a number or a text."""
    if value is None or value == "":
        return gettext("nothing")
    if hasattr(value, "isoformat"):
        is_time = not hasattr(value, "year")
        return time_format(value, "H:i") if is_time else date_format(value)
    return str(value)[:80]
