"""Invariants of every game on the list, whatever its rules."""

import doctest
import importlib
from collections import Counter

import pytest

from rules import GAMES
from rules.evenings import LABEL, SEAT
from rules.fields import Kind
from rules.reading import open_table, read_options, read_record

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
MODULES = sorted({game.settle.__module__.removesuffix(".settle") for game in GAMES})


def an_opening(game):
    """Return the game's standard table with its default options."""
    return open_table(game, read_options(game, {}), game.standard_seats, 0)


def words_of(game):
    """Return every translatable word of a game's data."""
    data = [*game.fields, *game.switches]
    choices = [choice.label for each in data for choice in each.choices]
    return [game.name, game.title, game.source, *(each.label for each in data), *choices]


@pytest.mark.parametrize("name", MODULES)
def test_the_docstring_is_true(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0 and result.failed == 0


def test_keys_are_unique():
    assert set(Counter(game.key for game in GAMES).values()) == {1}


RANKED_BY = {  # as the rules of each game order equal players; others rank by the total alone
    "skat": ["+total", "+won", "-lost"],
    "schafkopf": ["+total", "+solos_won", "+won"],
    "briscola": ["+games", "+deals", "+card_points"],
    "briscola-scarne": ["+games", "+deals", "+card_points"],
    "fipsen-thedinghausen": ["+games", "+hedewigs", "+cents", "+tricks"],
}
RANKED_BY_BEFORE = {"doppelkopf": ["+total", "+deals_won", "+mandatory_solo_points"]}  # in old events


@EVERY_GAME
def test_the_values_that_rank_are_in_the_order_and_direction_of_the_rules(game):
    assert signs_of(game.ranks_by) == RANKED_BY.get(game.key, ["+total"])
    assert signs_of(game.ranks_by_before) == RANKED_BY_BEFORE.get(game.key, [])


def signs_of(ranked):
    return [f"{'+' if each.high_is_better else '-'}{each.tally}" for each in ranked]


WITHOUT_IN_TOURNAMENTS = ("kontra", "contra", "throwing", "bock", "without_nines")


@EVERY_GAME
def test_a_tournament_plays_without_what_is_for_home_games(game):
    home = {switch.name for switch in game.switches if switch.name in WITHOUT_IN_TOURNAMENTS}
    assert {name: False for name in home}.items() <= game.tournament_options.items()
    assert read_options(game, game.tournament_options)


@EVERY_GAME
def test_every_word_is_said(game):
    assert all(words_of(game))


@EVERY_GAME
def test_fields_and_switches_have_the_names_of_record_and_options(game):
    record, options = read_record(game, {}), read_options(game, {})
    assert all(hasattr(record, field.name) for field in game.fields)
    assert {switch.name for switch in game.switches} == set(vars(options))


@EVERY_GAME
def test_every_condition_asks_for_something_known(game):
    known = {field.name for field in game.fields} | {"seats"}
    known |= {f"options.{switch.name}" for switch in game.switches}
    asked = [when for field in game.fields for when in field.asked]
    preset = [when for field in game.fields for each in field.presets for when in each.when]
    assert {when.field for when in [*asked, *preset]} <= known


@EVERY_GAME
def test_every_seat_has_the_tally_that_a_game_ranks_by(game):
    tallies = game.tallies(an_opening(game))
    expected = {"total", *(ranking.tally for ranking in game.ranks_by)}
    assert expected <= set(tallies)
    assert {len(values) for values in tallies.values()} == {game.standard_seats}


@EVERY_GAME
def test_a_table_before_its_first_deal_is_not_over(game):
    state = an_opening(game)
    assert not game.is_over(state)
    assert state.totals == (0,) * game.standard_seats


@EVERY_GAME
def test_every_refusal_of_an_empty_record_is_a_full_sentence(game):
    problems = game.violations(an_opening(game), read_record(game, {}))
    assert problems
    assert all(str(problem)[0].isupper() and str(problem).endswith(".") for problem in problems)


@EVERY_GAME
def test_sums_are_said_for_numbers_of_every_seat(game):
    counts = [field for field in game.fields if field.kind == Kind.COUNTS]
    assert all(field.places.totals or field.places.blank is not None for field in counts)


@pytest.mark.parametrize("game", [game for game in GAMES if game.common_deal], ids=str)
def test_a_common_deal_taps_what_the_pad_has_and_gives_every_seat_its_points(game):
    deal = game.common_deal
    assert {tap.target for tap in deal.taps} <= {SEAT, LABEL, *(field.name for field in game.fields)}
    assert len(deal.deltas) == game.standard_seats


def test_no_two_evenings_have_the_same_key():
    keys = [evening.key for game in GAMES for evening in game.evenings]
    assert keys and len(keys) == len(set(keys))
