"""The people who work for a club: members with their roles, and the helper links of an event; its emblem."""

from datetime import datetime

from allauth.mfa.models import Authenticator
from django.db.models import QuerySet

from tournaments.models import (
    AccountChange,
    Club,
    Emblem,
    Event,
    EventChangeKind,
    HelperLink,
    Invitation,
    Member,
    User,
)

MOST_ENTRIES = 20


def members_of(club: Club) -> QuerySet[Member]:
    """Return the members of a club with their accounts, by name."""
    return club.members.select_related("user", "club").order_by("user__username")


def get_member(club: Club, pk: int) -> Member | None:
    """Return a member of the club by ID, or None."""
    return members_of(club).filter(pk=pk).first()


def member_history(club: Club) -> QuerySet[AccountChange]:
    """Return the changes to the accounts of a club's members, newest first."""
    entries = AccountChange.objects.filter(user__memberships__club=club)
    return entries.select_related("user", "author").order_by("-pk")[:MOST_ENTRIES]


def get_invitation(club: Club, pk: int) -> Invitation | None:
    """Return an invitation of the club by ID, open or not, or None."""
    return club.invitations.filter(pk=pk).first()


def accepted_invitation(digest: str, user: User) -> Invitation | None:
    """Return the invitation with this digest of its token if the user accepted it, else None."""
    used = Invitation.objects.select_related("club").filter(token_digest=digest, used_by=user)
    return used.first()


def second_steps(user: User) -> list[str]:
    """Return the type of every second step and passkey of an account."""
    return list(Authenticator.objects.filter(user=user).values_list("type", flat=True))


def links_in_use(event: Event) -> QuerySet[HelperLink]:
    """Return the helper links of an event that grant access, newest first."""
    return event.helper_links.filter(is_revoked=False).select_related("event").order_by("-pk")


def get_link_in_use(event: Event, pk: int) -> HelperLink | None:
    """Return a helper link of the event that grants access, or None."""
    return links_in_use(event).filter(pk=pk).first()


def revoked_links(event: Event) -> list[tuple[HelperLink, datetime | None]]:
    """Return the revoked links of an event, newest first, each with the end of its use; two queries."""
    links = list(event.helper_links.filter(is_revoked=True).order_by("-pk"))
    entries = event.entries.filter(kind=EventChangeKind.HELPER, facts__is_let_in=False) if links else []
    ends = {entry.facts["link"]: entry.at for entry in entries}
    return [(link, ends.get(link.pk)) for link in links]


def emblem_digest(club: Club) -> str:
    """Return the SHA-256 of the club's emblem, "" without one; the picture is not read."""
    digest = Emblem.objects.filter(club=club).values_list("digest", flat=True).first()
    return digest or ""


def emblem_picture(club: Club) -> bytes:
    """Return the club's emblem as PNG, b"" without one."""
    picture = Emblem.objects.filter(club=club).values_list("picture", flat=True).first()
    return bytes(picture or b"")


def get_emblem(slug: str, digest: str) -> bytes | None:
    """Return the picture of this club with this digest; None if the club has another one or none."""
    rows = Emblem.objects.filter(club__slug=slug, digest=digest)
    picture_bytes = rows.values_list("picture", flat=True).first()
    return None if picture_bytes is None else bytes(picture_bytes)
