"""Uploaded files that cost more than they are worth: bounded by what they hold, ended where they are not.

What a reader may take is measured in seconds of the processor and in memory, never by a clock.
"""

import io
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from scoring.not_possible import NotPossible
from server.clients import IS_WANTED
from tests.builders import a_club, an_event
from tests.faults.hostile_files import WORKBOOKS, a_picture, a_workbook
from tests.tournaments.visitors import ada, text_of
from tournaments.services.installation.event_document import MOST_VALUES, read_document
from tournaments.storage.archive import EVENT, EVENT_MEMBER, ArchiveWriter, BrokenBackup, open_archive
from tournaments.storage.uploads import apart
from tournaments.storage.uploads.apart import Limits, Stopped, Unwanted, read_apart
from tournaments.storage.uploads.pictures import stored_picture
from tournaments.storage.uploads.spreadsheets import Upload, read_lines, with_contents

MOST_SECONDS = 3  # of processor for any of these files, of the ten that the reader may take
MOST_KILOBYTES = 40 * 1024  # by which the process that answers may grow
TO_BE_SURE = 1.5  # times the limit: the system ends a process at its next look


def seconds_of_readers() -> float:
    """Return the seconds of processor that processes of readers took so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def own_kilobytes() -> int:
    """Return the most memory that this process had at any time."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@contextmanager
def is_wanted(answer: bool) -> Iterator[None]:
    """Let the client of the request at hand wait, or be gone."""
    token = IS_WANTED.set(lambda: answer)
    try:
        yield
    finally:
        IS_WANTED.reset(token)


def refusal_of(upload: Upload) -> NotPossible | None:
    """Read a file, and return its refusal if it has one."""
    try:
        read_lines(upload)
    except NotPossible as refusal:
        return refusal
    return None


@pytest.mark.parametrize("name", WORKBOOKS)
def test_a_hostile_workbook_is_read_or_refused_within_limits(name: str) -> None:
    content = WORKBOOKS[name]()
    took, held = seconds_of_readers(), own_kilobytes()
    refusal = refusal_of(Upload("list.xlsx", content))
    assert seconds_of_readers() - took < MOST_SECONDS
    assert own_kilobytes() - held < MOST_KILOBYTES
    assert refusal is None or refusal.message.endswith(".")


@pytest.mark.parametrize("greed", ["processor", "memory"])
def test_a_reader_that_takes_more_than_its_limits_is_ended(greed: str) -> None:
    took = seconds_of_readers()
    with pytest.raises(Stopped):
        read_apart("tests.faults.greedy", greed.encode(), Limits(seconds=1, megabytes=200))
    assert seconds_of_readers() - took < TO_BE_SURE


def test_a_reader_ends_when_its_client_is_gone() -> None:
    took = seconds_of_readers()
    with is_wanted(False), pytest.raises(Unwanted):
        read_apart("tests.faults.greedy", b"processor", Limits(seconds=60, megabytes=200))
    assert seconds_of_readers() - took < MOST_SECONDS


def test_a_workbook_whose_reader_ended_with_its_client_is_read_when_it_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    upload = Upload("list.xlsx", a_workbook())
    monkeypatch.setattr(apart, "SECONDS_TO_LOOK", 0.001)
    with is_wanted(False), pytest.raises(NotPossible, match="Choose it again"):
        with_contents(upload)
    monkeypatch.undo()
    assert [line.cells for line in read_lines(upload)] == [("Name",), ("Ada Lund",)]


def test_a_workbook_that_was_read_is_not_read_again() -> None:
    upload = with_contents(Upload("list.xlsx", a_workbook()))
    took = seconds_of_readers()
    assert [line.cells for line in read_lines(upload)] == [("Name",), ("Ada Lund",)]
    assert seconds_of_readers() == took


def test_a_workbook_that_was_refused_is_not_read_again() -> None:
    upload = with_contents(Upload("list.xlsx", WORKBOOKS["a cell of 50 MB"]()))
    took = seconds_of_readers()
    assert refusal_of(upload) is not None
    assert seconds_of_readers() == took


@pytest.mark.django_db
def test_a_page_of_a_hostile_list_is_shown_again_without_its_reader() -> None:
    director, event = ada(), an_event()
    file = io.BytesIO(WORKBOOKS["empty cells in column XFD"]())
    file.name = "list.xlsx"
    director.post(f"/events/{event.slug}/organise/players/upload/", {"file": file})
    took = seconds_of_readers()
    assert "list.xlsx" in text_of(director.get(f"/events/{event.slug}/organise/players/list/"))
    assert seconds_of_readers() == took


@pytest.mark.django_db
def test_a_page_of_hostile_paper_files_names_each_and_is_shown_again_without_their_reader() -> None:
    director, event = ada(), an_event()
    address, hostile = f"/events/{event.slug}/organise/paper/", WORKBOOKS["full cells in column XFD"]()
    files = {part: io.BytesIO(hostile) for part in ("seating", "sheets")}
    for part, file in files.items():
        file.name = f"{part}.xlsx"
    page = director.post(address, files, follow=True)
    assert text_of(page).count("This Excel file is too large.") == len(files)
    took = seconds_of_readers()
    director.get(address)
    assert seconds_of_readers() == took


def test_a_picture_of_many_pixels_costs_this_process_nothing() -> None:
    took, held = seconds_of_readers(), own_kilobytes()
    content = a_picture(4000, 4000)
    assert len(content) < 300_000
    held = own_kilobytes()
    try:
        stored_picture(content)
    except NotPossible as refusal:
        assert refusal.message.endswith(".")
    assert own_kilobytes() - held < MOST_KILOBYTES
    assert seconds_of_readers() - took < MOST_SECONDS


@pytest.mark.django_db
def test_an_emblem_that_breaks_its_reader_is_refused_with_a_sentence() -> None:
    owner, club = ada(), a_club()
    file = io.BytesIO(a_picture(4000, 4000)[:2000])
    file.name = "emblem.png"
    page = owner.post(f"/clubs/{club.slug}/emblem/", {"picture": file})
    assert "A PNG or JPEG picture was expected" in text_of(page)


def an_archive(folder: Path, event: bytes) -> Path:
    """Write an archive of an event that holds these bytes."""
    file = folder / "event.zip"
    facts = {"program": "1", "made_at": "", "database": "", "schema": {}, "counts": {}, "events": 1}
    with file.open("wb") as out, ArchiveWriter(out, EVENT) as writer:
        writer.add(EVENT_MEMBER, [event])
        writer.finish(facts)
    return file


def test_an_archive_of_more_bytes_than_any_event_is_refused_before_it_is_unpacked(
    tmp_path: Path,
) -> None:
    file = an_archive(tmp_path, b" " * (EVENT.most_unpacked or 0) + b"{}")
    held = own_kilobytes()
    with pytest.raises(BrokenBackup) as refusal, open_archive(file, EVENT):
        pass
    assert refusal.value.code == "too_large" and own_kilobytes() - held < MOST_KILOBYTES


def test_an_archive_of_more_values_than_any_event_is_refused_before_they_are_made(tmp_path: Path) -> None:
    words = Random(1).randbytes(200_000).hex().encode()  # so that it is no bomb of bytes
    file = an_archive(tmp_path, b"[" + b"[]," * MOST_VALUES + b'"' + words + b'"]')
    held = own_kilobytes()
    with open_archive(file, EVENT) as archive, pytest.raises(BrokenBackup) as refusal:
        read_document(archive)
    assert refusal.value.code == "too_large" and own_kilobytes() - held < 2 * MOST_KILOBYTES
