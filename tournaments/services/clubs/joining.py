"""Invitations: made by an owner, each gives one account a role in a club, once, for good or one evening."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import (
    Club,
    ClubChangeKind,
    Event,
    EventChangeKind,
    HelperLink,
    Invitation,
    Member,
    Role,
    User,
)
from tournaments.services.clubs.members import give_role, refuse_role
from tournaments.services.history.club_history import append_club_entry
from tournaments.services.history.event_chain import SYSTEM, append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.storage.link_keys import derive, digest_of, key_fingerprint

LINK_LASTS = timedelta(days=7)
EVENING_LASTS = timedelta(hours=36)


@transaction.atomic
def invite_member(
    *, club: Club, role: str, by: User, name: str = "", is_for_one_evening: bool = False
) -> Invitation:
    """Create an invitation to a role. Raises NotPossible: `role_unknown`, `owner_for_an_evening`."""
    refuse_role(role)
    if role == Role.OWNER and is_for_one_evening:
        message = gettext("An owner manages the club for good. Choose another role for one evening.")
        raise NotPossible("owner_for_an_evening", message)
    invitation = Invitation(
        public_id=uuid4(),
        club=club,
        role=role,
        name=name,
        is_for_one_evening=is_for_one_evening,
        key_fingerprint=key_fingerprint(),
        made_by=by,
        expires_at=timezone.now() + LINK_LASTS,
    )
    invitation.token_digest = digest_of(invitation_token(invitation))
    invitation.save()
    append_club_entry(club, ClubChangeKind.INVITED, by=by, **facts_of(invitation))
    return invitation


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, by: User) -> Invitation:
    """Revoke an invitation. Raises NotPossible (`invitation_ended`) if it was used or revoked before."""
    invitation = Invitation.objects.select_for_update().get(pk=invitation.pk)
    if invitation.used_at or invitation.revoked_at:
        refuse_ended(invitation)
    invitation.revoked_at = timezone.now()
    invitation.save(update_fields=["revoked_at"])
    append_club_entry(invitation.club, ClubChangeKind.UNINVITED, by=by, **facts_of(invitation))
    return invitation


@transaction.atomic
def accept_invitation(*, token_digest: str, user: User) -> Member:
    """Give the account the role of the invitation with this token, which is then used.

    Raises NotPossible: `invitation_ended`, and `member_already` without using the invitation.
    """
    invitation = Invitation.objects.select_for_update().filter(token_digest=token_digest).first()
    invitation = refuse_ended(invitation)
    refuse_lasting_member(invitation.club, user)
    now = timezone.now()
    ends_at = now + EVENING_LASTS if invitation.is_for_one_evening else None
    member = give_role(club=invitation.club, user=user, role=invitation.role, ends_at=ends_at)
    invitation.used_by, invitation.used_at = user, now
    invitation.save(update_fields=["used_by", "used_at"])
    append_club_entry(invitation.club, ClubChangeKind.JOINED, by=user, **facts_of(invitation))
    return member


def invitation_token(invitation: Invitation) -> str:
    """Return the secret part of an invitation's link; shown to owners only."""
    return derive(f"invitation:{invitation.public_id}")


def facts_of(invitation: Invitation) -> dict[str, object]:
    """Return the facts of an invitation for the history of the club."""
    return {
        "invitation": invitation.pk,
        "role": invitation.role,
        "is_for_one_evening": invitation.is_for_one_evening,
    }


def find_invitation(token_digest: str) -> Invitation:
    """Return the invitation with this token. Raises NotPossible (`invitation_ended`)."""
    invitations = Invitation.objects.select_related("club", "made_by")
    return refuse_ended(invitations.filter(token_digest=token_digest).first())


def refuse_ended(invitation: Invitation | None) -> Invitation:
    """Return the invitation if it can be accepted. Raises NotPossible (`invitation_ended`) with the cause."""
    if invitation is None or invitation.key_fingerprint != key_fingerprint():
        message = gettext(
            "This invitation is not known here: its link is incomplete, or its club no longer exists."
        )
    elif invitation.used_at:
        message = gettext("This invitation was accepted before; it works once.")
    elif invitation.revoked_at:
        message = gettext("This invitation was revoked by an owner of the club.")
    elif invitation.expires_at <= timezone.now():
        until = date_format(timezone.localtime(invitation.expires_at), "SHORT_DATETIME_FORMAT")
        message = gettext("This invitation expired: it could be accepted until %(until)s.") % {"until": until}
    else:
        return invitation
    raise NotPossible("invitation_ended", message)


def refuse_lasting_member(club: Club, user: User) -> None:
    """Raise NotPossible (`member_already`) for an account that has a role for good."""
    member = club.members.filter(user=user, ends_at=None).first()
    if member:
        message = gettext(
            "The account %(name)s already has a role in %(club)s: %(role)s. The invitation is not used; an "
            "owner can change the role on the page of the members."
        )
        values = {"name": user.username, "club": club.name, "role": member.get_role_display()}
        raise NotPossible("member_already", message % values)


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
