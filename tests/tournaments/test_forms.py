"""An event's form: what a tournament settles, and where a refusal is shown."""

import pytest

from rules import get_game
from rules.game import Violation
from tournaments.forms import EventForm

PRISDORF = get_game("fipsen-prisdorf")


def a_form(*, is_tournament=False, **changes):
    data = {"name": "Evening", "date": "2026-11-21", "option_min_bid": "2", **changes}
    return EventForm(data, game=PRISDORF, options={}, is_tournament=is_tournament)


def test_a_tournament_plays_by_the_options_of_the_tournament():
    form = a_form(is_tournament=True, option_contra="on")
    assert form.is_valid(), form.errors
    assert form.values()["options"]["contra"] is False


@pytest.mark.parametrize(("name", "value"), [("deals_4", "0"), ("deals_4", "1001"), ("option_min_bid", "x")])
def test_an_error_in_a_folded_part_opens_it(name, value):
    assert a_form(**{name: value}).has_hidden_errors()


def test_an_error_everybody_sees_opens_nothing():
    assert not a_form(name="").has_hidden_errors()


@pytest.mark.parametrize(("field", "place"), [("min_bid", "option_min_bid"), ("nothing", "__all__")])
def test_what_the_game_refuses_stands_beside_its_option_or_above_the_form(field, place):
    form = a_form()
    form.add_violations([Violation("refused", field, "Not like this.")])
    assert form.errors[place] == ["Not like this."]
