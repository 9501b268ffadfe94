"""No user can lock out another: wrong passwords and PINs slow down only the one who guesses."""

import re

import pytest
from django.core import mail
from django.template.backends.django import Template
from django.test import Client, override_settings

from tests.builders import a_user
from tests.sweeps import sweep
from tests.tournaments.clocks import stopped_clock
from tests.tournaments.visitors import signed_in, text_of
from tournaments.models import Member, Role, User
from tournaments.services.clubs.accounts import make_password_link
from tournaments.services.clubs.lifecycle import create_club

pytestmark = pytest.mark.django_db

LOGIN = "/accounts/login/"
RIGHT = "correct horse battery"
CHOSEN = "Hedewig sticht um neun"
HERE, THERE = "198.51.100.1", "203.0.113.9"
HOUR = 3600


@pytest.fixture
def forward():
    with stopped_clock() as forward:
        yield forward


@pytest.fixture(autouse=True)
def account():
    a_user("ada")


def without_the_page(monkeypatch):
    """Answer a refused sign-in with what is wrong with its form alone: hundreds of pages take long."""
    render = Template.render

    def errors(self, context=None, request=None):
        is_page = "form" in (context or {}) and self.template.name == "account/login.html"
        return str(context["form"].errors) if is_page else render(self, context, request)

    monkeypatch.setattr(Template, "render", errors)


@pytest.fixture
def undressed(monkeypatch):
    without_the_page(monkeypatch)


def browser(address=HERE):
    return Client(REMOTE_ADDR=address)


def sign_in(client, password=RIGHT, name="ada", **headers):
    return client.post(LOGIN, {"login": name, "password": password}, headers=headers)


def is_in(response):
    return response.status_code == 302


def guess(client, times, name="ada"):
    return [sign_in(client, f"wrong {n}", name) for n in range(times)]


def test_wrong_passwords_slow_down_who_guesses_and_say_for_how_long():
    client = browser()
    *_, fifth = guess(client, 5)
    assert "not correct" in text_of(fifth)
    refused = sign_in(client)
    assert not is_in(refused)
    assert re.search(
        r"Too many wrong passwords for this name\. Wait (1 minute|\d+ seconds), then try again\.",
        text_of(refused),
    )


@pytest.mark.usefixtures("undressed")
def test_the_right_password_gets_in_after_the_wait(forward):
    client = browser()
    guess(client, 9)
    forward(60)
    assert is_in(sign_in(client))


@pytest.mark.usefixtures("undressed")
def test_the_right_password_gets_in_from_elsewhere():
    guess(browser(HERE), 30)
    assert is_in(sign_in(browser(THERE)))


@pytest.mark.usefixtures("undressed")
def test_ten_names_from_one_address_shut_nobody_out_of_the_hall():
    hall = browser()
    for number in range(40):
        sign_in(hall, "wrong", f"nobody {number}")
    assert is_in(sign_in(browser(HERE)))


@pytest.mark.usefixtures("undressed")
def test_a_device_that_signed_in_before_is_never_held_up_by_others():
    known = browser()
    assert is_in(sign_in(known))
    known.post("/accounts/logout/")
    for number in range(45):
        guess(browser(f"198.51.100.{number}"), 1)
    assert not is_in(sign_in(browser("192.0.2.200")))
    assert is_in(sign_in(known))


@pytest.fixture
def guessed(monkeypatch):
    """Let strangers of many places guess until nobody unknown may try any more."""
    with monkeypatch.context() as meanwhile:
        without_the_page(meanwhile)
        for number in range(45):
            guess(browser(f"198.51.100.{number}"), 1)


def test_a_link_by_mail_lets_in_who_comes_from_nowhere_while_strangers_guess(guessed):
    User.objects.update(email="ada@example.org")
    client = browser("192.0.2.200")
    assert "a link from “Forgot your password?”, lets you in" in text_of(sign_in(client))
    with override_settings(SENDS_MAIL=True):
        client.post("/accounts/password/reset/", {"email": "ada@example.org"})
        (path,) = re.findall(r"http://testserver(/\S+)", mail.outbox[0].body)
        page = client.get(path, follow=True)
        client.post(page.request["PATH_INFO"], {"password1": CHOSEN, "password2": CHOSEN})
    assert client.get("/account/").status_code == 200
    client.post("/accounts/logout/")
    assert is_in(sign_in(client, CHOSEN)) and not is_in(sign_in(browser("192.0.2.201"), CHOSEN))


def test_an_owners_link_lets_in_a_member_from_nowhere_while_strangers_guess(guessed):
    ada, owner = User.objects.get(), a_user("olga")
    club = create_club(name="Of Olga", owner=owner)
    member = Member.objects.create(club=club, user=ada, role=Role.SCORER)
    token = make_password_link(member=member, by=owner)
    client = browser("192.0.2.200")
    client.get(f"/p/{token}")
    client.post("/new-password/", {"new_password1": CHOSEN, "new_password2": CHOSEN})
    assert is_in(sign_in(client, CHOSEN)) and not is_in(sign_in(browser("192.0.2.201"), CHOSEN))


