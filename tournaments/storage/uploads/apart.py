"""Read an uploaded file in a process of its own, with limits: no file stops or fills the one that answers.

Workbooks, pictures and photographs are read this way. A process that passes a limit is ended by the system.
"""

import os
import subprocess
import sys
from typing import NamedTuple

from django.conf import settings

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # each thread of numpy reserves memory
TO_WAIT = 4  # times the seconds of processor, on a computer that is busy with other things


class Limits(NamedTuple):
    """What a process may take: seconds of processor, megabytes of memory."""

    seconds: int
    megabytes: int


class Stopped(Exception):
    """The process ended without an answer: it passed a limit, or the file broke its reader."""


def read_apart(module: str, request: bytes, limits: Limits) -> bytes:
    """Return what a module of ours answers to a request in a process of its own. Raises Stopped."""
    command = [sys.executable, "-m", "tournaments.storage.uploads.limited", *map(str, limits), module]
    try:
        done = subprocess.run(
            command,
            input=request,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=limits.seconds * TO_WAIT,
            cwd=settings.BASE_DIR,
            env={**os.environ, **ONE_THREAD},
        )
    except subprocess.TimeoutExpired as error:
        raise Stopped from error
    if done.returncode != 0:
        raise Stopped
    return done.stdout
