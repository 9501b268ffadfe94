"""The command that creates the first login."""

import pytest
from django.contrib.auth import authenticate, get_user_model
from django.core.management import CommandError, call_command

PASSWORD = "Hedewig sticht um 9"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORGANISER_PASSWORD", PASSWORD)


def test_an_organiser_is_made_who_can_sign_in(rf) -> None:
    call_command("create_organiser", "--username", "ada")
    assert authenticate(rf.post("/"), username="ada", password=PASSWORD)


def test_every_weakness_of_a_password_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORGANISER_PASSWORD", "1234")
    with pytest.raises(CommandError, match=r"(?s)too short.*too common.*numeric"):
        call_command("create_organiser", "--username", "ada")
    assert not get_user_model().objects.exists()


def test_a_name_that_is_taken_is_refused() -> None:
    call_command("create_organiser", "--username", "ada")
    with pytest.raises(CommandError, match="already exists"):
        call_command("create_organiser", "--username", "ada")


def test_an_empty_name_creates_no_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "")
    call_command("create_organiser", "--if-none")
    assert not get_user_model().objects.exists()


def test_no_account_is_asked_for_if_one_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("create_organiser", "--username", "ada")
    monkeypatch.setattr("builtins.input", lambda _: pytest.fail("asked"))
    call_command("create_organiser", "--if-none")
