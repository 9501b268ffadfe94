"""Run mypy beside the suite: started with a whole run, at a lower priority, read by tests/test_quality.py.

`python -m tests.type_check FILE` writes mypy's complaints into the file, which appears complete.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import processes
from tests.processes import ROOT, wait_until

VARIABLE = "TYPE_COMPLAINTS"  # names the file, for all workers of a run
LOWER, PATIENCE = 5, 900


def begin() -> subprocess.Popen[bytes]:
    """Start the check; `complaints` of every process started after this waits for the result."""
    file = Path(tempfile.mkdtemp(prefix="types")) / "complaints"
    os.environ[VARIABLE] = str(file)
    command = [sys.executable, "-m", "tests.type_check", str(file)]
    return subprocess.Popen(command, cwd=ROOT, start_new_session=True)


def end(process: subprocess.Popen[bytes]) -> None:
    """End the process, running or not."""
    processes.end(process)
    shutil.rmtree(Path(os.environ.pop(VARIABLE)).parent)


def complaints() -> str:
    """Return mypy's complaints about the whole project; nothing if it has none."""
    if VARIABLE not in os.environ:
        return check()
    file = Path(os.environ[VARIABLE])
    wait_until(file.exists, "the types are checked", PATIENCE)
    return file.read_text(encoding="utf-8")


def check() -> str:
    """Run mypy. With CI=true a clone without its cache gets none: nobody comes back to it."""
    is_passing = os.environ.get("CI") == "true" and not (ROOT / ".mypy_cache").exists()
    cache = ["--cache-dir", os.devnull] if is_passing else []
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *cache, "."], cwd=ROOT, capture_output=True, text=True
    )
    return done.stdout + done.stderr if done.returncode else ""


def main(file: Path) -> None:
    """Run the check, and put the result in place atomically."""
    if hasattr(os, "nice"):
        os.nice(LOWER)
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_text(check(), encoding="utf-8")
    unfinished.replace(file)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
