"""Share the test files out among the workers of a run.

A file is run by one worker. The fixtures of a folder with servers or browsers start processes once in each
worker that has a file of the folder, which takes seconds each time. So such a folder is cut into few parts:
none takes longer than what falls to one worker of all that needs servers. And the files whose tests read the
source of the whole project go to one worker, which parses it once (tests/sources.py).
"""

from collections.abc import Iterable
from functools import cached_property
from math import ceil
from pathlib import Path
from typing import Any

from xdist.scheduler import LoadFileScheduling

from tests.order import ROOT, Record, has_servers

TREE = {"clocks", "docs", "edges", "instants", "layers", "limits", "locale", "reach", "words"}
READERS = {f"tests/test_{name}.py" for name in TREE}


class Sharing(LoadFileScheduling):
    """Hands out whole files, and those of a folder with servers by parts of the folder."""

    def __init__(self, config: Any, log: Any, record: Record) -> None:
        super().__init__(config, log)
        self.record = record

    @cached_property
    def parts(self) -> dict[str, str]:
        """Return the parts of the folders with servers; and that of the readers of the tree."""
        files = {name.partition("::")[0] for name in self.collection or ()}
        return parts_of_folders(files, self.record, self.numnodes) | dict.fromkeys(READERS, "readers")

    def _split_scope(self, nodeid: str) -> str:
        """Return what is handed out with this test: its file, or the part of its folder."""
        file = nodeid.partition("::")[0]
        return self.parts.get(file, file)


def parts_of_folders(files: Iterable[str], record: Record, workers: int) -> dict[str, str]:
    """Return the part of its folder for each file with servers."""
    seconds = {
        file: record[file].seconds if file in record else 1.0
        for file in sorted(files)
        if has_servers(Path(ROOT, file))
    }
    share = sum(seconds.values()) / workers
    parts: dict[str, str] = {}
    for folder in {Path(file).parent for file in seconds}:
        of_folder = {file: each for file, each in seconds.items() if Path(file).parent == folder}
        sums = dict.fromkeys(range(1, ceil(sum(of_folder.values()) / share) + 1), 0.0)
        for file, each in sorted(of_folder.items(), key=lambda each: -each[1]):
            shortest = min(sums, key=lambda part: sums[part])
            sums[shortest] += each
            parts[file] = f"{folder.name}, part {shortest}"
    return parts
