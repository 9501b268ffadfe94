"""The output of a command that another program reads."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ends_with_its_reader() -> Iterator[None]:
    """End the process quietly, with status 1, once nobody reads its output on, as `head` after ten lines."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
