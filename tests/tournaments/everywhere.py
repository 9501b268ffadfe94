"""Every address of the application, with the objects of one event in it."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, get_resolver, reverse

from tournaments.models import Event, Table

NOT_ASKED = {
    "phone_python",
    "phone_files",
    "phone_worker",
    "table_link",
}  # for programs; links are requested by token


def addresses(event: Event) -> Iterator[tuple[str, str]]:
    """Yield names and addresses of all pages about an event with a table in round 1."""
    table = Table.objects.filter(round__event=event).earliest("pk")
    values = {
        "slug": event.slug, "number": 1, "public_id": table.public_id, "key": event.game, "conflict": 1,
        "entrant_id": event.entrants.earliest("pk").pk, "pending_id": 1, "constraint_id": 1,
    }  # fmt: skip
    for pattern in all_patterns(get_resolver("tournaments.urls").url_patterns):
        names = {*pattern.pattern.converters, *getattr(pattern.pattern.regex, "groupindex", {})}
        if pattern.name not in NOT_ASKED and names <= values.keys():
            yield str(pattern.name), reverse(str(pattern.name), kwargs={name: values[name] for name in names})


def all_patterns(patterns: Any) -> Iterator[URLPattern]:
    for pattern in patterns:
        yield from [pattern] if isinstance(pattern, URLPattern) else all_patterns(pattern.url_patterns)
