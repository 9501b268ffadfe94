"""Standings and rounds as tables for spreadsheets: CSV and XLSX, without executable content.

CSV begins with a byte order mark, without which spreadsheets misread umlauts. A name that a spreadsheet would
read as a formula gets an apostrophe in front; numbers remain numbers.
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

FORMULA_SIGNS = tuple("=+-@\t\r\n＝＋－＠﹦﹢﹣﹫")  # a Japanese Excel accepts the full-width ones too
COLUMNS = ("rank", "number", "name", "total")
SERIES_COLUMNS = ("category", "rank", "name", "total")
UNRANKED = "unranked"  # the last column, where a row has no rank
ROUND_COLUMNS = ("round", "table", "seat", "number", "name", "account", "points", "deals")
BYTE_ORDER_MARK = "\ufeff"
WIDE = 28  # of the column of names
MOMENT, NO_MOMENT = re.compile(rb">\d{4}-\d\d-\d\dT[\d:]+Z<"), b">1980-01-01T00:00:00Z<"
Table = Iterable[Sequence[Any]]


def harmless(cell: Any) -> Any:
    """Return a cell that no spreadsheet reads as a formula."""
    if not isinstance(cell, str):
        return cell
    kept = writable(cell)
    runs = kept.lstrip().startswith(FORMULA_SIGNS) or kept.startswith(FORMULA_SIGNS)
    return f"'{kept}" if runs and not is_figure(kept) else kept


def writable(text: str) -> str:
    """Return a text without control characters that files cannot contain."""
    return "".join(sign for sign in text if sign >= " " or sign in "\t\r\n")


def is_figure(text: str) -> bool:
    """Return whether a text is a negative exact fraction, such as -7/3: a value that needs no apostrophe."""
    try:
        Fraction(text)
    except ValueError:
        return False
    return "/" in text


def standings_table(standings: Mapping[str, Any]) -> Iterator[list[Any]]:
    """Yield header and rows; empty for a round sat out, and for the rank of an unranked entrant.

    Where a row has no rank, the last column says why.
    """
    keys = [each["name"] for each in standings["ties_broken_by"]]
    last = [] if all(map(is_ranked, standings["rows"])) else [UNRANKED]
    yield [*COLUMNS, *(f"round{number}" for number in standings["rounds"]), *keys, *last]
    for row in standings["rows"]:
        ties = (row["tie_breaks"].get(key) for key in keys)
        ranked = [row["rank"], row["number"], row["name"], row["total"], *row["rounds"], *ties]
        yield [*ranked, *(why_unranked(row) for _ in last)]


def is_ranked(row: Mapping[str, Any]) -> bool:
    """Return whether a row has a rank."""
    return not row["unranked"]


def why_unranked(row: Mapping[str, Any]) -> str:
    """Return why a row has no rank; empty for a ranked one."""
    return "" if is_ranked(row) else str(row["unranked"]["words"])


def rounds_table(places: Iterable[Mapping[str, Any]]) -> Iterator[list[Any]]:
    """Yield the header and one row per seat of every table."""
    yield list(ROUND_COLUMNS)
    for place in places:
        yield [place[name] for name in ROUND_COLUMNS]


def series_lists_table(table: Mapping[str, Any]) -> Iterator[list[Any]]:
    """Yield header and rows of a series: the overall list, with an empty category, then one per category.

    One column per event, then the player's events that do not count; where a row has no rank, the last
    column says why.
    """
    others = [] if table["category"] else table["lists"]
    last = [] if all(map(is_ranked, table["rows"])) else [UNRANKED]
    yield [*SERIES_COLUMNS, *(event.slug for event in table["events"]), "left_out", *last]
    for each in ({"key": table["category"], "rows": table["rows"]}, *others):
        for row in each["rows"]:
            ranked = [each["key"], row["rank"], row["name"], row["total"], *series_cells(row["cells"])]
            yield [*ranked, *(why_unranked(row) for _ in last)]


def series_cells(cells: Iterable[Mapping[str, Any] | None]) -> list[Any]:
    """Return the result of every event, None for an absence, and which ones do not count."""
    played = list(cells)
    left_out = [cell["event"] for cell in played if cell and not cell["counts"]]
    return [*(cell["value"] if cell else None for cell in played), " ".join(left_out)]


def as_csv(table: Table) -> bytes:
    """Return the table as a CSV file."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([harmless(cell) for cell in row] for row in table)
    return (BYTE_ORDER_MARK + out.getvalue()).encode()


def as_xlsx(title: str, notes: Sequence[str], tables: Mapping[str, Table]) -> bytes:
    """Return a workbook: one sheet per table, below the title and the notes (state, version, hash)."""
    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.title = writable(title)
    for name, table in tables.items():
        fill_page(book.create_sheet(name[:31]), title, notes, table)
    out = io.BytesIO()
    book.save(out)
    return timeless(out)


def timeless(book: io.BytesIO) -> bytes:
    """Return a workbook without timestamps, so that the same tables give the same file."""
    out = io.BytesIO()
    with ZipFile(book) as made, ZipFile(out, "w", ZIP_DEFLATED) as kept:
        for name in made.namelist():
            content = MOMENT.sub(NO_MOMENT, made.read(name)) if name.endswith("core.xml") else made.read(name)
            kept.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return out.getvalue()


def fill_page(page: Worksheet, title: str, notes: Sequence[str], table: Table) -> None:
    """Write title, notes, an empty line, header and rows; freeze the header."""
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
    """Return a workbook cell: numbers as numbers, an exact fraction rounded to a spreadsheet's precision."""
    if isinstance(cell, str) and is_figure(cell):
        return float(Fraction(cell))
    return harmless(cell)
