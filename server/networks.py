"""The networks of this machine, and its own address in each: a laptop in a hall changes them.

With the setting IN_HALL the address in QR codes and the hosts that are answered follow the networks.
"""

import contextlib
import socket
import struct
from collections.abc import Iterator
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

try:
    from fcntl import ioctl
except ImportError:  # Windows
    ioctl = None  # type: ignore[assignment]

ELSEWHERE = ("192.0.2.1", 9)  # an address of documentation (RFC 5737): nothing is sent to it
ADDRESS_OF = (0x8915, 0xC0206921)  # SIOCGIFADDR of Linux, of macOS
LONGEST_NAME, AT = 15, slice(20, 24)  # of a network; where the answer has the address
NO_PHONES = ("127.", "169.254.")  # loopback; what a machine gives itself where no network gave it an address
SECONDS = 3.0  # for which the networks are not asked for again


class Network(NamedTuple):
    """A network of this machine by its name there, which may be unknown, and the machine's IPv4 address."""

    name: str
    address: str


def networks() -> list[Network]:
    """Return the networks in which phones may reach this machine, the one that leads out first."""
    return NETWORKS.now()


class Networks:
    """The networks of this machine as they were a moment ago."""

    def __init__(self) -> None:
        self.newest: list[Network] = []
        self.until = 0.0

    def now(self) -> list[Network]:
        """Return the networks, asked for anew every few seconds."""
        if monotonic() >= self.until:
            self.newest, self.until = find_networks(), monotonic() + SECONDS
        return self.newest


NETWORKS = Networks()


def find_networks() -> list[Network]:
    """Return the networks of this moment."""
    first, by_address = address_out(), {each.address: each for each in [*by_interface(), *by_name()][::-1]}
    reached = [each for each in by_address.values() if not each.address.startswith(NO_PHONES)]
    return sorted(reached, key=lambda each: (each.address != first, each.name, each.address))


def address_out() -> str:
    """Return the machine's address in the network that leads out; asks the routing table, sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(ELSEWHERE)
        return str(probe.getsockname()[0])
    return ""


def by_interface() -> Iterator[Network]:
    """Yield the networks with their names, where the system says them; not on Windows."""
    if ioctl is None:
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            interface = struct.pack("256s", name.encode()[:LONGEST_NAME])
            for request in ADDRESS_OF:
                with contextlib.suppress(OSError):
                    answer = ioctl(probe.fileno(), request, interface)
                    yield Network(name, socket.inet_ntoa(answer[AT]))


def by_name() -> Iterator[Network]:
    """Yield the machine's addresses by its host name, as Windows knows them."""
    with contextlib.suppress(OSError):
        for address in socket.gethostbyname_ex(socket.gethostname())[2]:
            yield Network("", address)


def public_url() -> str:
    """Return the URL of the site for QR codes, or "": in a hall that of a network the machine is in now."""
    parts, own = urlsplit(settings.PUBLIC_URL), [each.address for each in own_networks()]
    if not own or parts.hostname in own:
        return settings.PUBLIC_URL
    return url_at(own[0])


def own_networks() -> list[Network]:
    """Return the networks that phones may use; none where the operator has set the address of the site."""
    return networks() if settings.IN_HALL else []


def url_at(address: str) -> str:
    """Return the URL of the site at one of the machine's addresses."""
    parts = urlsplit(settings.PUBLIC_URL)
    return f"{parts.scheme}://{address}{f':{parts.port}' if parts.port else ''}"


def has_moved() -> bool:
    """Return whether the machine has lost the address that was in QR codes when the program started."""
    return public_url() != settings.PUBLIC_URL


class HostsInHall(list[str]):
    """The hosts that are answered, and the machine's addresses of this moment."""

    def __iter__(self) -> Iterator[Any]:
        yield from super().__iter__()
        yield from (each.address for each in networks())
