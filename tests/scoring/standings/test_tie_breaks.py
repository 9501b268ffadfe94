"""Each tie-break: its value, its better end, and its row in the documents."""

from fractions import Fraction

import pytest

from rules import GAMES, get_game
from rules.game import Game, Ranking
from rules.reading import read_options
from scoring.competitions import tie_breaks
from scoring.competitions.tie_breaks import TIE_BREAKS, tie_break_keys, tie_break_ranking
from scoring.sheet.tallies import PartResult
from scoring.standings.standings import Method, Reason, compute_standings, why_before
from tests.processes import ROOT
from tests.scoring.standings.events import (
    BRISCOLA,
    FIPSEN,
    POINTS,
    a_method,
    a_result,
    lines_of,
    order,
    tie_break,
)


def broken(key, *results, **policy):
    return tie_break(key, lines_of(*results, tie_breaks=[key], **policy))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_tie_break_of_a_game_has_a_name_that_is_translated(game):
    keys = set(tie_break_keys(game)) - {each.key for each in TIE_BREAKS}
    known = (*game.ranks_by, *game.ranks_by_before, *game.statistics)
    assert keys <= {ranking.tally for ranking in known}
    foxes = tie_break_ranking("foxes", get_game("doppelkopf"), Ranking("total", "Total"))
    assert (foxes.label, foxes.high_is_better) == ("Foxes caught", True)


def test_total_counts_the_rounds_that_count_and_points_all_of_them():
    results = a_result(5, 3), a_result(-2, 9, round=2)
    assert broken("total", *results, by="table_points") == {1: 3, 2: 12}
    assert broken("total", *results, by="table_points", best=1) == {1: 5, 2: 9}
    assert broken("points", *results, by="table_points", best=1) == {1: 3, 2: 12}


def test_best_and_last_round_are_of_what_is_ranked_by():
    results = a_result(5, 0), a_result(-2, 1, round=2)
    assert broken("best_round", *results) == {1: 5, 2: 1}
    assert broken("last_round", *results) == {1: -2, 2: 1}
    assert broken("last_round", *results, by="table_points") == {1: 2, 2: 4}
    assert broken("best_round", a_result(5, deals=3), by="average") == {1: Fraction(5, 3)}


def test_a_player_who_sat_the_last_round_out_is_behind_its_losers():
    lines = lines_of(a_result(0, -5), a_result(5, round=2, accounts=(2,)), tie_breaks=["last_round"])
    assert tie_break("last_round", lines) == {2: 5, 1: None}
    lost = lines_of(a_result(0, 5), a_result(-5, round=2, accounts=(2,)), tie_breaks=["last_round"])
    assert order(lost) == [(1, 2), (2, 1)]


def test_the_best_round_of_strokes_is_the_lowest():
    key, first = "best_round", Ranking("total", "Strokes", high_is_better=False)
    assert not tie_break_ranking(key, POINTS, first).high_is_better


LOWEST_WINS = read_options(POINTS, {"lowest_wins": True})


def lowest_first(*results, **policy):
    return order(compute_standings(results, [1, 2, 3], a_method(options=LOWEST_WINS, **policy)))


@pytest.mark.parametrize(
    ("policy", "ranks"),
    [
        ({}, [1, 2, 3]),
        ({"by": "total"}, [1, 2, 3]),
        ({"by": "average"}, [1, 2, 3]),
        ({"best": 1}, [1, 2, 3]),
        ({"by": "table_points"}, [1, 2, 2]),
        ({"by": "table_points", "tie_breaks": ["total"]}, [1, 2, 3]),
        ({"by": "table_points", "tie_breaks": ["points"]}, [1, 2, 3]),
        ({"by": "table_points", "tie_breaks": ["head_to_head"]}, [1, 2, 3]),
    ],
)
def test_every_policy_begins_with_the_fewest_points_where_the_lowest_wins(policy, ranks):
    results = a_result(20, 1, 5), a_result(4, 2, 20, round=2)
    assert lowest_first(*results, **policy) == list(zip(ranks, (2, 1, 3), strict=True))


def test_players_read_that_fewer_points_were_better_where_the_lowest_wins():
    results = a_result(3, 1, 5), a_result(4, 8, 4, round=2)
    method = a_method(options=LOWEST_WINS, by="game", tie_breaks=["best_round"])
    lines = compute_standings(results, [1, 2, 3], method)
    assert why_before(lines[0], lines[1], method) == Reason("total", 7, 9)
    assert why_before(lines[1], lines[2], method) == Reason("best_round", 1, 4)
    method = a_method(options=LOWEST_WINS, by="table_points", tie_breaks=["points"])
    first, second, _ = compute_standings(results, [1, 2, 3], method)
    assert why_before(first, second, method) == Reason("points", 7, 9)


def test_the_fewest_points_at_common_tables_break_a_tie_where_the_lowest_wins():
    apart = a_result(4, round=2, accounts=(1,)), a_result(10, round=2, table=2, accounts=(2,))
    ties = {"tie_breaks": ["head_to_head"]}
    assert lowest_first(a_result(10, 4, 12), *apart, **ties) == [(1, 3), (2, 2), (3, 1)]


@pytest.mark.parametrize(("options", "is_high_better"), [(None, True), (LOWEST_WINS, False)])
def test_a_method_says_which_end_of_each_value_is_better(options, is_high_better):
    by_game = a_method(options=options, by="game", tie_breaks=["best_round"])
    by_table = a_method(options=options, by="table_points", tie_breaks=["points"])
    told = [each.high_is_better for each in (*by_game.rankings, *by_game.tie_breaks, *by_table.tie_breaks)]
    assert told == [is_high_better] * 3


