"""Fipsen of Thedinghausen: tricks to ten, bread and money."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.fipsen.thedinghausen import GAME
from rules.fipsen.thedinghausen.record import Options, Record


def a_deal(**changes):
    """Return a deal in which every seat takes a trick."""
    return Record(**({"tricks": (1, 1, 1, 1, 1)} | changes))


def a_table(game_tricks=(0, 0, 0, 0, 0), **options):
    """Return a table of five players in the middle of a game; its fee is paid if there are tricks."""
    state = GAME.opening(Options(**options), 5, 0)
    return state.after((0,) * 5, dealer=0, game_tricks=game_tricks)


def codes(record, **table):
    """Return the code of every refusal, in order."""
    return [each.code for each in GAME.violations(a_table(**table), record)]


def play(state, *deals):
    """Return the state and the last outcome after deals that are all accepted."""
    for record in deals:
        assert GAME.violations(state, record) == []
        state, outcome = GAME.settle(state, record)
    return state, outcome


def test_everybody_pays_for_the_bread_with_the_first_deal_only():
    state, first = play(a_table(), a_deal())
    _, second = play(state, a_deal())
    assert (first.facts["cents"], second.facts["cents"]) == ((-80,) * 5, (0,) * 5)


def test_all_five_tricks_bring_bread_and_a_euro_from_each_other_player():
    _, outcome = play(a_table(game_tricks=(1,) * 5), a_deal(tricks=(0, 5, 0, 0, 0)))
    assert outcome.facts["cents"] == (-100, 400, -100, -100, -100)
    assert outcome.facts["hedewigs"] == (0, 5, 0, 0, 0)
    assert outcome.facts["winner"] is None


@pytest.mark.parametrize(("before", "winner"), [(7, None), (8, 0), (9, 0)])
def test_ten_tricks_win_the_game(before, winner):
    table = a_table(game_tricks=(before, 0, 0, 0, 0))
    _, outcome = play(table, a_deal(tricks=(2, 1, 1, 1, 0)))
    assert outcome.facts["winner"] == winner


def test_a_new_game_starts_from_nothing_and_pays_again():
    state, won = play(a_table(game_tricks=(9, 0, 0, 0, 0)), a_deal())
    assert (won.facts["winner"], state.game_tricks, state.games_won) == (0, (0,) * 5, (1, 0, 0, 0, 0))
    _, next_game = play(state, a_deal())
    assert next_game.facts["cents"] == (-80,) * 5


def test_the_winner_gets_bread_of_the_size_the_club_says():
    _, outcome = play(a_table(game_tricks=(9, 0, 0, 0, 0), game_prize_hedewigs=7), a_deal())
    assert outcome.facts["hedewigs"] == (7, 0, 0, 0, 0)


def test_of_two_at_ten_the_first_wins():
    _, outcome = play(a_table(game_tricks=(9, 9, 0, 0, 0)), a_deal(first_to_ten=1))
    assert outcome.facts["winner"] == 1


def test_a_deal_may_be_broken_off_at_the_tenth_trick():
    _, outcome = play(a_table(game_tricks=(9, 0, 0, 0, 0)), a_deal(tricks=(1, 0, 0, 0, 0)))
    assert outcome.facts["winner"] == 0


@pytest.mark.parametrize(
    ("standing", "changes", "code"),
    [
        ((0, 0, 0, 0, 0), {"tricks": None}, "tricks_invalid"),
        ((0, 0, 0, 0, 0), {"tricks": (2, 1, 1, 1)}, "tricks_invalid"),
        ((0, 0, 0, 0, 0), {"tricks": (6, 0, -1, 0, 0)}, "tricks_invalid"),
        ((0, 0, 0, 0, 0), {"tricks": (1, 1, 1, 1, 0)}, "tricks_sum_not_five"),
        ((9, 0, 0, 0, 0), {"tricks": (2, 1, 1, 1, 1)}, "tricks_sum_not_five"),
        ((9, 0, 0, 0, 0), {"tricks": (2, 0, 0, 0, 0)}, "tricks_sum_not_five"),
        ((9, 9, 0, 0, 0), {}, "first_to_ten_required"),
        ((9, 0, 0, 0, 0), {"first_to_ten": 1}, "first_to_ten_not_eligible"),
        ((0, 0, 0, 0, 0), {"first_to_ten": 5}, "first_to_ten_not_eligible"),
    ],
)
def test_a_table_is_refused(standing, changes, code):
    assert codes(a_deal(**changes), game_tricks=standing) == [code]


def test_only_five_can_play():
    problems = {
        seats: [each.code for each in GAME.table_violations(Options(), seats, 0)] for seats in (4, 5, 6)
    }
    assert problems == {4: ["seats_must_be_five"], 5: [], 6: ["seats_must_be_five"]}


def test_games_rank_before_bread_before_money():
    state, _ = play(a_table(game_tricks=(9, 0, 0, 0, 0)), a_deal())
    assert [ranking.tally for ranking in GAME.ranks_by] == ["games", "hedewigs", "cents", "tricks"]
    assert GAME.tallies(state)["games"] == (1, 0, 0, 0, 0)


@given(st.lists(st.permutations([0, 0, 1, 1, 3]) | st.permutations([0, 0, 0, 0, 5]), max_size=20))
def test_money_moves_between_players_except_for_the_bread(deals):
    state, opened = a_table(), 0
    for tricks in deals:
        opened += not any(state.game_tricks)
        ready = [seat for seat in range(5) if state.game_tricks[seat] + tricks[seat] >= 10]
        state, _ = play(state, a_deal(tricks=tuple(tricks), first_to_ten=ready[0] if ready else None))
    assert sum(state.cents) == -80 * 5 * opened
    assert sum(state.totals) == 5 * len(deals)
