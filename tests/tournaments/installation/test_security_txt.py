"""The contact for holes in an installation (RFC 9116)."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings as ours
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from config import environment

ADDRESS = "/.well-known/security.txt"


def test_an_operator_who_names_nobody_has_no_such_page(settings):
    settings.SECURITY_CONTACT = ""
    assert Client().get(ADDRESS).status_code == 404


def test_the_contact_stands_in_security_txt_with_a_date_within_a_year(settings):
    settings.SECURITY_CONTACT = "mailto:board@club.example"
    answer = Client().get(ADDRESS)
    lines = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert lines["Contact"] == "mailto:board@club.example"
    expires = datetime.strptime(lines["Expires"], "%Y-%m-%dT%H:%M:%S%z")
    assert timedelta(0) < expires - datetime.now(UTC) < timedelta(days=365)


@pytest.mark.parametrize("written", ["board@club.example", "mailto:board", "http://club.example", "Erna"])
def test_a_contact_that_no_program_could_follow_is_refused(written: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SECURITY_CONTACT", written)
    with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT must be an address such as mailto:"):
        environment.contact("SECURITY_CONTACT")


def test_somebody_who_reports_a_hole_finds_the_version_on_the_help_page():
    assert f"Stichtag {ours.VERSION}" in Client().get("/help/").content.decode()
