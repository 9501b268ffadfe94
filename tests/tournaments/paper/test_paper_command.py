"""The command that imports paper sheets."""

import pytest
from django.core.management import call_command

from tests.builders import a_club, an_event
from tests.tournaments.paper_evenings import an_evening, parts_of, run, run_json
from tests.tournaments.paper_files import (
    NIGHT,
    PLAYERS,
    a_line,
    a_seating,
    some_files,
)
from tournaments.models import Deal, Event
from tournaments.services.paper import (
    preview_paper,
)

pytestmark = pytest.mark.django_db


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


def test_the_command_tells_new_names_in_one_line_and_cut_off_sheets_with_their_deals(tmp_path, capsys):
    an_evening(names=PLAYERS[:4], slug="evening", deals_per_table={"4": 120})
    for name, each in parts_of(some_files()):
        (tmp_path / name).write_bytes(each.content)
    arguments = [f"--seating={tmp_path / 'seating'}", f"--sheets={tmp_path / 'sheets'}", "--dry-run"]
    with pytest.raises(SystemExit):
        call_command("import_sheets", "evening", *arguments)
    output = capsys.readouterr().out.splitlines()
    assert "4 names are new: Eda · Fee · Gus · Ian" in output
    assert "Round 1, table 1: 1 of 120 deals" in output
    assert not any("does not take part" in line for line in output)
