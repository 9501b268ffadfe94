"""Fetch every address in many states and roles, so that two versions of the program can be compared.

`python3 -m tests.answers FOLDER [WORD ...]` makes the same events in every run, to the last byte, and writes
each answer to a GET request, with its status and headers, into a file: `FOLDER/STATE/ROLE/ADDRESS`. Run it
before and after a change that should change no answer, then `diff -r BEFORE AFTER`. With words it asks only
the addresses whose names contain one of them. The states and roles are in `tests/tournaments/answers.py`.
"""

import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from random import Random
from unittest.mock import Mock, patch

import django

MOMENT = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)  # the date of the first event that the builders make


def main(folder: Path, words: list[str]) -> None:
    """Make an installation in memory and write what it answers."""
    with tempfile.TemporaryDirectory() as data, nothing_by_chance() as chance:
        os.environ.pop("DATABASE_URL", None)
        os.environ.update(
            {"DJANGO_SETTINGS_MODULE": "config.settings", "DATA_DIR": data, "ALLOWED_HOSTS": "testserver"}
        )
        django.setup()
        logging.disable(logging.CRITICAL)
        import_module("tests.tournaments.answers").write_all(folder, words, chance)


@contextmanager
def nothing_by_chance() -> Iterator[Random]:
    """Stop the clock, and take all that is random from the generator returned."""
    chance, clock = Random(0), Mock(now=lambda tz=None: MOMENT.astimezone(tz))
    with ExitStack() as stack:
        stack.enter_context(patch("os.urandom", chance.randbytes))
        stack.enter_context(patch("random._urandom", chance.randbytes))
        stack.enter_context(patch("time.time", MOMENT.timestamp))
        stack.enter_context(patch("django.utils.timezone.now", lambda: MOMENT))
        stack.enter_context(patch("django.template.defaulttags.datetime", clock))
        yield chance


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.answers", *sys.argv[1:]])
    main(Path(sys.argv[1]), sys.argv[2:])
