"""An event's form: the fixed rules of a tournament, the ranking, and the place of a refusal."""

import importlib
import pkgutil

import pytest
from django import forms

import tournaments.forms
from rules import get_game
from rules.game import Violation
from rules.reading import Refused
from tournaments.forms.events import EventForm

PRISDORF = get_game("fipsen-prisdorf")
TWO_GAMES = ("fipsen-prisdorf", "briscola")
NO_CORRECTION = {"autocorrect": "off", "spellcheck": "false"}
NO_NAMES = {  # texts that a phone may correct, and numbers
    "amount", "best_of_lists", "categories", "counted", "federation_number", "fee_cents", "fee_share",
    "key", "lost_share", "member_number", "members", "note", "own_share", "points", "rounds", "substitutes",
    "text", "way", "website",
}  # fmt: skip


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


@pytest.mark.parametrize(("deals", "is_valid"), [("9", True), ("", True), ("10", False), ("1", False)])
def test_a_rubber_of_flunk_is_a_multiple_of_three_deals(deals, is_valid):
    data = {"name": "Rubber", "date": "2026-11-21", "deals_3": deals}
    form = EventForm(data, game=get_game("flunk"), options={})
    assert form.is_valid() == is_valid, form.errors
    if deals == "10":
        assert form.errors["deals_3"] == ["In this game it is a multiple of 3."]


def test_tables_that_only_the_options_allow_have_their_number_of_deals():
    form = EventForm(game=get_game("points"), options={"seats_allowed": [2, 12]})
    assert [field.name for field in form.deals_fields()] == [f"deals_{seats}" for seats in range(12, 1, -1)]


def test_an_error_everybody_sees_opens_nothing():
    assert not a_form(name="").has_hidden_errors()


@pytest.mark.parametrize(("field", "place"), [("min_bid", "option_min_bid"), ("nothing", "__all__")])
def test_a_refusal_of_the_game_stands_beside_its_option_or_above_the_form(field, place):
    form = a_form()
    form.add_refusal(Refused([Violation("refused", field, "Not like this.")]))
    assert form.errors[place] == ["Not like this."]


# Ranking


def a_policy(**changes):
    form = a_form(policy_by="game", **changes)
    assert form.is_valid(), form.errors
    return form.values()["policy"]


def test_a_policy_is_stored_as_far_as_something_was_said():
    assert a_policy() == {"by": "game"}
    assert a_policy(policy_best="3", policy_tie_2="lot") == {"by": "game", "best": 3, "tie_breaks": ["lot"]}


@pytest.mark.parametrize("typed", ["4-2-1-0", "4 2 1 0", "4, 2, 1, 0", "4–2–1–0"])
def test_table_points_are_typed_as_people_write_them(typed):
    assert a_policy(policy_table_points=typed)["table_points"] == [4, 2, 1, 0]


def test_table_points_below_zero_are_typed_with_commas():
    assert a_policy(policy_table_points="2, 1, -1, -2")["table_points"] == [2, 1, -1, -2]


@pytest.mark.parametrize("typed", ["20-10--5", "20 10 -5", "20, 10, -5", "20-10-−5", "20–10–-5"])
def test_the_minus_of_the_last_place_is_kept(typed):
    assert a_policy(policy_table_points=typed)["table_points"] == [20, 10, -5]


@pytest.mark.parametrize("typed", ["20-10---5", "20 - 10", "20-10-"])
def test_table_points_with_a_hyphen_too_many_are_refused(typed):
    assert a_form(policy_by="game", policy_table_points=typed)["policy_table_points"].errors


def test_table_points_that_are_no_numbers_are_refused_beside_their_field():
    assert a_form(policy_by="game", policy_table_points="four")["policy_table_points"].errors
    assert a_form(policy_by="game", policy_table_points="four").has_policy_errors()


def test_a_form_that_was_sent_without_a_policy_changes_none():
    form = a_form()
    assert form.is_valid(), form.errors
    assert "policy" not in form.values()


@pytest.mark.parametrize(
    ("field", "place"),
    [("policy.best", "policy_best"), ("policy.tie_breaks", "policy_tie_1"), ("policy", "__all__")],
)
def test_a_contradiction_is_named_beside_its_field(field, place):
    form = a_form()
    form.add_refusal(Refused([Violation("policy_invalid", field, "Not like this.")]))
    assert form.errors[place] == ["Not like this."]


def test_the_form_stands_at_the_policy_of_the_event():
    policy = {"by": "table_points", "table_points": [3, 1], "minimum": 2, "tie_breaks": ["total", "lot"]}
    form = EventForm(game=PRISDORF, options={}, policy=policy)
    names = ("by", "table_points", "best", "minimum", "tie_1", "tie_2", "tie_3")
    values = [form[f"policy_{name}"].value() for name in names]
    assert values == ["table_points", "3-1", None, 2, "total", "lot", ""]
    assert form.ranked_in_words().startswith("Ranked by: Table points 3-1")


def test_the_total_is_offered_only_where_the_game_ranks_otherwise():
    offered = [str(EventForm(game=get_game(key), options={})["policy_by"]) for key in TWO_GAMES]
    assert ['value="total"' in select for select in offered] == [False, True]
    assert all('value="average"' in select for select in offered)


def test_no_phone_corrects_a_name_in_any_form():
    # A new field for a text says whether it holds a name.
    for module in pkgutil.walk_packages(tournaments.forms.__path__, "tournaments.forms."):
        importlib.import_module(module.name)
    fields = {
        (form.__name__, name): field.widget.attrs
        for form in forms_below(forms.Form)
        for name, field in form.base_fields.items()
        if type(field.widget) in (forms.TextInput, forms.Textarea) and name not in NO_NAMES
    }
    assert ("RegistrationForm", "mates") in fields and len(fields) > 25
    assert [at for at, attrs in fields.items() if not attrs.items() >= NO_CORRECTION.items()] == []


def forms_below(form):
    """Yield the forms of the program that are made of a class."""
    for each in form.__subclasses__():
        if each.__module__.startswith("tournaments.forms"):
            yield each
        yield from forms_below(each)
