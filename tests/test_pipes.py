"""Commands whose output goes to another program that stops reading."""

import os
import subprocess
import sys

import pytest

from tests.processes import ROOT, environment


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no broken pipe")
def test_a_command_ends_quietly_when_nobody_reads_on(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "manage.py", "draw_rounds", "--players", "8", "--rounds", "1"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(tmp_path), stdout=writing, stderr=subprocess.PIPE
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")
