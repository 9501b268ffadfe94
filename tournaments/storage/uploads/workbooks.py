"""Read a workbook (XLSX, XLS, XLSB, ODS) as plain values, in a process of its own (`apart.py`).

Standard input: a line of JSON with the `sheet` that is wanted ("" for all that a person sees), then the file.
Standard output: JSON of `read`. Nothing here knows Django; the sentences of refusals are in
`spreadsheets.py`. What the reader of workbooks does not tell, which rows and columns are hidden and which
sheet is in front, is looked up in the parts of an XLSX: openpyxl would build every cell for it.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime, time
from io import BytesIO
from typing import Any
from xml.etree import ElementTree
from zipfile import BadZipFile, ZipFile

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from tournaments.storage.uploads.letters import TooManyMarks, composed

ZIP = b"PK\x03\x04"
MOST_UNPACKED = 64 * 1024 * 1024
MOST_PARTS = 1000  # files in a workbook
MOST_SHEETS = 10  # that are read, where none is wanted
MOST_ROWS, MOST_COLUMNS = 50_000, 100
MOST_CELLS = 600_000  # with something in them, of all sheets
LONGEST_CELL = 32_767  # characters; Excel has the same limit
MOST_TEXT = 16 * 1024 * 1024  # characters of all sheets
MOST_MERGED = 60_000  # cells under merged ones, of a sheet
HIDDEN = re.compile(
    rb"""<(?:\w+:)?(row|col)\b(?=[^<>]*\s(?:hidden=["'](?:1|true)|(?:ht|width)=["']0(?:\.0+)?)["'])[^<>]*>"""
)
NUMBERS = re.compile(rb"""\s(r|min|max)=["'](\d{1,7})["']""")
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
OPEN = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"  # of ODS
SIDES = ("rows", "columns")
UNSEEN = ("collapse", "filter")  # rows and columns of ODS that nobody sees
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"

Rows = dict[int, list[str]]  # the cells of each filled row, by its number from 1 on


class Refused(Exception):
    """A file or a sheet that is not read: a code, and the values of its sentence."""

    def __init__(self, code: str, **values: int) -> None:
        super().__init__(code)
        self.as_json = {"code": code, **values}


class Room:
    """What is left of the bounds that all sheets of a file share."""

    cells, text = MOST_CELLS, MOST_TEXT

    def take(self, cell: str) -> str:
        """Return a cell. Raises Refused (`too_large`) where it is too long or one too many."""
        self.cells -= bool(cell)
        self.text -= len(cell)
        if len(cell) > LONGEST_CELL or self.cells < 0 or self.text < 0:
            raise Refused("too_large")
        return cell


def read(content: bytes, name_of_sheet: str = "") -> dict[str, Any]:
    """Return the names of the sheets, all and those `seen`, the active one first, and what is read of them.

    A sheet has `lines` (number and cells of each filled row), `hidden_rows`, `hidden_columns`, or the
    `refusal` why it has none. Raises Refused.
    """
    refuse_bomb(content)
    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(content))
    except PasswordError as error:
        raise Refused("protected") from error
    except (CalamineError, OSError, ValueError) as error:
        raise Refused("unreadable") from error
    sheets = [each for each in workbook.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
    known = [each.name for each in sheets]
    parts = Parts(content)
    visible = [each.name for each in sheets if each.visible == SheetVisibleEnum.Visible] or known
    seen = sorted(visible, key=lambda name: name != parts.active)
    if not known:
        raise Refused("unreadable")
    names, room = [name_of_sheet] if name_of_sheet else seen[:MOST_SHEETS], Room()
    return {
        "known": known,
        "seen": seen,
        "sheets": {name: read_sheet(workbook, name, parts, room) for name in names if name in known},
    }


def refuse_bomb(content: bytes) -> None:
    """Raise Refused for a workbook of too many parts, or that says itself how much it unpacks to."""
    if not content.startswith(ZIP):
        return
    try:
        with ZipFile(BytesIO(content)) as packed:
            entries = packed.infolist()
    except (BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise Refused("unreadable") from error
    if len(entries) > MOST_PARTS or sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise Refused("too_large")


def read_sheet(workbook: CalamineWorkbook, name: str, parts: "Parts", room: Room) -> dict[str, Any]:
    """Return one sheet, or why it is not read."""
    try:
        sheet = workbook.get_sheet_by_name(name)
        rows = rows_of(sheet, room)
    except Refused as refusal:
        return {"refusal": refusal.as_json}
    except (CalamineError, OSError, ValueError):
        return {"refusal": {"code": "unreadable"}}
    spread_merged(rows, sheet.merged_cell_ranges or parts.merged.get(name, []))
    hidden = parts.hidden_in(name)
    return {
        "lines": sorted(rows.items()),
        "hidden_rows": [number for number in hidden["row"] if number in rows],
        "hidden_columns": [number - 1 for number in hidden["col"]],
    }


def rows_of(sheet: CalamineSheet, room: Room) -> Rows:
    """Return the filled rows of a sheet, each up to its last filled cell. Raises Refused."""
    if sheet.start is None or sheet.end is None:
        return {}
    if sheet.end[0] >= MOST_ROWS:
        raise Refused("too_many_rows")
    rows: Rows = {}
    before = [""] * min(sheet.start[1], MOST_COLUMNS)
    for number, values in enumerate(sheet.iter_rows(), start=sheet.start[0] + 1):
        width = next((at for at in range(len(values), 0, -1) if values[at - 1] not in ("", None)), 0)
        if width and sheet.start[1] + width > MOST_COLUMNS:
            raise Refused("too_many_columns", line=number, found=sheet.start[1] + width)
        if width:
            rows[number] = [*before, *(room.take(cell_text(value)) for value in values[:width])]
    return rows


def cell_text(value: Any) -> str:
    """Return a cell as it would be typed: whole numbers without a decimal point, booleans as words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, date):
        return value.isoformat()
    try:
        return composed(str(value))
    except TooManyMarks as error:
        raise Refused("accents") from error


# Merged cells

Range = tuple[tuple[int, int], tuple[int, int]]  # the first and the last cell, row and column from 0 on


def spread_merged(rows: Rows, merged: Iterable[Range]) -> None:
    """Give the value of a merged cell to all of its rows, and that of a heading to all of its columns.

    A sheet that merges more than it could hold is left as it is.
    """
    ranges = list(merged)
    if sum((last[0] - first[0] + 1) * (last[1] - first[1] + 1) for first, last in ranges) > MOST_MERGED:
        return
    filled = [(row, at) for row, cells in sorted(rows.items()) for at, cell in enumerate(cells) if cell]
    widths = Counter(row for row, _ in filled)
    lasts = {at: row for row, at in filled}
    firsts = {at: row for row, at in reversed(filled) if widths[row] > 1}
    for (first_row, left), (last_row, right) in ranges:
        top, bottom = first_row + 1, last_row + 1
        value = cell_at(rows, top, left)
        # A heading: each of its other columns goes on below, and has no heading of its own above
        others = range(left + 1, right + 1)
        is_heading = all(lasts.get(at, 0) > bottom and firsts.get(at, bottom) >= top for at in others)
        is_title = widths[top] == 1 and len(others) > 1
        last = right if is_heading and not is_title else left
        if value and last < MOST_COLUMNS:
            fill(rows, range(top, bottom + 1), range(left, last + 1), value)


def fill(rows: Rows, numbers: Iterable[int], columns: range, value: str) -> None:
    """Write a value into these columns of these rows."""
    for number in numbers:
        cells = rows.setdefault(number, [])
        cells += [""] * (columns.stop - len(cells))
        cells[columns.start : columns.stop] = [value] * len(columns)


def cell_at(rows: Mapping[int, list[str]], row: int, at: int) -> str:
    """Return a cell; "" outside the filled ones."""
    cells = rows.get(row, [])
    return cells[at] if at < len(cells) else ""


# What the reader of workbooks does not tell


class Parts:
    """The parts of an XLSX or ODS: which sheet is active, and what each hides; nothing of other kinds.

    `merged` has the merged cells of the sheets of an ODS.
    """

    def __init__(self, content: bytes) -> None:
        self.active, self.paths = "", dict[str, str]()
        self.hidden: dict[str, dict[str, list[int]]] = {}
        self.merged: dict[str, list[Range]] = {}
        self.packed: ZipFile | None = None
        with suppress(BadZipFile, KeyError, ValueError, IndexError, OSError, ElementTree.ParseError):
            self.packed = ZipFile(BytesIO(content))
            if "content.xml" in self.packed.namelist():
                self.read_open(self.packed)
            else:
                self.read_office(self.packed)

    def read_office(self, packed: ZipFile) -> None:
        """Read which sheets an XLSX has, and where."""
        book = ElementTree.fromstring(packed.read("xl/workbook.xml"))
        links = ElementTree.fromstring(packed.read("xl/_rels/workbook.xml.rels"))
        targets = {each.get("Id"): each.get("Target", "") for each in links}
        sheets = book.findall(f"{MAIN}sheets/{MAIN}sheet")
        self.paths = {each.get("name", ""): targets.get(each.get(RELATION), "") for each in sheets}
        view = book.find(f"{MAIN}bookViews/{MAIN}workbookView")
        self.active = list(self.paths)[int(view.get("activeTab", 0)) if view is not None else 0]

    def read_open(self, packed: ZipFile) -> None:
        """Read what the sheets of an ODS hide and merge, row by row."""
        with packed.open("content.xml") as part:
            for event, element in ElementTree.iterparse(part, ("start", "end")):
                name = element.tag.removeprefix(OPEN)
                if event == "end":
                    if name == "table-row":
                        element.clear()
                elif name == "table":
                    sheet, row, column = element.get(f"{OPEN}name", ""), 0, 0
                    hidden = self.hidden[sheet] = {"row": [], "col": []}
                    merged = self.merged[sheet] = []
                elif name == "table-column":
                    column = pass_over(element, "columns", hidden["col"], column, MOST_COLUMNS)
                elif name == "table-row":
                    row, column = pass_over(element, "rows", hidden["row"], row, MOST_ROWS), 0
                elif name in ("table-cell", "covered-table-cell"):
                    high, wide = (int(element.get(f"{OPEN}number-{each}-spanned", 1)) for each in SIDES)
                    if high * wide > 1:
                        merged.append(((row - 1, column), (row + high - 2, column + wide - 1)))
                    column += int(element.get(f"{OPEN}number-columns-repeated", 1))
        settings = ElementTree.fromstring(packed.read("settings.xml"))
        items = [each for each in settings.iter() if "ActiveTable" in each.attrib.values()]
        self.active = (items[0].text or "") if items else ""

    def hidden_in(self, sheet: str) -> dict[str, list[int]]:
        """Return the numbers of the hidden rows and columns of a sheet, from 1 on."""
        if sheet in self.hidden or not self.packed:
            return self.hidden.get(sheet, {"row": [], "col": []})
        numbers: dict[str, list[int]] = {"row": [], "col": []}
        target = self.paths.get(sheet, "")
        with suppress(BadZipFile, KeyError, ValueError, OSError):
            part = self.packed.read(target.removeprefix("/") if target[:1] == "/" else f"xl/{target}")
            for element in HIDDEN.finditer(part):
                numbers_by_name = {name: int(number) for name, number in NUMBERS.findall(element[0])}
                first = numbers_by_name.get(b"r") or numbers_by_name.get(b"min") or 0
                last = min(numbers_by_name.get(b"max", first), first + MOST_COLUMNS)
                numbers[element[1].decode()] += range(first, last + 1)
        return numbers


def pass_over(element: ElementTree.Element, side: str, hidden: list[int], before: int, most: int) -> int:
    """Return the number of the last of repeated rows or columns, and note those that nobody sees."""
    last = before + int(element.get(f"{OPEN}number-{side}-repeated", 1))
    if element.get(f"{OPEN}visibility") in UNSEEN:
        hidden += range(before + 1, min(last, most) + 1)
    return last


def main() -> None:
    """Read standard input and write the answer."""
    sheet = json.loads(sys.stdin.buffer.readline())["sheet"]
    try:
        answer = read(sys.stdin.buffer.read(), sheet)
    except Refused as refusal:
        answer = {"refusal": refusal.as_json}
    sys.stdout.buffer.write(json.dumps(answer, ensure_ascii=False).encode())


if __name__ == "__main__":
    main()
