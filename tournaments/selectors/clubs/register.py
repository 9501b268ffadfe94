"""The owners' view of a club: its invitations."""

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.models import Club, Invitation
from tournaments.storage.link_keys import key_fingerprint

MOST_ENDED = 20


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """The invitations that can be accepted, the newest first."""
    return club.invitations.filter(is_open()).select_related("club").order_by("-pk")


def ended_invitations(club: Club) -> QuerySet[Invitation]:
    """The newest invitations that were accepted or revoked, or that expired."""
    ended = club.invitations.exclude(is_open()).select_related("used_by")
    return ended.order_by("-pk")[:MOST_ENDED]


def is_open() -> Q:
    """The condition of an invitation that can be accepted."""
    fresh = Q(expires_at__gt=timezone.now(), key_fingerprint=key_fingerprint())
    return fresh & Q(used_at__isnull=True, revoked_at__isnull=True)
