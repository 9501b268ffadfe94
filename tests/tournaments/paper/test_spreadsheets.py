"""Uploaded files: accepted content, and a sentence for every refusal."""

import io
import zipfile
from dataclasses import replace
from functools import cache

import pytest
from openpyxl import Workbook

from scoring.not_possible import NotPossible
from tournaments.storage.uploads.encodings import likeliest_encoding
from tournaments.storage.uploads.spreadsheets import MOST_BYTES, Upload, read_lines, sheet_names
from tournaments.storage.uploads.workbooks import MOST_ROWS


def a_workbook(rows):
    workbook = Workbook()
    for row in rows:
        workbook.worksheets[0].append(row)
    stream = io.BytesIO()
    workbook.save(stream)
    return stream.getvalue()


@cache
def a_bomb(size):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b" " * size)
    return stream.getvalue()


def cells_of(content):
    return [line.cells for line in read_lines(Upload("file", content))]


def refused(content):
    with pytest.raises(NotPossible) as refusal:
        read_lines(Upload("file", content))
    assert refusal.value.message.endswith(".")
    return refusal.value.code


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("name,town\nÅse,Kiel\n".encode(), id="comma"),
        pytest.param("name;town\r\nÅse;Kiel\r\n".encode(), id="semicolon and Windows line ends"),
        pytest.param("name,town\nÅse,Kiel\n".encode("utf-8-sig"), id="byte order mark"),
        pytest.param("name,town\nÅse,Kiel\n".encode("cp1252"), id="Windows-1252"),
        pytest.param("name\ttown\nÅse\tKiel\n".encode("utf-16"), id="UTF-16 and tabs"),
        pytest.param("sep=;\nname;town\nÅse;Kiel\n".encode(), id="a line that names the separator"),
        pytest.param("name,town\nA\u030ase,Kiel\n".encode(), id="letters taken apart, as a Mac writes them"),
        pytest.param(a_workbook([["name", "town"], ["Åse", "Kiel"]]), id="Excel"),
    ],
)
def test_the_same_cells_come_out_of_every_kind_of_file(content):
    assert cells_of(content) == [("name", "town"), ("Åse", "Kiel")]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("明里 高橋", "cp932"),
        ("ﾀｶﾊｼ ｱｶﾘ", "cp932"),
        ("第3卓A,東京クラブ", "cp932"),
        ("Bär,Jäger,Möhring", "cp1252"),
        ("Ärmel,Weiß,Åse", "cp1252"),
        ("Señor Muñoz,François", "cp1252"),
    ],
)
def test_letters_tell_shift_jis_from_windows(text, encoding):
    assert cells_of(text.encode(encoding)) == [tuple(text.split(","))]


def test_lines_after_a_named_separator_keep_their_numbers():
    assert [line.number for line in read_lines(Upload("file", b"sep=;\na;b\nc;d\n"))] == [2, 3]


def test_excel_cells_are_what_one_would_have_typed():
    assert cells_of(a_workbook([[1, 2.0, True, None, "2;1;1;1", None]])) == [
        ("1", "2", "true", "", "2;1;1;1")
    ]


def test_lines_are_counted_as_an_editor_does():
    lines = read_lines(Upload("file", b'a,b\n\n"two\nlines",x\nlast,y\n'))
    assert [line.number for line in lines if any(line.cells)] == [1, 3, 5]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(b"name\n\x81\xff\n", "encoding_unknown", id="no encoding we know"),
        pytest.param(b"name\n\0\n", "encoding_unknown", id="no text"),
        pytest.param(b"%PDF-1.7\n", "encoding_unknown", id="a PDF"),
        pytest.param(b"\xd0\xcf\x11\xe0 and more", "encoding_unknown", id="old Excel"),
        pytest.param(b"PK\x03\x04 and more", "encoding_unknown", id="a damaged workbook"),
        pytest.param(a_bomb(1000), "encoding_unknown", id="a zip that is no workbook"),
        pytest.param(b"a\n" * (MOST_ROWS + 1), "file_too_large", id="too many rows"),
        pytest.param(b"x" * (MOST_BYTES + 1), "file_too_large", id="more than 5 MB"),
        pytest.param(b'name\n"never closed\n', "value_unreadable", id="an open quotation mark"),
    ],
)
def test_a_workbook_that_cannot_be_read_is_refused_with_a_sentence(content, code):
    assert refused(content) == code


def test_a_zip_bomb_is_refused_with_a_sentence():
    assert refused(a_bomb(101 * 1024 * 1024)) == "file_too_large"


