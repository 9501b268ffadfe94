"""Draws by programs: constraints, the committed seed, stop a search, draw again or instead."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from seating.fairness import commitment
from tests.builders import a_record, an_event, write_deal
from tests.tournaments.api.programs import Program
from tournaments.models import Draw, DrawStatus, Event
from tournaments.services.draw.search import carry_out_draw
from tournaments.services.entry.entrants import enter_players

pytestmark = pytest.mark.django_db
EVENT = "events/autumn/"
NAMES = ["Ada", "Ben", "Cleo", "Emil", "Frieda", "Gustav", "Hanne", "Ida"]


@pytest.fixture
def program():
    enter_players(event=an_event(slug="autumn"), names=NAMES)
    return Program()


def drawn(program, path="draws/", **body):
    """Return the draw after its search."""
    answer = program.post(EVENT + path, body, 202)
    carry_out_draw(draw_id=Draw.objects.get(number=answer["number"]).pk)
    return program.get(f"{EVENT}draws/{answer['number']}/")


def test_constraints_are_added_kept_by_the_draw_and_removed(program):
    path = f"{EVENT}constraints/"
    apart = program.post(path, {"kind": "apart", "entrant": 1, "other": 2}, 201)
    at_table = program.post(path, {"kind": "table", "entrant": 3, "number": 2}, 201)
    assert (apart["entrant"], apart["other"], at_table["number"]) == (1, 2, 2)
    assert program.get(path)["results"] == [apart, at_table]
    assert drawn(program, sizes=[4])["status"] == "done"
    tables = [set(each["seats"]) for each in program.get(f"{EVENT}rounds/1/")["tables"]]
    assert not any({"Ada", "Ben"} <= seats for seats in tables) and "Cleo" in tables[1]
    assert program.send("delete", f"{path}{apart['id']}/").status_code == 204
    assert program.send("delete", f"{path}{apart['id']}/").status_code == 404
    assert program.get(path)["results"] == [at_table]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"kind": "apart", "entrant": 1}, 409, "wish_incomplete"),
        ({"kind": "apart", "entrant": 4, "other": 3}, 409, "wish_exists"),
        ({"kind": "apart", "entrant": 1, "other": 99}, 404, "not_found"),
        ({"kind": "far", "entrant": 1}, 422, "body_invalid"),
        ({"kind": "seat", "entrant": "1", "number": 2}, 422, "body_invalid"),
    ],
)
def test_a_constraint_is_refused_as_on_the_page(program, body, status, code):
    program.post(f"{EVENT}constraints/", {"kind": "apart", "entrant": 3, "other": 4}, 201)
    assert program.post(f"{EVENT}constraints/", body, status)["code"] == code
    assert Event.objects.get().wishes.count() == 1


def test_teams_are_kept_apart_or_not(program):
    path = f"{EVENT}constraints/teams/"
    assert program.get(path) == {"are_apart": False}
    assert program.post(path, {"are_apart": True}) == {"are_apart": True}
    assert program.get(path) == {"are_apart": True}


def test_a_seed_is_committed_before_the_draw_that_uses_it(program):
    committed = program.post(f"{EVENT}draws/seed/", status=201)
    seed = Draw.objects.get().seed
    assert (committed["status"], committed["seed_hash"]) == ("committed", commitment(bytes.fromhex(seed)))
    assert seed not in str(committed)
    assert program.post(f"{EVENT}draws/seed/", status=409)["code"] == "seed_committed"
    done = drawn(program, mode="random")
    assert (done["number"], done["status"], done["seed_hash"]) == (1, "done", committed["seed_hash"])


def test_a_search_is_stopped(program):
    program.post(f"{EVENT}draws/", status=202)
    assert program.post(f"{EVENT}draws/1/stop/", status=202)["number"] == 1
    assert Draw.objects.get().is_stopped
    assert program.post(f"{EVENT}draws/9/stop/", status=404)["code"] == "not_found"


def test_a_draft_is_drawn_again(program):
    first = drawn(program)
    again = drawn(program, "rounds/1/draw_again/")
    assert (again["number"], again["rounds"], again["mode"]) == (2, [1], first["mode"])
    assert Draw.objects.get(number=1).status == DrawStatus.DISCARDED
    program.post(f"{EVENT}rounds/1/open/", {"even_if_absent": True})
    assert program.post(f"{EVENT}rounds/1/draw_again/", status=409)["code"] == "round_open"


def test_drafts_give_way_to_another_draw_only_if_it_is_possible(program):
    drawn(program)
    refused = program.post(f"{EVENT}draws/", {"instead": True, "mode": "standings"}, 409)
    assert refused["code"] == "no_round_before"
    assert Event.objects.get().rounds.count() == 1
    seed = "0" * 32
    other = drawn(program, mode="all", rounds=2, instead=True, thorough=True, seed=seed)
    assert (other["rounds"], other["seed_hash"]) == ([1, 2], commitment(bytes.fromhex(seed)))


def test_the_list_of_draws_takes_the_same_queries_for_one_and_for_many(program, django_assert_num_queries):
    drawn(program)
    with CaptureQueriesContext(connection) as for_one:
        program.get(f"{EVENT}draws/")
    number = len(for_one)
    for _ in range(3):
        drawn(program, instead=True)
    with django_assert_num_queries(number):
        assert len(program.get(f"{EVENT}draws/")["results"]) == 4


DEAL = {"number": 1, "record": a_record()}


def test_no_deal_and_no_first_dealer_is_taken_before_the_round_is_open(program):
    drawn(program)
    table = f"{EVENT}tables/{program.get(f'{EVENT}rounds/1/')['tables'][0]['id']}/"
    assert program.post(f"{table}deals/", DEAL, 409)["code"] == "round_draft"
    answer = program.send("put", f"{table}first_dealer/", {"first_dealer": 2})
    assert (answer.status_code, answer.json()["code"]) == (409, "round_draft")
    assert program.send("delete", f"{EVENT}rounds/1/draft/").status_code == 204


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("delete", "rounds/1/draft/", None),
        ("delete", "draws/1/", None),
        ("post", "rounds/1/draw_again/", {}),
        ("post", "draws/", {"instead": True}),
        ("post", "rounds/1/swap/", {"one": 1, "two": 5}),
    ],
)
def test_a_draft_with_a_deal_of_an_earlier_version_is_left_and_can_be_opened(program, method, path, body):
    drawn(program)
    rounds = Event.objects.get().rounds
    rounds.update(status="open")
    write_deal(rounds.get().tables.get(number=2))
    rounds.update(status="draft")
    answer = program.send(method, EVENT + path, body)
    assert (answer.status_code, answer.json()["code"]) == (409, "draft_written")
    assert "table 2" in answer.json()["message"]
    program.post(f"{EVENT}rounds/1/open/", {}, 200)
