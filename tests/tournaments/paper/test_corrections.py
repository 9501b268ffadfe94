"""Corrected cells of an uploaded table: the lines keep their numbers in every layout."""

import pytest

from tests.tournaments.paper_files import as_workbook
from tournaments.storage.uploads.corrections import with_corrections
from tournaments.storage.uploads.spreadsheets import Upload, read_lines

PLAIN = Upload("list.csv", b'a,b\n1,"x, y"\n\n2,"two\nlines"\n3,4\n')
LAYOUTS = {
    "commas": PLAIN,
    "semicolons in cells": Upload("list.csv", b"a,b\n1,2;3;4\n5,6;7;8\n"),
    "sep=": Upload("list.csv", b"sep=;\na;b\n1;2\n"),
    "Excel": as_workbook(PLAIN),
    "short lines": Upload("list.csv", b"a,b,c\n1\n2,3,4\n"),
    "nothing": Upload("list.csv", b""),
}


def cells(upload):
    """Return the filled cells by line and place; spaces and line ends in a cell do not matter."""
    return {
        (line.number, place): " ".join(cell.split())
        for line in read_lines(upload)
        for place, cell in enumerate(line.cells)
        if cell.strip()
    }


@pytest.mark.parametrize("upload", LAYOUTS.values(), ids=LAYOUTS)
def test_without_corrections_every_cell_keeps_its_place(upload):
    assert cells(with_corrections(upload, {})) == cells(upload)


@pytest.mark.parametrize("upload", [LAYOUTS["commas"], LAYOUTS["sep="], LAYOUTS["Excel"]])
def test_one_cell_is_corrected_and_the_header_is_line_1(upload):
    last = max(cells(upload))
    rows = cells(with_corrections(upload, {last: "new\tword", (1, 0): "first"}))
    header = min(cells(upload))
    assert rows == {**cells(upload), last: "new word", header: "first"}
