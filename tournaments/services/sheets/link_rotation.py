"""Renew all links of an event: at the director's request, or because the secret key has changed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet

from tournaments.models import Entrant, Event, HelperLink, TableLink
from tournaments.services.clubs.joining import renew_helper
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.sheets.pins import renew_pin
from tournaments.services.sheets.table_links import renew_link
from tournaments.storage.link_keys import key_fingerprint

M = TypeVar("M", bound=Model)
AT_ONCE = 20  # few enough that a table does not notice the lock
NAMES: Mapping[type[Model], str] = {TableLink: "link", HelperLink: "link", Entrant: "entrant"}


@dataclass(frozen=True, slots=True)
class Rotated:
    """The numbers of renewed links and PINs of an event."""

    tables: int = 0
    helpers: int = 0
    pins: int = 0


def rotate_links(*, event: Event, with_pins: bool = False, by: Author = SYSTEM) -> Rotated:
    """Renew every link of an event, and the PINs if `with_pins`, a portion at a time.

    Revoked links stay revoked. Killed half-way, it leaves links of both kinds, and each works as it is shown.
    """
    pins = renew_all(
        event, event.entrants.order_by("pk") if with_pins else Entrant.objects.none(), renew_pin, by
    )
    tables = renew_all(event, tables_links(event), renew_link, by)
    helpers = renew_all(event, helpers_links(event), renew_helper, by)
    return Rotated(tables, helpers, pins)


def renew_earlier_keys(*, event: Event) -> Rotated:
    """Renew links made with an earlier secret key. Usually costs two small queries and changes nothing.

    Pages call it before they show links, because links of an earlier key no longer work.
    """
    tables, helpers = without_key(tables_links(event)), without_key(helpers_links(event))
    if event.is_closed or not (tables.exists() or helpers.exists()):
        return Rotated()
    return Rotated(
        renew_all(event, tables, renew_link, SYSTEM), renew_all(event, helpers, renew_helper, SYSTEM)
    )


def tables_links(event: Event) -> QuerySet[TableLink]:
    """Return the links of an event's tables that are not revoked."""
    links = TableLink.objects.filter(table__round__event=event, is_revoked=False)
    return links.select_related("table__round__event").order_by("pk")


def helpers_links(event: Event) -> QuerySet[HelperLink]:
    """Return the links of an event's helpers that are not revoked."""
    return HelperLink.objects.filter(event=event, is_revoked=False).select_related("event").order_by("pk")


def without_key(links: QuerySet[M]) -> QuerySet[M]:
    """Return the links that were not made with the current key."""
    return links.exclude(key_fingerprint=key_fingerprint())


def renew_all(event: Event, rows: QuerySet[M], renew: Callable[..., object], by: Author) -> int:
    """Renew the links or PINs, return how many; a parallel call finds those that are left."""
    last, renewed = 0, 0
    while True:
        with transaction.atomic():
            lock_event(event)
            portion = list(rows.filter(pk__gt=last)[:AT_ONCE])
            for each in portion:
                renew(**{NAMES[type(each)]: each}, by=by)
        if not portion:
            return renewed
        last, renewed = portion[-1].pk, renewed + len(portion)
