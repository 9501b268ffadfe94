"""Health checks of the installation: readiness, and figures for monitoring."""

import shutil
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tournaments.models import Deal, PendingDeal, Settlement, StandingsRequest
from tournaments.selectors.installation.backups import backup_line

OK = "ok"
LEAST_FREE = 200_000_000  # bytes
WORKER_SEEN, SEEN_SECONDS = "worker_seen", 60  # a cache key that a periodic task sets


def readiness() -> dict[str, str]:
    """The result of each check by its name: `ok`, or one sentence with what to do. Raises nothing."""
    checks: dict[str, Callable[[], str]] = {
        "database": database_answers,
        "migrations": migrations_applied,
        "disk": disk_has_room,
    }
    if settings.REDIS_URL:
        checks["worker"] = worker_is_seen
    return {name: result_of_check(check) for name, check in checks.items()}


def result_of_check(check: Callable[[], str]) -> str:
    """Run a check; a failure to reach the database, Redis or the disk gives a sentence."""
    try:
        return check()
    except (DatabaseError, OSError):
        return "The database, Redis or the disk does not answer; start it or correct its address."
    except Exception as error:  # the client of Redis has exceptions of its own
        return f"It cannot be asked ({type(error).__name__}); look whether Redis runs."


def database_answers() -> str:
    """Check that the database answers a query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return OK


def migrations_applied() -> str:
    """Check that all migrations are applied."""
    executor = MigrationExecutor(connection)
    waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    return OK if not waiting else f"{waiting} migrations wait. Run: python3 run.py manage migrate"


def disk_has_room() -> str:
    """Check that the disk of the data folder has 200 MB left."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    megabytes = free // 1_000_000
    return OK if free >= LEAST_FREE else f"Only {megabytes} MB are free at DATA_DIR. Free some space there."


def worker_is_seen() -> str:
    """Check that beat sent a task within the last minute and a worker executed it."""
    seen = cache.get(WORKER_SEEN)
    return OK if seen else "No Celery worker and beat were seen for a minute. Start both."


def figures() -> dict[str, float]:
    """Figures for monitoring, by name; ages are in seconds."""
    line = backup_line()
    ages = {"backup_age_seconds": (timezone.now() - line.made_at).total_seconds()} if line.made_at else {}
    return {
        "deals": Deal.objects.count(),
        "conflicts_open": PendingDeal.objects.filter(settlement=Settlement.OPEN).count(),
        "standings_waiting": StandingsRequest.objects.count(),
        "backup_problems": len(line.problems),
        **ages,
    }
