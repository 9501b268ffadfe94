"""When the next backup is due, and what the board says of the last one."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.models import (
    BackupPlace,
    EventEntry,
    EventEntryKind,
    PlaceKey,
    PlaceProblem,
    RoundStatus,
    Table,
)

WHILE_PLAYING = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class BackupLine:
    """What the board says: when the last backup was made that was read back, its age, and what is wrong."""

    made_at: datetime | None
    minutes: int | None
    problems: tuple[str, ...]


def backup_line(now: datetime | None = None) -> BackupLine:
    """The newest backup of all places, and the places that did not get the last one; one query."""
    places = list(BackupPlace.objects.all())
    made_at = max((place.made_at for place in places if place.made_at), default=None)
    age = (now or timezone.now()) - made_at if made_at else None
    minutes = max(int(age.total_seconds()) // 60, 0) if age is not None else None
    return BackupLine(made_at, minutes, tuple(problem_text(place) for place in places if place.problem))


def problem_text(place: BackupPlace) -> str:
    """A sentence: which place, what is wrong and what to do."""
    values = {"place": PlaceKey(place.key).label, "problem": PlaceProblem(place.problem).label}
    return gettext("The last backup did not get to its place: %(place)s %(problem)s.") % values


def is_backup_due(now: datetime) -> bool:
    """Whether a round was closed since the last backup, or deals were written and ten minutes have passed.

    A last backup in the future is that of a clock that was wrong, and counts for nothing.
    """
    last = BackupPlace.objects.order_by("-made_at").exclude(made_at=None).values_list("made_at", flat=True)
    made_at = last.filter(made_at__lte=now).first()
    closed = EventEntry.objects.filter(kind=EventEntryKind.ROUND_CLOSED).order_by("-pk").first()
    if closed and (made_at is None or closed.at > made_at):
        return True
    if made_at and now - made_at < WHILE_PLAYING:
        return False
    written = Table.objects.filter(round__status=RoundStatus.OPEN, last_activity__isnull=False)
    return (written.filter(last_activity__gt=made_at) if made_at else written).exists()
