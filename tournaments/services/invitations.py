"""Letting somebody help for one evening, without an account: a link with exactly one role."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.keys import derive, digest_of, key_fingerprint
from tournaments.models import Event, EventEntryKind, HelperLink, Role
from tournaments.services.event_history import SYSTEM, append_event_entry
from tournaments.services.history import Author, lock_event


@transaction.atomic
def invite_helper(*, event: Event, role: Role, name: str = "", by: Author = SYSTEM) -> HelperLink:
    """A link that lets somebody in with one role. Raises NotPossible (`role_not_handed_out`)."""
    if role in (Role.OWNER, Role.DIRECTOR):
        message = gettext("A link hands out the role of scorer, cashier or referee; directors sign in.")
        raise NotPossible("role_not_handed_out", message)
    event = lock_event(event)
    link = HelperLink.objects.create(event=event, role=role, name=name)
    append_event_entry(event, EventEntryKind.HELPER, by=by, link=link.pk, role=role, is_let_in=True)
    return seal_helper(link)


@transaction.atomic
def revoke_helper(*, link: HelperLink, by: Author = SYSTEM) -> HelperLink:
    """The link lets nobody in any more, from the next click on."""
    event = lock_event(link.event)
    link.is_revoked = True
    link.save(update_fields=["is_revoked"])
    append_event_entry(event, EventEntryKind.HELPER, by=by, link=link.pk, role=link.role, is_let_in=False)
    return link


@transaction.atomic
def renew_helper(*, link: HelperLink, by: Author = SYSTEM) -> HelperLink:
    """A new token for the link; the old one lets nobody in any more."""
    event = lock_event(link.event)
    link.generation += 1
    facts: dict[str, Any] = {"link": link.pk, "role": link.role, "generation": link.generation}
    append_event_entry(event, EventEntryKind.HELPER, by=by, is_let_in=True, **facts)
    return seal_helper(link)


def helper_token(link: HelperLink) -> str:
    """The secret part of a helper's link; shown to directors only."""
    return derive(f"helper:{link.pk}:{link.generation}")


def seal_helper(link: HelperLink) -> HelperLink:
    """Store the digest of the link's token, and which key made it."""
    link.token_digest, link.key_fingerprint = digest_of(helper_token(link)), key_fingerprint()
    link.save(update_fields=["generation", "token_digest", "key_fingerprint"])
    return link
