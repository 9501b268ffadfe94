"""The networks of this machine: their addresses, and a site that follows them."""

import socket

import pytest

from server.networks import NETWORKS, HostsInHall, Network, find_networks, has_moved, public_url, url_at

HALL = [Network("wlan0", "192.168.178.20"), Network("eth0", "10.0.0.7")]


@pytest.fixture
def in_hall(settings, monkeypatch):
    """Serve in a hall whose networks are given by hand."""
    settings.IN_HALL, settings.PUBLIC_URL = True, "http://192.168.178.20:8000"
    monkeypatch.setattr(NETWORKS, "until", float("inf"))
    monkeypatch.setattr(NETWORKS, "newest", HALL)
    return monkeypatch


def test_each_network_has_an_address_of_its_own_and_none_is_loopback():
    networks = find_networks()
    assert len({each.address for each in networks}) == len(networks)
    assert not any(each.address.startswith(("127.", "169.254.")) for each in networks)
    for each in networks:
        socket.inet_aton(each.address)


def test_the_site_keeps_its_address_while_the_machine_has_it(in_hall):
    assert (public_url(), has_moved()) == ("http://192.168.178.20:8000", False)


def test_the_site_moves_with_the_machine_to_another_network(in_hall):
    in_hall.setattr(NETWORKS, "newest", [Network("wlan0", "172.20.10.3")])
    assert (public_url(), has_moved()) == ("http://172.20.10.3:8000", True)


def test_a_machine_without_a_network_keeps_the_address_that_was_printed(in_hall):
    in_hall.setattr(NETWORKS, "newest", [])
    assert public_url() == "http://192.168.178.20:8000"


def test_an_address_that_the_operator_set_never_moves(in_hall, settings):
    settings.IN_HALL, settings.PUBLIC_URL = False, "https://cards.example"
    assert (public_url(), has_moved()) == ("https://cards.example", False)


def test_port_80_stands_in_no_address(in_hall, settings):
    settings.PUBLIC_URL = "http://192.168.178.20"
    assert url_at("10.0.0.7") == "http://10.0.0.7"


def test_a_host_is_answered_as_soon_as_the_machine_has_its_address(in_hall):
    hosts = HostsInHall(["localhost"])
    assert list(hosts) == ["localhost", "192.168.178.20", "10.0.0.7"]
    in_hall.setattr(NETWORKS, "newest", [Network("wlan0", "172.20.10.3")])
    assert list(hosts) == ["localhost", "172.20.10.3"]
