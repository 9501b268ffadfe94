"""Paper sheets: the command, the use cases behind it, and the organiser's page."""

import csv
import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.sheet.refusals import NotPossible
from tests.builders import a_club, a_round, an_event, write_deal
from tests.tournaments.paper.test_spreadsheets import a_bomb
from tests.tournaments.paper_files import (
    COLUMNS,
    NIGHT,
    NIGHT_EXPECTED,
    NIGHT_SEATING,
    PLAYERS,
    a_line,
    a_seating,
    as_workbook,
    night_files,
    some_files,
)
from tests.tournaments.visitors import ada, dov, stranger, text_of
from tournaments.models import AuthorKind, Deal, Event, Player, Round, RoundStatus, SheetChange, Table
from tournaments.selectors.paper.totals import paper_sheets
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import close_event
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper import (
    PaperFiles,
    create_event_from_paper,
    import_paper,
    importing,
    preview_paper,
)
from tournaments.services.rounds.lifecycle import close_round, seat_round
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences
from tournaments.storage.uploads.spreadsheets import Upload

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAPER = Author(AuthorKind.PAPER)


@pytest.fixture(autouse=True)
def uploads_apart(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"


def an_evening(names=PLAYERS, **changes):
    event = an_event(**{"deals_per_table": {"4": 1, "3": 1}} | changes)
    enter_players(event=event, names=names)
    return event


def import_into(event, files=None, **arguments):
    return import_paper(event=event, files=files or some_files(), by=PAPER, **arguments)


def codes(report):
    return [finding.code for finding in report.findings]


def statuses(event):
    return [each.status for each in event.rounds.all()]


def standings_of(event):
    compute_event_standings(event_id=event.pk)
    rows = event.standings_rows.select_related("entrant__player")
    return {row.entrant.player.name: row.values[0] for row in rows}


# An event that was really played


def create_night(files):
    return create_event_from_paper(
        slug="night", game="fipsen-prisdorf", options={}, policy={"by": "game"}, files=files, by=PAPER
    )


def expected_rows():
    with NIGHT_EXPECTED.open(encoding="utf-8") as file:
        rows = [list(row.values()) for row in csv.DictReader(file)]
    return sorted((name, *map(int, (rank, *points))) for rank, name, *points in rows)


def standings_rows_of(event):
    compute_event_standings(event_id=event.pk)
    rows = event.standings_rows.select_related("entrant__player")
    return sorted(
        (row.entrant.player.name, row.rank, *(points for _, points in row.rounds), row.values[0])
        for row in rows
    )


@pytest.mark.parametrize("as_file", [lambda upload: upload, as_workbook], ids=["CSV", "Excel"])
def test_the_club_night_has_the_standings_of_its_paper_to_the_point_and_the_rank(as_file):
    files = night_files()
    report = create_night(PaperFiles(as_file(files.seating), as_file(files.sheets)))
    event = Event.objects.get(slug="night")
    assert (report.stored, codes(report)) == (1489, [])
    assert standings_rows_of(event) == expected_rows()
    assert statuses(event) == [RoundStatus.CLOSED, RoundStatus.CLOSED]
    assert differences(event) == []


# Into an event


def test_sheets_of_entrants_are_stored_with_their_history():
    event = an_evening()
    assert import_into(event).stored == 2
    assert standings_of(event) == dict.fromkeys(PLAYERS, 0) | {"Ben": 2, "Fee": 2}
    assert set(SheetChange.objects.values_list("author_kind", flat=True)) == {AuthorKind.PAPER}
    assert differences(event) == []


def test_german_files_with_title_rows_and_a_column_for_each_seat_are_stored():
    event = an_evening()
    seating = "Abend im Krug\nTisch;Runde;Platz 1;Platz 2;Platz 3;Platz 4\n1;1;Ada;Ben;Cleo;Dov\n"
    sheets = (
        "Tisch;Runde;Spiel;Alleinspieler;Spielart;Gebot;Trumpf;Skat;Stiche des Alleinspielers\n"
        "1;1;1;2;tricks;2;Pik;ja;2\n"
    )
    files = PaperFiles(
        Upload("sitz.csv", seating.encode("cp1252")), Upload("zettel.csv", sheets.encode("utf-16"))
    )
    assert codes(import_into(event, files)) == []
    assert standings_of(event)["Ben"] == 2


def test_a_file_of_points_with_a_column_for_each_player_is_stored():
    event = an_evening(names=["Ada", "Ben", "Cleo"], game="points", deals_per_table={"3": 2})
    files = PaperFiles(
        Upload("seats.csv", b"round,table,seat,player\n1,1,1,Ada\n1,1,2,Ben\n1,1,3,Cleo\n"),
        Upload("points.csv", b"round,table,deal,Cleo,Ben,Ada\n1,1,1,5,0,-5\n1,1,2,1,2,-3\n"),
    )
    assert codes(import_into(event, files)) == []
    assert standings_of(event) == {"Ada": -8, "Ben": 2, "Cleo": 6}


@pytest.mark.parametrize(
    ("seating", "code"),
    [
        pytest.param(b"round,table,seat,player\n" + b"1,1,1,Ada\n" * 100_000, "file_too_large", id="rows"),
        pytest.param(a_bomb(101 * 1024 * 1024), "file_too_large", id="an archive that unpacks to gigabytes"),
        pytest.param(b"x," * 200 + b"y\n", "too_many_columns", id="columns"),
        pytest.param(b"round,table,seat,player\n1,1,1," + b"x" * 500, "value_unreadable", id="500 letters"),
    ],
)
def test_a_file_that_would_cost_much_is_one_problem_and_stores_nothing(seating, code):
    event = an_evening()
    sheets = Upload("sheets.csv", (COLUMNS + "\n").encode())
    report = import_into(event, PaperFiles(Upload("seating", seating), sheets))
    assert codes(report) == [code] and report.findings[0].message
    assert not event.rounds.exists()


def test_the_dealer_is_checked_and_not_stored():
    event = an_evening()
    import_into(event, some_files(f"{a_line()},1", columns=f"{some_columns()},dealer_seat"))
    assert "dealer" not in Deal.objects.get().record


def some_columns():
    return some_files().sheets.content.decode().split("\n")[0]


def test_a_round_with_all_its_deals_is_closed():
    event = an_evening()
    import_into(event)
    assert statuses(event) == [RoundStatus.CLOSED]


def test_a_round_that_lacks_deals_stays_open():
    event = an_evening(deals_per_table={"4": 2})
    import_into(event)
    assert statuses(event) == [RoundStatus.OPEN]


def test_a_round_that_lacks_deals_is_over_when_a_later_one_began():
    event = an_evening(deals_per_table={"4": 2})
    seating = f"{a_seating()}\n{a_seating(round_number=2).split(chr(10), 1)[1]}"
    import_into(event, some_files(a_line(), a_line(round=2), seating=seating))
    assert statuses(event) == [RoundStatus.CLOSED, RoundStatus.OPEN]


def test_a_table_that_was_drawn_here_is_filled():
    event = an_evening(PLAYERS[:4])
    seat_round(event=event, tables=[list(event.entrants.all())])
    assert import_into(event, some_files(a_line(), seating=a_seating(PLAYERS[:4]))).stored == 1
    assert Table.objects.count() == 1 and Round.objects.get().status == RoundStatus.CLOSED


def test_a_table_that_is_stored_already_is_left_alone():
    event = an_evening()
    import_into(event)
    again = import_into(event)
    assert (again.stored, codes(again), Deal.objects.count()) == (0, [], 2)


def test_a_table_with_other_deals_is_not_written_over():
    round = a_round()
    write_deal(round.tables.get(), tricks=1)
    names = [each.player.name for each in round.event.entrants.all()]
    report = import_into(round.event, some_files(a_line(), seating=a_seating(names)))
    assert codes(report) == ["table_has_deals"] and Deal.objects.count() == 1


def test_a_table_with_other_players_is_not_filled():
    round = a_round()
    names = [each.player.name for each in round.event.entrants.all()]
    report = import_into(round.event, some_files(a_line(), seating=a_seating(names[::-1])))
    assert codes(report) == ["seating_differs"]


def test_nobody_is_seated_a_second_time_in_a_round_that_exists():
    event = an_evening()
    import_into(event, some_files(a_line(), seating=a_seating(PLAYERS[:4])))
    moved = "\n".join(
        ["round,table,seat,player", *(f"1,2,{n},{name}" for n, name in enumerate(PLAYERS[3:7], 1))]
    )
    report = import_into(event, some_files(a_line(table=2), seating=moved))
    assert codes(report) == ["player_twice"]


def test_a_closed_event_takes_no_paper():
    event = close_event(event=an_evening(), is_closed=True)
    with pytest.raises(NotPossible, match="closed"):
        import_into(event)


# Nothing is stored on a refusal


@pytest.mark.parametrize(
    ("files", "code"),
    [
        pytest.param(some_files(a_line(tricks=9)), "tricks_out_of_range", id="a rule"),
        pytest.param(some_files(a_line(), a_line()), "deal_repeated", id="twice the same deal"),
        pytest.param(some_files(a_line(deal=2), a_line(deal=4)), "deal_missing", id="a hole"),
        pytest.param(some_files(a_line(deal=6)), "deal_beyond_last", id="one too many"),
        pytest.param(some_files(a_line(table=3)), "table_unknown", id="no such table"),
        pytest.param(some_files(a_line(tricks="two")), "value_unreadable", id="a word for a number"),
        pytest.param(some_files(columns="round,table"), "column_missing", id="a column too few"),
        pytest.param(
            some_files(columns="round,table,deal,weather"), "column_unknown", id="a column too many"
        ),
        pytest.param(
            some_files(seating=a_seating(("Nobody", *PLAYERS[1:]))), "player_unknown", id="a stranger"
        ),
        pytest.param(
            some_files(seating=a_seating(("Ben", *PLAYERS[1:]))), "player_twice", id="somebody twice"
        ),
        pytest.param(some_files(seating=a_seating() + "\n1,3,9,Kim"), "seat_unknown", id="no such seat"),
    ],
)
def test_a_refused_file_stores_nothing(files, code):
    event = an_evening(deals_per_table={"4": 5})
    report = import_into(event, files)
    assert code in codes(report) and report.stored == 0
    assert all(finding.message.endswith(".") and finding.row for finding in report.findings)
    assert not Deal.objects.exists() and not Round.objects.exists()


def test_all_problems_of_both_files_are_named_at_once():
    seating = a_seating(("Nobody", *PLAYERS[1:]))
    report = import_into(an_evening(), some_files(a_line(tricks=9), a_line(table=2, bid=9), seating=seating))
    assert [(each.file, each.row) for each in report.findings] == [
        ("seating.csv", 2),
        ("sheets.csv", 2),
        ("sheets.csv", 3),
    ]


def test_the_good_tables_can_be_kept():
    event = an_evening()
    report = import_into(event, some_files(a_line(), a_line(table=2, tricks=9)), keep_good=True)
    assert (report.stored, codes(report)) == (1, ["tricks_out_of_range"])
    assert [table.number for table in Table.objects.all()] == [1]


def test_a_table_that_was_not_stored_is_stored_once_it_is_corrected():
    event = an_evening()
    import_into(event, some_files(a_line(), a_line(table=2, tricks=9)), keep_good=True)
    assert statuses(event) == [RoundStatus.OPEN]
    assert import_into(event).stored == 1
    assert standings_of(event)["Fee"] == 2
    assert (statuses(event), differences(event)) == ([RoundStatus.CLOSED], [])


def test_a_preview_stores_nothing():
    event = an_evening()
    report = preview_paper(event=event, files=some_files())
    assert (report.stored, report.rows, Deal.objects.count()) == (0, 2, 0)


def has_locked(queries):
    return any(query["sql"].startswith("SAVEPOINT") for query in queries)


def test_files_are_read_and_checked_before_anything_is_locked():
    event = an_evening()
    with CaptureQueriesContext(connection) as of_refused:
        assert import_into(event, some_files(a_line(), a_line(table=2, tricks=9))).stored == 0
    with CaptureQueriesContext(connection) as of_good:
        assert import_into(event).stored == 2
    assert has_locked(of_good) and not has_locked(of_refused)


def test_files_are_checked_again_where_the_event_changed_meanwhile():
    event, files = an_evening(), some_files()
    stage = importing.stage_of(event)
    checked = importing.check_files(stage, files)
    Player.objects.filter(name=PLAYERS[0]).update(name="Renamed")
    report = importing.store_checked(event, files, stage, checked, by=PAPER, keep_good=False)
    assert (report.stored, Deal.objects.count()) == (0, 0)
    assert "player_unknown" in codes(report)


def test_storing_takes_a_number_of_queries_that_does_not_grow_with_rows(django_assert_max_num_queries):
    event = an_evening(deals_per_table={"4": 100})
    rows = [a_line(deal=deal) for deal in range(1, 101)]
    with django_assert_max_num_queries(60):
        assert import_into(event, some_files(*rows, seating=a_seating(PLAYERS[:4]))).stored == 100


# The command


def run(*arguments, seating=NIGHT_SEATING, sheets=NIGHT):
    """Return the exit status and the output."""
    out = io.StringIO()
    places = ("--seating", str(seating), "--sheets", str(sheets))
    try:
        call_command("import_sheets", "night", *places, *arguments, stdout=out)
    except SystemExit as end:
        return end.code, out.getvalue()
    return 0, out.getvalue()


def run_json(*arguments, **files):
    status, printed = run(*arguments, "--format", "json", **files)
    return status, json.loads(printed)


def with_change(tmp_path, old, new):
    changed = tmp_path / "sheets.csv"
    changed.write_text(NIGHT.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    return changed


def test_the_command_makes_the_event_and_its_standings():
    assert run_json("--create", "fipsen-prisdorf") == (0, {"stored": 1489, "problems": []})
    assert Event.objects.get(slug="night").standings_rows.get(rank=1).values == [84]


def test_a_dry_run_stores_nothing():
    status, printed = run("--create", "fipsen-prisdorf", "--dry-run")
    assert (status, Event.objects.count()) == (0, 0) and "1489 rows" in printed


def test_a_problem_is_printed_with_file_row_field_code_and_message(tmp_path):
    wrong = with_change(tmp_path, "1,1,1,1,3,tricks,2,,C,no,no,2,", "1,1,1,1,3,tricks,2,,C,no,no,9,")
    status, answer = run_json("--create", "fipsen-prisdorf", sheets=wrong)
    (problem,) = answer["problems"]
    assert (status, answer["stored"], problem["message"]) == (
        1,
        0,
        "The declarer wins 0 to 5 tricks, not 9.",
    )
    assert (problem["file"], problem["row"], problem["field"]) == ("sheets.csv", 2, "tricks")
    assert problem["code"] == "tricks_out_of_range"


def test_the_command_keeps_the_good_tables_and_still_fails(tmp_path):
    wrong = with_change(tmp_path, "1,1,1,1,3,tricks,2,,C,no,no,2,", "1,1,1,1,3,bridge,2,,C,no,no,2,")
    status, answer = run_json("--create", "fipsen-prisdorf", "--keep-good", sheets=wrong)
    assert (status, len(answer["problems"])) == (1, 1)
    assert answer["stored"] == 1489 - 101 == Deal.objects.count()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), "event_unknown"),
        (("--create", "bridge"), "game_unknown"),
        (("--create", "fipsen-prisdorf", "--options", '{"speed": 1}'), "switch_unknown"),
        (("--create", "fipsen-prisdorf", "--options", "fast"), "bad_request"),
        (("--create", "fipsen-prisdorf", "--policy", '{"by": "luck"}'), "policy_invalid"),
    ],
)
def test_an_import_that_cannot_begin_says_why(arguments, code):
    status, answer = run_json(*arguments)
    assert (status, [problem["code"] for problem in answer["problems"]]) == (1, [code])
    assert not Event.objects.exists()


