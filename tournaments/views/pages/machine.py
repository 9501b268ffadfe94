"""Whether somebody sits at this machine."""

import ipaddress

from django.http import HttpRequest
from django.http.request import split_domain_port

OWN_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def is_from_machine(request: HttpRequest) -> bool:
    """Return whether a request comes from this machine, without a proxy and by no other name."""
    host = split_domain_port(request.get_host())[0]
    is_direct = "X-Forwarded-For" not in request.headers and host in OWN_HOSTS
    return is_direct and is_loopback(request.META.get("REMOTE_ADDR", ""))


def is_loopback(address: str) -> bool:
    """Return whether an address is a loopback address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
