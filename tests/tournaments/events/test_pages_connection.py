"""The page about the connection, and the authority it offers."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.local_ca import FOLDER, prepare
from tests.tournaments.visitors import stranger, text_of

PORT = 8443


@pytest.fixture
def hall(settings, tmp_path: Path) -> str:
    """Run a server with its own certificate; return the fingerprint of its authority."""
    settings.DATA_DIR, settings.HTTPS_PORT = tmp_path, PORT
    return prepare(tmp_path / FOLDER, ["localhost"], datetime.now(UTC)).fingerprint


def test_the_page_shows_the_fingerprint_and_both_addresses(hall, settings):
    settings.PUBLIC_URL = "https://192.168.1.5:8443"
    page = text_of(stranger().get("/connection/"))
    assert hall in page
    assert "https://192.168.1.5:8443/" in page and "http://192.168.1.5:8444/connection/" in page
    assert "<svg" in page and "follow the advice" in page


def test_on_loopback_no_code_leads_a_phone_astray(hall):
    assert "QR code of this page" not in text_of(stranger().get("/connection/", HTTP_HOST="localhost"))


def test_an_encrypted_page_does_not_say_what_to_keep_in_mind_without(hall):
    page = text_of(stranger().get("/connection/", secure=True))
    assert "This page was sent encrypted" in page and "Without encryption" not in page


def test_the_authority_is_offered_without_its_key(hall):
    answer = stranger().get("/authority.crt")
    assert answer["Content-Type"] == "application/x-x509-ca-cert"
    assert "stichtag-authority.crt" in answer["Content-Disposition"]
    assert answer.content.startswith(b"\x30\x82") and b"PRIVATE" not in answer.content


def test_without_a_certificate_of_its_own_nothing_is_offered(settings, hall):
    settings.HTTPS_PORT = 0
    assert stranger().get("/authority.crt").status_code == 404
    page = text_of(stranger().get("/connection/"))
    assert "--https" in page and "Download" not in page


def test_an_authority_that_is_not_there_is_not_offered(settings, tmp_path: Path):
    settings.DATA_DIR, settings.HTTPS_PORT = tmp_path, PORT
    assert stranger().get("/authority.crt").status_code == 404
    assert "Download" not in text_of(stranger().get("/connection/"))


@pytest.mark.parametrize("address", ["/connection/", "/authority.crt"])
def test_both_are_only_read(hall, address):
    assert stranger().post(address).status_code == 405
