"""A user who forgot a password regains access: by e-mail, by an owner's link, or at the computer itself."""

import io
import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import timezone

from config.logs import without_tokens
from tests.builders import a_club, a_user
from tests.tournaments.visitors import ada, dov, signed_in, stranger, text_of
from tournaments.models import AccountChange, Member, PasswordLink, User
from tournaments.services.clubs.accounts import near_names

pytestmark = pytest.mark.django_db

NEW = "Hedewig sticht um neun"
RESET = "/accounts/password/reset/"


def a_member(name="ben", club=None):
    return Member.objects.create(club=club or a_club(), user=a_user(name), role="scorer")


def can_sign_in(name, password):
    return stranger().post("/accounts/login/", {"login": name, "password": password}).status_code == 302


# Without and with e-mail


def test_without_mail_the_page_says_who_can_help_and_sends_nothing():
    user = a_user()
    User.objects.filter(pk=user.pk).update(email="ada@example.org")
    answers = [stranger().get(RESET), stranger().post(RESET, {"email": "ada@example.org"})]
    for answer in answers:
        assert answer.status_code == 200
        assert "An owner of your club" in text_of(answer)
        assert "python3 run.py manage set_password NAME" in text_of(answer)
    assert mail.outbox == []


def test_the_login_leads_to_the_ways_back_in():
    assert f'href="{RESET}"' in text_of(stranger().get("/accounts/login/"))


@override_settings(SENDS_MAIL=True)
def test_with_mail_a_link_to_a_new_password_is_sent():
    user = a_user()
    User.objects.filter(pk=user.pk).update(email="ada@example.org")
    client = stranger()
    assert client.post(RESET, {"email": "ada@example.org"}).status_code == 302
    (path,) = re.findall(r"http://testserver(/\S+)", mail.outbox[0].body)
    page = client.get(path, follow=True)
    done = client.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW}, follow=True)
    assert can_sign_in("ada", NEW) and "Password successfully changed." in text_of(done)
    assert client.get("/account/").status_code == 200
    used = text_of(stranger().get(path, follow=True))
    assert "This link is no longer valid" in used and f'href="{RESET}"' in used


@override_settings(SENDS_MAIL=True)
def test_resets_do_not_flood_a_mailbox():
    user = a_user()
    User.objects.filter(pk=user.pk).update(email="ada@example.org")
    for _ in range(12):
        stranger().post(RESET, {"email": "ada@example.org"})
    assert len(mail.outbox) == 5


# An owner's link


def make_link(member, owner=None):
    """Return the page after the button, and the path of the link on it."""
    page = (owner or ada()).post(f"/clubs/{member.club.slug}/members/{member.pk}/password/")
    links = re.findall(r"http://testserver(/p/[\w-]+)", text_of(page))
    return page, links[0] if links else ""


def choose(path, password=NEW):
    client = stranger()
    client.get(path)
    return client.post("/new-password/", {"new_password1": password, "new_password2": password})


def test_an_owner_makes_a_link_and_the_member_chooses_a_password():
    member = a_member()
    _, path = make_link(member)
    assert choose(path).status_code == 302
    assert can_sign_in("ben", NEW) and not can_sign_in("ben", "correct horse battery")


def test_the_link_leaves_the_address_bar_at_once_and_no_referrer():
    _, path = make_link(a_member())
    client = stranger()
    answer = client.get(path)
    assert answer.headers["Location"] == "/new-password/"
    assert (
        answer.headers["Referrer-Policy"] == "no-referrer" and "no-store" in answer.headers["Cache-Control"]
    )
    assert path.split("/")[-1] not in text_of(client.get("/new-password/"))


def test_looking_at_the_page_does_not_use_the_link_up():
    _, path = make_link(a_member())
    for _ in range(3):
        stranger().get(path, follow=True)
    assert choose(path).status_code == 302


def used(member, path):
    choose(path)


def renewed(member, path):
    make_link(member)


def expired(member, path):
    PasswordLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))


def password_changed(member, path):
    member.user.set_password("another of his own")
    member.user.save()


def shut(member, path):
    User.objects.filter(pk=member.user_id).update(is_active=False)


@pytest.mark.parametrize("end", [used, renewed, expired, password_changed, shut])
def test_a_link_ends(end):
    member = a_member()
    _, path = make_link(member)
    early = stranger()
    early.get(path)
    end(member, path)
    for answer in (stranger().get(path), early.get("/new-password/"), choose(path, "Ganz anders 1234")):
        assert answer.status_code == 404 and "This link has ended" in text_of(answer)
    assert not can_sign_in("ben", "Ganz anders 1234")


def test_a_weak_password_is_refused_with_every_reason_and_the_link_stays():
    _, path = make_link(a_member())
    refused = choose(path, "1234")
    assert refused.status_code == 422
    assert "too short" in text_of(refused) and "too common" in text_of(refused)
    assert choose(path).status_code == 302


