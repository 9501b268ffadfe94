"""Teams: members added up, the short team scaled, tied teams ordered or not."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings.teams import compute_teams, size_of_teams

NAMES = ("A", "B", "C", "Aces", "Kings", "Four", "Two")


def a_team(name, *values):
    """Return the start numbers of a team's members with their values; nobody is in two teams."""
    team = NAMES.index(name)
    return team, {10 * team + each: value for each, value in enumerate(values, start=1)}


def rows_of(*teams, size=4, **more):
    values = {number: value for _, own in teams for number, value in own.items()}
    return compute_teams(values, dict(teams), size, **more)


def shown(*teams, **more):
    return [(row.rank, NAMES[row.number], row.values[0]) for row in rows_of(*teams, **more)]


def test_a_team_has_what_its_members_have():
    assert shown(a_team("Aces", 1, 2, 3, 4), a_team("Kings", 4, 4, 4, -1)) == [
        (1, "Kings", 11),
        (2, "Aces", 10),
    ]


def test_three_of_four_count_four_thirds_exactly():
    assert shown(a_team("Aces", 20, 20, 10))[0][2] == Fraction(200, 3)


def test_two_of_three_count_three_halves():
    assert shown(a_team("Aces", 20, 10), size=3)[0][2] == 45


def test_a_whole_team_of_three_is_not_scaled():
    assert shown(a_team("Aces", 20, 10, 1), size=3)[0][2] == 31


def test_a_team_that_lacks_two_is_listed_last_and_not_placed():
    rows = rows_of(a_team("Two", 90, 90), a_team("Four", 1, 1, 1, 1))
    assert [(NAMES[row.number], row.is_placed, row.values[0]) for row in rows] == [
        ("Four", True, 4),
        ("Two", False, 180),
    ]


def test_of_equal_teams_the_better_best_member_is_before():
    assert shown(a_team("A", 5, 5, 5, 5), a_team("B", 8, 4, 4, 4)) == [(1, "B", 20), (2, "A", 20)]


def test_of_equal_teams_a_whole_one_is_before_a_scaled_one():
    assert shown(a_team("A", 9, 3, 3), a_team("B", 5, 5, 5, 5)) == [(1, "B", 20), (2, "A", 20)]


def test_teams_equal_in_everything_share_a_rank():
    teams = a_team("B", 1, 2, 3, 4), a_team("A", 4, 3, 2, 1), a_team("C", 1, 1, 1, 1)
    assert shown(*teams) == [(1, "A", 10), (1, "B", 10), (3, "C", 4)]


def test_the_lowest_team_is_first_where_low_is_better():
    assert shown(a_team("A", 1, 1, 1, 1), a_team("B", 2, 2, 2, 2), high_is_better=False)[0][1] == "A"


def test_a_player_in_no_team_is_left_out_and_one_without_a_value_is_missing():
    values = {1: 9, 2: 3, 3: 3, 4: 3}
    assert [(row.number, row.values[0]) for row in compute_teams(values, {7: (2, 3, 4, 5), 8: (6,)}, 4)] == [
        (7, 12)
    ]


@pytest.mark.parametrize(
    ("teams", "size"),
    [
        ("AAAABBB", 4),
        ("AAABB", 3),
        ("AABB", None),
        ("AAAAABBBB", None),
        ("AAAA", None),
        ("", None),
    ],
    ids=["four", "three", "pairs", "clubs", "one team only", "no teams"],
)
def test_the_largest_team_says_how_many_make_a_team(teams, size):
    assert size_of_teams(teams) == size


# The same from docs/series.md alone


ENTRANTS = st.lists(st.tuples(st.sampled_from([None, 1, 2, 10]), st.integers(-2, 3)), max_size=12)


NOBODY = 99  # worse than any value


def naive_lines(values_by_team, size, sign):
    """Return rank, team, total, is placed; in the order of the list."""
    rows = {}
    for team, own in values_by_team.items():
        values = sorted(sign * value for value in own)
        short = size - len(values)
        factor = Fraction(size, len(values)) if short <= 1 else 1
        lowest_is_best = (short > 1, sum(values) * factor, factor, [*values, NOBODY])
        rows[team] = (lowest_is_best, sign * sum(values) * factor)
    lines = [
        (1 + sum(other < merit for other, _ in rows.values()), team, total, not merit[0])
        for team, (merit, total) in rows.items()
    ]
    return sorted(lines, key=lambda line: line[:2])


@given(ENTRANTS, st.sampled_from([3, 4]), st.booleans())
def test_every_list_of_teams_is_the_one_of_a_naive_count(entrants, size, is_high):
    values = {number: value for number, (_, value) in enumerate(entrants, start=1)}
    teams = {
        team: [number for number, (own, _) in enumerate(entrants, start=1) if own == team]
        for team in (1, 2, 10)
    }
    teams = {team: own for team, own in teams.items() if own and len(own) <= size}
    rows = [
        (row.rank, row.number, row.values[0], row.is_placed)
        for row in compute_teams(values, teams, size, high_is_better=is_high)
    ]
    by_team = {team: [values[number] for number in own] for team, own in teams.items()}
    assert rows == naive_lines(by_team, size, -1 if is_high else 1)