def test_an_event_is_not_made_twice():
    an_event(slug="night")
    assert run_json("--create", "fipsen-prisdorf")[1]["problems"][0]["code"] == "event_exists"


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"%PDF-1.7\n", "encoding_unknown"), (b"x" * (5 * 1024 * 1024 + 1), "file_too_large")],
)
def test_a_file_that_cannot_be_read_is_one_problem(tmp_path, content, code):
    (tmp_path / "bad.csv").write_bytes(content)
    status, answer = run_json("--create", "fipsen-prisdorf", sheets=tmp_path / "bad.csv")
    assert (status, [(each["file"], each["code"]) for each in answer["problems"]]) == (1, [("bad.csv", code)])


def test_the_command_makes_the_event_in_a_club_with_a_name_and_a_date():
    club = a_club()
    arguments = ("--club", club.slug, "--name", "Herbstabend", "--date", "2026-10-02")
    assert run_json("--create", "fipsen-prisdorf", *arguments)[0] == 0
    event = Event.objects.get(slug="night")
    assert (event.club, event.name, event.date.isoformat()) == (club, "Herbstabend", "2026-10-02")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("--club", "nowhere"), "club_unknown"), (("--date", "31.2.2026"), "bad_request")],
)
def test_a_club_or_a_date_that_cannot_be_is_refused(arguments, code):
    a_club()
    status, answer = run_json("--create", "fipsen-prisdorf", *arguments)
    assert (status, [each["code"] for each in answer["problems"]]) == (1, [code])
    assert not Event.objects.exists()


