"""Uploaded tables: CSV, tab-separated or XLSX. Unreadable files are refused with a message.

Every cell is normalised to Unicode NFC, so that a name typed on a Mac compares equal, and loses the
characters that nobody sees.
"""

import contextlib
import csv
import io
import re
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import islice
from typing import IO, Any, NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from openpyxl import Workbook, load_workbook
from openpyxl.utils import range_boundaries

from scoring.paper import Line
from scoring.sheet.refusals import NotPossible
from tournaments.storage.uploads.encodings import decode
from tournaments.storage.uploads.letters import visible

MOST_BYTES = 5 * 1024 * 1024
MOST_UNPACKED = 100 * 1024 * 1024
MOST_ROWS = 50_000
MOST_COLUMNS = 100
MOST_MARKS = 30  # combining marks on a letter; Unicode Standard Annex 15, stream-safe text format
MOST_SHEETS = 10  # of a workbook that are tried, where none is chosen
MOST_PARTS = 1000  # files in a workbook
MOST_LOADED = 60_000  # cells of a workbook that is loaded whole, with its hidden rows and merged cells
MOST_CELLS, MOST_STRINGS, MOST_OTHERS = 600_000, 200_000, 20_000
OTHERS = "others"
MOST_ELEMENTS = {
    "row": MOST_ROWS,
    **dict.fromkeys(("c", "v", "f", "is"), MOST_CELLS),
    **dict.fromkeys(("si", "r", "rPr"), MOST_STRINGS),
    "t": MOST_CELLS + MOST_STRINGS,
    OTHERS: MOST_OTHERS,  # styles, merged cells, links: each costs as much time as a cell
}
CHUNK = 64 * 1024
ZIP = b"PK\x03\x04"
DELIMITERS = "\t;,"  # if two split the lines alike, the one that is rarer in names
SEPARATOR = re.compile(r"sep=(?P<delimiter>[^\r\n])\r?(\n|$)", re.IGNORECASE)  # as Excel reads and writes it
FILLED_AT_LEAST = 10  # a workbook that is loaded whole has a cell in one of so many places
VISIBLE = "visible"  # neither "hidden" nor "veryHidden"
SAMPLE = 200  # lines examined for the delimiter


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file: its name and its bytes; a sheet of the workbook and an encoding, if chosen."""

    name: str
    content: bytes
    sheet: str = ""
    encoding: str = ""

    @property
    def is_workbook(self) -> bool:
        """Whether the file is an Excel file."""
        return self.content.startswith(ZIP)


def take_upload(file: UploadedFile) -> Upload:
    """Read an upload. Raises NotPossible (`file_too_large`) before reading."""
    refuse_large(file.size or 0)
    return Upload(file.name or "", file.read())


def refuse_large(size: int) -> None:
    """Raises NotPossible (`file_too_large`) above the maximum size."""
    if size > MOST_BYTES:
        raise NotPossible("file_too_large", gettext("This file is larger than 5 MB; split it."))


class Kept(NamedTuple):
    """The rows of a file; the numbers of the rows, and the places of the columns, that its workbook hides."""

    lines: list[Line]
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()


def read_lines(upload: Upload) -> list[Line]:
    """The rows of a file, hidden ones too. Raises NotPossible as `read_table`."""
    return read_table(upload).lines


def read_table(upload: Upload) -> Kept:
    """The rows of a file, and what its workbook hides.

    A merged cell counts for all of its rows; one over two columns for both. Raises NotPossible:
    `file_too_large`, `too_many_columns`, `encoding_unknown`, `sheet_unknown`,
    `value_unreadable`.
    """
    refuse_large(len(upload.content))
    kept = (
        read_workbook(upload) if upload.is_workbook else Kept(list(islice(read_csv(upload), MOST_ROWS + 1)))
    )
    if len(kept.lines) > MOST_ROWS:
        raise too_many_rows()
    return kept


def too_many_rows() -> NotPossible:
    """The refusal of a file with too many rows."""
    message = gettext("This file has more than %(most)s rows; split it.")
    return NotPossible("file_too_large", message % {"most": MOST_ROWS})


def composed(text: str) -> str:
    """Normalise text to NFC, without characters that nobody sees. Raises NotPossible (`value_unreadable`).

    Sorting the marks on a letter takes quadratic time, so more than Unicode's stream-safe format allows
    are refused before.
    """
    if text.isascii():
        return text
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MOST_MARKS:
            message = gettext("A letter of this file has more than %(most)s accents; type that line again.")
            raise NotPossible("value_unreadable", message % {"most": MOST_MARKS})
    return unicodedata.normalize("NFC", visible(text))


# CSV


def read_csv(upload: Upload) -> Iterator[Line]:
    """Yield rows separated by tabs, semicolons or commas; `sep=;` in the first line sets the separator."""
    text = composed(decode(upload.content, upload.encoding))
    said = SEPARATOR.match(text)
    delimiter = said["delimiter"] if said else likeliest_delimiter(text)
    first = 2 if said else 1
    stream = io.StringIO(text[said.end() :] if said else text, newline="")
    reader = csv.reader(stream, delimiter=delimiter, strict=True)
    while True:
        number = first + reader.line_num
        try:
            cells = next(reader, None)
        except csv.Error as error:
            message = gettext("From this line on the file cannot be read; check for an extra quotation mark.")
            raise NotPossible("value_unreadable", message, row=number) from error
        if cells is None:
            return
        refuse_wide(number, cells)
        yield Line(number, tuple(cells))


def likeliest_delimiter(text: str) -> str:
    """The delimiter that splits the most lines into the same number of cells, then into the most cells."""
    lines = [line for line in islice(io.StringIO(text, newline=None), SAMPLE) if line.strip()]
    return max(DELIMITERS, key=lambda each: regularity(lines, each))


def regularity(lines: Sequence[str], delimiter: str) -> tuple[int, int]:
    """The number of lines with the most common number of cells above one, and that number."""
    widths = Counter(width for line in lines if (width := width_of(line, delimiter)) > 1)
    return max(((count, width) for width, count in widths.items()), default=(0, 0))


def width_of(line: str, delimiter: str) -> int:
    """The number of cells in a line; 0 if a cell is too long for the reader."""
    try:
        return len(next(csv.reader([line], delimiter=delimiter), ()))
    except csv.Error:
        return 0


# XLSX


def sheet_names(upload: Upload) -> list[str]:
    """The names of a workbook's visible sheets, the active one first; none for other files.

    Raises NotPossible as `read_table`.
    """
    if not upload.is_workbook:
        return []
    try:
        refuse_bomb(upload.content)
        return [sheet.title for sheet in visible_sheets(opened(upload))]
    except NotPossible:
        raise
    except Exception as error:  # a damaged workbook can raise any exception
        raise workbook_unreadable() from error


def sheet_heads(upload: Upload, rows: int) -> dict[str, list[Line]]:
    """The first rows of each sheet of a workbook, by its name; none for other files.

    Raises NotPossible as `read_lines`. At most MOST_SHEETS are looked at.
    """
    if not upload.is_workbook:
        return {}
    try:
        refuse_bomb(upload.content)
        sheets = visible_sheets(opened(upload))[:MOST_SHEETS]
        return {sheet.title: list(islice(lines_of(sheet), rows)) for sheet in sheets}
    except NotPossible:
        raise
    except Exception as error:  # a damaged workbook can raise any exception
        raise workbook_unreadable() from error


def opened(upload: Upload, *, is_whole: bool = False) -> Workbook:
    """A workbook that was counted before; only a whole one knows its hidden rows and merged cells."""
    content = io.BytesIO(upload.content)
    return load_workbook(content, read_only=not is_whole, data_only=True, keep_links=False)


def visible_sheets(workbook: Workbook) -> list[Any]:
    """The sheets that a person sees, the active one first; all of them if every one is hidden."""
    seen = [sheet for sheet in workbook.worksheets if sheet.sheet_state == VISIBLE] or workbook.worksheets
    return sorted(seen, key=lambda sheet: sheet is not workbook.active)


def read_workbook(upload: Upload) -> Kept:
    """The rows of the chosen sheet, else the active one, with the last values of formulas; what it hides.

    A workbook with many cells is read row by row, which says neither what is hidden nor merged cells.
    """
    try:
        is_whole = is_small(refuse_bomb(upload.content))
        sheet = chosen_sheet(opened(upload, is_whole=is_whole), upload.sheet)
        if not is_whole:
            return Kept(list(islice(lines_of(sheet), MOST_ROWS + 1)))
        spread_merged(sheet)
        lines = list(numbered(sheet.iter_rows(values_only=True)))
        hidden = frozenset(number for number, row in sheet.row_dimensions.items() if row.hidden)
        return Kept(lines, hidden, hidden_columns(sheet))
    except NotPossible:
        raise
    except Exception as error:  # a damaged workbook can raise any exception
        raise workbook_unreadable() from error


def lines_of(sheet: Any) -> Iterator[Line]:
    """Yield the rows of a sheet."""
    sheet.reset_dimensions()  # the file may give wrong ones
    yield from numbered(sheet.iter_rows(max_row=MOST_ROWS + 1, values_only=True))


def hidden_columns(sheet: Any) -> frozenset[int]:
    """The places of the hidden columns of a sheet, from 0 on."""
    groups = [each for each in sheet.column_dimensions.values() if each.hidden and each.min]
    return frozenset(
        place for each in groups for place in range(each.min - 1, min(each.max or each.min, MOST_COLUMNS))
    )


def spread_merged(sheet: Any) -> None:
    """Give the value of a merged cell to all of its rows, and that of a heading to all of its columns."""
    filled = [cell for row in sheet.iter_rows() for cell in row if cell.value not in (None, "")]
    widths = Counter(cell.row for cell in filled)
    lasts = {cell.column: cell.row for cell in filled}
    firsts = {cell.column: cell.row for cell in reversed(filled) if widths[cell.row] > 1}
    for merged in list(sheet.merged_cells.ranges):
        left, top, right, bottom = merged.bounds
        value = sheet.cell(top, left).value
        sheet.unmerge_cells(str(merged))
        # A heading: each of its other columns goes on below, and has no heading of its own above
        is_heading = all(
            lasts.get(column, 0) > bottom and firsts.get(column, bottom) >= top
            for column in range(left + 1, right + 1)
        )
        is_title = widths[top] == 1 and right > left + 1
        last = right if is_heading and not is_title else left
        for row in range(top, bottom + 1):
            for column in range(left, last + 1):
                sheet.cell(row, column).value = value


def chosen_sheet(workbook: Workbook, name: str) -> Any:
    """The sheet of this name, else the first that is seen. Raises NotPossible (`sheet_unknown`)."""
    sheet_by_name = {sheet.title: sheet for sheet in workbook.worksheets}
    if name and name not in sheet_by_name:
        message = gettext("There is no sheet “%(sheet)s”; the sheets are: %(known)s.")
        values = {"sheet": name, "known": ", ".join(sheet_by_name)}
        raise NotPossible("sheet_unknown", message % values)
    return sheet_by_name[name] if name else visible_sheets(workbook)[0]


def workbook_unreadable() -> NotPossible:
    """The refusal of a damaged workbook."""
    message = gettext("This Excel file cannot be read. Save it again as .xlsx or as “CSV UTF-8”.")
    return NotPossible("encoding_unknown", message)


def refuse_bomb(content: bytes) -> Counter[str]:
    """Count the elements of a workbook by name. Raises NotPossible (`file_too_large`) for one that is costly.

    The workbook reader needs ten times as long for an element as counting it. `merged` counts the cells of
    merged ones, `last row` and `last column` say how far its sheets reach.
    """
    counts: Counter[str] = Counter()
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        entries = packed.infolist()
        if len(entries) > MOST_PARTS or sum(entry.file_size for entry in entries) > MOST_UNPACKED:
            raise too_large()
        for entry in entries:
            with packed.open(entry) as part:
                count_elements(part, counts)
    return counts


def is_small(counts: Mapping[str, int]) -> bool:
    """Whether a workbook may be loaded whole: few cells, also those that it merges or leaves empty."""
    reach = counts["last row"] * counts["last column"]
    return max(counts["c"], counts["merged"], reach // FILLED_AT_LEAST) <= MOST_LOADED


def count_elements(part: IO[bytes], counts: Counter[str]) -> None:
    """Count the elements of an XML part by name. Raises NotPossible (`file_too_large`)."""
    parser = ParserCreate(namespace_separator=" ")

    def count(name: str, attributes: Mapping[str, str]) -> None:
        known = name.rpartition(" ")[2]
        counts[known if known in MOST_ELEMENTS else OTHERS] += 1
        if known in ("c", "mergeCell") and counts["c"] <= MOST_LOADED:
            measure(counts, attributes.get("r") or attributes.get("ref") or "", is_merged=known != "c")

    parser.StartElementHandler = count
    with contextlib.suppress(ExpatError):
        while chunk := part.read(CHUNK):
            parser.Parse(chunk)
            refuse_many(counts)
    refuse_many(counts)


def measure(counts: Counter[str], place: str, *, is_merged: bool) -> None:
    """Count how far a cell, or the range of a merged one, reaches; a damaged place reaches nowhere."""
    with contextlib.suppress(ValueError, TypeError):
        left, top, right, bottom = (int(each or 0) for each in range_boundaries(place))
        counts["last row"] = max(counts["last row"], bottom)
        counts["last column"] = max(counts["last column"], right)
        counts["merged"] += is_merged * (right - left + 1) * (bottom - top + 1)


def refuse_many(counts: Mapping[str, int]) -> None:
    """Raises NotPossible (`file_too_large`) once any element exceeds its limit."""
    if counts["row"] > MOST_ROWS:
        raise too_many_rows()
    if any(counts[name] > most for name, most in MOST_ELEMENTS.items()):
        raise too_large()


def too_large() -> NotPossible:
    """The refusal of a workbook with too many elements."""
    message = gettext(
        "This Excel file is too large. Copy the rows you need into a new file, or save it as “CSV UTF-8”."
    )
    return NotPossible("file_too_large", message)


def numbered(rows: Iterable[Sequence[Any]]) -> Iterator[Line]:
    """Yield rows as text, each with its number in the sheet."""
    for number, values in enumerate(rows, start=1):
        width = refuse_wide(number, values)
        yield Line(number, tuple(cell_text(value) for value in values[:width]))


def refuse_wide(number: int, values: Sequence[Any]) -> int:
    """Return the width of a row without empty cells at its end. Raises NotPossible (`too_many_columns`)."""
    width = next((at for at in range(len(values), 0, -1) if values[at - 1] not in (None, "")), 0)
    if width > MOST_COLUMNS:
        message = gettext(
            "This table has more than %(most)s columns: line %(line)s has %(found)s. Copy the columns you "
            "need into a new file."
        )
        values_said = {"most": MOST_COLUMNS, "line": number, "found": width}
        raise NotPossible("too_many_columns", message % values_said, row=number)
    return width


def cell_text(value: Any) -> str:
    """A cell as it would be typed: whole numbers without a decimal point, booleans as words."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, date):
        return value.isoformat()
    return composed(str(value))
