"""When the next backup is due, and the dashboard's message about the last one."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.models import (
    BackupPlace,
    EventChange,
    EventChangeKind,
    PlaceKey,
    PlaceProblem,
    RoundStatus,
    Table,
)

WHILE_PLAYING = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class BackupLine:
    """The dashboard's line about backups: time and age of the last one read back, and the problems."""

    made_at: datetime | None
    minutes: int | None
    problems: tuple[str, ...]


def backup_line(now: datetime | None = None) -> BackupLine:
    """Return the newest backup of all folders, and the folders that missed the last one; one query.

    A time in the future comes from a wrong clock: it counts only if there is no other.
    """
    places, now = list(BackupPlace.objects.all()), now or timezone.now()
    times = [place.made_at for place in places if place.made_at]
    made_at = max([at for at in times if at <= now] or times, default=None)
    age = now - made_at if made_at else None
    minutes = max(int(age.total_seconds()) // 60, 0) if age is not None else None
    return BackupLine(made_at, minutes, tuple(problem_text(place) for place in places if place.problem))


def problem_text(place: BackupPlace) -> str:
    """Return a sentence with the folder, the problem and what to do."""
    values = {"place": PlaceKey(place.key).label, "problem": PlaceProblem(place.problem).label}
    return gettext("The last backup was not stored: %(place)s %(problem)s.") % values


def is_backup_due(now: datetime) -> bool:
    """Return whether a round was closed since the last backup, or deals were recorded and ten minutes have
    passed.

    A backup or a closed round in the future comes from a wrong clock and is ignored.
    """
    last = BackupPlace.objects.order_by("-made_at").exclude(made_at=None).values_list("made_at", flat=True)
    made_at = last.filter(made_at__lte=now).first()
    closings = EventChange.objects.filter(kind=EventChangeKind.ROUND_CLOSED, at__lte=now)
    closed = closings.order_by("-pk").first()
    if closed and (made_at is None or closed.at > made_at):
        return True
    if made_at and now - made_at < WHILE_PLAYING:
        return False
    written = Table.objects.filter(round__status=RoundStatus.OPEN, last_activity__isnull=False)
    return (written.filter(last_activity__gt=made_at) if made_at else written).exists()
