"""Uploaded tables of cells: CSV as UTF-8, or XLSX. Whatever cannot be taken is refused with a sentence.

Every cell comes back as text in one Unicode form (NFC), so that a name typed on a Mac is the same name.
"""

import contextlib
import csv
import io
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
from openpyxl import load_workbook

from scoring.paper import Line
from tournaments.errors import NotPossible

MOST_BYTES = 5 * 1024 * 1024
MOST_UNPACKED = 100 * 1024 * 1024
MOST_ROWS = 50_000
MOST_COLUMNS = 100
MOST_MARKS = 30  # on one letter; Unicode Standard Annex 15, stream-safe text format
MOST_PARTS = 1000  # files in a workbook
MOST_CELLS, MOST_STRINGS, MOST_OTHERS = 600_000, 200_000, 20_000
OTHERS = "others"
MOST_ELEMENTS = {
    "row": MOST_ROWS,
    **dict.fromkeys(("c", "v", "f", "is"), MOST_CELLS),
    **dict.fromkeys(("si", "r", "rPr"), MOST_STRINGS),
    "t": MOST_CELLS + MOST_STRINGS,
    OTHERS: MOST_OTHERS,  # styles, merged cells, links: every one takes as long as a cell
}
CHUNK = 64 * 1024
ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
NAME_HEADINGS = {
    *("name", "names", "player", "players", "spieler", "spielerin", "namen"),
    *("名前", "氏名", "名", "プレイヤー", "選手"),
}


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it came: its name and its bytes."""

    name: str
    content: bytes


def take_upload(file: UploadedFile) -> Upload:
    """What was uploaded. Raises NotPossible (`file_too_large`) before it is read."""
    refuse_large(file.size or 0)
    return Upload(file.name or "", file.read())


def refuse_large(size: int) -> None:
    """Raises NotPossible (`file_too_large`)."""
    if size > MOST_BYTES:
        raise NotPossible("file_too_large", gettext("This file is larger than 5 MB; split it up."))


def read_lines(upload: Upload) -> list[Line]:
    """The rows of a file. Raises NotPossible: `file_too_large`, `encoding_unknown`, `value_unreadable`."""
    refuse_large(len(upload.content))
    reader = read_workbook if upload.content.startswith(ZIP) else read_csv
    lines = list(islice(reader(upload.content), MOST_ROWS + 1))
    if len(lines) > MOST_ROWS:
        raise too_many_rows()
    return lines


def too_many_rows() -> NotPossible:
    """A file that is longer than any evening."""
    message = gettext("This file has more than %(most)s rows; split it up.")
    return NotPossible("file_too_large", message % {"most": MOST_ROWS})


def read_names(file: UploadedFile) -> list[str]:
    """Players' names: the column with a heading for names, else the first one.

    Raises as `read_lines`, and NotPossible (`names_missing`).
    """
    rows = [line.cells for line in read_lines(take_upload(file)) if any(line.cells)]
    names = [" ".join(cell.split()) for cell in name_cells(rows) if cell.strip()]
    if not names:
        raise NotPossible("names_missing", gettext("There are no names in this file; write one in each row."))
    return names


def name_cells(rows: Sequence[Sequence[str]]) -> list[str]:
    """The cells of the column with names, without its heading."""
    column = name_column(rows[0]) if rows else None
    if column is None:
        return [row[0] for row in rows]
    return [row[column] for row in rows[1:] if len(row) > column]


def name_column(header: Sequence[str]) -> int | None:
    """The place of the first heading for names, if there is one."""
    headings = [cell.strip().casefold() for cell in header]
    return next((place for place, heading in enumerate(headings) if heading in NAME_HEADINGS), None)


def composed(text: str) -> str:
    """The text in the Unicode form NFC. Raises NotPossible (`value_unreadable`).

    Sorting the marks on a letter takes as long as their number squared: more than Unicode's stream-safe
    format allows are refused before that.
    """
    if text.isascii():
        return text
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MOST_MARKS:
            message = gettext("A letter of this file has more than %(most)s accents; type that line again.")
            raise NotPossible("value_unreadable", message % {"most": MOST_MARKS})
    return unicodedata.normalize("NFC", text)


# CSV


def read_csv(content: bytes) -> Iterator[Line]:
    """Commas or semicolons, whichever the header has more of; a byte order mark is skipped."""
    text = decoded(content)
    header = text.split("\n", 1)[0]
    delimiter = ";" if header.count(";") > header.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        number = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            message = gettext(
                "From this line on the file cannot be read; look for a quotation mark too many."
            )
            raise NotPossible("value_unreadable", message, row=number) from error
        if cells is None:
            return
        yield Line(number, tuple(cells))


def decoded(content: bytes) -> str:
    """UTF-8 and nothing else: a guess would turn names into other names."""
    if content.startswith(OLD_EXCEL):
        message = gettext("This is a file of an old Excel. Save it as .xlsx or as “CSV UTF-8”.")
        raise NotPossible("encoding_unknown", message)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise encoding_unknown() from error
    if "\0" in text:
        raise encoding_unknown()
    return composed(text)


def encoding_unknown() -> NotPossible:
    """A file in another encoding, or none of text."""
    message = gettext("This file is not UTF-8 text. Save it as “CSV UTF-8” or as .xlsx, then take it again.")
    return NotPossible("encoding_unknown", message)


# XLSX


def read_workbook(content: bytes) -> Iterator[Line]:
    """The first sheet of a workbook, formulas as the values they had."""
    try:
        refuse_bomb(content)
        workbook = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        rows = workbook.worksheets[0].iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS, values_only=True)
        yield from numbered(rows)
    except NotPossible:
        raise
    except Exception as error:  # a damaged workbook makes its reader throw whatever it likes
        message = gettext("This Excel file cannot be read. Save it again as .xlsx or as “CSV UTF-8”.")
        raise NotPossible("encoding_unknown", message) from error


def refuse_bomb(content: bytes) -> None:
    """Raises NotPossible (`file_too_large`) for a small file that unpacks into a large one, or a costly one.

    Its reader needs ten times as long for an element as it takes to count it.
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
    """Add the elements of a part by name, as far as it is XML. Raises NotPossible (`file_too_large`)."""
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
    """Raises NotPossible (`file_too_large`) once there is more of anything than a club's file has."""
    if counts["row"] > MOST_ROWS:
        raise too_many_rows()
    if any(counts[name] > most for name, most in MOST_ELEMENTS.items()):
        raise too_large()


def too_large() -> NotPossible:
    """A workbook with more in it than anybody typed."""
    message = gettext(
        "This Excel file holds too much. Copy the rows you need into a new file, or save it as “CSV UTF-8”."
    )
    return NotPossible("file_too_large", message)


def numbered(rows: Iterable[Sequence[Any]]) -> Iterator[Line]:
    """Rows as text, each with its number in the sheet."""
    for number, values in enumerate(rows, start=1):
        width = next((at for at in range(len(values), 0, -1) if values[at - 1] not in (None, "")), 0)
        yield Line(number, tuple(cell_text(value) for value in values[:width]))


def cell_text(value: Any) -> str:
    """A cell as it would be typed: whole numbers without a point, yes and no as words."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, date):
        return value.isoformat()
    return composed(str(value))
