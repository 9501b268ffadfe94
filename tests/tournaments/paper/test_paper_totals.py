"""Totals on paper, compared with the sheets."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from tests.tournaments.paper_evenings import an_evening, codes, import_into, statuses
from tests.tournaments.paper_files import (
    PLAYERS,
    some_files,
)
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Deal, RoundStatus
from tournaments.selectors.paper.totals import paper_sheets
from tournaments.services.paper import (
    PaperFiles,
)
from tournaments.storage.uploads.spreadsheets import Upload

pytestmark = pytest.mark.django_db


TOTALS = "round,table,seat,total"
AGREEING = [f"1,{table},{seat},{2 if seat == 2 else 0}" for table in (1, 2) for seat in (1, 2, 3, 4)]
DIFFERING = ["1,1,2,5", *AGREEING[2:]]


def with_totals(*rows, files=None, header=TOTALS):
    files = files or some_files()
    content = "\n".join([header, *rows]).encode()
    return PaperFiles(files.seating, files.sheets, Upload("totals.csv", content))


def standings_on_paper(event):
    return [(each.table.number, str(each.standing)) for each in paper_sheets(event)]


@pytest.mark.parametrize(
    "files",
    [
        with_totals(*AGREEING),
        with_totals(*AGREEING, header="Runde,Tisch,Platz,Summe"),
        some_files(
            seating="round,table,seat,player,total\n"
            + "\n".join(
                f"1,{at // 4 + 1},{at % 4 + 1},{name},{2 * (at % 4 == 1)}" for at, name in enumerate(PLAYERS)
            )
        ),
    ],
    ids=["own file", "German headings", "column of the seating"],
)
def test_totals_that_agree_are_stored_as_compared(files):
    event = an_evening()
    assert import_into(event, files).stored == 2
    assert standings_on_paper(event) == [(1, "agrees"), (2, "agrees")]
    assert statuses(event) == [RoundStatus.CLOSED]


def test_a_sheet_that_differs_from_its_totals_is_refused_with_both_sums():
    event = an_evening()
    report = import_into(event, with_totals(*DIFFERING))
    (finding,) = report.findings
    assert (report.stored, Deal.objects.count()) == (0, 0)
    assert (finding.file, finding.row, finding.field, finding.code) == (
        "totals.csv",
        2,
        "total",
        "totals_differ",
    )
    assert finding.message == "The totals on paper differ from the deals. Paper: Ben 5. Deals: Ben 2."
    assert (finding.round, finding.table, finding.typed) == (1, 1, ("1", "1", "2", "5"))


def test_a_sheet_that_differs_is_stored_as_disputed_if_asked():
    event = an_evening()
    report = import_into(event, with_totals(*DIFFERING), store_disputed=True)
    assert (report.stored, codes(report), len(report.disputed)) == (2, [], 1)
    assert standings_on_paper(event) == [(1, "differs"), (2, "agrees")]
    (sheet, _) = paper_sheets(event)
    assert sheet.differing == [("Ben", 5, 3)]


def test_the_good_tables_can_be_stored_without_the_disputed_one():
    event = an_evening()
    report = import_into(event, with_totals(*DIFFERING), keep_good=True)
    assert (report.stored, codes(report)) == (1, ["totals_differ"])
    assert standings_on_paper(event) == [(2, "agrees")]


def test_totals_that_come_later_are_compared_with_the_stored_sheets():
    event = an_evening()
    import_into(event)
    assert standings_on_paper(event) == [(1, "never"), (2, "never")]
    assert import_into(event, with_totals(*AGREEING)).stored == 0
    assert standings_on_paper(event) == [(1, "agrees"), (2, "agrees")]


@pytest.mark.parametrize(
    ("row", "code", "field"),
    [
        pytest.param("1,1,2,abc", "value_unreadable", "total", id="no number"),
        pytest.param("1,1,2,", "value_unreadable", "total", id="empty"),
        pytest.param("1,9,2,3", "table_unknown", "table", id="no such table"),
        pytest.param("1,1,5,3", "seat_unknown", "seat", id="no such seat"),
        pytest.param("1,1,2,3\n1,1,2,4", "total_twice", "total", id="two totals for a seat"),
    ],
)
def test_a_total_that_belongs_nowhere_is_named_and_nothing_is_stored(row, code, field):
    event = an_evening()
    report = import_into(event, with_totals(row), store_disputed=True)
    assert (report.stored, [(each.code, each.field) for each in report.findings]) == (0, [(code, field)])


def test_the_command_stores_disputed_sheets_and_says_which(tmp_path, capsys):
    an_evening(slug="evening")
    files = with_totals(*DIFFERING)
    for name in ("seating", "sheets", "totals"):
        (tmp_path / name).write_bytes(getattr(files, name).content)
    arguments = [f"--{name}={tmp_path / name}" for name in ("seating", "sheets", "totals")]
    with pytest.raises(SystemExit):
        call_command("import_sheets", "evening", *arguments, "--format=json")
    refused = json.loads(capsys.readouterr().out)
    assert (refused["stored"], [each["code"] for each in refused["problems"]]) == (0, ["totals_differ"])
    call_command("import_sheets", "evening", *arguments, "--format=json", "--store-disputed")
    stored = json.loads(capsys.readouterr().out)
    assert (stored["stored"], stored["problems"]) == (2, [])
    assert [(each["round"], each["table"]) for each in stored["disputed"]] == [(1, 1)]


def test_the_page_takes_totals_and_stores_as_disputed():
    event, visitor = an_evening(), ada()
    files = with_totals(*DIFFERING)
    uploads = {
        name: SimpleUploadedFile(f"{name}.csv", getattr(files, name).content)
        for name in ("seating", "sheets", "totals")
    }
    url = f"/events/{event.slug}/organise/paper/"
    page = text_of(visitor.post(url, uploads, follow=True))
    assert "Paper: Ben 5. Deals: Ben 2." in page and "Store 1 table as disputed" in page
    page = text_of(visitor.post(url + "store/", {"disputed": "yes"}, follow=True))
    assert "1 table is disputed." in page and "Disputed: the paper differs" in page
