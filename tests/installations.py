"""Keep what this version stores as test data, so that every later one is upgraded from it.

`python3 -m tests.installations` makes the events of `tests/tournaments/answers.py`, in all states of their
lives, and writes `tests/data/installations/VERSION.zip`, a backup of them, and `VERSION.json`: what three
commands print about each event. `tests/services/test_upgrade.py` restores every backup that stands there.
"""

import json
import logging
import os
import tempfile
from importlib import import_module
from io import StringIO
from pathlib import Path

import django

from config.program import read_version
from tests.answers import nothing_by_chance

FOLDER = Path(__file__).parent / "data" / "installations"
COMMANDS = ("standings", "verify_event", "verify_audit")


def keep(version: str) -> None:
    """Make an installation and write its backup, and what its commands print."""
    with tempfile.TemporaryDirectory() as data, nothing_by_chance():
        os.environ.pop("DATABASE_URL", None)
        os.environ.update(
            {"DJANGO_SETTINGS_MODULE": "config.settings", "DATA_DIR": data, "ALLOWED_HOSTS": "testserver"}
        )
        django.setup()
        logging.disable(logging.CRITICAL)
        call_command = import_module("django.core.management").call_command
        call_command("migrate", verbosity=0)
        answers = import_module("tests.tournaments.answers")
        answers.prepare_settings()
        for _ in answers.states():
            pass
        FOLDER.mkdir(exist_ok=True)
        backup = FOLDER / f"{version}.zip"
        backup.unlink(missing_ok=True)
        call_command("backup", str(backup), stdout=StringIO())
        lines = json.dumps(lines_by_event(), ensure_ascii=False, indent=1)
        (FOLDER / f"{version}.json").write_text(f"{lines}\n", encoding="utf-8")


def lines_by_event() -> dict[str, list[str]]:
    """Return what the commands print about each event of this installation."""
    call_command = import_module("django.core.management").call_command
    events = import_module("tournaments.models").Event.objects.order_by("pk")
    lines: dict[str, list[str]] = {}
    for slug in events.values_list("slug", flat=True):
        out = StringIO()
        for command in COMMANDS:
            call_command(command, slug, stdout=out)
        lines[slug] = out.getvalue().splitlines()
    return lines


def print_lines() -> None:
    """Print what the commands say, for `manage.py shell`."""
    print(json.dumps(lines_by_event()))


if __name__ == "__main__":
    keep(read_version())