def test_an_installation_without_a_club_says_so_instead_of_listing_none():
    status, answer = run_json("--create", "fipsen-prisdorf", "--club", "nowhere")
    assert (status, [each["message"] for each in answer["problems"]]) == (
        1, ["There is no club yet. Leave out --club, and one is made for the event."],
    )  # fmt: skip


def test_a_problem_names_its_place_and_the_line_as_it_was_typed():
    files = some_files(a_line(), a_line(table=2, deal=2, bid=99))
    finding = preview_paper(event=an_evening(), files=files).findings[-1]
    assert (finding.round, finding.table, finding.deal) == (1, 2, 2)
    assert finding.typed == tuple(a_line(table=2, deal=2, bid=99).split(","))


def test_a_problem_of_the_seating_names_the_player():
    files = some_files(seating=a_seating(("Nobody", *PLAYERS[1:])))
    finding = preview_paper(event=an_evening(), files=files).findings[0]
    assert (finding.round, finding.table, finding.player) == (1, 1, "Nobody")


# The page


def test_new_names_are_one_problem_and_entered_by_one_button():
    event = an_evening(names=PLAYERS[:2])
    client = ada()
    page = text_of(upload(client, event))
    assert (
        "1 problem" in page and "6 names are new in this event:" in page and "does not take part" not in page
    )
    page = text_of(client.post(url_of(event, "players/"), follow=True))
    assert "6 players added." in page and "Store 2 rows" in page


