"""Files of a few hundred kilobytes that were made to keep their reader busy, or to fill its memory."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable

from openpyxl import Workbook

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET, STRINGS, STYLES = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"
STRINGS_TYPE = (
    f'<Override PartName="/{STRINGS}" ContentType='
    '"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
)
MEGABYTE = b"x" * 1024 * 1024
ODS_HEAD = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="A">'
)


def a_workbook(part: str = "", chunks: Iterable[bytes] = ()) -> bytes:
    """Return a workbook of one name, with one part replaced or added."""
    book, plain = Workbook(), io.BytesIO()
    book.worksheets[0].append(["Name"])
    book.worksheets[0].append(["Ada Lund"])
    book.save(plain)
    out = io.BytesIO()
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in [each for each in old.namelist() if each != part]:
            content = old.read(name)
            if name == "[Content_Types].xml" and part == STRINGS:
                content = content.replace(b"</Types>", STRINGS_TYPE.encode())
            new.writestr(name, content)
        if part:
            with new.open(part, "w") as member:
                member.writelines(chunks)
    return out.getvalue()


def a_sheet(inside: Iterable[bytes], attributes: Iterable[bytes] = (), before: str = "") -> Iterable[bytes]:
    """Yield the part of a sheet."""
    yield f'{before}<worksheet xmlns="{MAIN}"><sheetData'.encode()
    yield from attributes
    yield b">"
    yield from inside
    yield b"</sheetData></worksheet>"


def cell(place: str, text: Iterable[bytes]) -> Iterable[bytes]:
    """Yield a row with one cell."""
    yield f'<row r="1"><c r="{place}" t="inlineStr"><is><t>'.encode()
    yield from text
    yield b"</t></is></c></row>"


def far_cells(rows: int, value: bytes = b"") -> Iterable[bytes]:
    """Yield rows with a cell in the first and in the last column that a sheet can have."""
    for number in range(1, rows + 1):
        yield b'<row r="%d"><c r="A%d"><v>1</v></c><c r="XFD%d">%s</c></row>' % (
            number,
            number,
            number,
            value,
        )


def lying(content: bytes) -> bytes:
    """Return a zip whose directory says that its largest part has ten bytes."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        size = max(entry.file_size for entry in packed.infolist())
    return content.replace(struct.pack("<L", size), struct.pack("<L", 10))


def a_repeating_ods() -> bytes:
    """Return an ODS in which one cell is repeated over all columns and rows."""
    text = (
        f'{ODS_HEAD}<table:table-row table:number-rows-repeated="1048576"><table:table-cell'
        ' table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p>'
        "</table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        packed.writestr("content.xml", text)
        packed.writestr("META-INF/manifest.xml", "<manifest/>")
    return out.getvalue()


ENTITIES = f'<!DOCTYPE x [<!ENTITY rows "{"<row/>" * 1000}">]>'
ATTRIBUTE = (b' a="', *[MEGABYTE] * 80, b'"')

WORKBOOKS: dict[str, Callable[[], bytes]] = {
    "an attribute of 80 MB": lambda: a_workbook(SHEET, a_sheet([], ATTRIBUTE)),
    "an attribute of 50 MB": lambda: a_workbook(SHEET, a_sheet([], (b' a="', *[MEGABYTE] * 50, b'"'))),
    "an attribute that a directory denies": lambda: lying(a_workbook(SHEET, a_sheet([], ATTRIBUTE))),
    "a cell of 90 MB": lambda: a_workbook(SHEET, a_sheet(cell("A1", [MEGABYTE] * 90))),
    "a cell of 50 MB": lambda: a_workbook(SHEET, a_sheet(cell("A1", [MEGABYTE] * 50))),
    "empty cells in column XFD": lambda: a_workbook(SHEET, a_sheet(far_cells(20_000))),
    "full cells in column XFD": lambda: a_workbook(SHEET, a_sheet(far_cells(50_000, b"<v>1</v>"))),
    "a row without an end": lambda: a_workbook(SHEET, a_sheet([b"<row " * 5_000_000])),
    "hidden rows without an end": lambda: a_workbook(SHEET, a_sheet([b'<row hidden="1" ' * 2_000_000])),
    "empty rows": lambda: a_workbook(SHEET, a_sheet([b'<row r="1"/>' * 1_000_000])),
    "rows that unfold": lambda: a_workbook(SHEET, a_sheet([b"&rows;" * 5000], before=ENTITIES)),
    "empty cells of a row": lambda: a_workbook(
        SHEET, a_sheet([b'<row r="1">', b"<c/>" * 3_000_000, b"</row>"])
    ),
    "elements inside each other": lambda: a_workbook(SHEET, a_sheet([b"<a>" * 1_000_000])),
    "empty strings": lambda: a_workbook(STRINGS, [f'<sst xmlns="{MAIN}">'.encode(), b"<si/>" * 5_000_000]),
    "styles": lambda: a_workbook(
        STYLES, [f'<styleSheet xmlns="{MAIN}"><cellXfs>'.encode(), b"<xf/>" * 3_000_000]
    ),
    "a cell that is repeated everywhere": a_repeating_ods,
}


def a_picture(wide: int, high: int) -> bytes:
    """Return a PNG whose few bytes unpack to so many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))

    head = struct.pack(">LLBBBBB", wide, high, 16, 6, 0, 0, 0)
    rows = zlib.compress(b"\0" * (wide * 8 + 1) * high, 9)
    comments = [chunk(b"zTXt", b"a\0\0" + zlib.compress(b"x" * 900_000, 9)) for _ in range(70)]
    parts = [chunk(b"IHDR", head), *comments, chunk(b"IDAT", rows), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)
