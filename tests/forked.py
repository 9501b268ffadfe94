"""Management commands without their startup time: a process with the program loaded forks for each.

`python -m tests.forked` reads one command a line as JSON, `{"arguments", "stdout", "stderr"}`, the last two
being the files for its output, and answers with its exit status. The child of a command starts in the state
of a new process: the program is imported, no connection is open, nothing has run.
"""

import gc
import json
import os
import sys
import traceback
from collections.abc import Sequence

import django
from django.core.management import execute_from_command_line
from django.urls import get_resolver

from manage import FEWER_COLLECTIONS


def main() -> None:
    """Load the program with all its addresses, then run commands until the input ends."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    gc.set_threshold(FEWER_COLLECTIONS)
    django.setup()
    assert get_resolver().url_patterns
    for line in sys.stdin:
        command = json.loads(line)
        print(status_of(command["arguments"], command["stdout"], command["stderr"]), flush=True)


def status_of(arguments: Sequence[str], *files: str) -> int:
    """Run one command in a child with output and errors in these files; return its exit status."""
    child = os.fork()
    if child == 0:
        for stream, file in enumerate(files, start=1):
            os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
        os._exit(run(arguments))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def run(arguments: Sequence[str]) -> int:
    """Run the command as `manage.py` does; an exception is a status of 1 and a traceback."""
    try:
        execute_from_command_line(["manage.py", *arguments])
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    main()
