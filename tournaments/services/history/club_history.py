"""The history of a club: invitations, and later changes to its name, players and events."""

from typing import Any

from django.db.models import F

from server.wake_ups import INVALIDATIONS
from tournaments.models import Club, ClubChange, ClubChangeKind, User


def append_club_entry(club: Club, kind: ClubChangeKind, *, by: User | None, **facts: Any) -> ClubChange:
    """Append one change to the history of the club; `by` is None at the computer itself."""
    return ClubChange.objects.create(club=club, kind=kind, facts=facts, author=by)


def raise_club_revision(club_id: int) -> None:
    """Count a change of what the pages of the club's events show of the club, so that they are made again."""
    Club.objects.filter(pk=club_id).update(revision=F("revision") + 1)
    INVALIDATIONS.send_after_commit()
