"""The branches for Windows and macOS, by hiding what only Linux has."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, Environment, answers, environment, free_port, install, running, wait_until

# Python loads `sitecustomize` at every start, in child processes too.
WITHOUT_LINUX = """
import multiprocessing, sys
for name in ("resource", "uvloop"):
    sys.modules[name] = None
whole = multiprocessing.get_context
multiprocessing.get_context = lambda method=None: whole("spawn")
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Environment:
    """Return the environment of an installation on a system without Linux' own modules."""
    (tmp_path / "hiding").mkdir()
    (tmp_path / "hiding" / "sitecustomize.py").write_text(WITHOUT_LINUX)
    env = environment(tmp_path / "data", PYTHONPATH=str(tmp_path / "hiding"))
    install(env)
    return env


def test_run_py_installs_without_a_lock_where_the_system_has_none(elsewhere: Environment) -> None:
    hidden = "import sys; sys.modules['fcntl'] = None\n"
    script = hidden + "from release.installing import alone, flock; assert flock is None\n"
    script += "with alone(): print('installed')"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=elsewhere, capture_output=True, text=True
    )
    assert done.stdout == "installed\n", done.stderr


def test_photographs_are_read_where_the_system_bounds_no_process(elsewhere: Environment) -> None:
    command = [sys.executable, "-m", "marked.reading"]
    sent = b'{"plans": {}, "event": ""}\nno picture'
    done = subprocess.run(command, input=sent, cwd=ROOT, env=elsewhere, capture_output=True)
    assert b'"not_a_picture"' in done.stdout, done.stderr.decode()


def test_a_laptop_that_starts_its_processes_anew_serves_pages(elsewhere: Environment, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port)]
    with running(command, elsewhere, log, tmp_path) as server:
        wait_until(lambda: answers(f"http://127.0.0.1:{port}/healthz"), f"it answers; see {log}", of=server)
        assert answers(f"http://127.0.0.1:{port}/help/")
