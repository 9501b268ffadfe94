"""Hopfen: one table for each page of its rules."""

import pytest

from rules.game import Game
from rules.reading import read_record
from tests.made_up_game.hopfen import GAME
from tests.made_up_game.hopfen.record import Options, Record


def a_deal(**changes):
    """Return four gold hops."""
    return Record(**({"colour": "gold", "hops": 4} | changes))


def a_table(**options):
    """Seat 1 scores: seat 0 deals."""
    return GAME.opening(Options(**options), 3, 0)


def deltas(record, **options):
    return GAME.settle(a_table(**options), record)[1].deltas


def refusals(record):
    return [str(each) for each in GAME.violations(a_table(), record)]


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        pytest.param({}, 8, id="gold counts twice"),
        pytest.param({"colour": "green"}, 4, id="green counts once"),
        pytest.param({"hops": 0}, 0, id="no hop"),
        pytest.param({"hops": 6}, 12, id="all hops"),
    ],
)
def test_the_player_after_the_dealer_scores_for_each_hop(changes, points):
    assert deltas(a_deal(**changes)) == (0, points, 0)


def test_green_hops_count_only_where_the_club_says_so():
    assert deltas(a_deal(colour="green"), green_counts=False) == (0, 0, 0)
    assert deltas(a_deal(colour="gold"), green_counts=False) == (0, 8, 0)


def test_the_deal_passes_on():
    after, _ = GAME.settle(a_table(), a_deal())
    assert (after.dealer, after.totals) == (1, (0, 8, 0))


@pytest.mark.parametrize(
    ("written", "sentences"),
    [
        ({"hops": 4}, ["Say whether the hops were gold or green."]),
        ({"colour": "gold"}, ["Say how many hops were picked."]),
        ({"colour": "gold", "hops": -1}, ["There are 0 to 6 hops, not -1."]),
        ({"colour": "gold", "hops": 7}, ["There are 0 to 6 hops, not 7."]),
        (
            {"colour": "red", "hops": 7},
            ["Say whether the hops were gold or green.", "There are 0 to 6 hops, not 7."],
        ),
    ],
    ids=["no colour", "no number", "too few", "too many", "both"],
)
def test_a_refusal_says_what_was_expected_and_found(written, sentences):
    assert refusals(read_record(GAME, written)) == sentences


@pytest.mark.parametrize("seats", [2, 4])
def test_only_three_play(seats):
    problems = [each.code for each in GAME.table_violations(Options(), seats, 0)]
    assert problems == ["seats_out_of_range"]


def test_the_pad_offers_and_the_standings_rank_as_the_rules_say():
    game: Game = GAME
    assert {each.name: each.keys for each in game.fields} == {"colour": (), "hops": (0, 1, 2, 3, 4, 5, 6)}
    assert game.is_clockwise and [each.tally for each in game.ranks_by] == ["total"]
