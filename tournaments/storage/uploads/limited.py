"""Run a module of ours with limits: `python -m tournaments.storage.uploads.limited SECONDS MB NICE NAME`."""

import os
import runpy
import sys

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
