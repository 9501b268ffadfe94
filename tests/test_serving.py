"""`run.py` with a real server behind it: it starts without questions, and stops completely."""

import signal
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

import run
from tests.missing import miss
from tests.processes import (
    ROOT,
    Environment,
    answers,
    environment,
    free_pair,
    free_port,
    migrated,
    running,
    wait_until,
)

pytestmark = pytest.mark.slow

if not run.is_fresh(run.RUNTIME):
    miss("the environment that run.py makes")


def installed(folder: Path) -> Environment:
    """Return the environment of an installation with its database; without one, `serve` makes it."""
    env = environment(folder)
    migrated(env)
    return env


@pytest.mark.parametrize(("number", "made"), [(signal.SIGTERM, environment), (signal.SIGINT, installed)])
def test_a_signal_ends_the_server_and_its_worker(
    tmp_path: Path, number: signal.Signals, made: Callable[[Path], Environment]
) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}/accounts/login/"
    command = [sys.executable, "run.py", "serve", "--port", str(port)]
    with running(command, made(tmp_path), tmp_path / "log") as server:
        wait_until(lambda: answers(url), f"{url} answers", log=tmp_path / "log")
        server.send_signal(number)
        assert server.wait(timeout=10) == 0
        assert not answers(url)


def test_a_worker_does_not_outlive_a_killed_server(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}/accounts/login/"
    command = [sys.executable, "run.py", "serve", "--port", str(port)]
    with running(command, installed(tmp_path), tmp_path / "log") as server:
        wait_until(lambda: answers(url), f"{url} answers")
        server.kill()
        wait_until(lambda: not answers(url), "the port is free again")


def test_https_and_plain_http_come_and_go_together(tmp_path: Path) -> None:
    port = free_pair()
    plain = f"http://127.0.0.1:{port + 1}/accounts/login/"
    command = [sys.executable, "run.py", "serve", "--https", "--port", str(port)]
    with running(command, installed(tmp_path), tmp_path / "log") as server:
        wait_until(lambda: answers(plain), f"{plain} answers", log=tmp_path / "log")
        wait_until(lambda: is_trusted(port, tmp_path), "HTTPS answers, with a certificate of its authority")
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=10) == 0
        assert not answers(plain)


def is_trusted(port: int, data_dir: Path) -> bool:
    """Return whether a client that trusts this installation's authority receives the page."""
    trusting = ssl.create_default_context(cafile=str(data_dir / "certificates" / "authority.crt"))
    try:
        with urllib.request.urlopen(f"https://localhost:{port}/accounts/login/", context=trusting) as page:
            return "Strict-Transport-Security" not in page.headers
    except urllib.error.URLError:
        return False


def test_a_management_command_has_standard_output_to_itself(tmp_path: Path) -> None:
    command = [sys.executable, "run.py", "manage", "diffsettings", "--output", "unified"]
    done = subprocess.run(command, cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True)
    assert done.returncode == 0
    assert all(line[0] in "+-" for line in done.stdout.splitlines())
    assert (tmp_path / "stichtag.sqlite3").stat().st_size > 0