def test_a_sheet_that_was_cut_off_says_how_many_deals_it_has():
    event = an_evening(deals_per_table={"4": 100})
    assert "Round 1, table 1: 1 of 100 deals" in text_of(upload(ada(), event))


def url_of(event, more=""):
    return f"/events/{event.slug}/organise/paper/{more}"


def upload(client, event, files=None):
    files = files or some_files()
    sent = {name: SimpleUploadedFile(each.name, each.content) for name, each in parts_of(files)}
    return client.post(url_of(event), sent, follow=True)


def parts_of(files):
    return [("seating", files.seating), ("sheets", files.sheets)]


def test_an_upload_is_looked_at_first_and_stored_on_demand():
    event, client = an_evening(), ada()
    assert "Store 2 rows" in text_of(upload(client, event)) and not Deal.objects.exists()
    stored = client.post(url_of(event, "store/"), follow=True)
    assert "2 rows stored." in text_of(stored) and Deal.objects.count() == 2


def test_an_upload_with_problems_lists_every_line_and_keeps_the_files():
    event, client = an_evening(), ada()
    shown = text_of(upload(client, event, some_files(a_line(tricks=9), a_line(table=2, tricks="x"))))
    assert "2 problems" in shown and "not 9." in shown and "found “x”" in shown
    assert "2 problems" in text_of(client.get(url_of(event)))


