"""Links that open one table. A token is derived, never stored: only its SHA-256 is."""

import base64
import hashlib
import hmac
from typing import Any

from django.conf import settings
from django.db import transaction

from tournaments.models import EventEntryKind, Table, TableLink
from tournaments.selectors.prepared import insert, update
from tournaments.services.event_history import SYSTEM, append_event_entry
from tournaments.services.history import Author, lock_event


def link_key() -> bytes:
    """The key all tokens are derived with; it comes from SECRET_KEY and from nothing else."""
    return hmac.digest(settings.SECRET_KEY.encode(), b"stichtag table links", "sha256")


def token_of(link: TableLink) -> str:
    """The secret part of a link, 256 bits; may be shown on organiser pages, table cards and by `demo`."""
    return derive(f"{link.pk}:{link.generation}")


def derive(message: str) -> str:
    """A token only this installation can make, of a message that names one link."""
    return base64.urlsafe_b64encode(hmac.digest(link_key(), message.encode(), "sha256")).rstrip(b"=").decode()


def digest_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def open_link(*, table: Table) -> TableLink:
    """The table's link, made at the first call."""
    return table.links.filter(is_revoked=False).order_by("pk").first() or make_link(table)


def make_link(table: Table) -> TableLink:
    """The first link of a table."""
    link = TableLink(table=table)
    insert(link)
    return seal(link)


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
    """Store the digest of the link's token."""
    link.token_digest = digest_of(token_of(link))
    update(link, ["generation", "is_revoked", "token_digest"])
    return link