def test_an_open_quotation_mark_is_named_by_its_line():
    with pytest.raises(NotPossible) as refusal:
        read_lines(Upload("file", b'name\nAda\n"Ben\n'))
    assert refusal.value.details["row"] == 3


def test_a_row_far_to_the_right_or_down_does_not_fill_the_memory():
    workbook = Workbook()
    workbook.worksheets[0].cell(row=1, column=1, value="Ada")
    workbook.worksheets[0].cell(row=2, column=16000, value="far away")
    stream = io.BytesIO()
    workbook.save(stream)
    assert refused(stream.getvalue()) == "too_many_columns"


@pytest.mark.parametrize(
    "make", [lambda row: a_workbook([["Ada"], row]), lambda row: (",".join(map(str, row))).encode()]
)
def test_more_than_a_hundred_columns_are_said_and_empty_ones_do_not_count(make):
    assert refused(make(["x"] * 101)) == "too_many_columns"
    assert len(cells_of(make(["x"] * 100 + [""] * 9))[-1]) >= 100


def two_sheets():
    book = Workbook()
    book.worksheets[0].title = "Old"
    book.worksheets[0].append(["Ada"])
    book.create_sheet("New").append(["Ben"])
    stream = io.BytesIO()
    book.save(stream)
    return Upload("two.xlsx", stream.getvalue())


def test_a_sheet_of_a_workbook_can_be_chosen():
    assert sheet_names(two_sheets()) == ["Old", "New"]
    assert read_lines(two_sheets())[0].cells == ("Ada",)
    assert read_lines(replace(two_sheets(), sheet="New"))[0].cells == ("Ben",)
    with pytest.raises(NotPossible, match=r"There is no sheet “Third”; the sheets are: Old, New\."):
        read_lines(replace(two_sheets(), sheet="Third"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "cp932", "cp1252"])
def test_an_encoding_can_be_chosen(encoding):
    text = "山田" if encoding != "cp1252" else "Jörg"
    upload = Upload("list.csv", text.encode(encoding), encoding=encoding.removesuffix("-le"))
    assert read_lines(upload)[0].cells == (text,)


def test_a_guess_that_was_wrong_is_put_right_by_the_encoding_chosen():
    upload = Upload("list.csv", "山田".encode("cp932"))
    assert likeliest_encoding(upload.content) == "cp932"
    assert read_lines(replace(upload, encoding="cp1252"))[0].cells != ("山田",)
    with pytest.raises(NotPossible, match="cannot be read as UTF-8"):
        read_lines(replace(upload, encoding="utf-8"))


# Files made to keep their reader busy; tests/faults/test_hostile_files.py has those that hold much of nothing

SHEET, MAIN = "xl/worksheets/sheet1.xml", "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def a_workbook_with(part, text):
    """Return a workbook in which one part is replaced or added."""
    with zipfile.ZipFile(io.BytesIO(a_workbook([["Ada"]]))) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    parts[part] = text
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return stream.getvalue()


def a_sheet(inside):
    return f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{inside}</x:sheetData></x:worksheet>'.encode()


def test_a_workbook_of_a_thousand_parts_is_refused():
    stream = io.BytesIO(a_workbook([["Ada"]]))
    with zipfile.ZipFile(stream, "a") as packed:
        for number in range(1000):
            packed.writestr(f"part{number}", b"")
    assert refused(stream.getvalue()) == "file_too_large"


def test_a_row_at_the_far_end_of_the_sheet_is_refused():
    far = '<x:row r="1000000"><x:c r="A1000000"><x:v>1</x:v></x:c></x:row>'
    assert refused(a_workbook_with(SHEET, a_sheet(far))) == "file_too_large"


def test_as_many_rows_as_are_allowed_are_read():
    rows = "".join(f'<x:row r="{n}"><x:c r="A{n}"><x:v>{n}</x:v></x:c></x:row>' for n in range(1, 2001))
    assert cells_of(a_workbook_with(SHEET, a_sheet(rows)))[-1] == ("2000",)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(("name\na" + "\u0301\u0316" * 500_000).encode(), id="CSV"),
        pytest.param(a_workbook([["a" + "\u0301\u0316" * 10_000]]), id="Excel"),
    ],
)
def test_a_letter_with_thousands_of_accents_is_refused(content):
    assert refused(content) == "value_unreadable"


def test_thirty_accents_on_a_letter_are_read():
    assert cells_of(("a" + "\u0301" * 30).encode()) == [("á" + "\u0301" * 29,)]
