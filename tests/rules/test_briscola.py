"""Briscola after Parlett and after Scarne: the winner of a deal, of a game, of a claim."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.briscola import GAME, SCARNE_GAME
from rules.briscola.record import Options, Record, ScarneOptions


def a_deal(**changes):
    """Return a deal in which the first of two sides wins by a point or two."""
    return Record(**({"points": (61, 59)} | changes))


def a_table(seats=4, **options):
    """Return a table of four players, two sides."""
    return GAME.opening(Options(**options), seats, 0)


def a_scarne_table(card_points=(0, 0), **options):
    """Return a table of four players, two sides, with these card points so far."""
    state = SCARNE_GAME.opening(ScarneOptions(**options), 4, 0)
    return state.after((0,) * 4, dealer=0, card_points=card_points)


def play(game, state, *deals):
    """Return the state and the last outcome after deals that are all accepted."""
    for record in deals:
        assert game.violations(state, record) == []
        state, outcome = game.settle(state, record)
    return state, outcome


def codes(game, state, record):
    """Return the code of every refusal, in order."""
    return [each.code for each in game.violations(state, record)]


@pytest.mark.parametrize(
    ("seats", "points", "winner", "deltas"),
    [
        pytest.param(2, (61, 59), 0, (1, 0), id="61 wins"),
        pytest.param(2, (60, 60), None, (0, 0), id="60 all is drawn"),
        pytest.param(4, (59, 61), 1, (0, 1, 0, 1), id="both partners win"),
        pytest.param(3, (50, 50, 20), None, (0, 0, 0), id="two level leaders of three"),
        pytest.param(3, (60, 30, 30), 0, (1, 0, 0), id="level below the top"),
        pytest.param(5, (25, 25, 26, 24, 20), 2, (0, 0, 1, 0, 0), id="most of five"),
    ],
)
def test_most_card_points_win_the_deal(seats, points, winner, deltas):
    _, outcome = play(GAME, a_table(seats), a_deal(points=points))
    assert (outcome.facts["winner"], outcome.deltas) == (winner, deltas)


@pytest.mark.parametrize(("deals", "winner"), [(2, None), (3, 0)])
def test_three_deals_win_the_game(deals, winner):
    state, _ = play(GAME, a_table(), *[a_deal()] * deals)
    assert GAME.extra(state) == {"wins": (deals, 0), "game_winner": winner}
    assert GAME.is_over(state) == (winner is not None)


def test_without_a_target_the_game_has_no_end():
    state, _ = play(GAME, a_table(target_wins=None), *[a_deal()] * 9)
    assert not GAME.is_over(state)


@pytest.mark.parametrize(("keeps", "dealer"), [(False, 1), (True, 0)])
def test_a_drawn_deal_passes_on_unless_the_house_repeats_it(keeps, dealer):
    state, _ = play(GAME, a_table(redeal_keeps_dealer_on_tie=keeps), a_deal(points=(60, 60)))
    assert state.dealer == dealer


def test_games_rank_before_deals_before_card_points():
    state, _ = play(GAME, a_table(), a_deal(points=(40, 80)), *[a_deal()] * 3)
    tallies = GAME.tallies(state)
    assert tallies["games"] == (1, 0, 1, 0)
    assert tallies["deals"] == (2, -2, 2, -2)
    assert tallies["card_points"] == (-34, 34, -34, 34)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (None, ["sides_mismatch"]),
        ((40, 40, 20, 20), ["sides_mismatch"]),
        ((-2, 122), ["points_negative"]),
        ((60, 59), ["points_sum_not_120"]),
        ((1, 119), ["points_impossible"]),
        ((1, 120), ["points_sum_not_120", "points_impossible"]),
        ((0, 120), []),
        ((2, 118), []),
    ],
)
def test_a_table_is_refused(points, expected):
    assert codes(GAME, a_table(), a_deal(points=points)) == expected


def test_a_claim_is_not_in_this_game():
    assert codes(GAME, a_table(), a_deal(claim={"side": 0})) == ["claim_not_in_game"]


@pytest.mark.parametrize(
    ("game", "seats", "expected"),
    [
        (GAME, 1, ["seats_out_of_range"]),
        (GAME, 2, []),
        (GAME, 5, []),
        (GAME, 6, ["seats_out_of_range"]),
        (SCARNE_GAME, 3, ["scarne_needs_four"]),
        (SCARNE_GAME, 4, []),
    ],
)
def test_sizes_of_table(game, seats, expected):
    assert [each.code for each in game.table_violations(game.Options(), seats, 0)] == expected


@pytest.mark.parametrize(
    ("before", "points", "winner"),
    [
        pytest.param((59, 61), (61, 59), None, id="nobody at 121"),
        pytest.param((60, 60), (61, 59), 0, id="121 exactly"),
        pytest.param((70, 70), (61, 59), 0, id="both, the higher wins"),
        pytest.param((70, 72), (61, 59), None, id="both level, play on"),
    ],
)
def test_after_scarne_card_points_add_up_to_121(before, points, winner):
    _, outcome = play(SCARNE_GAME, a_scarne_table(before), a_deal(points=points))
    assert outcome.facts == {"winner": winner, "claim_correct": None}


@pytest.mark.parametrize(
    ("counted", "is_correct", "winner"), [(20, False, 0), (21, True, 1)], ids=["wrong", "right"]
)
def test_a_right_claim_wins_and_a_wrong_one_loses(counted, is_correct, winner):
    claim = {"side": 1, "counted": counted, "other_counted": 30}
    state, outcome = play(SCARNE_GAME, a_scarne_table((20, 100)), Record(claim=claim))
    assert outcome.facts == {"winner": winner, "claim_correct": is_correct}
    assert state.card_points == (50, 100 + counted)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ({"side": 2, "counted": 60}, ["claim_side_unknown"]),
        ({"counted": 60}, ["claim_side_unknown"]),
        ({"side": 1}, ["claim_count_missing"]),
        ({"side": 1, "counted": -2}, ["points_negative"]),
        ({"side": 1, "counted": 100, "other_counted": 22}, ["points_sum_not_120"]),
        ({"side": 1, "counted": 1}, ["points_impossible"]),
        ({"side": 1, "counted": 60, "other_counted": 1}, ["points_impossible"]),
        ({"side": 1, "counted": 119}, ["points_impossible"]),
        ({"side": 1, "counted": 120}, []),
    ],
)
def test_a_player_is_refused_these_claims(claim, expected):
    assert codes(SCARNE_GAME, a_scarne_table(), Record(claim=claim)) == expected


@pytest.mark.parametrize("game", [GAME, SCARNE_GAME], ids=lambda game: game.key)
def test_a_sheet_holds_one_game(game):
    state = game.opening(game.Options(), 4, 0).after((0,) * 4, dealer=0, game_winner=1)
    (refused,) = game.violations(state, a_deal(points=None))
    assert refused.code == "game_already_won"
    assert str(refused) == "The game is won (seat 2, 4); this sheet takes no further deal."


@given(st.lists(st.integers(2, 118), max_size=12))
def test_for_minus_against_adds_up_to_nothing(deals):
    state = a_table(2, target_wins=None)
    for points in deals:
        state, _ = GAME.settle(state, a_deal(points=(points, 120 - points)))
    assert sum(GAME.tallies(state)["deals"]) == 0
    assert sum(GAME.tallies(state)["card_points"]) == 0


@given(
    st.lists(st.integers(2, 118), min_size=1, max_size=2),
    st.integers(0, 1),
    st.integers(2, 60),
    st.integers(2, 58),
)
def test_a_claim_counts_card_points_and_ends_the_game_but_nobody_wins_its_deal(before, side, own, others):
    deals = [a_deal(points=(points, 120 - points)) for points in before]
    state, _ = play(SCARNE_GAME, a_scarne_table(target_points=400), *deals)
    claim = Record(claim={"side": side, "counted": own, "other_counted": others})
    after, outcome = play(SCARNE_GAME, state, claim)
    counted = (own, others) if side == 0 else (others, own)
    assert after.card_points == tuple(map(sum, zip(state.card_points, counted, strict=True)))
    assert (after.wins, after.game_winner) == (state.wins, 1 - side)
    assert outcome.facts == {"winner": 1 - side, "claim_correct": False}
