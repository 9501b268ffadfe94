#!/usr/bin/env python3
"""Django's command-line utility; `run.py manage ...` runs it in the environment it installs."""

import gc
import os
import sys
from pathlib import Path

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command, execute_from_command_line
from django.db import DatabaseError, connection

from config import environment
from config.program import default_data_dir
from server.command_output import ends_with_its_reader
from tournaments.storage.database_file import Unusable, check_file, is_newer
from tournaments.storage.trouble import Trouble, trouble_of

CHECKED_FIRST = {"serve", "migrate"}
FEWER_COLLECTIONS = 10_000  # new objects; imports and migrations make many of them and hardly any garbage


def check_database() -> None:
    """Check the database before anything uses it. Raises Unusable."""
    path = settings.DATABASES["default"]["NAME"]
    if connection.vendor == "sqlite" and not str(path).startswith((":memory:", "file:")):
        check_file(Path(path), {*connection.introspection.django_table_names(), "django_migrations"})
    if is_newer():
        raise Unusable(Trouble.NEWER, path)


def run() -> None:
    """Run the command; with MIGRATE_FIRST, migrate the database before it."""
    migrates = bool(os.environ.pop("MIGRATE_FIRST", ""))
    if migrates or CHECKED_FIRST.intersection(sys.argv[1:2]):
        django.setup()
        check_database()
    if migrates:
        call_command("migrate", verbosity=0, interactive=False)
    execute_from_command_line(sys.argv)


def sentence_of(error: Exception) -> str | None:
    """Return the sentence to show instead of a traceback; None for a bug."""
    if isinstance(error, Unusable | ImproperlyConfigured):
        return str(error)
    trouble = trouble_of(error)
    if trouble is None:
        return None
    if isinstance(error, OSError):
        return f"{error.filename or environment.folder('DATA_DIR', default_data_dir)}: {trouble.text}"
    return f"{settings.DATABASES['default']['NAME']}: {trouble.text}"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    gc.set_threshold(FEWER_COLLECTIONS)
    try:
        with ends_with_its_reader():
            run()
    except (OSError, DatabaseError, Unusable, ImproperlyConfigured) as error:
        sentence = sentence_of(error)
        if sentence is None:
            raise
        sys.exit(sentence)


if __name__ == "__main__":
    main()
