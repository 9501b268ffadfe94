"""Renew all links of an event: at the director's request, or because the secret key has changed."""

from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet

from tournaments.models import Event, HelperLink, TableLink
from tournaments.services.clubs.invitations import renew_helper
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.sheets.pins import renew_pin
from tournaments.services.sheets.table_links import renew_link
from tournaments.storage.link_keys import key_fingerprint

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Rotated:
    """The numbers of renewed links and PINs of an event."""

    tables: int = 0
    helpers: int = 0
    pins: int = 0


def rotate_links(*, event: Event, with_pins: bool = False, by: Author = SYSTEM) -> Rotated:
    """Renew every link of an event, and the PINs if `with_pins`. Revoked links stay revoked."""
    with transaction.atomic():
        pins = list(event.entrants.all()) if with_pins else []
        for entrant in pins:
            renew_pin(entrant=entrant, by=by)
        tables = renew_tables(event, tables_links(event), by)
        helpers = renew_helpers(event, helpers_links(event), by)
        return Rotated(tables, helpers, len(pins))


def renew_earlier_keys(*, event: Event) -> Rotated:
    """Renew links made with an earlier secret key. Usually costs two small queries and changes nothing.

    Pages call it before they show links, because links of an earlier key no longer work.
    """
    tables, helpers = without_key(tables_links(event)), without_key(helpers_links(event))
    if event.is_closed or not (tables.exists() or helpers.exists()):
        return Rotated()
    with transaction.atomic():
        return Rotated(renew_tables(event, tables, SYSTEM), renew_helpers(event, helpers, SYSTEM))


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


def renew_tables(event: Event, links: QuerySet[TableLink], by: Author) -> int:
    """Renew the links, return how many; a parallel call waits and finds none left."""
    lock_event(event)
    return len([renew_link(link=link, by=by) for link in links.all()])


def renew_helpers(event: Event, links: QuerySet[HelperLink], by: Author) -> int:
    """Renew the links, return how many; a parallel call waits and finds none left."""
    lock_event(event)
    return len([renew_helper(link=link, by=by) for link in links.all()])
