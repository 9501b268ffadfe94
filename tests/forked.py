"""Programs without their startup time: a process that has imported much of them forks for each.

`python -m tests.forked pages` has the program of one installation loaded, `... tables` all of it but its
pages, and `... packages` only what needs no settings: it forks for any installation. Each reads one wish a
line as JSON and answers with a number. `{"run", "stdout", "stderr"}` is a management command and the files
for its output; the answer is its exit status. `{"start", ...}` is the rest of a command line behind
`python`, which goes on beside it, with the files for its input and output and its environment; the answer is
its process, and `{"ended"}` asks for the exit status of that process. A child starts in the state of a new
process: what was imported is imported, no connection is open, nothing has run.
"""

import gc
import json
import os
import runpy
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import django
from django.core.management import execute_from_command_line, get_commands, load_command_class
from django.urls import get_resolver

import manage

PACKAGES = (  # what takes longest of a start and reads no settings while it is imported
    *("celery", "cryptography.x509", "django.contrib.admin", "django.db", "django.forms", "django.template"),
    *("django.views", "fido2", "marshmallow", "numpy", "openpyxl", "PIL.Image", "psycopg", "psycopg_pool"),
    *("python_calamine", "redis", "reportlab.graphics.renderPDF", "reportlab.platypus", "urllib3", "uvicorn"),
    *("rules", "scoring.foot", "scoring.paper", "seating", "simulation"),
)
MOST_ASKED = (
    "tournaments.management.commands.demo"  # a command, with the services and selectors that it needs
)


def main() -> None:
    """Import what is wanted, then do what is asked until the input ends."""
    gc.set_threshold(manage.FEWER_COLLECTIONS)
    if sys.argv[1:] == ["packages"]:
        for name in PACKAGES:
            import_module(name)
    else:
        load(with_pages=sys.argv[1:] == ["pages"])
    gc.freeze()  # the garbage collector of a child would write to shared memory, and so copy it
    for line in sys.stdin:
        print(answer(**json.loads(line)), flush=True)


def load(with_pages: bool) -> None:
    """Load the program without its pages, or with all its addresses and the command that tests give most."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if with_pages:
        assert get_resolver().url_patterns
        import_module(MOST_ASKED)


def answer(
    run: Sequence[str] = (),
    start: Sequence[str] = (),
    ended: int = 0,
    stdin: str = os.devnull,
    stdout: str = "",
    stderr: str = "",
    environ: Mapping[str, str] | None = None,
) -> int:
    """Return the status of a command, the process of a program, or the status with which it ended."""
    if start:
        return forked(partial(become, start, stdin, environ), os.O_APPEND, stdout, stderr)
    if not ended:
        ended = forked(partial(run_unchecked, run), os.O_TRUNC, stdout, stderr)
    return os.waitstatus_to_exitcode(os.waitpid(ended, 0)[1])


def run_unchecked(words: Sequence[str]) -> None:
    """Run a command without Django's checks of the whole program, which take a third of a short one."""
    app = get_commands().get(words[0])
    is_checked = app and load_command_class(app, words[0]).requires_system_checks
    execute_from_command_line(["manage.py", *words, *(["--skip-checks"] if is_checked else [])])


def forked(act: Callable[[], Any], how: int, *files: str) -> int:
    """Return the process of a child with output and errors in these files."""
    child = os.fork()
    if child == 0:
        for stream, file in enumerate(files, start=1):
            put(stream, file, os.O_WRONLY | os.O_CREAT | how)
        os._exit(status_of(act))
    return child


def put(stream: int, file: str, how: int) -> None:
    """Put an opened file in the place of a stream."""
    opened = os.open(file, how)
    os.dup2(opened, stream)
    os.close(opened)


def become(words: Sequence[str], stdin: str, environ: Mapping[str, str] | None) -> None:
    """Be the program of a command line, in a session of its own: `manage.py ...` or `-m module ...`."""
    os.setsid()
    put(0, stdin, os.O_RDONLY)
    if environ is not None:
        os.environ.clear()
        os.environ.update(environ)
    if words[0] == "-m":
        sys.argv = list(words[1:])
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = list(words)
        manage.main()


def status_of(act: Callable[[], Any]) -> int:
    """Do it and end as a program does; an exception is a status of 1 and a traceback."""
    try:
        act()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    main()