def test_the_page_stores_nothing_while_there_are_problems():
    event, client = an_evening(), ada()
    upload(client, event, some_files(a_line(tricks=9), a_line(table=2)))
    assert client.post(url_of(event, "store/")).status_code == 409
    assert not Deal.objects.exists()


def test_the_page_keeps_the_good_tables_if_told_so():
    event, client = an_evening(), ada()
    upload(client, event, some_files(a_line(tricks=9), a_line(table=2)))
    client.post(url_of(event, "store/"), {"keep_good": "yes"})
    assert Deal.objects.count() == 1


def test_excel_files_are_taken_too():
    event, client = an_evening(), ada()
    files = some_files()
    upload(client, event, PaperFiles(as_workbook(files.seating), as_workbook(files.sheets)))
    client.post(url_of(event, "store/"))
    assert Deal.objects.count() == 2


def test_files_that_were_put_away_are_not_stored(settings):
    event, client = an_evening(), ada()
    upload(client, event)
    client.post(url_of(event, "discard/"))
    assert "choose them again" in text_of(client.post(url_of(event, "store/"), follow=True))
    assert not Deal.objects.exists() and list(settings.MEDIA_ROOT.glob("paper/*")) == []


def test_a_form_without_files_is_refused_beside_the_field():
    refused = ada().post(url_of(an_evening()))
    assert refused.status_code == 422 and text_of(refused).count('role="alert"') >= 2


