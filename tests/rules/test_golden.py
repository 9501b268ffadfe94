"""Every golden case of scoring and of auctions, through the commands other programs use."""

import pytest

from rules import GAMES
from scoring.phone.jsonlines import check_auction, score_sheet
from tests.golden import differences, golden_cases, golden_files


def all_cases(kind):
    """Return the cases of all games, in one list."""
    return [case for name in golden_files(kind) for case in golden_cases(name)]


@pytest.mark.parametrize("case", all_cases("score"))
def test_a_golden_sheet_is_scored_as_written(case):
    assert differences(score_sheet(case["in"]), case["out"]) == [], case["why"]


@pytest.mark.parametrize("case", all_cases("auction"))
def test_a_golden_auction_ends_as_written(case):
    assert differences(check_auction(case["in"]), case["out"]) == [], case["why"]


def test_every_game_has_golden_sheets():
    assert {f"{game.key}.score.jsonl" for game in GAMES} <= set(golden_files("score"))


@pytest.mark.parametrize(("command", "place"), [(score_sheet, "deal"), (check_auction, "call")])
def test_a_key_that_no_request_has_is_named(command, place):
    request = {"game": "skat", "seats": 4, "dealer": 0, "first_dealer": 0, "deals": [], "calls": []}
    own = {"deal": ("dealer", "calls"), "call": ("deals", "first_dealer")}[place]
    assert command(request) == {"ok": False, place: None, "code": "bad_request", "unknown": sorted(own)}


def test_a_key_that_no_call_has_is_named_with_the_place_of_the_call():
    cases = [each.values[0] for each in all_cases("auction")]
    case = next(each for each in cases if each["out"]["ok"] and len(each["in"]["calls"]) > 1)
    calls = [*case["in"]["calls"]]
    calls[1] = calls[1] | {"bids": 3}
    refused = {"ok": False, "call": 1, "code": "bad_request", "unknown": ["bids"]}
    assert check_auction(case["in"] | {"calls": calls}) == refused
