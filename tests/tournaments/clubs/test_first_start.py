"""The first start: a name, a password and a club, from this machine or with the printed key, once."""

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client

from tests.builders import a_user
from tests.tournaments.visitors import stranger, text_of
from tournaments.models import Club
from tournaments.serving.first_start import PATH, first_address, first_key

PASSWORD = "Hedewig sticht um 9"
SENT = {"username": "Heinz", "password": PASSWORD, "club": "Skatfreunde"}
HERE, THERE = "127.0.0.1", "192.168.1.20"

pytestmark = pytest.mark.django_db


def visitor(address=HERE, host="127.0.0.1:8000", **more):
    return Client(REMOTE_ADDR=address, HTTP_HOST=host, **more)


def test_three_facts_make_an_account_a_club_and_begin_its_first_event(settings):
    settings.ALLOWED_HOSTS = ["*"]
    client = visitor()
    assert client.get(PATH).status_code == 200
    answer = client.post(PATH, SENT)
    club = Club.objects.get()
    assert answer["Location"] == f"/clubs/{club.slug}/new-event/"
    assert club.name == "Skatfreunde" and club.members.get().user.username == "Heinz"
    page = client.get(answer["Location"])
    assert page.status_code == 200 and page.context["game"].key == "skat"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "two words!"}, "username"),
        ({"password": "1234"}, "password"),
        ({"password": "Heinz-Heinz", "username": "Heinz-Heinz"}, "password"),
        ({"club": ""}, "club"),
    ],
)
def test_a_missing_or_weak_value_is_refused_beside_its_field_and_makes_nothing(settings, wrong, field):
    settings.ALLOWED_HOSTS = ["*"]
    answer = visitor().post(PATH, SENT | wrong)
    assert answer.status_code == 422 and set(answer.context["form"].errors) == {field}
    assert not get_user_model().objects.exists() and not Club.objects.exists()


@pytest.mark.parametrize(
    "client",
    [
        pytest.param({"address": THERE}, id="another machine"),
        pytest.param({"host": "skat.example"}, id="a name that points here"),
        pytest.param({"HTTP_X_FORWARDED_FOR": THERE}, id="through a proxy on this machine"),
    ],
)
def test_a_stranger_cannot_be_first_without_the_key(settings, client):
    settings.ALLOWED_HOSTS = ["*"]
    asked = visitor(**client)
    for answer in (asked.get(PATH), asked.post(PATH, SENT), asked.post(PATH, SENT | {"key": "0" * 16})):
        assert answer.status_code == 403
    assert not get_user_model().objects.exists()
    assert asked.get(f"{PATH}?key={first_key()}").status_code == 200
    assert asked.post(PATH, SENT | {"key": first_key()}).status_code == 302
    assert get_user_model().objects.get().username == "Heinz"


def test_once_there_is_an_account_nobody_is_first_again(settings):
    settings.ALLOWED_HOSTS = ["*"]
    a_user("ada")
    for key in ("", first_key()):
        answer = visitor().post(PATH, SENT | {"key": key})
        assert answer.status_code == 404 and get_user_model().objects.count() == 1


def test_home_and_login_lead_to_the_first_start_until_there_is_an_account(monkeypatch):
    monkeypatch.setenv("ORGANISER_PASSWORD", PASSWORD)
    for page in ("/", "/accounts/login/"):
        assert f'href="{PATH}"' in text_of(stranger().get(page))
    call_command("create_organiser", "--username", "ada")
    for page in ("/", "/accounts/login/"):
        assert PATH not in text_of(stranger().get(page))
    assert "No account yet?" in text_of(stranger().get("/accounts/login/"))


def test_the_printed_address_has_the_key():
    assert first_address("http://127.0.0.1:8000/") == f"http://127.0.0.1:8000{PATH}?key={first_key()}"