def test_a_file_over_5_mb_is_refused():
    big = {
        "seating": SimpleUploadedFile("a.csv", b"x"),
        "sheets": SimpleUploadedFile("b.csv", b"x" * 5242881),
    }
    refused = ada().post(url_of(an_evening()), big)
    assert refused.status_code == 422 and "larger than 5 MB" in text_of(refused)


def test_a_file_that_is_no_table_is_a_problem_with_a_sentence():
    event = an_evening()
    files = PaperFiles(some_files().seating, type(some_files().sheets)("s.csv", b"%PDF-1.7\n"))
    assert "this is a PDF file" in text_of(upload(ada(), event, files))


def test_sheets_come_in_other_encodings_and_with_tabs():
    event = an_evening()
    files = some_files()
    tabs = files.sheets.content.decode().replace(",", "\t").encode("utf-16")
    report = preview_paper(event=event, files=PaperFiles(files.seating, type(files.sheets)("s.txt", tabs)))
    assert (list(report.findings), report.rows) == ([], 2)


def test_another_session_does_not_see_the_files():
    event = an_evening()
    upload(ada(), event)
    assert "Store 2 rows" not in text_of(ada().get(url_of(event)))


@pytest.mark.parametrize("more", ["", "store/", "discard/"])
def test_only_directors_of_the_event_bring_paper(more):
    event = an_evening()
    assert dov().post(url_of(event, more)).status_code == 404
    assert stranger().post(url_of(event, more)).status_code == 302


@pytest.mark.parametrize(("more", "status"), [("store/", 405), ("discard/", 405)])
def test_looking_changes_nothing(more, status):
    assert ada().get(url_of(an_evening(), more)).status_code == status


