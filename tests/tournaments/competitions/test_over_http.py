"""Teams and competitions for programs."""

import re

import pytest

from tests.builders import a_round, an_event, write_deal
from tests.tournaments.api.programs import Program
from tests.tournaments.visitors import ada, text_of
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db
EVENT = "events/autumn/"


@pytest.fixture
def program():
    round = a_round(an_event(slug="autumn", policy={"by": "total"}))
    write_deal(round.tables.get())
    close_round(round=round, even_if_incomplete=True)
    compute_event_standings(event_id=round.event_id)
    return Program()


def test_a_team_is_formed_changed_as_it_was_seen_and_dissolved(program):
    made = program.post(f"{EVENT}teams/", {"members": [2, 1], "name": "Aces"}, 201)
    assert made == {"number": 1, "name": "Aces", "members": [2, 1], "substitutes": []}
    twice = program.post(f"{EVENT}teams/", {"members": [1, 3]}, 409)
    assert twice["code"] == "member_elsewhere"
    changed = program.change(f"{EVENT}teams/1/", {"members": [1, 3], "substitutes": [4]})
    assert changed["members"] == [1, 3] and changed["substitutes"] == [4]
    assert program.send("patch", f"{EVENT}teams/1/", {"members": [1, 2]}).status_code == 428
    assert program.post(f"{EVENT}teams/lot/", {"size": 2}, 409)["code"] == "too_few_free"  # 2 alone
    program.change(f"{EVENT}teams/1/", {"members": [1, 3]})
    assert len(program.post(f"{EVENT}teams/lot/", {"size": 2}, 201)["results"]) == 1
    assert program.post(f"{EVENT}teams/lot/", {"size": 2}, 409)["code"] == "too_few_free"
    assert program.post(f"{EVENT}teams/words/", {}, 201)["results"] == []
    assert [each["number"] for each in program.get(f"{EVENT}teams/")["results"]] == [1, 2]


def test_new_pairs_say_that_they_exist_and_where_two_players_become_one(program):
    page = text_of(ada().post(f"/{EVENT}organise/competitions/add/", {"kind": "pairs"}, follow=True))
    assert "The competition Pairs was created." in page
    assert f'href="/{EVENT}organise/teams/">Form the teams' in page
    assert re.search(r'organise/players/" aria-current="page"', page)


def test_a_card_keeps_the_size_that_its_teams_have(program):
    rule = {"unit": "team", "members": {"size": 3}}
    program.post(f"{EVENT}competitions/", {"name": "Threes", "rule": rule}, 201)
    program.post(f"{EVENT}teams/", {"members": [2, 1, 3]}, 201)
    four = {"name": "Threes", "rule": {"unit": "team", "members": {"size": 4}}}
    assert program.change(f"{EVENT}competitions/1/", four, status=409)["code"] == "size_wrong"
    said = "Threes would rank teams of 4 members, but team 1 has 3; change or dissolve these first."
    form = {"name": "Threes", "unit": "team", "size": "4", "guests": "in", "short": "scale"}
    page = ada().post(f"/{EVENT}organise/competitions/1/", form)
    assert page.status_code == 422 and said in text_of(page)
    assert program.get(f"{EVENT}competitions/1/")["rule"] == rule


def test_a_competition_is_added_with_its_money_and_ranked(program):
    sent = {
        "name": "First list", "rule": {"lists": {"rounds": [1]}}, "fee_cents": 200,
        "shares": {"own": 900}, "prizes": [{"places": [1], "share": 1000}], "entered": [2, 3],
    }  # fmt: skip
    made = program.post(f"{EVENT}competitions/", sent, 201)
    assert made == {"number": 1, "fee_classes": {}, **sent}
    [rows] = [each["rows"] for each in program.get(f"{EVENT}competitions/rankings/")["results"]]
    assert {row["number"] for row in rows} == {2, 3} and rows[0]["rank"] == 1
    changed = program.change(f"{EVENT}competitions/1/", {"name": "List 1", "entered": [1, 2, 3, 4]})
    assert changed["name"] == "List 1" and changed["rule"] == sent["rule"]
    wrong = program.post(f"{EVENT}competitions/", {"name": "X", "rule": {"lists": {"best": 0}}}, 422)
    assert wrong["code"] == "competition_invalid" and "cannot be read" in wrong["errors"][0]["message"]
    unknown = program.post(f"{EVENT}competitions/", {"name": "X", "entered": [99]}, 409)
    assert unknown["code"] == "number_unknown"
    assert len(program.get(f"{EVENT}competitions/")["results"]) == 1
    owed = {each["number"]: each["entry_due"] for each in program.get(f"{EVENT}fees/")["results"]}
    assert owed == dict.fromkeys((1, 2, 3, 4), 200)
    assert program.post(f"{EVENT}fees/", {"number": 2, "kind": "entry"})["payment"]["cents"] == 200


def test_a_category_that_no_player_can_have_is_refused_with_its_limit(program):
    long = {"name": "X", "rule": {"who": {"categories": ["ladies", "w" * 31, "v" * 40]}}}
    refused = program.post(f"{EVENT}competitions/", long, 422)
    assert [(each["field"], each["message"][:41]) for each in refused["errors"]] == [
        ("who.categories[1]", "A category has at most 30 characters; “ww"),
        ("who.categories[2]", "A category has at most 30 characters; “vv"),
    ]
    fits = {"name": "X", "rule": {"who": {"categories": ["w" * 30]}}}
    program.post(f"{EVENT}competitions/", fits, 201)
    program.change(f"{EVENT}competitions/1/", long, status=422)
    assert program.get(f"{EVENT}competitions/1/")["rule"] == fits["rule"]