@pytest.mark.usefixtures("undressed")
def test_a_known_device_may_not_guess_without_end_either(forward):
    known = browser()
    sign_in(known)
    known.post("/accounts/logout/")
    assert guesses_in_an_hour(lambda n: known, forward) <= 60


@pytest.mark.usefixtures("undressed")
def test_the_mark_of_a_device_is_of_one_account_and_cannot_be_made_up():
    a_user("ben")
    known = browser()
    sign_in(known, name="ben")
    (mark,) = [cookie for name, cookie in known.cookies.items() if name.startswith("device_")]
    forger = browser(THERE)
    forger.cookies[f"device_{a_user('ada').pk}"] = mark.value
    guess(browser(THERE), 6)
    assert not is_in(sign_in(forger))


def test_the_mark_of_a_device_is_for_the_login_only():
    client = browser()
    answer = sign_in(client)
    cookie = answer.cookies[f"device_{a_user('ada').pk}"]
    assert cookie["path"] == "/accounts/" and cookie["httponly"] and cookie["samesite"] == "Lax"
    assert cookie["max-age"] > 300 * 24 * HOUR


def guesses_in_an_hour(browser_of, forward):
    """Return how many guesses of Ada's password are compared in an hour with one every half minute."""
    compared = 0
    for number in range(120):
        compared += "not correct" in text_of(sign_in(browser_of(number), "wrong"))
        forward(30)
    return compared


@pytest.mark.usefixtures("undressed")
@pytest.mark.parametrize("places", sweep([1, 2, 120]))
def test_strangers_compare_fewer_than_sixty_passwords_an_hour_from_however_many_places(forward, places):
    browsers = [Client(REMOTE_ADDR=f"10.0.{n // 250}.{n % 250}") for n in range(places)]
    first = guesses_in_an_hour(lambda n: browsers[n % places], forward)
    second = guesses_in_an_hour(lambda n: browsers[n % places], forward)
    assert max(first, second) < 60


@pytest.mark.usefixtures("undressed")
def test_a_name_in_other_letters_is_the_same_name():
    client = browser()
    for name in ("ada", "ADA", " Ada", "ａｄａ", "aDa"):
        sign_in(client, "wrong", name)
    assert "Too many wrong passwords" in text_of(sign_in(client))


@pytest.mark.usefixtures("undressed")
def test_an_unknown_name_waits_exactly_as_a_known_one():
    waits = [text_of(guess(browser(), 7, name)[-1]) for name in ("ada", "nobody")]
    assert ["Too many wrong passwords" in wait for wait in waits] == [True, True]


def test_the_administration_is_entered_by_the_same_login():
    answer = browser().get("/admin/", follow=True)
    assert answer.request["PATH_INFO"] == LOGIN
    guess(browser(), 6)
    posted = browser().post("/admin/login/", {"username": "ada", "password": RIGHT})
    assert posted.status_code == 302 and posted.headers["Location"].startswith(LOGIN)


def test_a_person_who_is_no_administrator_is_told_so():
    assert signed_in(a_user("ada")).get("/admin/").status_code in (302, 403)


# Behind a proxy


@pytest.mark.usefixtures("undressed")
@override_settings(TRUSTED_PROXIES=1)
def test_behind_the_proxy_everybody_counts_for_themselves():
    proxy = browser("127.0.0.1")
    for number in range(9):
        sign_in(proxy, f"wrong {number}", **{"X-Forwarded-For": HERE})
    assert not is_in(sign_in(proxy, **{"X-Forwarded-For": HERE}))
    assert is_in(sign_in(proxy, **{"X-Forwarded-For": THERE}))


@pytest.mark.usefixtures("undressed")
@override_settings(TRUSTED_PROXIES=1)
def test_an_invented_address_before_the_proxys_own_changes_nothing():
    proxy = browser("127.0.0.1")
    for number in range(9):
        sign_in(proxy, f"wrong {number}", **{"X-Forwarded-For": f"192.0.2.{number}, {HERE}"})
    assert "Too many" in text_of(sign_in(proxy, **{"X-Forwarded-For": f"192.0.2.99, {HERE}"}))


@pytest.mark.usefixtures("undressed")
def test_without_a_proxy_the_header_is_anybodys_invention():
    client = browser()
    for number in range(9):
        sign_in(client, f"wrong {number}", **{"X-Forwarded-For": f"192.0.2.{number}"})
    assert "Too many" in text_of(sign_in(client, **{"X-Forwarded-For": "192.0.2.77"}))


@override_settings(TRUSTED_PROXIES=2)
def test_a_request_that_came_past_the_proxies_is_no_error():
    assert is_in(sign_in(browser(), **{"X-Forwarded-For": THERE}))