def test_the_link_is_shown_once_and_stored_nowhere():
    member = a_member()
    owner = ada()
    _, path = make_link(member, owner)
    token = path.split("/")[-1]
    stranger().get(path)
    assert token not in text_of(owner.get(f"/clubs/{member.club.slug}/members/"))
    stored = [*PasswordLink.objects.values(), *AccountChange.objects.values()]
    sessions = [each.get_decoded() for each in Session.objects.all()]
    assert token not in str(stored) and token not in str(sessions)


def test_the_history_says_who_made_the_link_and_that_it_was_used():
    member = a_member()
    owner = ada()
    _, path = make_link(member, owner)
    choose(path)
    page = text_of(owner.get(f"/clubs/{member.club.slug}/members/"))
    assert "ben: link for a new password created" in page and "ben: new password chosen by a link" in page
    assert [(each.kind, each.author_id) for each in AccountChange.objects.order_by("pk")] == [
        ("link_made", a_user("ada").pk),
        ("link_used", None),
    ]


def test_no_log_line_shows_a_link():
    line = 'GET /p/AbC_12-x HTTP/1.1, "/accounts/password/reset/key/3-dige1e-c40c93e4/"'
    assert "AbC_12" not in without_tokens(line) and "c40c93" not in without_tokens(line)


def test_an_account_with_rights_elsewhere_is_not_opened_by_one_clubs_owner():
    member = a_member("dov")
    dov()
    page, path = make_link(member)
    assert page.status_code == 409 and not path
    assert "manage set_password dov" in text_of(page)
    assert not PasswordLink.objects.exists()


def test_nor_is_the_administrators():
    member = a_member()
    User.objects.filter(pk=member.user_id).update(is_staff=True)
    assert make_link(member)[0].status_code == 409


@pytest.mark.parametrize("role", ["director", "scorer", None])
def test_only_an_owner_makes_links(role):
    member = a_member()
    emil = a_user("emil")
    if role:
        Member.objects.create(club=member.club, user=emil, role=role)
    assert make_link(member, signed_in(emil))[0].status_code == 404
    assert not PasswordLink.objects.exists()


def test_a_link_for_another_clubs_member_is_not_found():
    other = Member.objects.get(user=(dov(), a_user("dov"))[1])
    answer = ada().post(f"/clubs/{a_club().slug}/members/{other.pk}/password/")
    assert answer.status_code == 404


# At the computer


def set_password(monkeypatch, name, typed=NEW, *options):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n" if typed else ""))
    output = io.StringIO()
    call_command("set_password", name, *options, stdout=output)
    return output.getvalue()


@pytest.mark.parametrize("name", ["ada", "ADA", " ada "])
def test_a_password_is_read_from_standard_input(monkeypatch, rf, name):
    a_user()
    assert NEW not in set_password(monkeypatch, name)
    assert can_sign_in("ada", NEW)


def test_a_password_is_made_and_printed_on_request(monkeypatch):
    a_user()
    (made,) = re.findall(r"ada has a new password: (\w+)", set_password(monkeypatch, "ada", "", "--make"))
    assert len(made) == 16 and can_sign_in("ada", made)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("again", [NEW, "a slip"])
def test_at_a_terminal_it_is_asked_for_twice(monkeypatch, again):
    a_user()
    answers = iter([NEW, again])
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("tournaments.management.commands.set_password.getpass", lambda _: next(answers))
    if again == NEW:
        call_command("set_password", "ada", stdout=io.StringIO())
    else:
        with pytest.raises(CommandError, match="differ"):
            call_command("set_password", "ada")
    assert can_sign_in("ada", NEW) == (again == NEW)


def test_an_unknown_name_is_refused_with_names_like_it(monkeypatch):
    a_user("Adalbert")
    with pytest.raises(CommandError, match=r"There is no account “adalbrt”\. Similar names: Adalbert\."):
        set_password(monkeypatch, "adalbrt")
    assert near_names("zzz") == []


@pytest.mark.parametrize(
    ("typed", "sentence"), [("1234", "too short.*too common"), ("", "Standard input is empty")]
)
def test_a_password_that_will_not_do_changes_nothing(monkeypatch, typed, sentence):
    a_user()
    with pytest.raises(CommandError, match=sentence):
        set_password(monkeypatch, "ada", typed)
    assert can_sign_in("ada", "correct horse battery")


def test_every_session_and_link_of_the_account_ends(monkeypatch):
    member = a_member()
    _, path = make_link(member)
    browser = signed_in(member.user)
    assert browser.get("/account/").status_code == 200
    set_password(monkeypatch, "ben")
    assert browser.get("/account/").status_code == 302
    assert stranger().get(path).status_code == 404
