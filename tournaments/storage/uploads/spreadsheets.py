"""Uploaded tables: CSV, tab-separated, or a workbook. Unreadable files are refused with a message.

Every cell is normalised to Unicode NFC, so that a name typed on a Mac compares equal, and loses the
characters that nobody sees. A text costs its length and is read here; a workbook, which may cost any multiple
of it, is read by a process of its own (`workbooks.py`). What was read goes with the upload, and is kept.
"""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from scoring.paper import Line
from tournaments.storage.uploads.apart import Limits, Stopped, Unwanted, read_apart
from tournaments.storage.uploads.encodings import decode, likeliest_encoding
from tournaments.storage.uploads.letters import MOST_MARKS, TooManyMarks, composed
from tournaments.storage.uploads.workbooks import MOST_COLUMNS, MOST_ROWS, MOST_SHEETS, ZIP

LONGEST_CHOICE = 100  # letters by which a sheet or an encoding is chosen; a sheet's name has at most 31
MOST_BYTES = 5 * 1024 * 1024
TABLE_FILES = ".csv,.txt,.xlsx,.xls,.xlsb,.ods,text/csv"  # what a page offers to choose
READER = "tournaments.storage.uploads.workbooks"
READER_LIMITS = Limits(seconds=10, megabytes=768)
OLD_EXCEL = b"\xd0\xcf\x11\xe0"
DELIMITERS = "\t;,"  # if two split the lines alike, the one that is rarer in names
SEPARATOR = re.compile(r"sep=(?P<delimiter>[^\r\n])\r?(\n|$)", re.IGNORECASE)  # as Excel reads and writes it
SAMPLE = 200  # lines examined for the delimiter


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file: its name and its bytes; a sheet of the workbook and an encoding, if chosen.

    `read` is what `workbooks.read` answers, of a text as of a workbook with one sheet without a name; None
    until it was read.
    """

    name: str
    content: bytes
    sheet: str = ""
    encoding: str = ""
    read: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)

    @property
    def is_workbook(self) -> bool:
        """Return whether the file is a workbook: a zip, or an Excel file of before 2007."""
        return self.content.startswith((ZIP, OLD_EXCEL))


def take_upload(file: UploadedFile) -> Upload:
    """Read an upload. Raises NotPossible (`file_too_large`) before reading."""
    refuse_large(file.size or 0)
    return Upload(file.name or "", file.read())


def refuse_large(size: int) -> None:
    """Raise NotPossible (`file_too_large`) above the maximum size."""
    if size > MOST_BYTES:
        raise NotPossible("file_too_large", gettext("This file is larger than 5 MB; split it."))


class Kept(NamedTuple):
    """The rows of a file; the numbers of the rows, and the places of the columns, that its workbook hides."""

    lines: list[Line]
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()


def with_contents(upload: Upload) -> Upload:
    """Return the file with what was read of it: the chosen sheet at least, or the refusal of a workbook.

    Raises NotPossible for a text: `file_too_large`, `too_many_columns`, `encoding_unknown`,
    `value_unreadable`; `file_unread` if nobody waits any more.
    """
    if upload.read and upload.sheet not in set(upload.read["known"]) - set(upload.read["sheets"]):
        return upload
    refuse_large(len(upload.content))
    return replace(upload, read=(read_workbook if upload.is_workbook else read_text)(upload))


def read_workbook(upload: Upload) -> Mapping[str, Any]:
    """Return what a process of its own reads of a workbook, or why it reads nothing. Raises NotPossible."""
    request = json.dumps({"sheet": upload.sheet}).encode() + b"\n" + upload.content
    try:
        answer: Mapping[str, Any] = json.loads(read_apart(READER, request, READER_LIMITS))
    except Unwanted as error:
        message = gettext("The file was not read to its end, because the page was left. Choose it again.")
        raise NotPossible("file_unread", message) from error
    except Stopped:
        answer = {"refusal": {"code": "too_large"}}
    return {"known": [], "seen": [], "sheets": {"": answer}} if "refusal" in answer else answer


def read_text(upload: Upload) -> Mapping[str, Any]:
    """Read a text. Raises NotPossible."""
    lines = [[line.number, line.cells] for line in islice(read_csv(upload), MOST_ROWS + 1)]
    if len(lines) > MOST_ROWS:
        raise refusal_sentence({"code": "too_many_rows"})
    sheet = {"lines": lines, "hidden_rows": [], "hidden_columns": []}
    encoding = upload.encoding or likeliest_encoding(upload.content)
    return {"known": [""], "seen": [], "sheets": {"": sheet}, "encoding": encoding}


def read_lines(upload: Upload) -> list[Line]:
    """Return the rows of a file, hidden ones too. Raises NotPossible as `read_table`."""
    return read_table(upload).lines


def read_table(upload: Upload) -> Kept:
    """Return the rows of the chosen sheet, else of the one that a person sees first, and what its workbook
    hides.

    A merged cell counts for all of its rows; one over two columns for both. Raises NotPossible as
    `with_contents`, and `sheet_unknown`.
    """
    read = with_contents(upload).read or {}
    sheet = read["sheets"].get("") or read["sheets"].get(upload.sheet or read["seen"][0])
    if sheet is None:
        message = gettext("There is no sheet “%(sheet)s”; the sheets are: %(known)s.")
        values = {"sheet": upload.sheet, "known": ", ".join(read["known"])}
        raise NotPossible("sheet_unknown", message % values)
    if "refusal" in sheet:
        raise refusal_sentence(sheet["refusal"])
    lines = [Line(number, tuple(cells)) for number, cells in sheet["lines"]]
    return Kept(lines, frozenset(sheet["hidden_rows"]), frozenset(sheet["hidden_columns"]))


def sheet_names(upload: Upload) -> list[str]:
    """Return the names of a workbook's visible sheets, the active one first; none for other files.

    Raises NotPossible as `with_contents`.
    """
    return list((with_contents(upload).read or {})["seen"])


def with_likeliest_sheet(upload: Upload, likeness: Callable[[Upload], Any]) -> Upload:
    """Return the file with what was read of it, and the sheet that is likest, where none is chosen.

    Of equals it is the first that a person sees. Raises NotPossible as `with_contents`.
    """
    upload = with_contents(upload)
    sheets = [replace(upload, sheet=name) for name in sheet_names(upload)[:MOST_SHEETS]]
    return upload if upload.sheet or not sheets else max(sheets, key=likeness)


def refusal_sentence(refusal: Mapping[str, Any]) -> NotPossible:
    """Return the sentence for what the reader of workbooks refuses."""
    match refusal["code"]:
        case "too_many_rows":
            message = gettext("This file has more than %(most)s rows; split it.")
            return NotPossible("file_too_large", message % {"most": MOST_ROWS})
        case "too_many_columns":
            message = gettext(
                "This table has more than %(most)s columns: line %(line)s has %(found)s. Copy the columns "
                "you need into a new file."
            )
            values = {"most": MOST_COLUMNS, **refusal}
            return NotPossible("too_many_columns", message % values, row=refusal["line"])
        case "too_large":
            message = gettext(
                "This Excel file is too large. Copy the rows you need into a new file, or save it as “CSV "
                "UTF-8”."
            )
            return NotPossible("file_too_large", message)
        case "accents":
            message = gettext("A letter of this file has more than %(most)s accents; type that line again.")
            return NotPossible("value_unreadable", message % {"most": MOST_MARKS})
        case "protected":
            message = gettext(
                "This workbook is locked by a password. Save it without one, then choose it again."
            )
            return NotPossible("encoding_unknown", message)
    message = gettext("This Excel file cannot be read. Save it again as .xlsx or as “CSV UTF-8”.")
    return NotPossible("encoding_unknown", message)


# CSV


def read_csv(upload: Upload) -> Iterator[Line]:
    """Return rows separated by tabs, semicolons or commas; `sep=;` in the first line sets the separator."""
    try:
        text = composed(decode(upload.content, upload.encoding))
    except TooManyMarks as error:
        raise refusal_sentence({"code": "accents"}) from error
    return lines_in(text)


def lines_in(text: str) -> Iterator[Line]:
    """Yield the rows of a text. Raises NotPossible: `value_unreadable`, `too_many_columns`."""
    declaration = SEPARATOR.match(text)
    delimiter = declaration["delimiter"] if declaration else likeliest_delimiter(text)
    first = 2 if declaration else 1
    stream = io.StringIO(text[declaration.end() :] if declaration else text, newline="")
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
        width = next((at for at in range(len(cells), 0, -1) if cells[at - 1]), 0)
        if width > MOST_COLUMNS:
            raise refusal_sentence({"code": "too_many_columns", "line": number, "found": width})
        yield Line(number, tuple(cells))


def likeliest_delimiter(text: str) -> str:
    """Return the delimiter that splits the most lines into the same number of cells, then into the most
    cells.
    """
    lines = [line for line in islice(io.StringIO(text, newline=None), SAMPLE) if line.strip()]
    return max(DELIMITERS, key=lambda each: regularity(lines, each))


def regularity(lines: Sequence[str], delimiter: str) -> tuple[int, int]:
    """Return the number of lines with the most common number of cells above one, and that number."""
    widths = Counter(width for line in lines if (width := width_of(line, delimiter)) > 1)
    return max(((count, width) for width, count in widths.items()), default=(0, 0))


def width_of(line: str, delimiter: str) -> int:
    """Return the number of cells in a line; 0 if a cell is too long for the reader."""
    try:
        return len(next(csv.reader([line], delimiter=delimiter), ()))
    except csv.Error:
        return 0
