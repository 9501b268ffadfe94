"""How restored files take their places: all of them or none, whenever the machine goes down.

A restore prepares everything beside what is there. Then one file, `restore.json` in DATA_DIR, gets its name:
from that moment the moves it lists are decided, and whoever starts next carries out what is left of them.
Plain Python, because the settings ask for it before there is a Django.
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
    """What is at `current` goes `aside`, and `new` takes its place.

    With an empty `new` nothing takes the place; with an empty `aside` what is there need not be kept.
    """

    new: str
    current: str
    aside: str


def decide(data_dir: Path, moves: Iterable[Move]) -> None:
    """Store the moves; from here on they happen."""
    draft = data_dir / f"{LIST}.part"
    with draft.open("w", encoding="utf-8") as file:
        json.dump([asdict(move) for move in moves], file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(data_dir / LIST)


def finish_restore(data_dir: Path) -> None:
    """Carry out what is left of the moves; nothing where none are decided. Safe to repeat."""
    decided = data_dir / LIST
    if not decided.exists():
        return
    for move in json.loads(decided.read_text(encoding="utf-8")):
        carry_out(Move(**move))
    decided.unlink()


def carry_out(move: Move) -> None:
    """One move; a second time it does nothing."""
    current, aside = Path(move.current), Path(move.aside)
    if not move.new:
        if current.exists():
            current.replace(aside)
    elif Path(move.new).exists():
        if move.aside and current.exists() and not aside.exists():
            keep(current, aside)
        Path(move.new).replace(current)


def keep(current: Path, aside: Path) -> None:
    """Give what is there another name; a file keeps its own too until the new one replaces it."""
    if current.is_file():
        with contextlib.suppress(OSError):  # a file system without links
            os.link(current, aside)
            return
    current.rename(aside)
