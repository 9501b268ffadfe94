"""Photographs of marked sheets: read by another process, so that no file can harm or stop this one."""

import json
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from marked.seen import SeenPage, page_from_json
from tournaments.storage.uploads.apart import Limits, Stopped, read_apart

PACKAGES = ("numpy", "PIL", "zxingcpp")
MOST_FILE = 40 * 1024 * 1024
READER = "marked.reading"
READER_LIMITS = Limits(seconds=40, megabytes=2048, steps_back=True)


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
        line, _, flat = read_apart(READER, header + content, READER_LIMITS).partition(b"\n")
    except Stopped:
        return SeenPage(problem="not_a_picture"), b""
    return page_from_json(json.loads(line)), flat
