"""Standings and rounds as tables for spreadsheets: CSV and XLSX, with nothing in them that could run.

CSV begins with a byte order mark, without which spreadsheets take umlauts for something else. A name that a
spreadsheet would take for a formula has an apostrophe before it; figures stay figures.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

FORMULA_SIGNS = tuple("=+-@\t\r\n＝＋－＠﹦﹢﹣﹫")  # a Japanese Excel takes the wide ones too
COLUMNS = ("rank", "number", "name", "total")
SERIES_COLUMNS = ("category", "rank", "name", "total")
ROUND_COLUMNS = ("round", "table", "seat", "number", "name", "account", "points", "deals")
BYTE_ORDER_MARK = "\ufeff"
WIDE = 28  # of the column of names
MOMENT, NO_MOMENT = re.compile(rb">\d{4}-\d\d-\d\dT[\d:]+Z<"), b">1980-01-01T00:00:00Z<"
Table = Iterable[Sequence[Any]]


def harmless(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula."""
    if not isinstance(cell, str):
        return cell
    kept = writable(cell)
    runs = kept.lstrip().startswith(FORMULA_SIGNS) or kept.startswith(FORMULA_SIGNS)
    return f"'{kept}" if runs and not is_figure(kept) else kept


def writable(text: str) -> str:
    """A text without the control signs no file can hold."""
    return "".join(sign for sign in text if sign >= " " or sign in "\t\r\n")


def is_figure(text: str) -> bool:
    """Whether a text is an exact fraction below zero, such as -7/3: a value, which nobody runs."""
    try:
        Fraction(text)
    except ValueError:
        return False
    return "/" in text


def standings_table(standings: Mapping[str, Any]) -> Iterator[list[Any]]:
    """Head and rows; empty where somebody sat a round out, and the rank of who is not placed."""
    keys = [each["name"] for each in standings["ties_broken_by"]]
    yield [*COLUMNS, *(f"round{number}" for number in standings["rounds"]), *keys]
    for row in standings["rows"]:
        ties = (row["tie_breaks"].get(key) for key in keys)
        yield [row["rank"], row["number"], row["name"], row["total"], *row["rounds"], *ties]


def rounds_table(places: Iterable[Mapping[str, Any]]) -> Iterator[list[Any]]:
    """Head and one row for every seat of every table."""
    yield list(ROUND_COLUMNS)
    for place in places:
        yield [place[name] for name in ROUND_COLUMNS]


def series_lists_table(table: Mapping[str, Any]) -> Iterator[list[Any]]:
    """Head and rows of a series: everybody's list, with an empty category, then every category's.

    A column for each event; the last names those that somebody played and that do not count.
    """
    yield [*SERIES_COLUMNS, *(event.slug for event in table["events"]), "left_out"]
    others = [] if table["category"] else table["lists"]
    for each in ({"key": table["category"], "rows": table["rows"]}, *others):
        for row in each["rows"]:
            yield [each["key"], row["rank"], row["name"], row["total"], *series_cells(row["cells"])]


def series_cells(cells: Iterable[Mapping[str, Any] | None]) -> list[Any]:
    """What every event gave, None where somebody did not play, and which do not count."""
    played = list(cells)
    left_out = [cell["event"] for cell in played if cell and not cell["counts"]]
    return [*(cell["value"] if cell else None for cell in played), " ".join(left_out)]


def as_csv(table: Table) -> bytes:
    """The table as a file."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([harmless(cell) for cell in row] for row in table)
    return (BYTE_ORDER_MARK + out.getvalue()).encode()


def as_xlsx(title: str, notes: Sequence[str], tables: Mapping[str, Table]) -> bytes:
    """A workbook: a page for every table, each under the title and the notes (state, version, hash)."""
    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.title = writable(title)
    for name, table in tables.items():
        fill_page(book.create_sheet(name[:31]), title, notes, table)
    out = io.BytesIO()
    book.save(out)
    return timeless(out)


def timeless(book: io.BytesIO) -> bytes:
    """A workbook without the moment it was made: the same tables are the same file."""
    out = io.BytesIO()
    with ZipFile(book) as made, ZipFile(out, "w", ZIP_DEFLATED) as kept:
        for name in made.namelist():
            content = MOMENT.sub(NO_MOMENT, made.read(name)) if name.endswith("core.xml") else made.read(name)
            kept.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return out.getvalue()


def fill_page(page: Worksheet, title: str, notes: Sequence[str], table: Table) -> None:
    """Title, notes, an empty line, head and rows; the head stays in sight."""
    for line in (title, *notes):
        page.append([harmless(line)])
    page["A1"].font = Font(bold=True, size=14)
    page.append([])
    for row in table:
        page.append([spreadsheet_cell(cell) for cell in row])
    head = len(notes) + 3
    for cell in page[head]:
        cell.font = Font(bold=True)
        if cell.value == "name":
            page.column_dimensions[cell.column_letter].width = WIDE
    page.freeze_panes = f"A{head + 1}"


def spreadsheet_cell(cell: Any) -> Any:
    """A cell of a workbook: figures as figures, an exact fraction rounded to what a spreadsheet can hold."""
    if isinstance(cell, str) and is_figure(cell):
        return float(Fraction(cell))
    return harmless(cell)