def test_a_round_that_phones_write_is_not_closed_by_paper():
    round = a_round(tables=2)
    table = round.tables.get(number=2)
    write_deal(table)
    names = [each.player.name for each in round.event.entrants.all()][:4]
    round.event.deals_per_table = {"4": 1}
    round.event.save(update_fields=["deals_per_table"])
    import_into(round.event, some_files(a_line(), seating=a_seating(names)))
    assert statuses(round.event) == [RoundStatus.OPEN]
    close_round(round=round)


# Totals on paper

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


# Corrections on the page


def test_a_line_is_corrected_on_the_page_without_the_file():
    event, client = an_evening(), ada()
    page = text_of(upload(client, event, some_files(a_line(tricks=9), a_line(table=2))))
    assert 'name="sheets-2-8" value="9"' in page
    page = text_of(client.post(url_of(event, "correct/"), {"sheets-2-8": "2"}, follow=True))
    assert "No problems" in page and "Store 2 rows" in page
    client.post(url_of(event, "store/"))
    assert Deal.objects.count() == 2


def test_a_heading_is_corrected_on_the_page():
    event, client = an_evening(), ada()
    columns = "round,table,deal,declarer_seat,contract,bid,trump,took_skat,trick"
    page = text_of(upload(client, event, some_files(columns=columns)))
    assert 'name="sheets-1-8" value="trick"' in page
    assert "No problems" in text_of(
        client.post(url_of(event, "correct/"), {"sheets-1-8": "tricks"}, follow=True)
    )


def test_a_correction_that_is_wrong_again_stays_typed():
    event, client = an_evening(), ada()
    upload(client, event, some_files(a_line(tricks=9), a_line(table=2)))
    page = text_of(client.post(url_of(event, "correct/"), {"sheets-2-8": "x"}, follow=True))
    assert 'name="sheets-2-8" value="x"' in page and "found “x”" in page


@pytest.mark.parametrize("sent", ["sheets-99-1", "sheets-2-99", "sheets-x-1", "other-2-8"])
def test_a_correction_of_no_cell_changes_nothing(sent):
    event, client = an_evening(), ada()
    upload(client, event)
    assert "No problems" in text_of(client.post(url_of(event, "correct/"), {sent: "9"}, follow=True))


def test_the_good_tables_are_stored_first_and_the_other_one_is_completed_by_its_correction():
    event, client = an_evening(), ada()
    upload(client, event, some_files(a_line(tricks=9), a_line(table=2)))
    client.post(url_of(event, "store/"), {"keep_good": "yes"})
    assert Deal.objects.count() == 1
    client.post(url_of(event, "correct/"), {"sheets-2-8": "2"})
    client.post(url_of(event, "store/"))
    assert Deal.objects.count() == 2
    assert statuses(event) == [RoundStatus.CLOSED]


def test_files_that_are_gone_cannot_be_corrected():
    event = an_evening()
    assert "choose them again" in text_of(ada().post(url_of(event, "correct/"), follow=True))


# Proposals


def proposals_in(report):
    return [finding.as_json()["proposals"] for finding in report.findings]


@pytest.mark.parametrize(
    ("rows", "proposals"),
    [
        pytest.param(["1,1,1,2,2"], [[{"field": "dealer_seat", "value": "1"}]], id="the dealer is known"),
        pytest.param(["1,1,1,1,9"], [[]], id="many numbers of tricks are possible"),
        pytest.param(
            ["1,1,1,1,2", "1,1,3,2,2", "1,1,3,3,2"],
            [[{"field": "deal", "value": "2"}]],
            id="a number was skipped",
        ),
    ],
)
def test_one_or_two_corrections_that_the_rules_leave_are_proposed(rows, proposals):
    lines = [
        ",".join([*row.split(",")[:4], "2", "tricks", "2", "S", "yes", row.split(",")[4]]) for row in rows
    ]
    columns = "round,table,deal,dealer_seat,declarer_seat,contract,bid,trump,took_skat,tricks"
    event = an_evening(deals_per_table={"4": 100})
    report = preview_paper(event=event, files=some_files(*lines, columns=columns))
    assert proposals_in(report)[: len(proposals)] == proposals


