"""Links that open one table. A token is derived, never stored: only its SHA-256 is.

With another SECRET_KEY other tokens are derived. A link stores which key it was made with; one of an earlier
key opens nothing, and gets a new token as soon as a page or program is about to show it (rotating.py).
"""

from typing import Any

from django.db import transaction

from tournaments.keys import derive, digest_of, key_fingerprint
from tournaments.models import EventEntryKind, Table, TableLink
from tournaments.services.event_history import SYSTEM, append_event_entry
from tournaments.services.history import Author, lock_event


def token_of(link: TableLink) -> str:
    """The secret part of a link, 256 bits; may be shown on organiser pages, table cards and by `demo`."""
    return derive(f"{link.pk}:{link.generation}")


@transaction.atomic
def open_link(*, table: Table) -> TableLink:
    """The table's link, made at the first call; made anew if it is of an earlier key."""
    link = table.links.filter(is_revoked=False).order_by("pk").first()
    if link and link.key_fingerprint != key_fingerprint():
        return renew_link(link=link)
    return link or make_link(table)


def make_link(table: Table) -> TableLink:
    """The first link of a table."""
    return seal(TableLink.objects.create(table=table))


@transaction.atomic
def renew_link(*, link: TableLink, by: Author = SYSTEM) -> TableLink:
    """A new token for the link; the old one opens nothing from now on."""
    event = lock_event(link.table.round.event)
    link.generation += 1
    link.is_revoked = False
    append_event_entry(event, EventEntryKind.LINK_RENEWED, by=by, **facts_of(link))
    return seal(link)


@transaction.atomic
def revoke_link(*, link: TableLink, by: Author = SYSTEM) -> TableLink:
    """The link opens nothing until it is renewed."""
    event = lock_event(link.table.round.event)
    link.is_revoked = True
    link.save(update_fields=["is_revoked"])
    append_event_entry(event, EventEntryKind.LINK_REVOKED, by=by, **facts_of(link))
    return link


def facts_of(link: TableLink) -> dict[str, Any]:
    """What the history says of a link: never its token."""
    return {
        "round": link.table.round.number,
        "table": link.table.number,
        "link": link.pk,
        "generation": link.generation,
    }


def seal(link: TableLink) -> TableLink:
    """Store the digest of the link's token, and which key made it."""
    link.token_digest, link.key_fingerprint = digest_of(token_of(link)), key_fingerprint()
    link.save(update_fields=["generation", "is_revoked", "token_digest", "key_fingerprint"])
    return link
