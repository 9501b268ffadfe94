"""The archive that a member chose or a program sent to import, and its place in the queue."""

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.models import ArchiveImport, Club, User
from tournaments.storage.claims import is_free


def chosen_archive(club: Club, by: User) -> ArchiveImport | None:
    """Return the file that a member chose for a club on its page, without its bytes."""
    return ArchiveImport.objects.defer("content").filter(club=club, by=by, is_sent=False).first()


def sent_archive(club: Club, pk: int) -> ArchiveImport | None:
    """Return a file that a program sent for a club, without its bytes."""
    return ArchiveImport.objects.defer("content").filter(club=club, pk=pk, is_sent=True).first()


def archives_waiting() -> "QuerySet[ArchiveImport]":
    """Return the archives with which workers have something to do, in turn.

    Each member has one in a club on its page, a program some.
    """
    is_checked = Q(found__isnull=False, is_wanted=False)
    return (
        ArchiveImport.objects.filter(refusal__isnull=True, slug="").exclude(is_checked).order_by("at", "pk")
    )


def archives_ahead(chosen: ArchiveImport) -> int | None:
    """Return how many archives come before this one; None if a worker is at it."""
    turns = list(archives_waiting().filter(is_free(timezone.now())).values_list("pk", flat=True))
    return turns.index(chosen.pk) if chosen.pk in turns else None
