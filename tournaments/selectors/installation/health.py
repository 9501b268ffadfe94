"""Health of the installation: readiness, figures for monitoring, and whether backups are made."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext
from redis.exceptions import RedisError

from tournaments.models import (
    BackupPlace,
    Deal,
    EventChange,
    EventChangeKind,
    PendingDeal,
    PlaceKey,
    PlaceProblem,
    RoundStatus,
    Settlement,
    StandingsRequest,
    Table,
)
from tournaments.selectors.tables.unsent_deals import silent_phones
from tournaments.storage.database_file import is_newer
from tournaments.storage.trouble import REDIS_AWAY, Trouble

OK = "ok"
LEAST_FREE = 200_000_000  # bytes
WORKER_SEEN, SEEN_SECONDS = "worker_seen", 60  # a cache key that a periodic task sets


NO_ANSWER = {
    "database": "The database does not answer. Start it, or correct DATABASE_URL.",
    "migrations": "The database does not answer. Start it, or correct DATABASE_URL.",
    "disk": "The folder DATA_DIR cannot be read. Connect its disk, or correct DATA_DIR.",
    "worker": REDIS_AWAY,
}
WHILE_PLAYING = timedelta(minutes=10)


def readiness() -> dict[str, str]:
    """Return the result of each check by its name: `ok`, or one sentence with what to do. Raises nothing."""
    checks: dict[str, Callable[[], str]] = {
        "database": database_answers,
        "migrations": migrations_applied,
        "disk": disk_has_room,
    }
    if settings.REDIS_URL:
        checks["worker"] = worker_is_seen
    return {name: result_of_check(name, check) for name, check in checks.items()}


def result_of_check(name: str, check: Callable[[], str]) -> str:
    """Run a check; a failure to reach the database, Redis or the disk gives a sentence."""
    try:
        return check()
    except (DatabaseError, RedisError, OSError):
        return NO_ANSWER[name]


def database_answers() -> str:
    """Check that the database answers a query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return OK


def migrations_applied() -> str:
    """Check that all migrations are applied, and no others."""
    if is_newer():
        return Trouble.NEWER.text
    executor = MigrationExecutor(connection)
    waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    return OK if not waiting else f"{waiting} migrations wait. Run: {settings.MANAGE} migrate"


def disk_has_room() -> str:
    """Check that the disk of the data folder has 200 MB left."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    megabytes = free // 1_000_000
    return OK if free >= LEAST_FREE else f"Only {megabytes} MB are free at DATA_DIR. Free some space there."


def worker_is_seen() -> str:
    """Check that beat sent a task within the last minute and a worker executed it."""
    heard_at = cache.get(WORKER_SEEN)
    return OK if heard_at else "No Celery worker and beat were seen for a minute. Start both."


FIGURES = {
    "deals": "Rows on all sheets.",
    "conflicts_open": "Conflicts and late deals that wait for a decision.",
    "phones_silent": "Phones at tables of open rounds not heard for three minutes that had unsent deals.",
    "standings_waiting": "Requests for standings that are not computed yet.",
    "standings_age_seconds": "Age of the oldest of these requests.",
    "backup_problems": "Places of backups that accept none.",
    "backup_age_seconds": "Age of the last backup that was read back.",
}


def figures() -> dict[str, float]:
    """Return figures for monitoring, by the names in FIGURES; ages are in seconds."""
    line = backup_line()
    ages = {"backup_age_seconds": seconds_since(line.made_at)} if line.made_at else {}
    oldest = StandingsRequest.objects.aggregate(at=Min("asked_at"))["at"]
    return {
        "deals": Deal.objects.count(),
        "conflicts_open": PendingDeal.objects.filter(settlement=Settlement.OPEN).count(),
        "phones_silent": phones_silent(),
        "standings_waiting": StandingsRequest.objects.count(),
        "standings_age_seconds": seconds_since(oldest) if oldest else 0,
        "backup_problems": len(line.problems),
        **ages,
    }


def phones_silent() -> int:
    """Return the number of phones with unsent deals at tables of open rounds that are not heard any more."""
    tables = Table.objects.filter(round__status=RoundStatus.OPEN).values_list("pk", flat=True)
    return sum(map(len, silent_phones(tables).values()))


def seconds_since(moment: datetime) -> float:
    """Return the age of something; 0 if the clock was set back since."""
    return max((timezone.now() - moment).total_seconds(), 0)


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
