"""The Wi-Fi of the hall: typed once, its code beside the other, and seen by nobody else."""

import pytest

from scoring.not_possible import NotPossible
from server.networks import NETWORKS, Network
from tests.builders import a_round, an_event
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import EventChange, Wifi
from tournaments.services.entry.door import set_door
from tournaments.services.hall.hall import set_wifi
from tournaments.services.hall.screens import add_screens
from tournaments.services.history.event_chain import SYSTEM
from tournaments.views.pages.table_addresses import wifi_text

pytestmark = pytest.mark.django_db

NAME, PASSWORD = "Skathaus; Saal", 'Herz:"Ass", 2026'
REACHED = {"headers": {"host": "testserver"}}


def with_wifi(event, **more):
    set_wifi(event=event, name=NAME, password=PASSWORD, by=SYSTEM, **more)
    return event


def at(event, more=""):
    return f"/events/{event.slug}/organise/network/{more}"


def screen_of(event, shows="clock"):
    return text_of(stranger().get(f"/w/{add_screens(event=event, name='Door', shows=shows)[0].code}/"))


def test_a_wifi_is_typed_once_for_all_events_of_the_club():
    event = an_event()
    ada().post(at(event), {"network": NAME, "password": PASSWORD})
    other = an_event(club=event.club)
    page = ada().get(at(other))
    assert page.context["wifi"]["password"] == PASSWORD
    assert str(page.context["wifi"]["qr_svg"]).startswith("<svg")


@pytest.mark.parametrize(
    ("wifi", "text"),
    [
        (Wifi(name="Gast"), "WIFI:T:nopass;S:Gast;;"),
        (Wifi(name="Saal", password="12345678", is_hidden=True), "WIFI:T:WPA;S:Saal;P:12345678;H:true;"),
        (Wifi(name=NAME, password=PASSWORD), 'WIFI:T:WPA;S:Skathaus\\; Saal;P:Herz\\:\\"Ass\\", 2026;;'),
        (Wifi(name="a\\b", password="pass\\word"), "WIFI:T:WPA;S:a\\\\b;P:pass\\\\word;;"),
    ],
)
def test_the_code_of_a_wifi_escapes_what_phones_would_read_as_its_end(wifi, text):
    assert wifi_text(wifi) == text


def test_the_codes_stand_on_table_cards_the_dashboard_and_the_sheet_for_the_door():
    round = a_round()
    event = with_wifi(round.event)
    organiser = ada()
    for address in (
        f"/events/{event.slug}/organise/rounds/{round.number}/cards/",
        f"/events/{event.slug}/organise/",
        at(event, "door-sheet/"),
    ):
        assert organiser.get(address).context["wifi"]["name"] == NAME


def test_the_sheet_for_the_door_leads_to_the_check_in_while_the_door_is_open():
    event = an_event()
    organiser = ada()
    assert organiser.get(at(event, "door-sheet/")).context["address"].endswith(f"/events/{event.slug}/")
    set_door(event=event, is_open=True, by=SYSTEM)
    assert organiser.get(at(event, "door-sheet/")).context["address"].endswith("/arrive/")


def test_a_sheet_for_the_door_says_what_is_missing_on_it_and_where_to_get_it(settings):
    event, sheet = an_event(), "door-sheet/"
    empty = text_of(ada().get(at(event, sheet), headers={"Host": "localhost"}))
    assert f'href="{at(event)}"' in empty and f'href="/phones/?next={at(event, sheet)}"' in empty
    assert 'role="note" class="notice is-warning">' in empty  # printed, so that no sheet is empty
    settings.PUBLIC_URL = "https://cards.example"
    with_wifi(event)
    assert "Missing on this sheet" not in text_of(ada().get(at(event, sheet)))


def test_nobody_reads_the_wifi_where_no_organiser_shows_it():
    event = with_wifi(a_round().event)
    pages = [text_of(stranger().get(f"/events/{event.slug}/")), screen_of(event)]
    assert not any(PASSWORD.split(",")[0] in each or NAME in each for each in pages)


def test_a_screen_switched_to_the_wifi_shows_name_password_and_code():
    shown = screen_of(with_wifi(a_round().event), shows="wifi")
    assert NAME in shown
    assert "1. Join the Wi-Fi" in shown


def test_a_screen_without_a_typed_wifi_still_shows_the_event():
    assert "1. Join the Wi-Fi" not in screen_of(a_round().event, shows="wifi")


def test_the_wifi_stands_beside_the_other_code_of_every_screen_if_organisers_want_that(settings):
    settings.PUBLIC_URL = "http://192.168.1.5"
    hidden, shown = with_wifi(a_round().event), with_wifi(a_round().event, is_on_screens=True)
    codes = [screen_of(each).count("<svg") for each in (hidden, shown)]
    assert codes[1] == codes[0] + 1


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("ä" * 17, "12345678", "wifi_name_wrong"),
        ("Saal\n2", "12345678", "wifi_name_wrong"),
        ("Saal", "1234567", "wifi_password_wrong"),
        ("Saal", "x" * 64, "wifi_password_wrong"),
        ("Saal", "Passwört1", "wifi_password_wrong"),
        ("Saal", "tab\tstop", "wifi_password_wrong"),
    ],
)
def test_a_wifi_that_cannot_be_is_refused_and_the_old_one_stays(name, password, code):
    event = with_wifi(an_event())
    with pytest.raises(NotPossible) as refused:
        set_wifi(event=event, name=name, password=password, by=SYSTEM)
    assert refused.value.code == code
    assert Wifi.objects.get().name == NAME


def test_a_refused_wifi_keeps_what_was_typed():
    event = an_event()
    page = ada().post(at(event), {"network": "Saal", "password": "kurz"})
    assert page.status_code == 422
    assert "kurz" in text_of(page)
    assert not Wifi.objects.exists()


def test_an_empty_name_removes_the_wifi():
    event = with_wifi(an_event())
    ada().post(at(event), {"network": "", "password": ""})
    assert not Wifi.objects.exists()


def test_the_history_says_that_the_wifi_changed_but_not_to_what():
    event = with_wifi(an_event())
    entry = EventChange.objects.filter(event=event).latest("number")
    assert entry.facts == {"done": "set_wifi"}


def test_organisers_see_each_network_of_the_computer_with_its_address(settings, monkeypatch):
    settings.IN_HALL, settings.PUBLIC_URL = True, "http://192.168.1.5"
    monkeypatch.setattr(NETWORKS, "until", float("inf"))
    monkeypatch.setattr(NETWORKS, "newest", [Network("wlan0", "192.168.1.5"), Network("eth0", "10.0.0.7")])
    event = an_event()
    networks = ada().get(at(event)).context["networks"]
    assert [(each["name"], each["url"]) for each in networks] == [
        ("wlan0", "http://192.168.1.5/"),
        ("eth0", "http://10.0.0.7/"),
    ]


def test_the_dashboard_says_so_when_the_network_of_the_computer_changed(settings, monkeypatch):
    settings.IN_HALL, settings.PUBLIC_URL = True, "http://192.168.1.5"
    monkeypatch.setattr(NETWORKS, "until", float("inf"))
    monkeypatch.setattr(NETWORKS, "newest", [Network("wlan0", "172.20.10.3")])
    event = an_event()
    assert "http://172.20.10.3" in text_of(ada().get(f"/events/{event.slug}/organise/live/"))
