"""Processes started by tests end with them, however they end."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.processes import (
    ROOT,
    answers,
    environment,
    free_port,
    loaded,
    migrated,
    running,
    started,
    wait_until,
)

A_RUN = """
import os, signal, sys
from pathlib import Path
from tests.processes import running
command = [sys.executable, "-m", "http.server", sys.argv[1], "--bind", "127.0.0.1"]
with running(command, os.environ, Path(sys.argv[2])):
    signal.pause()
"""


def test_a_server_does_not_outlive_a_test_run_that_was_killed(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}/"
    command = [sys.executable, "-c", A_RUN, str(port), str(tmp_path / "log")]
    with subprocess.Popen(command, cwd=ROOT, env=dict(os.environ)) as run:
        wait_until(lambda: answers(url), f"{url} answers")
        run.kill()
    wait_until(lambda: not answers(url), "the server is gone")


def test_a_wait_for_a_program_that_has_ended_fails_at_once_with_what_it_said(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with (
        running([sys.executable, "-c", "exit('no port is free')"], os.environ, log) as server,
        pytest.raises(AssertionError, match=r"it ended with 1 and not until it answers\nno port is free"),
    ):
        wait_until(lambda: False, "it answers", log=log, of=server)


def test_everybody_who_waits_for_a_forked_program_hears_its_exit_status(tmp_path: Path) -> None:
    env, log = environment(tmp_path / "data"), tmp_path / "log"
    migrated(env)
    with loaded(env, tmp_path), ThreadPoolExecutor() as others:
        for number in range(5):
            process = started([sys.executable, "-m", "http.server", "0", "--bind", "127.0.0.1"], env, log)
            waiting = [others.submit(process.wait) for _ in range(4)]
            process.send_signal(signal.SIGKILL)
            assert {each.result() for each in waiting} == {-signal.SIGKILL}, number
            assert process.poll() == -signal.SIGKILL
