"""Every benchmark runs in its smallest form: it measures nothing then, but it is known to work."""

import json
import os
import re
import subprocess
import sys

import pytest

from benchmarks.__main__ import NAMES
from benchmarks.smallest import SMALLEST
from tests.processes import PREPARED, ROOT, environment
from tests.sweeps import sweep

OF_EVERY_DAY = ("swiss", "draw")  # the others start servers or browsers: one of them has its turn each day


def test_every_benchmark_has_a_smallest_form():
    assert set(SMALLEST) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_begins_with_the_goal_that_it_measures(name):
    first = (ROOT / "benchmarks" / f"{name}.py").read_text(encoding="utf-8").splitlines()[0]
    assert re.match(r'"""(H\d+|The goals of )', first), first


@pytest.mark.parametrize("name", sweep(NAMES, OF_EVERY_DAY, sample=1))
def test_a_benchmark_runs_in_its_smallest_form(name, tmp_path):
    command = [sys.executable, "-m", "benchmarks", name, "--smallest", "--json"]
    env = environment(tmp_path, **{PREPARED: os.environ[PREPARED]})
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["benchmark"] == name and (report["figures"] or report["facts"])
    assert not report["facts"].get("lost") and not report["facts"].get("errors")
