"""Read an uploaded file in a process of its own, with limits: no file stops or fills the one that answers.

Workbooks, pictures and photographs are read this way. A process that passes a limit is ended by the system.
"""

import os
import runpy
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from server.clients import IS_WANTED

PROGRAM = Path(__file__).resolve().parents[3]  # the process of a reader starts without Django's settings
THRIFT = {
    "OPENBLAS_NUM_THREADS": "1",  # each thread of numpy reserves memory
    "OMP_NUM_THREADS": "1",
    "MALLOC_MMAP_MAX_": "0",  # glibc keeps what large arrays leave: a sixth of a photograph's time
    "MALLOC_TRIM_THRESHOLD_": "2000000000",
}
NICE = 10  # niceness of what steps back
SECONDS_TO_LOOK = 0.25
TO_WAIT = 4  # times the seconds of processor, on a computer that is busy with other things


class Limits(NamedTuple):
    """What a process may take: seconds of processor, megabytes of memory.

    `steps_back` if nobody waits at the page for its answer: then it leaves the processor to all others.
    """

    seconds: int
    megabytes: int
    steps_back: bool = False


class Stopped(Exception):
    """The process ended without an answer: it passed a limit, or the file broke its reader."""


class Unwanted(Stopped):
    """The process was ended because nobody waits for its answer any more."""


def read_apart(module: str, request: bytes, limits: Limits) -> bytes:
    """Return what a module of ours answers to a request in a process of its own.

    Raises Stopped beyond a limit, Unwanted when the client of this request has left.
    """
    limited = [str(limits.seconds), str(limits.megabytes), str(NICE if limits.steps_back else 0)]
    command = [sys.executable, "-m", "tournaments.storage.uploads.apart", *limited, module]
    # A file, because `communicate` sends no more of its input once it was interrupted to look.
    with TemporaryFile() as question:
        question.write(request)
        question.seek(0)
        with subprocess.Popen(
            command,
            stdin=question,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=PROGRAM,
            env={**os.environ, **THRIFT},
        ) as reader:
            try:
                answer = answer_of(reader, round(limits.seconds * TO_WAIT / SECONDS_TO_LOOK))
            finally:
                reader.kill()  # one that has ended is not killed
    if reader.returncode != 0:
        raise Stopped
    return answer


def answer_of(reader: "subprocess.Popen[bytes]", looks: int) -> bytes:
    """Return what a process writes until it ends; look so often whether somebody still waits for it."""
    is_wanted = IS_WANTED.get()
    for _ in range(looks):
        try:
            return reader.communicate(timeout=SECONDS_TO_LOOK)[0]
        except subprocess.TimeoutExpired:
            if not is_wanted():
                raise Unwanted from None
    raise Stopped


try:
    import resource
except ImportError:  # not on Windows: time is bounded by the caller
    resource = None  # type: ignore[assignment]


def run(seconds: int, megabytes: int, nice: int, module: str) -> None:
    """Let the system end this process beyond the limits, without a file of its memory, and run the module."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    if resource is not None:
        memory = megabytes * 1024**2
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.argv = [module]
    runpy.run_module(module, run_name="__main__")


if __name__ == "__main__":
    run(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
