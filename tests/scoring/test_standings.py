"""Standings: shared ranks, any order of input, and a naive oracle beside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game import Ranking
from rules.reading import Refused
from scoring.standings import PartResult, compute_standings, read_policy

TOTAL = (Ranking("total", "Total"),)


def a_result(*points, round_number=1, accounts=None):
    accounts = accounts or tuple(range(1, len(points) + 1))
    return PartResult(round_number, accounts, {"total": points}, 1)


def ranks(results, entrants, rankings=TOTAL):
    return [
        (line.entrant, line.rank, line.values[0]) for line in compute_standings(results, entrants, rankings)
    ]


def test_players_equal_in_every_value_share_a_rank():
    assert ranks([a_result(5, 9, 5, 1)], range(1, 5)) == [(2, 1, 9), (1, 2, 5), (3, 2, 5), (4, 4, 1)]


def test_points_go_to_the_account_of_a_seat():
    assert ranks([a_result(7, 3, accounts=(2, 2))], [1, 2]) == [(2, 1, 10), (1, 2, 0)]


def test_rounds_stand_beside_the_total():
    results = [a_result(4, 1), a_result(-6, 2, round_number=2)]
    best, last = compute_standings(results, [1, 2], TOTAL)
    assert (best.entrant, best.rounds) == (2, ((1, 1), (2, 2)))
    assert last.rounds == ((1, 4), (2, -6))


def test_the_second_value_decides_between_equals():
    rankings = (Ranking("games", "Games"), Ranking("losses", "Losses", high_is_better=False))
    result = PartResult(1, (1, 2), {"games": (3, 3), "losses": (5, 4)})
    assert [line.entrant for line in compute_standings([result], [1, 2], rankings)] == [2, 1]


def test_who_has_not_played_stands_at_zero():
    assert ranks([a_result(-3)], [1, 2]) == [(2, 1, 0), (1, 2, -3)]


@pytest.mark.parametrize("raw", [[], {"by": "luck"}, {"by": "total", "worst": 1}, {"tie_breaks": ["lot"]}])
def test_a_policy_that_cannot_be_read_is_refused(raw):
    with pytest.raises(Refused):
        read_policy(raw)


@pytest.mark.parametrize(
    ("raw", "ranked_by"),
    [
        ({}, ["games", "total"]),
        ({"by": "game", "tie_breaks": []}, ["games", "total"]),
        ({"by": "total"}, ["total"]),
    ],
    ids=["nothing said", "by the game", "by points"],
)
def test_a_policy_ranks_by_the_game_or_by_points(raw, ranked_by):
    rankings = read_policy(raw).rankings((Ranking("games", "Games"), *TOTAL))
    assert [ranking.tally for ranking in rankings] == ranked_by


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (["total"], "A ranking policy is an object with “by”, not ['total']."),
        ({"worst": 1, "best": 2}, "A ranking policy has “by” and “tie_breaks”, not “best”."),
        ({"by": None}, "Standings are ranked by “game” or “total”, not “null”."),
    ],
    ids=["a list", "an unknown word", "nothing"],
)
def test_a_refused_policy_says_what_was_expected(raw, said):
    with pytest.raises(Refused) as refused:
        read_policy(raw)
    assert str(refused.value) == said


def test_a_value_of_which_less_is_better_ranks_from_below():
    rankings = (Ranking("losses", "Losses", high_is_better=False),)
    result = PartResult(1, (1, 2, 3), {"losses": (4, 0, 4)})
    lines = compute_standings([result], [1, 2, 3], rankings)
    assert [(line.entrant, line.rank, line.values) for line in lines] == [
        (2, 1, (0,)),
        (1, 2, (4,)),
        (3, 2, (4,)),
    ]


def test_a_round_played_at_two_tables_stands_once():
    (line,) = compute_standings([a_result(4), a_result(3)], [1], TOTAL)
    assert line.rounds == ((1, 7),)


RESULTS = st.lists(
    st.builds(
        lambda points, first, number: PartResult(
            number, tuple(first + seat for seat in range(4)), {"total": points}
        ),
        st.lists(st.integers(-50, 50), min_size=4, max_size=4),
        st.integers(1, 9),
        st.integers(1, 5),
    ),
    max_size=12,
)


@given(RESULTS, st.randoms(use_true_random=False))
def test_the_order_of_results_does_not_matter(results, rng):
    shuffled = list(results)
    rng.shuffle(shuffled)
    entrants = list(range(1, 13))
    assert compute_standings(shuffled, reversed(entrants), TOTAL) == compute_standings(
        results, entrants, TOTAL
    )


@given(RESULTS)
def test_a_naive_oracle_agrees(results):
    totals = dict.fromkeys(range(1, 13), 0)
    for result in results:
        for account, points in zip(result.accounts, result.tallies["total"], strict=True):
            totals[account] += points
    for line in compute_standings(results, totals, TOTAL):
        assert line.values == (totals[line.entrant],)
        assert line.rank == 1 + sum(other > totals[line.entrant] for other in totals.values())
