"""Corrections of single cells in an uploaded table, so that the file need not be uploaded again."""

import csv
import io
from collections.abc import Mapping

from scoring.paper.lines import HEADER, Line
from tournaments.storage.uploads.spreadsheets import Upload, read_lines

Cell = tuple[int, int]  # the number of the line, the header 1; the place in it, from 0


def with_corrections(upload: Upload, cells: Mapping[Cell, str]) -> Upload:
    """Return the file as a tab-separated one with these cells replaced; every line keeps its number.

    Raises NotPossible as `read_lines`.
    """
    lines = read_lines(upload)
    header = lines[0].number if lines else HEADER
    by_line: dict[int, dict[int, str]] = {}
    for (number, place), cell in cells.items():
        by_line.setdefault(header if number == HEADER else number, {})[place] = cell
    width = max((len(line.cells) for line in lines), default=0)
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter="\t", lineterminator="\n")
    if header > HEADER:
        stream.write("sep=\t\n")
    at = header
    for line in lines:
        stream.write("\n" * (line.number - at))
        writer.writerow(correct_line(line, by_line.get(line.number, {}), width))
        at = line.number + 1
    return Upload(upload.name, stream.getvalue().encode())


def correct_line(line: Line, cells: Mapping[int, str], width: int) -> list[str]:
    """Return the cells of a line, each in one line of the file, as many as in the longest one."""
    typed = [*line.cells, *[""] * (width - len(line.cells))]
    return [" ".join(cells.get(place, cell).split()) for place, cell in enumerate(typed)]
