"""Programs without their startup time: a process with the program loaded forks for each.

`python -m tests.forked` reads one wish a line as JSON and answers with a number. `{"run", "stdout",
"stderr"}` is a management command and the files for its output; the answer is its exit status. `{"start",
"stdout", "stderr"}` is the rest of a command line behind `python`, which goes on beside it; the answer is
its process, and `{"ended"}` asks for the exit status of that process. A child starts in the state of a new
process: the program is imported, no connection is open, nothing has run.
"""

import gc
import json
import os
import runpy
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import django
from django.core.management import execute_from_command_line
from django.urls import get_resolver

import manage


def main() -> None:
    """Load the program with all its addresses, then do what is asked until the input ends."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    gc.set_threshold(manage.FEWER_COLLECTIONS)
    django.setup()
    assert get_resolver().url_patterns
    gc.freeze()  # the garbage collector of a child would write to shared memory, and so copy it
    for line in sys.stdin:
        print(answer(**json.loads(line)), flush=True)


def answer(
    run: Sequence[str] = (), start: Sequence[str] = (), ended: int = 0, stdout: str = "", stderr: str = ""
) -> int:
    """Return the status of a command, the process of a program, or the status with which it ended."""
    if start:
        return forked(partial(become, start), os.O_APPEND, stdout, stderr)
    if not ended:
        ended = forked(partial(execute_from_command_line, ["manage.py", *run]), os.O_TRUNC, stdout, stderr)
    return os.waitstatus_to_exitcode(os.waitpid(ended, 0)[1])


def forked(act: Callable[[], Any], how: int, *files: str) -> int:
    """Return the process of a child with output and errors in these files."""
    child = os.fork()
    if child == 0:
        for stream, file in enumerate(files, start=1):
            os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | how), stream)
        os._exit(status_of(act))
    return child


def become(words: Sequence[str]) -> None:
    """Be the program of a command line, in a session of its own: `manage.py ...` or `-m module ...`."""
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if words[0] == "-m":
        sys.argv = list(words[1:])
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = list(words)
        manage.main()


def status_of(act: Callable[[], Any]) -> int:
    """Do it as a program does; an exception is a status of 1 and a traceback."""
    try:
        act()
    except BaseException as error:
        traceback.print_exc()
        return error.code if isinstance(error, SystemExit) and isinstance(error.code, int) else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    main()
