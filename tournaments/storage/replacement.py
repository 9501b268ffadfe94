"""Move restored files into place: all of them or none, even if the machine crashes.

A restore prepares all files beside the current ones. Then one file, `restore.json` in DATA_DIR, is
renamed: from that moment the moves it lists are decided, and the next process to start carries out the
remaining ones. With PostgreSQL the commit decides: the list is written before it under a name with the time
of the restore, which the replaced schema has too, and is renamed after it or by the next process to start.
Plain Python, because the settings call it before Django is set up.
"""

import contextlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from tournaments.storage.lock import alone

LIST = "restore.json"
PREPARED = "restore%s.json"
LOCK = "restore-end.lock"
SECONDS = 60  # for another process that carries out the same moves


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
    write(data_dir / LIST, moves)


def prepare(data_dir: Path, moves: Iterable[Move], aside: str) -> None:
    """Store the moves of a restore before its commit; `aside` is the end of the old schema's new name."""
    forget_prepared(data_dir)
    write(data_dir / (PREPARED % aside), moves)


def decide_prepared(data_dir: Path, is_committed: Callable[[str], bool]) -> None:
    """Decide the prepared moves if `is_committed(aside)` says that their database is committed."""
    before, after = PREPARED.split("%s")
    for prepared in prepared_lists(data_dir):
        if is_committed(prepared.name.removeprefix(before).removesuffix(after)):
            with contextlib.suppress(FileNotFoundError):  # another process was faster
                prepared.replace(data_dir / LIST)


def forget_prepared(data_dir: Path) -> None:
    """Delete the lists of restores that were never committed."""
    for prepared in prepared_lists(data_dir):
        prepared.unlink()


def prepared_lists(data_dir: Path) -> list[Path]:
    """Return the lists that wait for a commit."""
    return sorted(data_dir.glob(PREPARED % ".before-*"))


def write(file: Path, moves: Iterable[Move]) -> None:
    """Write a list that is whole on the disk before it has its name."""
    draft = file.with_name(f"{file.name}.part")
    with draft.open("w", encoding="utf-8") as opened:
        json.dump([asdict(move) for move in moves], opened)
        opened.flush()
        os.fsync(opened.fileno())
    draft.replace(file)


def finish_restore(data_dir: Path) -> None:
    """Carry out the remaining moves, if any are decided. Safe to repeat, and in several processes at once."""
    decided = data_dir / LIST
    if not decided.exists():
        return
    with alone(data_dir / LOCK, SECONDS):
        if decided.exists():
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
