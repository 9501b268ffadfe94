"""The readers of uploaded files in a test's own process: to start one takes longer than to read a file."""

import io
import sys
from importlib import import_module
from unittest.mock import patch

from tournaments.services.installation import chosen_archives
from tournaments.storage.uploads import pictures, spreadsheets
from tournaments.storage.uploads.apart import Limits, Stopped

WITH_READERS = (chosen_archives, pictures, spreadsheets)


def read_here(module: str, request: bytes, limits: Limits) -> bytes:
    """Return what a module of ours answers to a request, as `read_apart` does, but without its limits.

    tests/faults/test_hostile_files.py tests the process and the limits.
    """
    asked, said = io.TextIOWrapper(io.BytesIO(request)), io.TextIOWrapper(io.BytesIO())
    with patch.object(sys, "stdin", asked), patch.object(sys, "stdout", said):
        try:
            import_module(module).main()
        except Exception as error:
            raise Stopped from error
    said.flush()
    said.seek(0)
    return said.buffer.read()
