"""Every golden case of scoring and of auctions, through the commands other programs use."""

import pytest

from rules import GAMES
from scoring.phone.jsonlines import check_auction, score_sheet
from tests.golden import golden_cases, golden_files, wrong_cases


@pytest.mark.parametrize("file", golden_files("score"))
def test_the_golden_sheets_of_a_game_are_scored_as_written(file):
    assert wrong_cases(file, score_sheet) == []


@pytest.mark.parametrize("file", golden_files("auction"))
def test_the_golden_auctions_of_a_game_end_as_written(file):
    assert wrong_cases(file, check_auction) == []


@pytest.mark.parametrize("answer", [lambda asked: {}, lambda asked: asked["none"]])
def test_every_golden_case_that_is_answered_wrongly_is_named(answer):
    lines = wrong_cases("skat.score.jsonl", answer)
    cases = [each.id for each in golden_cases("skat.score.jsonl")]
    assert [each for each in cases if not any(line.startswith(f"{each}: ") for line in lines)] == []


def test_every_game_has_golden_sheets():
    assert {f"{game.key}.score.jsonl" for game in GAMES} <= set(golden_files("score"))


@pytest.mark.parametrize(("command", "place"), [(score_sheet, "deal"), (check_auction, "call")])
def test_a_key_that_no_request_has_is_named(command, place):
    request = {"game": "skat", "seats": 4, "dealer": 0, "first_dealer": 0, "deals": [], "calls": []}
    own = {"deal": ("dealer", "calls"), "call": ("deals", "first_dealer")}[place]
    assert command(request) == {"ok": False, place: None, "code": "bad_request", "unknown": sorted(own)}


def test_a_key_that_no_call_has_is_named_with_the_place_of_the_call():
    cases = [each.values[0] for file in golden_files("auction") for each in golden_cases(file)]
    case = next(each for each in cases if each["out"]["ok"] and len(each["in"]["calls"]) > 1)
    calls = [*case["in"]["calls"]]
    calls[1] = calls[1] | {"bids": 3}
    refused = {"ok": False, "call": 1, "code": "bad_request", "unknown": ["bids"]}
    assert check_auction(case["in"] | {"calls": calls}) == refused
