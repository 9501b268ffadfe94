"""Restored files replace the old ones all or not at all, wherever a power cut happens."""

import os

import pytest

from tournaments.storage.replacement import Move, decide, finish_restore

STEPS = 12


class PowerCut(BaseException):
    """The machine loses power."""


@pytest.fixture
def folder(tmp_path):
    """Return a database and certificates, and their successors beside them."""
    for name, content in {"data": "old", "data.new": "new", "data-wal": "old log"}.items():
        (tmp_path / name).write_text(content)
    for name, content in {"certificates": "old", "certificates.new": "new"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "authority").write_text(content)
    return tmp_path


def moves(folder):
    return [
        Move(*(str(folder / name) for name in ("data.new", "data", "data.aside"))),
        Move("", str(folder / "data-wal"), str(folder / "data.aside-wal")),
        Move(*(str(folder / name) for name in ("certificates.new", "certificates", "certificates.aside"))),
    ]


def contents(folder):
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in {".part", ".lock"})
    return {str(path.relative_to(folder)): path.read_text() for path in files}


DONE = {
    "data": "new", "data.aside": "old", "data.aside-wal": "old log",
    "certificates/authority": "new", "certificates.aside/authority": "old",
}  # fmt: skip


def cut_at(monkeypatch, step):
    """Cut the power instead of the change of this number on the disk."""
    left = [step]
    for name in ("link", "rename", "replace", "unlink"):
        real = getattr(os, name)

        def change(*arguments, real=real, **more):
            if not left[0]:
                raise PowerCut
            left[0] -= 1
            return real(*arguments, **more)

        monkeypatch.setattr(os, name, change)


@pytest.mark.parametrize("step", range(STEPS))
def test_a_power_cut_leaves_everything_as_it_was_or_is_made_good_by_the_next_start(step, folder, monkeypatch):
    before = contents(folder)
    with monkeypatch.context() as cut:
        cut_at(cut, step)
        try:
            decide(folder, moves(folder))
            finish_restore(folder)
        except PowerCut:
            pass
    was_decided = step > 0
    finish_restore(folder)
    assert contents(folder) == (DONE if was_decided else before)


def test_with_nothing_decided_nothing_happens(folder):
    before = contents(folder)
    finish_restore(folder)
    assert contents(folder) == before


def test_the_cuts_of_this_file_reach_the_last_step(folder, monkeypatch):
    cut_at(monkeypatch, STEPS)
    decide(folder, moves(folder))
    finish_restore(folder)
    assert contents(folder) == DONE