# Head to head: 1 and 2 are equal, 3 is not


def test_head_to_head_looks_at_common_tables_of_exactly_the_tied():
    together = a_result(4, 1, 9)
    apart = a_result(1, round=2, accounts=(1,)), a_result(4, round=2, table=2, accounts=(2,))
    lines = lines_of(together, *apart, tie_breaks=["head_to_head"])
    assert tie_break("head_to_head", lines) == {3: None, 1: 3, 2: -3}
    assert order(lines) == [(1, 3), (2, 1), (3, 2)]


def test_head_to_head_of_three_adds_the_differences_to_both_others():
    met = a_result(5, 2, 1), a_result(0, 3, 4, round=2)
    assert broken("head_to_head", *met) == {1: 0, 2: 0, 3: 0}
    met = a_result(5, 2), a_result(0, 3, 5, round=2, accounts=(1, 2, 3))
    assert broken("head_to_head", *met) == {1: 3 - 3 - 5, 2: -3 + 3 - 2, 3: 5 + 2}


def test_tied_players_who_never_met_have_nothing_between_them():
    apart = a_result(4, 0), a_result(4, 0, table=2, accounts=(3, 4))
    assert broken("head_to_head", *apart) == {1: 0, 3: 0, 2: 0, 4: 0}


def test_head_to_head_comes_after_the_tie_breaks_before_it():
    result = a_result(6, 6, 6, deals_won=(1, 1, 2))
    lines = lines_of(result, game=FIPSEN, tie_breaks=["deals_won", "head_to_head"])
    assert tie_break("head_to_head", lines) == {3: None, 1: 0, 2: 0}


# Opponents


def test_opponents_count_as_often_as_they_were_met():
    results = a_result(10, 1), a_result(10, 1, 5, round=2)
    assert broken("opponents", *results) == {1: 2 + 2 + 5, 2: 20 + 20 + 5, 3: 20 + 2}


def test_opponents_are_met_once_at_a_table_of_two_parts():
    assert broken("opponents", a_result(10, 1), a_result(0, 2)) == {1: 3, 2: 10}


def test_a_partner_is_no_opponent():
    won = {"games": (1, 0, 1, 0), "deals": (0,) * 4, "card_points": (0,) * 4, "total": (0,) * 4}
    result = PartResult(1, (1, 2, 3, 4), won, 5)
    assert broken("opponents", result, game=BRISCOLA) == {1: 0, 3: 0, 2: 2, 4: 2}


@pytest.mark.parametrize("game", [get_game("jass"), BRISCOLA], ids=str)
def test_three_at_a_table_of_partners_play_each_for_themselves(game: Game):
    points = {name: (1, 2, 4) for name in ("games", "deals", "card_points", "total")}
    assert broken("opponents", PartResult(1, (1, 2, 3), points, 5), game=game) == {1: 6, 2: 5, 3: 3}


# Lot and the game's own


def test_the_lot_orders_by_what_the_seed_gives_each_number():
    method = Method(a_method(tie_breaks=["lot"]).policy, POINTS, 1, lambda number: f"{-number:03}")
    lines = compute_standings([a_result(6, 6, 6)], [1, 2, 3], method)
    assert tie_break("lot", lines) == {1: 1, 2: 2, 3: 3}
    method = Method(method.policy, POINTS, 1, {1: "c", 2: "a", 3: "b"}.__getitem__)
    assert order(compute_standings([a_result(6, 6, 6)], [1, 2, 3], method)) == [(1, 2), (2, 3), (3, 1)]


def test_a_tally_of_the_game_can_break_ties():
    tallies = {"games": (1, 1), "hedewigs": (3, 9), "cents": (0, 0), "tricks": (5, 5), "total": (5, 5)}
    game = get_game("fipsen-thedinghausen")
    lines = lines_of(PartResult(1, (1, 2), tallies, 5), game=game, by="total", tie_breaks=["hedewigs"])
    assert order(lines) == [(1, 2), (2, 1)]
    assert tie_break_ranking("hedewigs", game, Ranking("total", "Total")).label == "Hedewigs"


@pytest.mark.parametrize(
    ("key", "counts_them"),
    [
        ("fipsen-prisdorf", True),
        ("fips-dutt", True),
        ("flunk", True),
        ("skat", True),
        ("doppelkopf", True),  # of both sides, as its ranking wants
        ("fipsen-thedinghausen", False),
        ("briscola", False),
        ("rifki", False),
        ("points", False),
    ],
)
def test_only_games_that_count_them_offer_deals_won_and_lost(key, counts_them):
    keys = tie_break_keys(get_game(key))
    assert ("deals_won" in keys) == counts_them == ("deals_lost" in keys)


# Documents


def test_the_module_opens_with_a_row_for_every_tie_break():
    rows = [line.split("|")[1].strip() for line in tie_breaks.__doc__.splitlines() if line.startswith("| ")]
    assert rows[1:-1] == [each.key for each in TIE_BREAKS]


def test_every_tie_break_and_policy_is_documented_with_its_source():
    document = (ROOT / "docs" / "ranking.md").read_text(encoding="utf-8")
    for each in TIE_BREAKS:
        assert f"`{each.key}`" in document and each.source and each.meaning, each.key
    assert all(f"`{way}`" in document for way in ("game", "total", "average", "table_points"))
