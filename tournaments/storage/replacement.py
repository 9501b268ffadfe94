"""Move restored files into place: all of them or none, even if the machine crashes.

A restore prepares all files beside the current ones. Then one file, `restore.json` in DATA_DIR, is
renamed: from that moment the moves it lists are decided, and the next process to start carries out the
remaining ones. Plain Python, because the settings call it before Django is set up.
"""

import contextlib
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

LIST = "restore.json"


@dataclass(frozen=True, slots=True)
class Move:
    """Move the file at `current` to `aside`, and `new` to `current`.

    With an empty `new` nothing replaces it; with an empty `aside` the current file need not be kept.
    """

    new: str
    current: str
    aside: str


def decide(data_dir: Path, moves: Iterable[Move]) -> None:
    """Store the moves; from then on they will be carried out."""
    draft = data_dir / f"{LIST}.part"
    with draft.open("w", encoding="utf-8") as file:
        json.dump([asdict(move) for move in moves], file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(data_dir / LIST)


def finish_restore(data_dir: Path) -> None:
    """Carry out the remaining moves, if any are decided. Safe to repeat."""
    decided = data_dir / LIST
    if not decided.exists():
        return
    for move in json.loads(decided.read_text(encoding="utf-8")):
        carry_out(Move(**move))
    decided.unlink()


def carry_out(move: Move) -> None:
    """Carry out one move; repeating it does nothing."""
    current, aside = Path(move.current), Path(move.aside)
    if not move.new:
        if current.exists():
            current.replace(aside)
    elif Path(move.new).exists():
        if move.aside and current.exists() and not aside.exists():
            keep(current, aside)
        Path(move.new).replace(current)


def keep(current: Path, aside: Path) -> None:
    """Rename the current file or folder; a file keeps its own name as well until it is replaced."""
    if current.is_file():
        with contextlib.suppress(OSError):  # a file system without links
            os.link(current, aside)
            return
    current.rename(aside)
