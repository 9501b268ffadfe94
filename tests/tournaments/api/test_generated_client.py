"""A client generated from the description plays a whole evening, and reads only what is described."""

import copy

import pytest
from django.test import Client

from tests.builders import a_club, a_record, a_user
from tests.tournaments.api.described import description
from tests.tournaments.api.generated import Refused, Undescribed, client_of
from tournaments.models import Event, TokenScope
from tournaments.services.clubs.tokens import create_token
from tournaments.services.draw.search import carry_out_draw
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db

NAMES = ["Ada", "Ben", "Cleo", "Emil"]


@pytest.fixture
def token():
    a_club(name="Kartenrunde")
    return create_token(user=a_user(), name="generated", scopes=TokenScope.values)[1]


@pytest.fixture
def api(token):
    return client_of(description(), transport, token)


def transport(method, address, headers, body):
    """Send a request to the application as a socket would."""
    kind = "application/json" if body else "application/octet-stream"
    answer = Client().generic(method.upper(), address, body or b"", content_type=kind, headers=headers)
    return answer.status_code, answer.headers, answer.content


def test_every_operation_is_a_method(api):
    operations = [each for methods in description()["paths"].values() for each in methods.values()]
    names = [each["operationId"] for each in operations]
    assert len(names) == len(set(names)) > 100
    assert all(callable(getattr(api, name)) for name in names)


def test_a_whole_evening(api):
    (club,) = api.clubs().results
    api.create_event(
        club=club.slug, name="Autumn Fipsen", date="2026-11-28", game="fipsen-prisdorf", slug="autumn",
        deals_per_table={"4": 2}, is_published=True,
    )  # fmt: skip
    here = {"slug": "autumn"}
    entered = api.enter_players(**here, entrants=[{"name": name} for name in NAMES]).results
    assert api.check_in(**here, numbers=[each.number for each in entered], is_present=True).present == 4
    number = api.start_draw(**here, mode="random").number
    carry_out_draw(draw_id=Event.objects.get().draws.get().pk)
    drawn = api.draw(**here, number=number)
    assert (drawn.status, drawn.rounds, drawn.problem) == ("done", [1], "")
    (table,) = api.open_round(**here, number=1).tables
    there = {**here, "public_id": table.id}
    first = api.event_record_deal(**there, number=1, record=a_record())
    api.event_correct_deal(
        **there, number=1, record=a_record(tricks=1), reason="miscounted", if_match=f'"{first.revision}"'
    )
    api.event_record_deal(**there, number=2, record=a_record(declarer=2))
    assert api.event_table(**there).is_open
    api.rule_on_deal(**there, deal=2, points=[0, 0, 0, 0], reason="Misdeal")
    assert api.close_round(**here, number=1).status == "closed"
    defender = api.event_table(**there).parts[0].seats[3]
    api.adjust_points(**here, number=defender.number, points=5, reason="Bonus")
    compute_event_standings(event_id=Event.objects.get().pk)
    settings = api.event_settings(**here)
    api.change_event(**here, place="Village hall", if_match=api.etag)
    assert settings.place == "" and api.event(**here).place == "Village hall"
    published = api.publish_list(**here, stage="final", reason="Complete")
    standings = api.standings(**here)
    assert (standings.state, standings.list.number) == ("final", published.number)
    assert (standings.rows[0].name, standings.rows[0].total) == (defender.name, 5)
    assert api.standings(**here, format="csv").decode("utf-8-sig").startswith("rank,number,name,total")
    assert api.event_stream(**here).startswith(b"retry: ")
    assert api.sign_off(**here, is_signed_off=True).signed_off_at
    assert api.export_event(**here)[:2] == b"PK"


def test_a_refusal_is_read_as_described(api):
    with pytest.raises(Refused) as refused:
        api.create_event(club="kartenrunde", name="", date="28.11.26", game="fipsen-prisdorf")
    assert (refused.value.status, refused.value.problem.code) == (422, "body_invalid")
    assert {each.field for each in refused.value.problem.errors} == {"name", "date"}


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (lambda shape: shape["properties"].pop("results"), AttributeError),
        (lambda shape: shape["properties"].update(results={"type": "string"}), Undescribed),
        (lambda shape: (shape["properties"].update(more={}), shape["required"].append("more")), Undescribed),
    ],
    ids=["a field left out", "another type", "a field that never comes"],
)  # fmt: skip
def test_a_wrong_description_breaks_the_client(token, spoil, error):
    wrong = copy.deepcopy(description())
    answer = wrong["paths"]["/api/v1/clubs/"]["get"]["responses"]["200"]["content"]["application/json"]
    spoil(wrong["components"]["schemas"][answer["schema"]["$ref"].rpartition("/")[2]])
    with pytest.raises(error):
        client_of(wrong, transport, token).clubs().results  # noqa: B018
