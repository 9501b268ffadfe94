"""The command by which other programs draw rounds."""

import json

import pytest
from django.core.management import CommandError, ManagementUtility, call_command

from seating.meetings import count_repeats


def drawn(capsys, *arguments):
    call_command("draw_rounds", *arguments)
    return capsys.readouterr().out


def test_json_has_exactly_what_the_contract_says(capsys):
    answer = json.loads(
        drawn(capsys, "--players=16", "--rounds=5", "--seed=3", "--steps=500", "--format=json")
    )
    assert list(answer) == ["rounds", "repeats", "lower_bound", "seed", "steps"]
    assert (answer["repeats"], answer["lower_bound"], answer["seed"], answer["steps"]) == (0, 0, 3, 500)
    assert count_repeats(answer["rounds"]) == 0


def test_the_same_seed_and_steps_print_the_same(capsys):
    arguments = ("--players=13", "--rounds=4", "--seed=3", "--steps=500", "--format=json")
    assert drawn(capsys, *arguments) == drawn(capsys, *arguments)


def test_a_draw_that_seconds_stopped_can_be_had_again_by_steps(capsys):
    arguments = ("--players=19", "--rounds=6", "--seed=3", "--format=json")
    stopped = drawn(capsys, *arguments, "--seconds=0.1")
    assert drawn(capsys, *arguments, f"--steps={json.loads(stopped)['steps']}") == stopped


def test_without_a_seed_one_is_drawn_and_printed(capsys):
    first, second = (
        json.loads(drawn(capsys, "--players=8", "--rounds=1", "--format=json")) for _ in range(2)
    )
    assert first["seed"] != second["seed"]


def test_people_read_tables_and_a_verdict(capsys):
    text = drawn(capsys, "--players=8", "--rounds=1", "--sizes=4", "--seed=1")
    assert "Round 1\n  Table 1: " in text
    assert "Repeats: 0 (optimal)." in text


def test_people_read_the_bound_where_nothing_is_proven(capsys):
    text = drawn(capsys, "--players=26", "--rounds=9", "--seed=1", "--steps=0")
    assert "not proven optimal: the bound is 0" in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(["--players=5", "--rounds=1"], "possible are 4 players or 6 players", id="five"),
        pytest.param(["--players=7", "--rounds=1", "--sizes=4"], "possible are 4 players or 8", id="seven"),
        pytest.param(["--players=2", "--rounds=1"], "cannot be seated at tables of 4 or 3", id="too few"),
        pytest.param(["--players=0", "--rounds=1"], "The number of players is 1 to", id="nobody"),
        pytest.param(["--players=8", "--rounds=0"], "The number of rounds is 1 to", id="no possible round"),
        pytest.param(
            ["--players=8", "--rounds=1", "--sizes=4,9"], "numbers from 2 to 8", id="a table of nine"
        ),
        pytest.param(["--players=8", "--rounds=1", "--sizes="], "numbers from 2 to 8", id="no size"),
        pytest.param(["--players=8", "--rounds=1", "--steps=-1"], "steps is 0 or more", id="steps back"),
        pytest.param(["--players=8", "--rounds=1", "--seconds=nan"], "seconds is 0 or more", id="no time"),
        pytest.param(
            ["--players=8", "--rounds=1", "--seconds=1", "--steps=2"], "not allowed with", id="both"
        ),
    ],
)
def test_bad_input_is_one_sentence(arguments, sentence):
    with pytest.raises(CommandError, match=sentence):
        call_command("draw_rounds", *arguments)


def test_a_refusal_leaves_standard_output_alone(capsys):
    with pytest.raises(SystemExit) as end:
        ManagementUtility(["manage.py", "draw_rounds", "--players", "5", "--rounds", "2"]).execute()
    output = capsys.readouterr()
    assert (end.value.code, output.out) == (1, "")
    assert len(output.err.splitlines()) == 1
