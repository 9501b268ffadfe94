"""The commands for other programs, run as these do: one process, lines in, lines out."""

import csv
import io
import json
import subprocess
import sys
from functools import cache

import pytest
from django.core.management import CommandError, call_command

from tests.builders import a_table, an_event, write_deal
from tests.golden import GOLDEN, differences, golden_files
from tests.processes import ROOT
from tests.sweeps import sweep
from tournaments.models import Player, StandingsRequest
from tournaments.services.competitions.competitions import add_competition

KIND_BY_COMMAND = {"score_sheet": "score", "check_auction": "auction", "replay_deal": "replay"}
PLACE_BY_COMMAND = {"score_sheet": "deal", "check_auction": "call", "replay_deal": "play"}
COMMANDS = list(PLACE_BY_COMMAND)
BAD_LINES = [
    b"not json", b"", b"   ", b"\xff\xfe", b'{"game": NaN}', b"Infinity", b"[" * 100_000, b"9" * 5000, b"{",
    b"null", b"[]", b'"x"', b"7", b'{"game": 7}', b'{"game": null}', b'{"seats": 4}',
    b'{"game": "fipsen-prisdorf"',
]  # fmt: skip
WRONG_LINES = [*BAD_LINES, b'{"game": "watten"}']


def answers_of(command, given):
    """Return what the command answers to these lines; a test below runs it in a process of its own."""
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        call_command(command, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def golden_cases(command):
    kind = KIND_BY_COMMAND[command]
    files = [(GOLDEN / name).read_text().splitlines() for name in golden_files(kind)]
    return [json.loads(line) for lines in files for line in lines]


@pytest.fixture(scope="module")
def told():
    """Return a command's answers to every golden case and then to all wrong input, asked once."""

    @cache
    def answers(command):
        lines = [json.dumps(case["in"]).encode() for case in golden_cases(command)]
        return answers_of(command, b"\n".join([*lines, *WRONG_LINES]))

    return answers


@pytest.mark.parametrize("command", COMMANDS)
def test_every_golden_case_is_answered_as_it_should_be(command, told):
    cases, answers = golden_cases(command), told(command)[: -len(WRONG_LINES)]
    assert len(answers) == len(cases) > 100
    problems = {
        case["case"]: differences(answer, case["out"]) for case, answer in zip(cases, answers, strict=True)
    }
    assert {case: lines for case, lines in problems.items() if lines} == {}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_line_that_is_no_request_is_answered_in_its_place(command, told):
    refused = {"ok": False, PLACE_BY_COMMAND[command]: None, "code": "bad_request"}
    unknown = {**refused, "code": "game_unknown"}
    assert told(command)[-len(WRONG_LINES) :] == [refused] * len(BAD_LINES) + [unknown]


def test_totals_too_long_to_be_written_cost_no_other_line_its_answer():
    deals = b", ".join([b'{"points": [%s, 0]}' % (b"9" * 4300)] * 2)
    line = b'{"game": "points", "seats": 2, "first_dealer": 0, "deals": [%s]}' % deals
    refused = {"ok": False, "deal": None, "code": "bad_request"}
    assert answers_of("score_sheet", line + b"\n{}\n") == [refused] * 2


def test_lists_almost_too_deep_cost_no_other_line_its_answer():
    line = '{"game": "points", "seats": 2, "first_dealer": 0, "options": {"min": %s1%s}, "deals": []}'
    lines = [line % ("[" * depth, "]" * depth) for depth in range(900, 1100, 2)]
    answers = answers_of("score_sheet", "\n".join([*lines, "{}"]).encode())
    assert len(answers) == 101 and {each["code"] for each in answers} == {"switch_invalid", "bad_request"}


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param('{"game": "fips-anseger", "seats": 4, "first_dealer": %s, "deals": []}', id="dealer"),
        pytest.param('{"game": "points", "seats": %s, "first_dealer": 0, "deals": []}', id="seats"),
    ],
)
def test_numbers_too_long_to_be_written_cost_no_other_line_its_answer(request_):
    answers = answers_of("score_sheet", (request_ % ("9" * 4300)).encode() + b"\n{}\n")
    assert [each["ok"] for each in answers] == [False, False]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_is_no_answer(command):
    assert answers_of(command, b"") == []


@pytest.mark.parametrize("command", sweep(COMMANDS))
def test_an_answer_comes_before_the_next_question(command):
    process = subprocess.Popen(
        [sys.executable, "manage.py", command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        bufsize=0,
    )
    with process:
        assert process.stdin and process.stdout
        for _ in range(2):
            process.stdin.write(b'\xef\xbb\xbf{"game": "\\ud800"}\r\n')
            assert json.loads(process.stdout.readline())["code"] == "game_unknown"
        process.stdin.close()
    assert process.returncode == 0


# Standings


def printed(*arguments):
    out = io.StringIO()
    call_command("standings", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_standings_are_computed_before_they_are_printed():
    write_deal(a_table(event=an_event(slug="autumn")))
    standings = json.loads(printed("autumn", "--format", "json"))
    assert set(standings) == {"version", "ranked_by", "house_scoring", "rows", "notes"}
    assert standings["rows"][0] == {
        "rank": 1, "unranked": None, "number": 2, "name": "Ben", "total": 2, "values": {"total": 2},
        "rounds": [2], "tie_breaks": {},
    }  # fmt: skip
    assert not StandingsRequest.objects.exists()


@pytest.mark.django_db
def test_standings_as_csv_have_a_column_for_each_round():
    write_deal(a_table(event=an_event(slug="autumn")), tricks=1)
    rows = list(csv.reader(io.StringIO(printed("autumn", "--format", "csv"))))
    assert rows[0] == ["rank", "number", "name", "total", "round1"]
    assert rows[-1] == ["4", "2", "Ben", "-4", "-4"]


@pytest.mark.django_db
def test_a_competition_is_printed_by_its_key_and_an_unknown_one_is_one_sentence():
    event = an_event(slug="autumn")
    write_deal(a_table(event=event), tricks=1)
    low = {"by": "tally", "tally": "total", "high": False}
    add_competition(event=event, name="Last place", rule={"value": low})
    rows = list(csv.reader(io.StringIO(printed("autumn", "--competition", "1"))))
    assert rows[0] == ["rank", "number", "name", "total", "round1"] and rows[1][2:4] == ["Ben", "-4"]
    last = json.loads(printed("autumn", "--competition", "1", "--format", "json"))
    assert last["title"] == "Last place" and last["rows"][0]["name"] == "Ben"
    with pytest.raises(CommandError, match="has no competition “7”; there are: 1"):
        printed("autumn", "--competition", "7")


@pytest.mark.django_db
@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝", "＋", "－", "＠", " ="])
def test_no_name_is_a_formula(sign):
    write_deal(a_table(event=an_event(slug="autumn")))
    Player.objects.filter(name="Ada").update(name=f"{sign}1+1")
    assert f"'{sign}1+1" in printed("autumn")


@pytest.mark.django_db
def test_no_name_speaks_to_the_terminal():
    write_deal(a_table(event=an_event(slug="autumn")))
    Player.objects.filter(name="Ada").update(name="\x1b[2JAda\x07")
    assert "[2JAda" in printed("autumn") and "\x1b" not in printed("autumn") + printed(
        "autumn", "--format=json"
    )


@pytest.mark.django_db
def test_standings_of_an_unknown_event_are_refused():
    with pytest.raises(CommandError, match="no event “nowhere”"):
        printed("nowhere")
