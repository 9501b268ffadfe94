"""One HTTP POST to an address that a user typed: bounded in time and size, and only to public addresses.

The host is resolved once, its addresses are checked, and the connection goes to a checked address, so another
answer of the name server (DNS rebinding) leads nowhere. Redirects are not followed, proxies not used.
"""

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from urllib.parse import SplitResult, urlsplit

CONNECT_SECONDS, TOTAL_SECONDS = 4.0, 10.0
MOST_READ = 4096  # bytes of the response's body
PORTS = {"https": 443, "http": 80}
INTERNET, NAT64 = ipaddress.ip_network("2000::/3"), ipaddress.ip_network("64:ff9b::/96")
NOT_PUBLIC = [  # of IANA's registries of special addresses, beside what Python knows
    ipaddress.ip_network(each)
    for each in (
        *("192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4"),
        *("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),
    )
]


class Unreachable(Exception):
    """No response: `name_unknown`, `address_private`, `no_connection`, `no_answer` or `tls_failed`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def post(url: str, body: bytes, headers: Mapping[str, str], *, to_private: bool) -> int:
    """Post; return the status. Raises Unreachable. Ends within TOTAL_SECONDS once the name is resolved."""
    parts = urlsplit(url)
    with connect(parts, to_private) as plain, deadline(plain):
        return exchange(plain, parts, body, headers)


@contextlib.contextmanager
def connect(parts: SplitResult, to_private: bool) -> Iterator[socket.socket]:
    """Connect to the first permitted address that accepts. Raises Unreachable."""
    for family, address in addresses_of(parts):
        if not to_private and not is_public(address[0]):
            raise Unreachable("address_private")
        with socket.socket(family, socket.SOCK_STREAM) as plain:
            plain.settimeout(CONNECT_SECONDS)
            try:
                plain.connect(address)
            except OSError:
                continue
            yield plain
            return
    raise Unreachable("no_connection")


def addresses_of(parts: SplitResult) -> list[tuple[int, tuple[str, int]]]:
    """Return family and address of each place the host's name leads to.

    Raises Unreachable (`name_unknown`).
    """
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    try:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable("name_unknown") from error
    return [(family, address) for family, _, _, _, address in places]  # type: ignore[misc]


def is_public(address: str) -> bool:
    """Return whether an IP address belongs to the public internet.

    Python's own lists differ from version to version, so ours decides too. Of IPv6 only what is handed out
    for the internet (2000::/3) counts, beside IPv4 addresses that are mapped or translated (NAT64).
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped or ip in NAT64:
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
        if ip not in INTERNET:
            return False
    is_special = any(ip in network for network in NOT_PUBLIC if network.version == ip.version)
    return ip.is_global and not ip.is_multicast and not is_special


@contextlib.contextmanager
def deadline(plain: socket.socket) -> Iterator[None]:
    """Shut the socket after TOTAL_SECONDS; the timeout of a socket begins again with each byte."""
    copy = plain.dup()
    timer = threading.Timer(TOTAL_SECONDS, shut, [copy])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        copy.close()


def shut(plain: socket.socket) -> None:
    """End both directions; a socket that is closed already is left alone."""
    with contextlib.suppress(OSError):
        plain.shutdown(socket.SHUT_RDWR)


def exchange(plain: socket.socket, parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> int:
    """Send the request on this socket; return the status. Raises Unreachable."""
    connection = http.client.HTTPConnection(parts.netloc)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.sock = encrypt(plain, parts)
        connection.sock.settimeout(TOTAL_SECONDS)
        connection.request("POST", target, body, dict(headers))
        response = connection.getresponse()
        response.read(MOST_READ)
    except ssl.SSLError as error:
        raise Unreachable("tls_failed") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unreachable("no_answer") from error
    finally:
        connection.close()
    return response.status


def encrypt(plain: socket.socket, parts: SplitResult) -> socket.socket:
    """Return the socket, encrypted and with a checked certificate where the address says https."""
    if parts.scheme != "https":
        return plain
    return ssl.create_default_context().wrap_socket(plain, server_hostname=parts.hostname)
