"""What whoever watches over an installation asks: is it ready, and how is it doing."""

import shutil
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tournaments.models import Deal, ParkedDeal, Settlement, StandingsMarker
from tournaments.selectors.backups import backup_line

OK = "ok"
LEAST_FREE = 200_000_000  # bytes
WORKER_SEEN, SEEN_SECONDS = "worker_seen", 60  # a key of the cache that a task sets again and again


def readiness() -> dict[str, str]:
    """By the name of each check: `ok`, or one sentence with what to do. Raises nothing."""
    checks: dict[str, Callable[[], str]] = {
        "database": database_answers,
        "migrations": migrations_applied,
        "disk": disk_has_room,
    }
    if settings.REDIS_URL:
        checks["worker"] = worker_is_seen
    return {name: said_by(check) for name, check in checks.items()}


def said_by(check: Callable[[], str]) -> str:
    """What a check says; without its database or its Redis it can say nothing good."""
    try:
        return check()
    except (DatabaseError, OSError):
        return "The database, Redis or the disk does not answer; start it or correct its address."
    except Exception as error:  # the client of Redis has exceptions of its own
        return f"It cannot be asked ({type(error).__name__}); look whether Redis runs."


def database_answers() -> str:
    """Whether a query is answered."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return OK


def migrations_applied() -> str:
    """Whether the database is as this version wants it."""
    executor = MigrationExecutor(connection)
    waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    return OK if not waiting else f"{waiting} migrations wait. Run: python3 run.py manage migrate"


def disk_has_room() -> str:
    """Whether the disk of the data folder has 200 MB left."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    megabytes = free // 1_000_000
    return OK if free >= LEAST_FREE else f"Only {megabytes} MB are free at DATA_DIR. Free some space there."


def worker_is_seen() -> str:
    """Whether beat sent a task within the last minute and a worker carried it out."""
    seen = cache.get(WORKER_SEEN)
    return OK if seen else "No Celery worker and beat were seen for a minute. Start both."


def figures() -> dict[str, float]:
    """Numbers for a graph, by name; an age is in seconds."""
    line = backup_line()
    ages = {"backup_age_seconds": (timezone.now() - line.made_at).total_seconds()} if line.made_at else {}
    return {
        "deals": Deal.objects.count(),
        "conflicts_open": ParkedDeal.objects.filter(settlement=Settlement.OPEN).count(),
        "standings_waiting": StandingsMarker.objects.count(),
        "backup_problems": len(line.problems),
        **ages,
    }
