"""New links for all of an event: at somebody's wish, or because the key behind them has changed."""

from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet

from tournaments.keys import key_fingerprint
from tournaments.models import Event, HelperLink, TableLink
from tournaments.services.event_history import SYSTEM
from tournaments.services.history import Author, lock_event
from tournaments.services.invitations import renew_helper
from tournaments.services.links import renew_link
from tournaments.services.pins import renew_pin

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Rotated:
    """How many links and PINs of an event were made anew."""

    tables: int = 0
    helpers: int = 0
    pins: int = 0


def rotate_links(*, event: Event, with_pins: bool = False, by: Author = SYSTEM) -> Rotated:
    """End every link of an event and make new ones, new PINs too if told so. Revoked links stay revoked."""
    with transaction.atomic():
        pins = list(event.entrants.all()) if with_pins else []
        for entrant in pins:
            renew_pin(entrant=entrant, by=by)
        tables = renew_tables(event, tables_links(event), by)
        helpers = renew_helpers(event, helpers_links(event), by)
        return Rotated(tables, helpers, len(pins))


def renew_earlier_keys(*, event: Event) -> Rotated:
    """New links in place of those that an earlier key made. Usually two small queries and none.

    Pages call it before they show links: the old ones open nothing any more, and what is shown must work.
    """
    tables, helpers = without_key(tables_links(event)), without_key(helpers_links(event))
    if event.is_closed or not (tables.exists() or helpers.exists()):
        return Rotated()
    with transaction.atomic():
        return Rotated(renew_tables(event, tables, SYSTEM), renew_helpers(event, helpers, SYSTEM))


def tables_links(event: Event) -> QuerySet[TableLink]:
    """The links of an event's tables that are not revoked."""
    links = TableLink.objects.filter(table__round__event=event, is_revoked=False)
    return links.select_related("table__round__event").order_by("pk")


def helpers_links(event: Event) -> QuerySet[HelperLink]:
    """The links of an event's helpers that are not revoked."""
    return HelperLink.objects.filter(event=event, is_revoked=False).select_related("event").order_by("pk")


def without_key(links: QuerySet[M]) -> QuerySet[M]:
    """Those that the key of today did not make."""
    return links.exclude(key_fingerprint=key_fingerprint())


def renew_tables(event: Event, links: QuerySet[TableLink], by: Author) -> int:
    """How many were renewed; whoever asks at the same time waits, and finds none left."""
    lock_event(event)
    return len([renew_link(link=link, by=by) for link in links.all()])


def renew_helpers(event: Event, links: QuerySet[HelperLink], by: Author) -> int:
    """How many were renewed; whoever asks at the same time waits, and finds none left."""
    lock_event(event)
    return len([renew_helper(link=link, by=by) for link in links.all()])
