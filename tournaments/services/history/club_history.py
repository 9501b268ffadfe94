"""The history of a club: invitations, and later changes to its name, players and events."""

from typing import Any

from tournaments.models import Club, ClubChange, ClubChangeKind, User


def append_club_entry(club: Club, kind: ClubChangeKind, *, by: User | None, **facts: Any) -> ClubChange:
    """Append one change to the history of the club; `by` is None at the computer itself."""
    return ClubChange.objects.create(club=club, kind=kind, facts=facts, author=by)
