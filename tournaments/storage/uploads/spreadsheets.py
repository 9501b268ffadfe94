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
from datetime import date
from itertools import islice
from typing import IO, Any
from xml.parsers.expat import ExpatError, ParserCreate

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from openpyxl import Workbook, load_workbook

from scoring.paper import Line
from scoring.refusals import NotPossible
from tournaments.storage.uploads.encodings import decode
from tournaments.storage.uploads.letters import visible

MOST_BYTES = 5 * 1024 * 1024
MOST_UNPACKED = 100 * 1024 * 1024
MOST_ROWS = 50_000
MOST_COLUMNS = 100
MOST_MARKS = 30  # combining marks on a letter; Unicode Standard Annex 15, stream-safe text format
MOST_SHEETS = 10  # of a workbook that are tried, where none is chosen
MOST_PARTS = 1000  # files in a workbook
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


def read_lines(upload: Upload) -> list[Line]:
    """The rows of a file.

    Raises NotPossible: `file_too_large`, `too_many_columns`, `encoding_unknown`, `sheet_unknown`,
    `value_unreadable`.
    """
    refuse_large(len(upload.content))
    rows = read_workbook(upload) if upload.is_workbook else read_csv(upload)
    lines = list(islice(rows, MOST_ROWS + 1))
    if len(lines) > MOST_ROWS:
        raise too_many_rows()
    return lines


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
    """The names of a workbook's sheets; none for other files. Raises NotPossible as `read_lines`."""
    if not upload.is_workbook:
        return []
    try:
        refuse_bomb(upload.content)
        return [sheet.title for sheet in opened(upload).worksheets]
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
        sheets = opened(upload).worksheets[:MOST_SHEETS]
        return {sheet.title: list(islice(lines_of(sheet), rows)) for sheet in sheets}
    except NotPossible:
        raise
    except Exception as error:  # a damaged workbook can raise any exception
        raise workbook_unreadable() from error


def opened(upload: Upload) -> Workbook:
    """A workbook that was counted before."""
    return load_workbook(io.BytesIO(upload.content), read_only=True, data_only=True, keep_links=False)


def read_workbook(upload: Upload) -> Iterator[Line]:
    """Yield the rows of the chosen sheet, else the first, with the last values of formulas."""
    try:
        refuse_bomb(upload.content)
        yield from lines_of(chosen_sheet(opened(upload), upload.sheet))
    except NotPossible:
        raise
    except Exception as error:  # a damaged workbook can raise any exception
        raise workbook_unreadable() from error


def lines_of(sheet: Any) -> Iterator[Line]:
    """Yield the rows of a sheet."""
    sheet.reset_dimensions()  # the file may give wrong ones
    yield from numbered(sheet.iter_rows(max_row=MOST_ROWS + 1, values_only=True))


def chosen_sheet(workbook: Workbook, name: str) -> Any:
    """The sheet of this name, else the first. Raises NotPossible (`sheet_unknown`)."""
    sheet_by_name = {sheet.title: sheet for sheet in workbook.worksheets}
    if name and name not in sheet_by_name:
        message = gettext("There is no sheet “%(sheet)s”; the sheets are: %(known)s.")
        values = {"sheet": name, "known": ", ".join(sheet_by_name)}
        raise NotPossible("sheet_unknown", message % values)
    return sheet_by_name[name] if name else workbook.worksheets[0]


def workbook_unreadable() -> NotPossible:
    """The refusal of a damaged workbook."""
    message = gettext("This Excel file cannot be read. Save it again as .xlsx or as “CSV UTF-8”.")
    return NotPossible("encoding_unknown", message)


def refuse_bomb(content: bytes) -> None:
    """Raises NotPossible (`file_too_large`) for a workbook that unpacks to a large or costly one.

    The workbook reader needs ten times as long for an element as counting it.
    """
    counts: Counter[str] = Counter()
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        entries = packed.infolist()
        if len(entries) > MOST_PARTS or sum(entry.file_size for entry in entries) > MOST_UNPACKED:
            raise too_large()
        for entry in entries:
            with packed.open(entry) as part:
                count_elements(part, counts)


def count_elements(part: IO[bytes], counts: Counter[str]) -> None:
    """Count the elements of an XML part by name. Raises NotPossible (`file_too_large`)."""
    parser = ParserCreate(namespace_separator=" ")

    def count(name: str, attributes: Mapping[str, str]) -> None:
        known = name.rpartition(" ")[2]
        counts[known if known in MOST_ELEMENTS else OTHERS] += 1

    parser.StartElementHandler = count
    with contextlib.suppress(ExpatError):
        while chunk := part.read(CHUNK):
            parser.Parse(chunk)
            refuse_many(counts)
    refuse_many(counts)


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
    if isinstance(value, date):
        return value.isoformat()
    return composed(str(value))
