"""Workbooks as people keep them: hidden sheets and rows, merged cells, members who have left."""

import io
from datetime import datetime
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


def a_workbook(rows, *, merged=(), hidden=(), hidden_columns=()):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for cells in merged:
        book.active.merge_cells(cells)
    for number in hidden:
        book.active.row_dimensions[number].hidden = True
    for letter in hidden_columns:
        book.active.column_dimensions[letter].hidden = True
    out = io.BytesIO()
    book.save(out)
    return Upload("list.xlsx", out.getvalue())


def planned(event, upload):
    players = read_list(with_likely_sheet(upload, club=event.club), club=event.club)
    return players, plan_list(event, players)


def names(plan, *actions):
    return [row.name for row in plan.of(*actions)]


@pytest.mark.parametrize("name", ["sheets.xlsx", "sheets.ods", "sheets.xls"])
def test_the_active_sheet_that_a_person_sees_is_read(name):
    upload = a_file(name)
    assert sheet_names(upload) == ["Herbst"]
    _, plan = planned(an_event(), upload)
    assert names(plan, Action.NEW) and not {"Greta Alt", "Otto Alt"} & set(names(plan, *Action))


@pytest.mark.parametrize("name", ["hidden.xlsx", "hidden.ods"])
def test_hidden_rows_are_left_out_until_somebody_takes_them(name):
    event = an_event()
    found, plan = planned(event, a_file(name))
    hidden = plan.of(Action.DOUBTFUL)
    assert [row.name for row in hidden] == ["Bodo Behn", "Dirk Dose"]
    assert {row.why for row in hidden} == {"This row is hidden in the workbook."}
    take_over(event=event, players=found, by=ADA, answers={hidden[0].line: "new"})
    entered = set(event.entrants.values_list("player__name", flat=True))
    assert "Bodo Behn" in entered and "Dirk Dose" not in entered and len(entered) == 3


@pytest.mark.usefixtures("files_read_apart")
def test_the_preview_says_how_many_rows_are_hidden():
    director, players = ada(), f"/events/{an_event().slug}/organise/players/"
    with (FOLDER / "hidden.xlsx").open("rb") as file:
        page = director.post(f"{players}upload/", {"file": file}, follow=True)
    assert "2 rows are hidden in this workbook." in text_of(page)


@pytest.mark.parametrize(("height", "hidden"), [("0", ["Karla Koch"]), ("0.5", [])])
def test_a_row_without_height_is_hidden(height, hidden):
    upload = a_workbook([["Name"], ["Karla Koch"], ["Leon Lohse"]])
    low = changed(upload, lambda page: page.replace(b'<row r="2"', f'<row r="2" ht="{height}"'.encode()))
    assert names(planned(an_event(), low)[1], Action.DOUBTFUL) == hidden


@pytest.mark.parametrize("name", ["merged.xlsx", "merged.ods", "merged.xls"])
def test_a_team_in_a_merged_cell_counts_for_all_of_its_rows(name):
    event = an_event()
    plan, _ = planned(event, a_file(name))
    take_over(event=event, players=plan, by=ADA)
    teams = list(event.entrants.order_by("number").values_list("team", flat=True))
    assert len(teams) == 6 and all(teams) and {teams.count(team) for team in teams} == {3}


def test_a_heading_over_two_columns_is_surname_and_first_name():
    rows = [["Name", None, "Verein"], ["Koch", "Karla", "Holm"], ["Lohse", "Leon", "Kiel"]]
    _, plan = planned(an_event(), a_workbook(rows, merged=["A1:B1"]))
    assert names(plan, Action.NEW) == ["Karla Koch", "Leon Lohse"]


def test_a_name_merged_below_a_merged_heading_is_read_once():
    rows = [["Name", None, "Verein"], ["Karla Koch", None, "Holm"], ["Leon Lohse", None, "Kiel"]]
    _, plan = planned(an_event(), a_workbook(rows, merged=["A1:B1", "A2:B2", "A3:B3"]))
    assert names(plan, Action.NEW) == ["Karla Koch", "Leon Lohse"]


def test_a_name_merged_over_both_columns_of_names_is_read_once():
    rows = [["Name", "Vorname", "Verein"], ["Karla Koch", None, "Holm"], ["Lohse", "Leon", "Kiel"]]
    _, plan = planned(an_event(), a_workbook(rows, merged=["A2:B2"]))
    assert names(plan, Action.NEW) == ["Karla Koch", "Leon Lohse"]


def test_a_heading_over_three_columns_is_asked_about():
    rows = [["Name", None, None, "Verein"], ["Dr.", "Karla", "Koch", "Holm"], [None, "Leon", "Lohse", "Kiel"]]
    _, plan = planned(an_event(), a_workbook(rows, merged=["A1:C1"]))
    assert [each.code for each in plan.problems] == ["name_column_missing"] and not plan.rows


def test_two_columns_that_may_both_be_the_name_are_not_joined():
    for headings, row in (
        ("Name;Spieler", "Karla Koch;KK"),
        ("Name;Verein;Name", "Karla Koch;Holm;KK"),
        ("Mitglied;Name, Vorname", "1;Koch, Karla"),
    ):
        _, plan = planned(an_event(), Upload("list.csv", f"{headings}\n{row}\n".encode()))
        assert names(plan, Action.NEW) == ["Karla Koch"]


