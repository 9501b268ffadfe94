"""The runbooks of docs/operations.md: each command runs as it stands there, on an event with deals."""

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from release import installing
from tests.missing import miss
from tests.processes import ROOT, Environment, environment, manage, migrated
from tests.services.postgres import create_database

if not installing.is_fresh(installing.RUNTIME):
    miss("the environment that run.py makes")

TEXT = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
SECTION = TEXT.split("\n## Runbooks\n")[1].split("\n## ")[0]
NOT_RUN = ("git pull", "python3 run.py setup", "python3 run.py serve")
MAKE = (
    "from tests.builders import *; t = a_table(); write_deal(t); write_deal(t, 2); print(t.round.event.slug)"
)


def commands_of(title: str) -> list[str]:
    """Return the commands of a runbook, in their order."""
    book = SECTION.split(f"### {title}\n")[1].split("\n### ")[0]
    blocks = re.findall(r"```\n(.*?)```", book, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if not line.startswith(NOT_RUN)]


def follow(title: str, env: Environment, words: Mapping[str, object]) -> str:
    """Run the commands of a runbook with these words for its names; return what they print."""
    output = ""
    for command in commands_of(title):
        for name, value in words.items():
            command = re.sub(rf"\b{name}\b(?!=)", str(value), command)
        command = command.replace("python3 run.py", f"{sys.executable} run.py")
        done = subprocess.run(command, shell=True, cwd=ROOT, env=env, capture_output=True, text=True)
        assert done.returncode == 0, f"{title}: {command}\n{done.stdout}{done.stderr}"
        output += done.stdout
    return output


@pytest.fixture
def laptop(tmp_path: Path) -> Environment:
    """Return an installation with an event of two deals."""
    env = environment(tmp_path / "laptop")
    migrated(env)
    return env


@pytest.mark.soak
def test_every_runbook_runs_by_its_own_text(laptop: Environment, postgres_url: str, tmp_path: Path) -> None:
    slug = manage(laptop, "shell", "-v", "0", "-c", MAKE).strip()
    words = {"EVENT": slug, "KEY": tmp_path / "key"}
    follow("Before the season", laptop, words)
    assert "ok, 2 rows agree" in follow("Upgrade", laptop, {**words, "FILE": tmp_path / "first.zip"})
    other = environment(tmp_path / "other")
    output = follow("Replace the laptop in mid-round", other, {**words, "FILE": tmp_path / "first.zip"})
    assert "Every event agrees" in output and "ok, 2 rows agree" in output
    key = "secret_key"
    assert (tmp_path / "other" / key).read_text() == (tmp_path / "laptop" / key).read_text()
    follow("Replace a phone", other, words)
    restored = follow("Restore what was there before", other, {**words, "FILE": tmp_path / "first.zip"})
    assert "before-" in restored and "links are whole" in restored
    follow("After data loss", other, words)
    url = create_database(postgres_url, "runbook")
    moved = follow("Move to PostgreSQL", laptop, {**words, "FILE": tmp_path / "second.zip", "URL": url})
    assert "Every event agrees" in moved and "ok, 2 rows agree" in moved


def test_every_runbook_is_known_and_has_only_commands_that_are_run() -> None:
    titles = re.findall(r"^### (.*)$", SECTION, re.MULTILINE)
    known = re.compile(
        r"(DATABASE_URL=URL )?python3 run.py manage [a-z_]+ .*|cp .*|python3 run.py manage migrate"
    )
    assert len(titles) == 7
    for title in titles:
        assert commands_of(title) and all(map(known.fullmatch, commands_of(title))), title
