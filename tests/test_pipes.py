"""Commands whose output goes to another program that stops reading."""

import os
import subprocess
import sys

import pytest

from tests.processes import ROOT, environment

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows knows no broken pipe")
SHORT = [
    pytest.param(["manage.py", "draw_rounds", "--players", "8", "--rounds", "1"], id="a command that prints"),
    pytest.param(["run.py", "mutants", "--list"], id="a list for developers"),
]


@pytest.mark.parametrize("command", SHORT)
def test_a_command_ends_quietly_when_nobody_reads_on(tmp_path, command):
    done = with_nobody_reading(command, tmp_path)
    assert (done.returncode, done.stderr) == (1, b"")


def with_nobody_reading(command, folder):
    """Run a command of the project into a pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment(folder),
            stdout=writing,
            stderr=subprocess.PIPE,
        )
    finally:
        os.close(writing)
