"""How paper files are read: which sheet of a workbook, which encoding, and no formula as a name."""

import contextlib
import csv
import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from openpyxl import Workbook

from rules import get_game
from tests.builders import an_event
from tests.tournaments.paper_files import a_line, a_seating, some_files
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Deal, Entrant, Player
from tournaments.services.entry.entrants import enter_players
from tournaments.services.paper import PaperFiles, preview_paper, with_likely_sheets
from tournaments.storage.uploads.spreadsheets import Upload

pytestmark = pytest.mark.django_db

NAMES = ("Žofia", "Åse", "Øyvind", "Ada", "Eda", "Fee", "Gus", "Ian")
TOTALS = "round,table,seat,total\n" + "\n".join(f"1,{table},2,2" for table in (1, 2))


def an_evening(names=NAMES):
    event = an_event(slug="evening", deals_per_table={"4": 1})
    enter_players(event=event, names=names)
    return event


def a_book(**texts):
    """Return a workbook with a sheet for each text."""
    book = Workbook()
    book.worksheets[0].title = "Cover"
    book["Cover"].append(["Autumn evening"])
    for title, text in texts.items():
        sheet = book.create_sheet(title)
        for row in csv.reader(io.StringIO(text)):
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return Upload("evening.xlsx", stream.getvalue())


def the_book(names=NAMES):
    files = some_files(seating=a_seating(names))
    return a_book(
        Deals=files.sheets.content.decode(), Feet=TOTALS, Seats=files.seating.content.decode(), Old="a,b"
    )


def url_of(event):
    return f"/events/{event.slug}/organise/paper/"


def uploaded(event, visitor, files):
    sent = {part: SimpleUploadedFile(each.name, each.content) for part, each in files.by_part().items()}
    return " ".join(text_of(visitor.post(url_of(event), sent, follow=True)).split())


def read_again(event, visitor, **sent):
    chosen = {name.replace("_", "-"): value for name, value in sent.items()}
    return " ".join(text_of(visitor.post(url_of(event), {"read": "again", **chosen}, follow=True)).split())


def test_one_workbook_is_all_three_files_by_the_headings_of_its_sheets():
    book = the_book()
    chosen = with_likely_sheets(get_game("fipsen-prisdorf"), PaperFiles(book, book, book))
    assert [each.sheet for each in chosen.uploads()] == ["Seats", "Deals", "Feet"]
    report = preview_paper(event=an_evening(), files=PaperFiles(book, book, book))
    assert (list(report.findings), report.rows, len(report.compared)) == ([], 2, 2)


def test_the_page_shows_the_sheet_that_was_read_and_takes_another():
    event, visitor, book = an_evening(), ada(), the_book()
    page = uploaded(event, visitor, PaperFiles(book, book))
    assert "Store 2 rows" in page and '<option value="Seats" selected>' in page
    page = read_again(event, visitor, sheet_seating="Old", sheet_sheets="Deals")
    assert "The column “round” is missing." in page and '<option value="Old" selected>' in page
    assert "There is no sheet “Nowhere”" in read_again(event, visitor, sheet_seating="Nowhere")
    assert "Store 2 rows" in read_again(event, visitor, sheet_seating="Seats", sheet_sheets="Deals")


def test_the_page_shows_the_encoding_that_was_read_and_takes_another():
    event, visitor = an_evening(), ada()
    files = some_files(seating=a_seating(NAMES))
    seating = Upload("seating.csv", files.seating.content.decode().encode("cp1252"))
    page = uploaded(event, visitor, PaperFiles(seating, files.sheets))
    assert "Store 2 rows" in page and '<option value="cp1252" selected>' in page
    assert "cannot be read as UTF-8" in read_again(event, visitor, encoding_seating="utf-8")
    assert "names are new" in read_again(event, visitor, encoding_seating="cp932")
    assert "Store 2 rows" in read_again(event, visitor, encoding_seating="cp1252")


def test_a_correction_leaves_the_file_of_the_other_part_as_it_was():
    event, visitor, book = an_evening(), ada(), the_book()
    wrong = some_files(a_line(tricks=9), a_line(table=2)).sheets
    uploaded(event, visitor, PaperFiles(book, wrong))
    page = visitor.post(url_of(event) + "correct/", {"sheets-2-8": "2"}, follow=True)
    text = " ".join(text_of(page).split())
    assert "Store 2 rows" in text and '<option value="Seats" selected>' in text


