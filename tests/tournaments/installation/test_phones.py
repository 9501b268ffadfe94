"""Phones get in by a key, pressed at the computer by whoever looks after it, and remembered."""

import pytest

from server.hall import START_AGAIN, are_phones_let_in
from server.networks import NETWORKS, Network
from server.wake_ups import NEW_START
from tests.builders import a_club, a_round
from tests.tournaments.visitors import ada, dov, text_of

pytestmark = pytest.mark.django_db
PAGE, HERE = "/phones/", {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1:8000"}
ELSEWHERE = [
    pytest.param({"REMOTE_ADDR": "192.168.1.20"}, id="another machine"),
    pytest.param({"HTTP_HOST": "skat.example"}, id="a name that points here"),
    pytest.param({"HTTP_X_FORWARDED_FOR": "192.168.1.20"}, id="through a proxy on this machine"),
]


@pytest.fixture(autouse=True)
def for_itself(settings, tmp_path, monkeypatch):
    """Run as a program that serves this machine alone and can start anew."""
    settings.DATA_DIR, settings.ALLOWED_HOSTS = tmp_path, ["*"]
    settings.IN_HALL, settings.PUBLIC_URL = False, ""
    monkeypatch.setenv(START_AGAIN, "{}")
    monkeypatch.setattr(NETWORKS, "until", float("inf"))
    NEW_START.event.clear()
    yield
    NEW_START.event.clear()


def press(client, **more):
    return client.post(PAGE, {"phones": more.pop("phones", "in")}, **{**HERE, **more})


def test_one_key_lets_phones_in_from_the_next_start_on_and_another_keeps_them_out():
    a_club()
    assert 'name="phones" value="in"' in text_of(ada().get(PAGE, **HERE))
    assert 'data-waits-for="data-phones-in"' in text_of(press(ada()))
    assert are_phones_let_in() and NEW_START.event.is_set()
    press(ada(), phones="out")
    assert not are_phones_let_in()


@pytest.mark.parametrize("place", ELSEWHERE)
def test_nobody_lets_phones_in_from_elsewhere(place):
    a_club()
    assert 'value="in"' not in text_of(ada().get(PAGE, **{**HERE, **place}))
    assert press(ada(), **place).status_code == 409
    assert not are_phones_let_in() and not NEW_START.event.is_set()


def test_an_owner_of_one_club_among_several_is_sent_to_whoever_looks_after_the_computer():
    a_club()
    assert press(dov()).status_code == 404
    assert 'value="in"' not in text_of(dov().get(PAGE, **HERE))
    assert not are_phones_let_in()


def test_a_program_started_with_a_host_says_the_line_to_start_it_with(monkeypatch):
    monkeypatch.delenv(START_AGAIN)
    a_club()
    assert "serve --host 0.0.0.0" in text_of(ada().get(PAGE, **HERE))
    assert press(ada()).status_code == 409 and not NEW_START.event.is_set()


def test_once_phones_get_in_the_page_shows_the_code_and_leads_back(settings, monkeypatch):
    settings.IN_HALL, settings.PUBLIC_URL = True, "http://192.168.1.5:8000"
    monkeypatch.setattr(NETWORKS, "newest", [Network("wlan0", "192.168.1.5")])
    a_club()
    page = text_of(ada().get(f"{PAGE}?next=/help/", **HERE))
    assert "data-phones-in" in page and "http://192.168.1.5:8000/" in page and 'href="/help/"' in page
    assert 'href="//evil.example"' not in text_of(ada().get(f"{PAGE}?next=//evil.example", **HERE))


def test_an_owner_who_has_just_let_phones_in_is_back_on_their_page_with_a_word_of_it(settings, monkeypatch):
    settings.IN_HALL, settings.PUBLIC_URL = True, "http://192.168.1.5:8000"
    monkeypatch.setattr(NETWORKS, "newest", [Network("wlan0", "192.168.1.5")])
    a_club()
    organiser = ada()
    there = organiser.get(f"{PAGE}?next=/help/&started", **HERE)
    assert there.headers["Location"] == "/help/"
    assert "Phones in the same Wi-Fi get in now." in text_of(organiser.get("/help/", **HERE))
    assert organiser.get(f"{PAGE}?next=//evil.example&started", **HERE).status_code == 200


NETWORKS_TO_SETTLE = {
    "none": [],
    "two to choose from": [Network("wlan0", "192.168.1.5"), Network("eth0", "10.0.0.5")],
}


@pytest.mark.parametrize("found", NETWORKS_TO_SETTLE.values(), ids=NETWORKS_TO_SETTLE)
def test_phones_let_in_stay_on_the_page_that_settles_the_network(settings, monkeypatch, found):
    settings.IN_HALL = True
    settings.PUBLIC_URL = f"http://{found[0].address if found else '127.0.0.1'}:8000"
    monkeypatch.setattr(NETWORKS, "newest", found)
    a_club()
    assert "data-phones-in" in text_of(ada().get(f"{PAGE}?next=/help/&started", **HERE))


def test_a_computer_in_no_network_is_asked_to_join_one(settings, monkeypatch):
    settings.IN_HALL, settings.PUBLIC_URL = True, "http://127.0.0.1:8000"
    monkeypatch.setattr(NETWORKS, "newest", [])
    a_club()
    page = text_of(ada().get(PAGE, **HERE))
    assert "data-phones-in" in page and "This computer is in no network yet." in page


def test_an_open_round_lets_phones_in_before_it_prints_cards(settings):
    round = a_round(is_open=True)
    address = f"/events/{round.event.slug}/organise/rounds/1/"
    way = f'{PAGE}?next={address}"'
    page = " ".join(text_of(ada().get(address, **HERE)).split())
    assert f'<button class="primary" name="phones" value="in" formaction="{way}' in page
    page = " ".join(text_of(ada().get(address, **HERE, HTTP_X_FORWARDED_FOR="192.168.1.20")).split())
    assert f'class="button primary" href="{way}' in page and 'value="in"' not in page
    settings.PUBLIC_URL = "http://192.168.1.5:8000"
    page = text_of(ada().get(address, **HERE))
    assert 'class="button primary" href="' + address + 'cards/"' in " ".join(page.split())
    assert PAGE not in page
