"""Whether phones get in: a program that serves its own machine alone starts anew to serve the networks too.

`run.py` says how, and reads at each start what was decided; whoever names a host decides it themselves.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

START_AGAIN = "START_AGAIN"  # set by run.py: the command and the environment with which it was started
LET_IN = "phones-let-in"  # a file of DATA_DIR, which run.py looks for


def may_start_again() -> bool:
    """Return whether this program can start anew, so that phones are let in or kept out."""
    return bool(os.environ.get(START_AGAIN))


def are_phones_let_in() -> bool:
    """Return whether the next start lets phones in."""
    return decision().exists()


def decide(is_in: bool) -> None:
    """Remember whether phones get in, from the next start on."""
    decision().touch() if is_in else decision().unlink(missing_ok=True)


def decision() -> Path:
    return Path(settings.DATA_DIR) / LET_IN


def start_again() -> None:
    """Replace this process by the program, started anew as it was."""
    command = json.loads(os.environ[START_AGAIN])
    if os.name != "nt":
        sys.stdout.flush()
        os.execve(command["command"][0], command["command"], command["environ"])
    sys.exit(subprocess.call(command["command"], env=command["environ"]))
