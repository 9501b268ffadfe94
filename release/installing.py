"""The environment of a checkout in `.venv`: install the packages of a lock file with pip, once.

Only `run.py` in a checkout imports this: a wheel and a bundle come with their packages. It needs nothing but
the standard library, since it runs before anything is installed, and it reports progress on standard error.
"""

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

try:
    from fcntl import LOCK_EX, flock
except ImportError:  # Windows
    flock = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
RUNTIME, DEVELOPMENT = ROOT / "requirements.txt", ROOT / "requirements-dev.txt"


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def fingerprint(lock: Path) -> str:
    """Return what an installed environment must match: the lock file and the Python version."""
    python = "{}.{}".format(*sys.version_info[:2])
    return hashlib.sha256(lock.read_bytes() + python.encode()).hexdigest()


def stamp_of(lock: Path) -> Path:
    return VENV / f"{lock.stem}.stamp"


def is_fresh(lock: Path) -> bool:
    stamp = stamp_of(lock)
    return PYTHON.exists() and stamp.exists() and stamp.read_text() == fingerprint(lock)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Hold a lock, as two installations at once would damage each other; the second waits for the first.

    Child processes inherit the lock, so that it holds even if only this process is killed. It is on the
    folder that has the environment: .venv may be a link into another checkout.
    """
    if flock is None:
        yield
        return
    turnstile = os.open(VENV.resolve().parent, os.O_RDONLY)
    try:
        os.set_inheritable(turnstile, True)
        flock(turnstile, LOCK_EX)
        yield
    finally:
        os.close(turnstile)


def ensure_environment(*locks: Path) -> None:
    """Install missing or stale packages; the last lock file includes the others.

    An interrupted installation leaves no stamp and is repeated.
    """
    if all(map(is_fresh, locks)):
        return
    with alone():
        if all(map(is_fresh, locks)):
            return
        say("Setting up (1 of 3): an environment of its own in .venv")
        make_venv()
        install(locks[-1])
        for lock in locks:
            stamp_of(lock).write_text(fingerprint(lock))
    say("Setting up (3 of 3): done")


def make_venv() -> None:
    if is_sound():
        return
    if not has_module("ensurepip"):
        install_venv_module()
    command = [sys.executable, "-m", "venv", "--clear", str(VENV.resolve())]
    subprocess.run(command, check=True, stdout=sys.stderr, close_fds=False)


def is_sound() -> bool:
    """Return whether .venv has the stamp of a finished installation for this version of Python."""
    return any(VENV.glob("*.stamp")) and PYTHON.exists() and has_module("pip", str(PYTHON))


def has_module(name: str, python: str = sys.executable) -> bool:
    version = tuple(sys.version_info[:2])
    probe = f"import {name}, sys; sys.exit(sys.version_info[:2] != {version})"
    return subprocess.run([python, "-c", probe], capture_output=True).returncode == 0


def install_venv_module() -> None:
    """Install venv, which Debian packages separately from Python; only root can do so without a prompt."""
    command = ["apt-get", "install", "-y", "python3-venv"]
    if not shutil.which("apt-get") or os.geteuid() != 0:
        sys.exit(
            "Python's venv module is missing here. Install it, then start again:\n  sudo " + " ".join(command)
        )
    say("Python's venv module is missing: " + " ".join(command))
    subprocess.run(["apt-get", "update", "-qq"], stdout=sys.stderr)
    subprocess.run(command, check=True, stdout=sys.stderr)


def install(lock: Path) -> None:
    for stamp in VENV.glob("*.stamp"):
        stamp.unlink()
    total = sum("==" in line for line in lock.read_text().splitlines())
    say(f"Setting up (2 of 3): up to {total} packages of {lock.name}, once; this takes a minute or two")
    command = [str(PYTHON), "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    command += ["--progress-bar", "off", "--require-hashes", "-r", str(lock)]
    both: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with (
        subprocess.Popen(command, close_fds=False, errors="replace", **both) as pip,
        contextlib.ExitStack() as end,
    ):
        end.callback(pip.kill)  # after an exception it still runs; one that has ended is not killed
        tail = deque(report_progress(pip.stdout or (), total), maxlen=20)
        pip.wait()
    if pip.returncode:
        sys.exit(
            "".join([*tail, "\nThe packages could not be installed; pip says why above. Start again later."])
        )


def report_progress(lines: Iterable[str], total: int) -> Iterator[str]:
    """Yield the lines of pip unchanged; report every tenth package and the long last step."""
    collected = 0
    for line in lines:
        yield line
        collected += line.startswith("Collecting")
        if line.startswith("Collecting") and collected % 10 == 0:
            say(f"  {collected} of {total}")
        elif line.startswith("Installing"):
            say("  unpacking ...")