def printed(capsys, *arguments):
    with contextlib.suppress(SystemExit):
        call_command("import_sheets", "evening", *map(str, arguments), "--format", "json")
    return json.loads(capsys.readouterr().out)


def saved(tmp_path, upload):
    path = tmp_path / upload.name
    path.write_bytes(upload.content)
    return path


def test_the_command_takes_sheet_and_encoding(tmp_path, capsys):
    an_evening()
    book = saved(tmp_path, the_book())
    both = ("--seating", book, "--sheets", book)
    output = printed(capsys, *both, "--sheet", "seating=Old", "--dry-run")
    assert {(each["file"], each["code"]) for each in output["problems"]} == {
        ("seating: evening.xlsx", "column_missing"),
        ("seating: evening.xlsx", "column_unknown"),
    }
    seats = saved(tmp_path, Upload("seats.csv", a_seating(NAMES).encode("cp1252")))
    one = ("--seating", seats, "--sheets", book)
    output = printed(capsys, *one, "--encoding", "seating=utf-8", "--dry-run")
    assert [each["code"] for each in output["problems"]] == ["encoding_unknown"]
    assert printed(capsys, *one, "--encoding", "cp1252", "--sheet", "Deals") == {"stored": 2, "problems": []}


@pytest.mark.parametrize(
    ("arguments", "field"),
    [(("--sheet", "players=Seats"), "sheet"), (("--encoding", "latin-1"), "encoding")],
)
def test_the_command_refuses_a_choice_that_is_none(arguments, field, tmp_path, capsys):
    an_evening()
    book = saved(tmp_path, the_book())
    output = printed(capsys, "--seating", book, "--sheets", book, *arguments)
    assert [(each["code"], each["field"]) for each in output["problems"]] == [("bad_request", field)]


FORMULAS = ('=HYPERLINK("http://evil.example")', "@SUM(1+1)", "+A1", "-B2", "＝A1")


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_is_no_new_player(name):
    event, visitor = an_evening(), ada()
    cell = name.replace('"', '""')
    files = some_files(seating=a_seating((f'"{cell}"', *NAMES[1:])))
    page = uploaded(event, visitor, files)
    assert "is a formula; enter a name." in page and "1 problem" in page and "new in this event" not in page
    visitor.post(url_of(event) + "players/")
    visitor.post(url_of(event) + "store/", {"keep_good": "yes"})
    assert Entrant.objects.count() == len(NAMES) and Deal.objects.count() == 1


def test_names_in_a_seating_are_read_as_in_a_list():
    event = an_evening(("Karl Ost", "Gisela", *NAMES[2:]))
    names = ("1. Karl Ost", "- Gisela\u200b", *NAMES[2:])
    report = preview_paper(event=event, files=some_files(seating=a_seating(names)))
    assert (list(report.findings), report.rows) == ([], 2)


def test_a_new_name_like_a_known_one_is_not_entered_from_a_seating():
    event, visitor = an_evening(), ada()
    Player.objects.create(club=event.club, name="Jürgen Meier")
    uploaded(event, visitor, some_files(seating=a_seating(("Jurgen Meier", *NAMES[1:]))))
    page = text_of(visitor.post(url_of(event) + "players/", follow=True))
    assert "The club knows Jürgen Meier" in page and "where you can say who it is" in page
    assert not event.entrants.filter(player__name="Jurgen Meier").exists()


def test_a_formula_makes_no_player_of_a_new_event(tmp_path, capsys):
    seats = saved(tmp_path, Upload("seats.csv", a_seating(("=1+1", *NAMES[1:])).encode()))
    sheets = saved(tmp_path, some_files().sheets)
    output = printed(capsys, "--seating", seats, "--sheets", sheets, "--create", "fipsen-prisdorf")
    assert [(each["code"], each["field"], each["row"]) for each in output["problems"]] == [
        ("value_unreadable", "player", 2)
    ]
    assert not Entrant.objects.exists()


def test_an_entrant_who_is_called_like_a_formula_plays():
    event = an_evening(("@lice", *NAMES[1:]))
    report = preview_paper(event=event, files=some_files(seating=a_seating(("@lice", *NAMES[1:]))))
    assert (list(report.findings), report.rows) == ([], 2)