def test_a_misspelt_name_and_a_free_seat_are_proposed():
    seating = a_seating(("ADA", *PLAYERS[1:])).replace("1,2,4,Ian", "1,2,3,Ian")
    report = preview_paper(event=an_evening(), files=some_files(seating=seating))
    assert proposals_in(report) == [
        [{"field": "player", "value": "Ada"}],
        [{"field": "seat", "value": "4"}],
    ]


def test_a_misspelt_heading_is_proposed():
    columns = COLUMNS.removesuffix("s")
    report = preview_paper(event=an_evening(), files=some_files(columns=columns))
    assert proposals_in(report) == [[{"field": "trick", "value": "tricks"}]]


@pytest.mark.parametrize(
    ("heading", "column"), [("Stiche", "tricks"), ("トリック", "tricks"), ("wetter", None)]
)
def test_a_word_of_a_label_is_proposed_as_its_column(heading, column):
    event, columns = an_evening(), COLUMNS.replace("tricks", heading)
    report = preview_paper(event=event, files=some_files(columns=columns))
    proposals = [found for each in report.findings for found in each.proposals]
    assert proposals == ([(heading.casefold(), column)] if column else [])


def test_a_proposal_is_a_button_that_corrects_the_cell():
    event, client = an_evening(), ada()
    files = some_files(seating=a_seating(("Adda", *PLAYERS[1:])))
    page = text_of(upload(client, event, files))
    assert 'value="seating-2-3=Ada">player: Ada' in page
    page = text_of(client.post(url_of(event, "correct/"), {"take": "seating-2-3=Ada"}, follow=True))
    assert "No problems" in page and "Store 2 rows" in page


# A sheet that was begun


def test_a_sheet_that_was_stored_by_half_is_completed_by_a_file():
    event = an_evening(deals_per_table={"4": 2})
    import_into(event, some_files(a_line(), a_line(table=2)))
    whole = some_files(a_line(), a_line(deal=2), a_line(table=2), a_line(table=2, deal=2))
    assert preview_paper(event=event, files=whole).rows == 2
    assert import_into(event, whole).stored == 2
    assert list(Deal.objects.order_by("table__number", "number").values_list("number", flat=True)) == [
        1,
        2,
        1,
        2,
    ]
    assert standings_of(event) == dict.fromkeys(PLAYERS, 0) | {"Ben": 4, "Fee": 4}
    assert (differences(event), statuses(event)) == ([], [RoundStatus.CLOSED])


def test_a_file_with_other_first_deals_completes_nothing():
    event = an_evening(deals_per_table={"4": 2})
    import_into(event, some_files(a_line(), a_line(table=2)))
    report = import_into(event, some_files(a_line(tricks=1), a_line(deal=2), a_line(table=2)))
    assert codes(report) == ["table_has_deals"] and Deal.objects.count() == 2


def test_the_command_tells_new_names_in_one_line_and_cut_off_sheets_with_their_deals(tmp_path, capsys):
    an_evening(names=PLAYERS[:4], slug="evening", deals_per_table={"4": 120})
    for name, each in parts_of(some_files()):
        (tmp_path / name).write_bytes(each.content)
    arguments = [f"--seating={tmp_path / 'seating'}", f"--sheets={tmp_path / 'sheets'}", "--dry-run"]
    with pytest.raises(SystemExit):
        call_command("import_sheets", "evening", *arguments)
    told = capsys.readouterr().out.splitlines()
    assert "4 names are new: Eda · Fee · Gus · Ian" in told
    assert "Round 1, table 1: 1 of 120 deals" in told
    assert not any("does not take part" in line for line in told)
