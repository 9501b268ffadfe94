"""Whether somebody sits at this machine."""

import ipaddress


def is_loopback(address: str) -> bool:
    """Return whether an address is a loopback address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
