"""Whether somebody sits at this machine."""

import ipaddress

from django.http import HttpRequest
from django.http.request import split_domain_port

from server.hall import may_start_again
from tournaments.selectors.clubs.permissions import may_back_up

OWN_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def may_let_phones_in(request: HttpRequest) -> bool:
    """Return whether the reader looks after this computer, sits at it, and its program can start anew."""
    return may_start_again() and is_from_machine(request) and may_back_up(request.user)


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
