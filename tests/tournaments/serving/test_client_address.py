"""The middleware determines a client's address once, from the configured number of proxies."""

import pytest

from tournaments.serving.middleware import client_address

SOCKET = "127.0.0.1"


@pytest.mark.parametrize(
    ("forwarded", "proxies", "address"),
    [
        pytest.param("192.0.2.1", 0, SOCKET, id="no proxy: the header is not read"),
        pytest.param("192.0.2.1", 1, "192.0.2.1", id="one proxy names who asked it"),
        pytest.param("6.6.6.6, 192.0.2.1", 1, "192.0.2.1", id="what stands before is made up"),
        pytest.param("192.0.2.1, 10.0.0.2", 2, "192.0.2.1", id="two proxies"),
        pytest.param("6.6.6.6, 192.0.2.1, 10.0.0.2", 2, "192.0.2.1", id="two proxies and a lie"),
        pytest.param("192.0.2.1", 2, SOCKET, id="fewer than the proxies: past them"),
        pytest.param("", 1, SOCKET, id="no header"),
        pytest.param("nonsense", 1, SOCKET, id="no address"),
        pytest.param("192.0.2.1:4711", 1, "192.0.2.1", id="with a port"),
        pytest.param("[2001:db8::1]:4711", 1, "2001:db8::1", id="IPv6 with a port"),
        pytest.param("2001:DB8::1", 1, "2001:db8::1", id="IPv6 in other letters"),
        pytest.param("::ffff:192.0.2.1", 1, "192.0.2.1", id="IPv4 written as IPv6"),
    ],
)
def test_the_address_is_so_many_places_from_the_end(forwarded, proxies, address):
    assert client_address(SOCKET, forwarded, proxies) == address
