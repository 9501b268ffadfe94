"""Public data: published events and their standings."""

import pytest
from rest_framework.test import APIClient

from tests.builders import a_table, a_user, an_event, write_deal
from tournaments.models import Player
from tournaments.services.events.states import cancel_event, list_event, undo_cancellation
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db
EVENTS = "/api/v1/events/"


def get(path="", **headers):
    return APIClient().get(EVENTS + path, headers=headers)


def a_played_event(**changes):
    table = a_table(event=an_event(slug="autumn", **changes))
    write_deal(table)
    compute_event_standings(event_id=table.round.event_id)
    return table


def test_published_events_are_listed():
    an_event(slug="autumn")
    an_event(slug="hidden", is_published=False)
    listed = get().json()["events"]
    assert [event["slug"] for event in listed] == ["autumn"]
    assert listed[0]["game"]["key"] == "fipsen-prisdorf"


def test_members_see_no_more_here_than_everybody():
    an_event(slug="hidden", is_published=False)
    client = APIClient()
    client.force_login(a_user())
    assert client.get(EVENTS).json()["events"] == []
    assert client.get(f"{EVENTS}hidden/").status_code == 404


def test_an_event_tells_how_far_its_tables_are():
    table = a_played_event()
    answer = get("autumn/").json()
    assert answer["rounds"][0]["tables"] == [{
        "number": 1, "id": str(table.public_id), "seats": ["Ada", "Ben", "Cleo", "Emil"],
        "deals_counted": 1, "deals_expected": 100,
    }]  # fmt: skip


def test_standings_have_ranks_names_and_a_value_for_each_round():
    a_played_event()
    answer = get("autumn/standings/").json()
    assert set(answer) == {
        "version", "deals_counted", "ranked_by", "house_scoring", "rows", "state", "list", "notes",
    }  # fmt: skip
    assert answer["deals_counted"] == 1
    assert answer["rows"][0] == {
        "rank": 1, "unranked": None, "number": 2, "name": "Ben", "total": 2, "values": {"total": 2},
        "rounds": [2], "tie_breaks": {},
    }  # fmt: skip
    assert [row["rank"] for row in answer["rows"]] == [1, 2, 2, 2]


def test_standings_before_the_first_computation_are_empty():
    an_event(slug="autumn")
    answer = get("autumn/standings/").json()
    assert (answer["version"], answer["deals_counted"], answer["rows"]) == (0, 0, [])


def test_standings_of_a_known_version_are_not_sent_again():
    table = a_played_event()
    etag = get("autumn/standings/").headers["ETag"]
    assert get("autumn/standings/", **{"If-None-Match": etag}).status_code == 304
    write_deal(table, 2)
    compute_event_standings(event_id=table.round.event_id)
    assert get("autumn/standings/", **{"If-None-Match": etag}).status_code == 200


def test_a_cancelled_event_says_so_and_why():
    event = an_event(slug="autumn")
    assert (get("autumn/").json()["is_cancelled"], get("autumn/").json()["cancellation"]) == (False, None)
    cancel_event(event=event, reason="The hall is closed.", by=SYSTEM)
    assert [each["is_cancelled"] for each in get().json()["events"]] == [True]
    assert get("autumn/").json()["cancellation"] == {"reason": "The hall is closed."}
    undo_cancellation(event=event, by=SYSTEM)
    assert (get("autumn/").json()["is_cancelled"], get("autumn/").json()["cancellation"]) == (False, None)


def test_a_hidden_event_is_in_no_list_and_has_its_address():
    list_event(event=an_event(slug="autumn"), is_unlisted=True, by=SYSTEM)
    assert get().json()["events"] == [] and get("autumn/").json()["slug"] == "autumn"


@pytest.mark.parametrize("path", ["standings/", "", "standings/x"])
def test_an_event_that_is_not_published_is_not_there(path):
    a_played_event(is_published=False)
    assert get(f"autumn/{path}").status_code == 404


def test_any_site_may_read(client):
    a_played_event()
    for path in ("", "autumn/", "autumn/standings/"):
        assert get(path).headers["Access-Control-Allow-Origin"] == "*"


def test_events_may_be_named_in_any_script():
    an_event(name="秋の大会", slug="秋の大会")
    assert get("秋の大会/").json()["name"] == "秋の大会"


def test_without_a_token_the_public_endpoints_are_read_only():
    an_event(slug="autumn")
    anybody = APIClient()
    assert anybody.post(EVENTS + "autumn/standings/").status_code == 405
    assert {anybody.post(EVENTS).status_code, anybody.patch(EVENTS + "autumn/").status_code} == {401}


def test_the_number_of_queries_does_not_grow_with_entrants(django_assert_max_num_queries):
    a_played_event()
    assert Player.objects.count() == 4
    with django_assert_max_num_queries(8):
        get("autumn/standings/")
