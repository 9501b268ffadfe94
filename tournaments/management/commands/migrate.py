"""Django's `migrate`, preceded by a backup of existing data."""

from typing import Any

from django.core.checks import Tags
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.executor import MigrationExecutor

from tournaments.services.installation.automatic_backups import back_up_everywhere
from tournaments.storage.lock import Taken

NOT_MADE = "No backup could be made before this migration: another one is being made, or no place takes it."


class Command(migrate.Command):
    help = f"{migrate.Command.help} Makes a backup first if anything changes."
    requires_system_checks = [Tags.models, Tags.database]  # others load every page, which no table needs

    def handle(self, *args: Any, **options: Any) -> str | None:
        looks_only = options["plan"] or options["check_unapplied"]
        is_ours = options["database"] == DEFAULT_DB_ALIAS and not looks_only
        if is_ours and changes(options["app_label"]) and not is_backed_up():
            self.stderr.write(NOT_MADE)
        return super().handle(*args, **options)


def changes(app_label: str | None) -> bool:
    """Return whether a database with data is about to change; a new one needs no backup."""
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    is_used = any(app == "tournaments" for app, _ in executor.loader.applied_migrations)
    return is_used and (app_label is not None or bool(executor.migration_plan(leaves)))


def is_backed_up() -> bool:
    """Make a backup; return False if that fails, which stops no migration."""
    try:
        return back_up_everywhere() is not None
    except Taken:
        return False
