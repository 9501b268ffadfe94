"""Links that open one table. A token is derived and never stored; only its SHA-256 digest is.

Another SECRET_KEY derives other tokens. A link stores the fingerprint of its key; a link of an earlier key
stops working and gets a new token before a page or program shows it (services/sheets/link_rotation.py).
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import EventChangeKind, Table, TableLink
from tournaments.selectors.sheets.table_links import first_link
from tournaments.services.history.event_chain import SYSTEM, append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.storage.ids import reserve_ids
from tournaments.storage.link_keys import derive, digest_of, key_fingerprint


def token_of(link: TableLink) -> str:
    """Return the secret part of a link, 256 bits.

    May be shown on organiser pages, table cards and by `demo`.
    """
    return derive(f"{link.pk}:{link.generation}")


@transaction.atomic
def open_link(*, table: Table) -> TableLink:
    """Return the table's link, created by the first call and renewed if it is of an earlier key."""
    link = table.links.filter(is_revoked=False).order_by("pk").first()
    if link and link.key_fingerprint != key_fingerprint():
        return renew_link(link=link)
    return link or make_link(table)


@transaction.atomic
def show_link(*, table: Table, renews: bool, by: Author) -> TableLink:
    """Return the table's link, a new one if it `renews`. Raises NotPossible (`link_revoked`)."""
    link = first_link(table) or open_link(table=table)
    if renews:
        return renew_link(link=link, by=by)
    if link.is_revoked:
        raise NotPossible("link_revoked", gettext("The link of this table is revoked; renew it."))
    return link


def make_link(table: Table) -> TableLink:
    """Create the first link of a table."""
    return make_links([table])[0]


def make_links(tables: Sequence[Table]) -> list[TableLink]:
    """Create the first link of every table; the token follows from its ID."""
    ids = reserve_ids(TableLink, len(tables))
    return TableLink.objects.bulk_create(
        with_digest(TableLink(pk=pk, table=table)) for pk, table in zip(ids, tables, strict=True)
    )


@transaction.atomic
def renew_link(*, link: TableLink, by: Author = SYSTEM) -> TableLink:
    """Give the link a new token; the old one stops working."""
    event = lock_event(link.table.round.event)
    link.generation += 1
    link.is_revoked = False
    append_event_entry(event, EventChangeKind.LINK_RENEWED, by=by, **facts_of(link))
    return seal(link)


@transaction.atomic
def revoke_link(*, link: TableLink, by: Author = SYSTEM) -> TableLink:
    """Revoke the link until it is renewed."""
    event = lock_event(link.table.round.event)
    link.is_revoked = True
    link.save(update_fields=["is_revoked"])
    append_event_entry(event, EventChangeKind.LINK_REVOKED, by=by, **facts_of(link))
    return link


@transaction.atomic
def revoke_links(*, table: Table, by: Author = SYSTEM) -> None:
    """Revoke every link of a table that works, until it is renewed."""
    for link in table.links.filter(is_revoked=False):
        revoke_link(link=link, by=by)


def facts_of(link: TableLink) -> dict[str, Any]:
    """Return the facts of a link for the history, without its token."""
    return {
        "round": link.table.round.number,
        "table": link.table.number,
        "link": link.pk,
        "generation": link.generation,
    }


def with_digest(link: TableLink) -> TableLink:
    """Return a link, not saved, with the digest of its token and the fingerprint of the key that made it."""
    link.token_digest, link.key_fingerprint = digest_of(token_of(link)), key_fingerprint()
    return link


def seal(link: TableLink) -> TableLink:
    """Store the digest of the link's token and the fingerprint of the key that made it."""
    with_digest(link).save(update_fields=["generation", "is_revoked", "token_digest", "key_fingerprint"])
    return link
