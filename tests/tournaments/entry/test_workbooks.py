"""Workbooks as people keep them: hidden sheets and rows, merged cells, members who have left."""

import io
from zipfile import ZipFile

import pytest
from openpyxl import Workbook

from tests.builders import an_event
from tests.processes import ROOT
from tests.tournaments.evenings import ADA
from tests.tournaments.visitors import ada, text_of
from tournaments.services.entry.lists import Action, plan_list, read_list, take_over, with_likely_sheet
from tournaments.storage.uploads.spreadsheets import Upload, read_lines, sheet_names

pytestmark = pytest.mark.django_db
FOLDER = ROOT / "tests" / "data" / "troubles" / "workbooks"


def a_file(name):
    return Upload(name, (FOLDER / name).read_bytes())


def a_workbook(rows, *, merged=(), hidden=()):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for cells in merged:
        book.active.merge_cells(cells)
    for number in hidden:
        book.active.row_dimensions[number].hidden = True
    out = io.BytesIO()
    book.save(out)
    return Upload("list.xlsx", out.getvalue())


def planned(event, upload):
    found = read_list(with_likely_sheet(upload, club=event.club), club=event.club)
    return found, plan_list(event, found)


def names(plan, *actions):
    return [row.name for row in plan.of(*actions)]


def test_the_active_sheet_that_a_person_sees_is_read():
    upload = a_file("sheets.xlsx")
    assert sheet_names(upload) == ["Herbst"]
    _, plan = planned(an_event(), upload)
    assert names(plan, Action.NEW) and not {"Greta Alt", "Otto Alt"} & set(names(plan, *Action))


def test_hidden_rows_are_left_out_until_somebody_takes_them():
    event = an_event()
    found, plan = planned(event, a_file("hidden.xlsx"))
    hidden = plan.of(Action.DOUBTFUL)
    assert [row.name for row in hidden] == ["Bodo Behn", "Dirk Dose"]
    assert {row.why for row in hidden} == {"This row is hidden in the workbook."}
    take_over(event=event, found=found, by=ADA, answers={hidden[0].line: "new"})
    entered = set(event.entrants.values_list("player__name", flat=True))
    assert "Bodo Behn" in entered and "Dirk Dose" not in entered and len(entered) == 3


def test_the_preview_says_how_many_rows_are_hidden():
    director, players = ada(), f"/events/{an_event().slug}/organise/players/"
    with (FOLDER / "hidden.xlsx").open("rb") as file:
        page = director.post(f"{players}upload/", {"file": file}, follow=True)
    assert "2 rows are hidden in this workbook." in text_of(page)


def test_a_team_in_a_merged_cell_counts_for_all_of_its_rows():
    event = an_event()
    found, _ = planned(event, a_file("merged.xlsx"))
    take_over(event=event, found=found, by=ADA)
    teams = list(event.entrants.order_by("number").values_list("team", flat=True))
    assert len(teams) == 6 and all(teams) and {teams.count(team) for team in teams} == {3}


def test_a_heading_over_two_columns_is_surname_and_first_name():
    rows = [["Name", None, "Verein"], ["Koch", "Karla", "Holm"], ["Lohse", "Leon", "Kiel"]]
    _, plan = planned(an_event(), a_workbook(rows, merged=["A1:B1"]))
    assert names(plan, Action.NEW) == ["Karla Koch", "Leon Lohse"]


def test_a_title_over_all_columns_stays_one_title():
    rows = [["Mitglieder", None, None], ["Name", "Verein", "Ort"], ["Karla Koch", "Holm", "Holm"]]
    lines = read_lines(a_workbook(rows, merged=["A1:C1"]))
    assert lines[0].cells == ("Mitglieder",)


@pytest.mark.parametrize(("heading", "value", "action"), [
    ("Austritt", "31.12.2024", Action.DOUBTFUL),
    ("Sterbetag", "2025-03-01", Action.DOUBTFUL),
    ("Austritt", "2099-12-31", Action.NEW),
    ("Austritt", "", Action.NEW),
    ("退会日", "2024/3/31", Action.DOUBTFUL),
])  # fmt: skip
def test_who_has_left_or_died_is_left_out_with_the_reason(heading, value, action):
    text = f"Name;Vorname;{heading}\nBehn;Bodo;{value}\nCordes;Cleo;\n"
    _, plan = planned(an_event(), Upload("members.csv", text.encode()))
    assert [row.action for row in plan.rows] == [action, Action.NEW]
    assert not value or action == Action.NEW or value in plan.rows[0].why


def test_both_columns_of_who_left_and_who_died_count():
    text = "Name;Vorname;Austritt;Sterbetag\nBehn;Bodo;;1.2.2025\nCordes;Cleo;1.1.2024;\nDose;Dirk;;\n"
    _, plan = planned(an_event(), Upload("members.csv", text.encode()))
    assert [row.action for row in plan.rows] == [Action.DOUBTFUL, Action.DOUBTFUL, Action.NEW]


@pytest.mark.parametrize(
    "merged", [["A1:XFD1048576"], [f"A{row}:ZZ{row + 900}" for row in range(1, 9000, 1000)]]
)
def test_a_workbook_that_merges_more_than_it_holds_is_read_row_by_row(merged):
    upload = a_workbook([["Name"], ["Karla Koch"]])
    assert read_lines(with_merged(upload, merged))[1].cells == ("Karla Koch",)


def with_merged(upload, ranges):
    """Return the workbook with these merged ranges, as no program writes them."""
    out = io.BytesIO()
    with ZipFile(io.BytesIO(upload.content)) as old, ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith("sheet1.xml"):
                cells = "".join(f'<mergeCell ref="{each}"/>' for each in ranges)
                content = content.replace(
                    b"</sheetData>", f"</sheetData><mergeCells>{cells}</mergeCells>".encode()
                )
            new.writestr(name, content)
    return Upload("list.xlsx", out.getvalue())
