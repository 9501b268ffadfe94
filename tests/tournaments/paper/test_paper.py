"""Paper sheets: what is stored of them, refused and proposed."""

import csv

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.not_possible import NotPossible
from tests.builders import a_round, write_deal
from tests.tournaments.paper.test_spreadsheets import a_bomb
from tests.tournaments.paper_evenings import (
    PAPER,
    an_evening,
    codes,
    import_into,
    standings_of,
    statuses,
    upload,
    url_of,
)
from tests.tournaments.paper_files import (
    COLUMNS,
    NIGHT_EXPECTED,
    PLAYERS,
    a_line,
    a_seating,
    as_workbook,
    night_files,
    some_files,
)
from tests.tournaments.visitors import ada, text_of
from tournaments.models import AuthorKind, Deal, Event, Player, Round, RoundStatus, SheetChange, Table
from tournaments.services.events.lifecycle import close_event
from tournaments.services.paper import (
    PaperFiles,
    create_event_from_paper,
    importing,
    preview_paper,
)
from tournaments.services.rounds.lifecycle import seat_round
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences
from tournaments.storage.uploads.spreadsheets import Upload

pytestmark = pytest.mark.django_db


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
