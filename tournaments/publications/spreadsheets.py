"""Standings and rounds as tables for spreadsheets: CSV and XLSX, without executable content.

CSV begins with a byte order mark, without which spreadsheets misread umlauts; separator and decimals are
those that a spreadsheet in the reader's language expects. A name that it would read as a formula gets an
apostrophe in front. In a workbook a text is a text whatever it begins with. Numbers remain numbers: an exact
fraction such as 7/2, which a spreadsheet would make a date of, becomes a decimal.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.translation import gettext
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

FORMULA_SIGNS = tuple("=+-@\t\r\n＝＋－＠﹦﹢﹣﹫")  # a Japanese Excel accepts the full-width ones too
COLUMNS = ("rank", "number", "name", "total")
SERIES_COLUMNS = ("category", "rank", "name", "total")
UNRANKED = "unranked"  # the last column, where a row has no rank
ROUND_COLUMNS = ("round", "table", "seat", "number", "name", "account", "points", "deals")
BYTE_ORDER_MARK = "\ufeff"
WIDE = 28  # of the column of names
MOMENT, NO_MOMENT = re.compile(rb">\d{4}-\d\d-\d\dT[\d:]+Z<"), b">1980-01-01T00:00:00Z<"
LINE_END = re.compile(r"[\r\n\v\f\x85\u2028\u2029]")
FRACTION = re.compile(r"-?[0-9]+/[1-9][0-9]*")
PLACES = 6  # of a fraction that no decimal is
WITH_COMMA = ("de",)  # languages with a decimal comma, whose spreadsheets separate by semicolons
NO_TITLE = re.compile(r"[\[\]:*?/\\\x00-\x1f]")  # signs that no sheet of a workbook has in its title
LONGEST_TITLE = 31
Table = Iterable[Sequence[Any]]


class Page(NamedTuple):
    """One sheet of a workbook: its title, its rows below the keys of the columns, and their headings."""

    title: str
    table: Table
    words: Mapping[str, str] = {}


def harmless(cell: Any) -> Any:
    """Return a cell that no spreadsheet reads as a formula, on one line: behind a line end one may begin."""
    if not isinstance(cell, str):
        return cell
    text = LINE_END.sub(" ", writable(cell))
    runs = text.lstrip().startswith(FORMULA_SIGNS) or text.startswith(FORMULA_SIGNS)
    return f"'{text}" if runs else text


def writable(text: str) -> str:
    """Return a text without control characters that files cannot contain."""
    return "".join(sign for sign in text if sign >= " " or sign in "\t\r\n")


def as_number(cell: Any) -> Any:
    """Return an exact fraction such as "7/2" as a decimal number; any other cell unchanged."""
    return round(float(Fraction(cell)), PLACES) if isinstance(cell, str) and is_figure(cell) else cell


def is_figure(text: str) -> bool:
    """Return whether a text is an exact fraction, such as -7/3; a player may be called 1/0."""
    return bool(FRACTION.fullmatch(text))


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


def as_csv(table: Table, language: str = "en") -> bytes:
    """Return the table as a CSV file for spreadsheets in this language."""
    out = io.StringIO()
    write_csv(out, table, language)
    return (BYTE_ORDER_MARK + out.getvalue()).encode()


def write_csv(out: Any, table: Table, language: str = "en", line_end: str = "\r\n") -> None:
    """Write the rows of a table to a text file."""
    comma = language in WITH_COMMA
    writer = csv.writer(out, lineterminator=line_end, delimiter=";" if comma else ",")
    for row in table:
        cells = [as_number(cell) for cell in row]
        writer.writerow(
            str(cell).replace(".", ",") if comma and isinstance(cell, float) else harmless(cell)
            for cell in cells
        )


def headings(standings: Mapping[str, Any]) -> dict[str, str]:
    """Return the headings of a workbook's columns in the reader's language, by their keys."""
    return {
        "rank": gettext("Rank"),
        "number": gettext("Start number"),
        "name": gettext("Name"),
        "total": standings["ranked_by"][0]["label"],
        **{
            f"round{number}": gettext("Round %(number)s") % {"number": number}
            for number in standings["rounds"]
        },
        **{each["name"]: each["label"] for each in standings["ties_broken_by"]},
        UNRANKED: gettext("Not ranked because"),
        "round": gettext("Round"),
        "table": gettext("Table"),
        "seat": gettext("Seat"),
        "account": gettext("Points go to"),
        "points": gettext("Points"),
        "deals": gettext("Deals"),
    }


def as_xlsx(title: str, notes: Sequence[str], pages: Sequence[Page]) -> bytes:
    """Return a workbook: one sheet per table, below the title and the notes (state, version, hash)."""
    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.title = writable(title)
    for page in pages:
        sheet = book.create_sheet(sheet_title(page.title, book.sheetnames))
        fill_page(sheet, title, notes, page.table, page.words)
    out = io.BytesIO()
    book.save(out)
    return timeless(out)


def sheet_title(text: str, taken: Sequence[str]) -> str:
    """Return the title of a new sheet as spreadsheets take it: no sign of an address, and no title twice."""
    plain = " ".join(NO_TITLE.sub(" ", writable(text)).split())[:LONGEST_TITLE].strip("' ") or "–"
    used, title, number = {each.casefold() for each in taken}, plain, 1
    while title.casefold() in used:
        number += 1
        title = f"{plain[: LONGEST_TITLE - 1 - len(str(number))]} {number}"
    return title


def timeless(book: io.BytesIO) -> bytes:
    """Return a workbook without timestamps, so that the same tables give the same file."""
    out = io.BytesIO()
    with ZipFile(book) as made, ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name in made.namelist():
            content = MOMENT.sub(NO_MOMENT, made.read(name)) if name.endswith("core.xml") else made.read(name)
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return out.getvalue()


def fill_page(
    page: Worksheet, title: str, notes: Sequence[str], table: Table, words: Mapping[str, str]
) -> None:
    """Write title, notes, an empty line, header and rows; freeze the header."""
    keys, *rows = table
    for line in ([title], *([note] for note in notes), [], [words.get(key, key) for key in keys], *rows):
        page.append([workbook_cell(page, cell) for cell in line])
    page["A1"].font = Font(bold=True, size=14)
    head = len(notes) + 3
    for column, key in enumerate(keys, start=1):
        page.cell(head, column).font = Font(bold=True)
        if key == "name":
            page.column_dimensions[get_column_letter(column)].width = WIDE
    page.freeze_panes = f"A{head + 1}"


def workbook_cell(page: Worksheet, value: Any) -> Any:
    """Return a cell of a workbook: numbers as numbers, and no text as a formula."""
    number = as_number(value)
    if not isinstance(number, str):
        return number
    cell = WriteOnlyCell(page, writable(number))
    cell.data_type = "s"  # openpyxl would make a formula of a text that begins with =
    return cell