def test_a_hidden_column_is_the_name_only_where_no_other_is():
    rows = [["Name", "Spieler"], ["Alt Eins", "Karla Koch"]]
    _, plan = planned(an_event(), a_workbook(rows, hidden_columns="A"))
    assert names(plan, Action.NEW) == ["Karla Koch"]
    _, plan = planned(an_event(), a_workbook([["Nr", "Name"], [1, "Karla Koch"]], hidden_columns="B"))
    assert names(plan, Action.NEW) == ["Karla Koch"]
    _, plan = planned(
        an_event(), a_workbook([["alt", "Karla Koch"], ["x", "Leon Lohse"]], hidden_columns="A")
    )
    assert names(plan, Action.NEW) == ["Karla Koch", "Leon Lohse"]


def test_a_formula_without_a_value_is_nobody():
    rows = [
        ["Name", "Verein"],
        ["#REF!", "Holm"],
        ["#NAME?", "Kiel"],
        ["#BEZUG!", ""],
        ["Karla Koch", "#N/A"],
    ]
    _, plan = planned(an_event(), a_workbook(rows))
    assert names(plan, Action.NEW) == ["Karla Koch"]
    assert not plan.of(Action.NEW)[0].person.values


def test_a_name_with_commas_under_a_heading_that_stands_alone_is_read_whole():
    lines = "Name\nKoch, Karla (0171/1234567)\nDr. Lohse, Leon, leon@example.org\n"
    _, plan = planned(an_event(), Upload("list.csv", lines.encode()))
    assert names(plan, Action.NEW) == ["Karla Koch", "Dr. Leon Lohse"]


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
def test_a_player_who_has_left_or_died_is_left_out_with_the_reason(heading, value, action):
    text = f"Name;Vorname;{heading}\nBehn;Bodo;{value}\nCordes;Cleo;\n"
    _, plan = planned(an_event(), Upload("members.csv", text.encode()))
    assert [row.action for row in plan.rows] == [action, Action.NEW]
    assert not value or action == Action.NEW or value in plan.rows[0].why


STAYS = (
    *("31.12.2099", "2099-12-31", "31.12.2099 00:00", "31/12/2099", "12/31/2099", "12/2099", "2099"),
    *("zum 31.12.2099", "31. Dezember 2099", "Dez. 2099", "31 December 2099", "December 31, 2099"),
    *("31.12.9999", "2099年12月31日", "2099/12/31", "2099年12月", "令和81年12月31日", "R81.12.31"),
    *(
        "-",
        "–",
        "0",
        "nein",
        "00.00.0000",
        "0000-00-00",
        "n/a",
        "keine",
        "unbefristet",
        "aktiv",
        "no",
        "なし",
    ),
)
LEAVES = (
    *("31.12.2024", "1.1.24", "31.12.99", "12/2024", "2024", "03/04/2024", "Dez. 2024", "30 June 2024"),
    *("June 30, 2024", "2024年3月31日", "令和6年3月31日", "H31.3.31", "ja", "x", "verstorben"),
)


@pytest.mark.parametrize("value", STAYS)
def test_a_player_who_leaves_on_a_day_to_come_or_not_at_all_is_entered(value):
    assert actions_of("Austritt", value) == [Action.NEW]


@pytest.mark.parametrize("value", LEAVES)
def test_a_player_who_has_left_is_asked_about_in_every_notation(value):
    assert actions_of("Austritt", value) == [Action.DOUBTFUL]


@pytest.mark.parametrize(("heading", "value", "action"), [
    ("Status", "ausgetreten", Action.DOUBTFUL),
    ("Mitgliedsstatus", "verstorben 2025", Action.DOUBTFUL),
    ("Status", "Lapsed", Action.DOUBTFUL),
    ("会員状況", "退会", Action.DOUBTFUL),
    ("Status", "gekündigt zum 31.12.2099", Action.NEW),
    ("Status", "ungekündigt", Action.NEW),
    ("Status", "aktiv", Action.NEW),
    ("Status", "passiv", Action.NEW),
    ("Status", "Ehrenmitglied", Action.NEW),
])  # fmt: skip
def test_a_status_says_who_has_left(heading, value, action):
    assert actions_of(heading, value) == [action]


def actions_of(heading, value):
    upload = Upload("members.csv", f'Name;{heading}\nBodo Behn;"{value}"\n'.encode())
    return [row.action for row in planned(an_event(), upload)[1].rows]


def test_a_date_of_a_workbook_says_who_has_left():
    rows = [["Name", "Austritt", "Sterbetag"], ["Bodo Behn", datetime(2099, 12, 31), None]]
    rows += [["Cleo Cordes", datetime(2024, 12, 31), None], ["Dirk Dose", "-", datetime(2025, 1, 1)]]
    _, plan = planned(an_event(), a_workbook(rows))
    assert [row.action for row in plan.rows] == [Action.NEW, Action.DOUBTFUL, Action.DOUBTFUL]
    assert [row.why.split()[-1] for row in plan.rows[1:]] == ["2024-12-31.", "2025-01-01."]


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
    cells = "".join(f'<mergeCell ref="{each}"/>' for each in ranges)
    more = f"</sheetData><mergeCells>{cells}</mergeCells>".encode()
    return changed(upload, lambda page: page.replace(b"</sheetData>", more))


def changed(upload, change):
    """Return the workbook with its sheet as a function changes it."""
    out = io.BytesIO()
    with ZipFile(io.BytesIO(upload.content)) as old, ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, change(content) if name.endswith("sheet1.xml") else content)
    return Upload("list.xlsx", out.getvalue())
