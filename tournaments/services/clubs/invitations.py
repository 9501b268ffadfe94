"""Helper links: each grants one role for one event, without an account."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.models import Event, EventChangeKind, HelperLink, Role
from tournaments.services.history.event_chain import SYSTEM, append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.storage.link_keys import derive, digest_of, key_fingerprint


@transaction.atomic
def invite_helper(*, event: Event, role: Role, name: str = "", by: Author = SYSTEM) -> HelperLink:
    """Create a link that grants one role. Raises NotPossible (`role_not_handed_out`)."""
    if role in (Role.OWNER, Role.DIRECTOR):
        message = gettext("A link gives the role of scorer, cashier or referee; directors log in.")
        raise NotPossible("role_not_handed_out", message)
    event = lock_event(event)
    link = HelperLink.objects.create(event=event, role=role, name=name)
    append_event_entry(event, EventChangeKind.HELPER, by=by, link=link.pk, role=role, is_let_in=True)
    return seal_helper(link)


@transaction.atomic
def revoke_helper(*, link: HelperLink, by: Author = SYSTEM) -> HelperLink:
    """Revoke the link; it grants nothing from the next request on."""
    event = lock_event(link.event)
    link.is_revoked = True
    link.save(update_fields=["is_revoked"])
    append_event_entry(event, EventChangeKind.HELPER, by=by, link=link.pk, role=link.role, is_let_in=False)
    return link


@transaction.atomic
def renew_helper(*, link: HelperLink, by: Author = SYSTEM) -> HelperLink:
    """Give the link a new token; the old one stops working."""
    event = lock_event(link.event)
    link.generation += 1
    facts: dict[str, Any] = {"link": link.pk, "role": link.role, "generation": link.generation}
    append_event_entry(event, EventChangeKind.HELPER, by=by, is_let_in=True, **facts)
    return seal_helper(link)


def helper_token(link: HelperLink) -> str:
    """Return the secret part of a helper's link; shown to directors only."""
    return derive(f"helper:{link.pk}:{link.generation}")


def sealed_helper(link: HelperLink) -> HelperLink:
    """Return a link, not saved, with the digest of its token and the fingerprint of the key that made it."""
    link.token_digest, link.key_fingerprint = digest_of(helper_token(link)), key_fingerprint()
    return link


def seal_helper(link: HelperLink) -> HelperLink:
    """Store the digest of the link's token and the fingerprint of the key that made it."""
    sealed_helper(link).save(update_fields=["generation", "token_digest", "key_fingerprint"])
    return link
