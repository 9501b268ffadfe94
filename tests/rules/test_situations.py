"""Situations of the rules pages: the game accepts or refuses them as stated, the pad offers the values."""

import pytest

from rules import GAMES, get_game
from rules.examples import answer_of
from rules.fields import NEVER_ASKED, Kind
from rules.prose import Situation
from rules.reading import read_options
from rules.writing import holds, is_asked

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
EVERY_SITUATION = pytest.mark.parametrize(
    ("game", "situation"),
    [
        pytest.param(game, each, id=f"{game.key}: {each.question}")
        for game in GAMES
        for each in game.page.situations
    ],
)
FEWEST = 3


def is_offered(each, value, options):
    """Return whether the pad has a key for the value, or its place can be typed."""
    if each.kind in (Kind.CHOICE, Kind.CHOICES):
        values = value if each.kind == Kind.CHOICES else [value]
        shown = [one.value for one in each.choices if all(holds(when, {}, options, 0) for when in one.asked)]
        return set(values) <= set(shown)
    keys = (*each.keys, *each.count.rare_keys)
    if each.kind == Kind.COUNT and keys:
        return value in keys
    return each.asked != NEVER_ASKED


@EVERY_SITUATION
def test_a_situation_is_accepted_or_refused_as_stated(game, situation):
    answer = answer_of(game, situation)
    assert [each.code for each in answer.violations] == ([situation.refused] if situation.refused else [])
    assert (answer.outcome is None) == bool(situation.refused)


@EVERY_SITUATION
def test_the_pad_offers_every_value_of_a_situation(game, situation):
    options = read_options(game, situation.options)
    known = answer_of(game, situation).record
    fields = {each.name: each for each in game.fields}
    asked = {name: is_asked(fields[name], known, options, game.standard_seats) for name in situation.record}
    assert asked == dict.fromkeys(situation.record, True)
    assert all(is_offered(fields[name], value, options) for name, value in situation.record.items())


@EVERY_GAME
def test_every_game_answers_common_situations_and_a_refused_one(game):
    questions = [each.question for each in game.page.situations]
    assert len(questions) == len(set(questions)) >= FEWEST
    assert any(each.refused for each in game.page.situations)
    assert all(each.endswith(".") for each in questions)


def test_a_situation_stated_wrongly_is_found():
    game = get_game("fipsen-prisdorf")
    record = {"declarer": 1, "bid": 3, "trump": "S", "tricks": 4}
    assert [each.code for each in answer_of(game, Situation("", record)).violations] == [
        "overtricks_without_durch"
    ]


def test_a_deal_before_a_situation_is_legal():
    with pytest.raises(ValueError, match="add up"):
        answer_of(get_game("briscola"), Situation("", {"points": [60, 60]}, before=({"points": [1, 2]},)))
