#!/usr/bin/env python3
"""Django's own door to the project; `run.py manage ...` opens it with the environment made."""

import os
import sys

import django
from django.core.management import call_command, execute_from_command_line


def migrate_silently() -> None:
    django.setup()
    call_command("migrate", verbosity=0, interactive=False)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if os.environ.pop("MIGRATE_FIRST", ""):
        migrate_silently()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
