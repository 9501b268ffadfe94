"""Open sign-up: anybody makes an account without an e-mail address, but not a flood of them."""

import pytest
from django.test import Client

from tests.builders import a_club, a_user
from tests.tournaments.clocks import stopped_clock
from tests.tournaments.visitors import text_of
from tournaments.models import User
from tournaments.services.clubs.joining import invitation_token, invite_member
from tournaments.services.clubs.throttling import Pace
from tournaments.serving import sign_up

pytestmark = pytest.mark.django_db

PASSWORD = "Hedewig sticht um neun"
HERE, ELSEWHERE, THIRD = "192.0.2.7", "198.51.100.7", "203.0.113.7"


@pytest.fixture(autouse=True)
def forward(settings, monkeypatch):
    """Open the site: two accounts from an address, three from all; return a clock that can be set."""
    settings.SIGN_UP_IS_OPEN = True
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    monkeypatch.setattr(sign_up, "FROM_ONE_PLACE", Pace(2, 3600, 3600, sign_up.DAY))
    monkeypatch.setattr(sign_up, "FROM_ALL_PLACES", Pace(3, 300, 300, sign_up.DAY))
    with stopped_clock() as forward:
        yield forward


def make(name, address=HERE, client=None, **more):
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD, **more}
    return (client or Client()).post("/accounts/signup/", form, REMOTE_ADDR=address)


def test_an_account_needs_a_name_and_a_password_only():
    assert make("dov").status_code == 302
    assert User.objects.get(username="dov").email == ""


def test_one_address_waits_after_its_share_and_keeps_what_was_typed(forward):
    assert [make(name).status_code for name in ("dov", "eve")] == [302, 302]
    refused = make("fay")
    assert "Wait 60 minutes, then press" in text_of(refused) and 'value="fay"' in refused.content.decode()
    assert make("fay", ELSEWHERE).status_code == 302
    forward(3600)
    assert make("gil").status_code == 302


def test_all_addresses_together_have_a_share_too(forward):
    for name, address in (("dov", HERE), ("eve", HERE), ("fay", ELSEWHERE)):
        make(name, address)
    assert "Wait 5 minutes, then press" in text_of(make("gil", THIRD))
    assert User.objects.filter(username="gil").count() == 0


def test_a_refused_form_counts_as_no_account():
    for _ in range(5):
        assert make("dov", password2="another").status_code == 200
    assert make("dov").status_code == 302


def test_an_invited_person_is_not_counted():
    for name, address in (("dov", HERE), ("eve", HERE), ("fay", ELSEWHERE)):
        make(name, address)
    invitation = invite_member(club=a_club(), role="director", by=a_user("ada"))
    client = Client()
    client.get(f"/i/{invitation_token(invitation)}")
    assert make("gil", client=client).status_code == 302
