"""The subject of every commit is an area and a sentence, as the hook before a commit says."""

import re
import subprocess

import pytest
import yaml

from tests.missing import FIRST_WITH_A_HOOK, HISTORY, miss
from tests.processes import ROOT


@pytest.mark.parametrize(
    ("message", "is_stopped"),
    [
        ("pad: Show whose turn it is.\n\nNobody knew.\n", False),
        ("api, draw: Refuse 5 tables of 3.", False),
        ("Merge branch 'pad'\n", False),
        ("pad: Show whose turn it is\n", True),
        ("Show whose turn it is.\n", True),
        (f"pad: Show {'x' * 62}.\n\nLong.\n", True),
    ],
)
def test_a_subject_is_an_area_and_a_sentence_in_72_characters(message: str, is_stopped: bool) -> None:
    assert is_stopped_by_the_hook(message) == is_stopped


def test_every_commit_since_the_hook_has_such_a_subject() -> None:
    command = ["git", "log", "--no-merges", "--format=%s", f"{FIRST_WITH_A_HOOK}..HEAD"]
    log = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if log.returncode:
        miss(HISTORY)
    assert [subject for subject in log.stdout.splitlines() if is_stopped_by_the_hook(f"{subject}\n")] == []


def is_stopped_by_the_hook(message: str) -> bool:
    """Return whether the hook of .pre-commit-config.yaml refuses a message."""
    (repository,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    (hook,) = (each for each in repository["hooks"] if each["id"] == "subject")
    flags = re.MULTILINE | re.DOTALL  # as pre-commit reads a whole file
    return bool(re.search(hook["entry"].encode(), message.encode(), flags))
