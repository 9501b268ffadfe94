"""A user's own account: the links of its page, sessions, and the second step."""

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.test import Client
from django.urls import reverse

from tests.builders import a_user
from tests.tournaments.visitors import ada, signed_in, stranger, text_of
from tournaments.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
NEW = "Hedewig sticht um neun"
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


def sign_in(client, password=PASSWORD):
    return client.post("/accounts/login/", {"login": "ada", "password": password})


@pytest.mark.parametrize("path", ["/", "/clubs/prisdorfer-kartenrunde/"])
def test_every_page_of_a_signed_in_user_links_to_the_account(path):
    client = ada()
    client.post("/new-club/", {"name": "Prisdorfer Kartenrunde"})
    assert 'href="/account/"' in text_of(client.get(path))


def test_the_login_says_why_it_came_and_repeats_no_label_in_a_field():
    why = "The page that you opened is for organisers"
    asked = text_of(stranger().get("/account/", follow=True))
    assert why in asked and "placeholder" not in asked
    assert why not in text_of(stranger().get("/accounts/login/"))


WAYS = ("account_change_password", "account_email", "mfa_index", "mfa_list_webauthn")


@pytest.mark.parametrize("way", WAYS)
def test_the_account_leads_to_all_that_can_be_changed_and_each_page_is_there(way):
    client = signed_in(a_user())
    assert f'href="{reverse(way)}"' in text_of(client.get("/account/"))
    page = client.get(reverse(way), follow=True)
    assert page.status_code == 200 and '<li><a href="/account/">Your account</a></li>' in text_of(page)
    assert "placeholder" not in text_of(page)


def test_nobody_is_urged_to_give_an_e_mail_address():
    page = text_of(signed_in(a_user()).get(reverse("account_email")))
    assert "None. An e-mail address is optional." in page and "Warning" not in page


def test_a_stranger_is_asked_to_log_in():
    assert stranger().get("/account/").headers["Location"].startswith("/accounts/login/")


def test_the_page_says_where_passkeys_work():
    sentence = "Browsers offer passkeys only if the address has a name and HTTPS"
    assert sentence in text_of(signed_in(a_user()).get("/account/"))


@pytest.mark.parametrize("where", ["https://elsewhere.example/", "//elsewhere.example", "javascript:x()"])
@pytest.mark.parametrize("form", ["account_login", "account_logout", "set_language"])
def test_a_form_leads_to_addresses_of_ours_only(form, where):
    client = signed_in(a_user()) if form == "account_logout" else stranger()
    a_user()
    sent = {"login": "ada", "password": PASSWORD, "language": "de", "next": where}
    answer = client.post(reverse(form), sent)
    assert answer.status_code == 302 and answer.headers["Location"] == "/"


@pytest.mark.parametrize("way", ["mfa_activate_totp", "mfa_add_webauthn", "mfa_generate_recovery_codes"])
def test_a_way_into_an_account_is_changed_with_the_password_given_anew(way):
    client = stranger()
    a_user()
    sign_in(client)
    assert client.get(reverse(way)).headers["Location"].startswith("/accounts/reauthenticate/")


# Sessions


def test_a_login_gets_a_session_of_its_own_and_the_old_one_is_gone():
    a_user()
    client = Client()
    client.get("/accounts/login/")
    session = client.session
    session["planted"] = "x"
    session.save()
    client.cookies["sessionid"] = before = str(session.session_key)
    sign_in(client)
    assert client.cookies["sessionid"].value != before
    thief = Client()
    thief.cookies["sessionid"] = before
    assert thief.get("/account/").status_code == 302


def test_all_other_sessions_end_when_the_password_is_changed():
    a_user()
    here, there = Client(), Client()
    sign_in(here)
    sign_in(there)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert here.post(reverse("account_change_password"), form).status_code == 302
    assert here.get("/account/").status_code == 200
    assert there.get("/account/").status_code == 302


def test_a_session_ends_when_the_account_is_shut():
    client = signed_in(a_user())
    User.objects.update(is_active=False)
    assert client.get("/account/").status_code == 302


def test_after_logging_out_the_session_and_the_back_button_show_nothing():
    a_user()
    client = Client()
    sign_in(client)
    assert "no-store" in client.get("/account/").headers["Cache-Control"]
    key = client.cookies["sessionid"].value
    client.post("/accounts/logout/")
    thief = Client()
    thief.cookies["sessionid"] = key
    assert thief.get("/account/").status_code == 302


# The second step


@pytest.fixture
def guarded():
    user = a_user()
    Authenticator.objects.create(
        user=user, type=Authenticator.Type.TOTP, data={"secret": get_adapter().encrypt(SECRET)}
    )
    return user


def code_now():
    counter = next(iter(yield_hotp_counters_from_time()))
    return format_hotp_value(hotp_value(SECRET, counter))


def test_a_password_alone_is_not_enough_with_a_second_step(guarded):
    client = Client()
    assert sign_in(client).headers["Location"] == reverse("mfa_authenticate")
    assert client.get("/account/").status_code == 302
    client.post(reverse("mfa_authenticate"), {"code": code_now()})
    assert client.get("/account/").status_code == 200


def test_codes_are_not_guessed_faster_than_passwords(guarded):
    client = Client()
    sign_in(client)
    answers = [client.post(reverse("mfa_authenticate"), {"code": f"{n:06}"}) for n in range(6)]
    assert "Too many wrong codes for this account. Wait 1 minute" in text_of(answers[-1])
    assert "Too many" in text_of(client.post(reverse("mfa_authenticate"), {"code": code_now()}))


def test_a_device_is_known_after_both_steps_only(guarded):
    client = Client()
    sign_in(client)
    assert not [name for name in client.cookies if name.startswith("device_")]
    client.post(reverse("mfa_authenticate"), {"code": code_now()})
    assert [name for name in client.cookies if name.startswith("device_")]
