"""Photographs of marked sheets: read by another process, so that no file can harm or stop this one."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from django.conf import settings

from marked.seen import SeenPage, page_from_json

PACKAGES = ("numpy", "PIL", "zxingcpp")
MOST_FILE = 40 * 1024 * 1024
SECONDS = 60
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def can_read_photos() -> bool:
    """Return whether this system has the packages that read photographs; some have no build of them."""
    return all(find_spec(package) for package in PACKAGES)


def read_photo_apart(
    content: bytes, plans: Mapping[str, Mapping[str, Any]], event: str
) -> tuple[SeenPage, bytes]:
    """Return what a photograph shows, and the flat page as JPEG (b"" without one).

    `plans` are stored plans by fingerprint, `event` is the digest in the codes. A file that stops the other
    process, or takes too long, is no picture.
    """
    if len(content) > MOST_FILE:
        return SeenPage(problem="too_large"), b""
    header = json.dumps({"plans": dict(plans), "event": event}).encode() + b"\n"
    try:
        done = subprocess.run(
            [sys.executable, "-m", "marked.reading"],
            input=header + content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            cwd=settings.BASE_DIR,
            env={**os.environ, **ONE_THREAD},
        )
    except subprocess.TimeoutExpired:
        return SeenPage(problem="not_a_picture"), b""
    if done.returncode != 0:
        return SeenPage(problem="not_a_picture"), b""
    line, _, flat = done.stdout.partition(b"\n")
    return page_from_json(json.loads(line)), flat
